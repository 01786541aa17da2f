"""Sheets set right by the DM: figures, things, spells, life and death, one person after another."""

from typing import Any

from rules.changed import replace
from rules.character import Character, Good, Life, Spell
from rules.health import dead
from rules.names import CharacterId
from rules.routines import awake
from rules.rulings.kinds import Adjust, Applied, Change, Figure, Gain, Kill, Lose, Raise, Spells, TakeUp
from rules.rulings.places import party_of, risen
from rules.time import Moment
from rules.world import World

SheetRuling = Adjust | Gain | Lose | Spells | Kill | Raise

_PUBLIC = frozenset({Figure.HP, Figure.MAX_HP, Figure.EXHAUSTION})


def set_right(world: World, ruling: SheetRuling, *, now: Moment) -> Applied:
    """Sheets set right one by one."""
    people, changes = dict(world.characters), []
    for name in ruling.who:
        was = people[name]
        people[name], change = _sheet(was, ruling, _clock(world, name, now))
        changes += [change] if people[name] != was else []
    world = replace(world, characters=people)
    if isinstance(ruling, Raise):
        world = risen(world, ruling.who)
    return Applied(world, tuple(changes))


def taken_up(world: World, ruling: TakeUp, *, now: Moment) -> Applied:
    """The world with a suspended order due again. Source: A49."""
    for person in world.characters.values():
        after = awake(person, ruling.order, now=_clock(world, person.id, now))
        if after != person:
            world = replace(world, characters={**world.characters, person.id: after})
            return Applied(world, (Change("order_resumed", person.id, now=ruling.order),))
    return Applied(world, ())


def _sheet(person: Character, ruling: SheetRuling, now: Moment) -> tuple[Character, Change]:
    match ruling:
        case Adjust():
            return _adjusted(person, ruling)
        case Gain(good=good):
            after = replace(person, goods=_with_good(person.goods, good))
            return after, Change("gained", person.id, now=[good.label, good.quantity])
        case Lose():
            return _lost(person, ruling)
        case Spells():
            return _spells(person, ruling)
        case Kill():
            after = dead(person, now) if person.is_alive else person
            return after, Change("died", person.id, is_public=True)
        case Raise(hp=hp):
            risen = replace(person, life=Life.ALIVE, died_at=None, hp=min(hp, person.max_hp), is_critical=False)
            after = person if person.is_alive else risen
            return after, Change("raised", person.id, now=after.hp, is_public=True)


def _adjusted(person: Character, ruling: Adjust) -> tuple[Character, Change]:
    was = person.classes[0].level if ruling.figure is Figure.LEVEL else getattr(person, ruling.figure.value)
    value = max(0, was + ruling.by * ruling.amount) if ruling.by else ruling.amount
    if ruling.figure is Figure.HP and not person.is_alive:
        value = was  # the dead are raised, not healed
    elif ruling.figure is Figure.HP:
        value = min(value, person.max_hp)
    if ruling.figure is Figure.LEVEL:
        first, *others = person.classes
        after = replace(person, classes=(replace(first, level=value), *others))
    else:
        set_right: dict[str, Any] = {ruling.figure.value: value}
        after = replace(person, **set_right)
    if ruling.figure is Figure.MAX_HP:
        after = replace(after, hp=min(after.hp, value))
    if ruling.figure is Figure.HP and value >= 1:
        after = replace(after, is_critical=False)
    is_public = ruling.figure in _PUBLIC
    return after, Change(ruling.figure.value, person.id, was=was, now=value, is_public=is_public)


def _with_good(goods: tuple[Good, ...], more: Good) -> tuple[Good, ...]:
    same = next((good for good in goods if (good.item, good.label) == (more.item, more.label)), None)
    if same is None:
        return (*goods, more)
    return tuple(replace(good, quantity=good.quantity + more.quantity) if good is same else good for good in goods)


def _lost(person: Character, ruling: Lose) -> tuple[Character, Change]:
    same = next((good for good in person.goods if good.label == ruling.label), None)
    if same is None:
        return person, Change("lost", person.id)
    gone = same.quantity if ruling.quantity is None else min(ruling.quantity, same.quantity)
    kept = (replace(same, quantity=same.quantity - gone),) if gone < same.quantity else ()
    goods = tuple(one for good in person.goods for one in (kept if good is same else (good,)))
    return replace(person, goods=goods), Change("lost", person.id, now=[same.label, gone])


def _spells(person: Character, ruling: Spells) -> tuple[Character, Change]:
    change = Change(f"spell_{ruling.do}", person.id, now=ruling.name)
    if ruling.do == "learn":
        return replace(person, spells=(*person.spells, Spell(ruling.name, ruling.level))), change
    gone, left = ruling.do == "lose", 1 if ruling.name else len(person.spells)
    spells = []
    for spell in person.spells:
        is_meant = left and spell.lost != gone and ruling.name in ("", spell.name)
        left -= bool(is_meant)
        spells.append(replace(spell, lost=gone) if is_meant else spell)
    return replace(person, spells=tuple(spells)), change


def _clock(world: World, who: CharacterId, now: Moment) -> Moment:
    party = party_of(world, who)
    return party.clock if party is not None else now
