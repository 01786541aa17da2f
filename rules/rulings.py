"""The DM's word on the world: what is corrected, who lives, where they stand; `rules.undoing` takes it back.

    done = applied(world, Adjust(("krom",), Figure.HP, 12), now=moment)
    done.world, done.changes            # the world after it, and what it changed, for those who hear of it

Pure: nothing here knows who may rule or how it is told.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.changed import replace
from rules.character import Character, Good, Life, Role, Spell
from rules.health import dead
from rules.names import CharacterId, PartyId, PlayerId
from rules.owed import record_session
from rules.time import Day, Moment
from rules.world import AtPlace, InSite, Party, Where, World


class Figure(StrEnum):
    """A number on a sheet that may be set right."""

    HP = "hp"
    MAX_HP = "max_hp"
    PURSE = "purse_cp"
    RATIONS = "rations"
    XP = "xp"
    EXHAUSTION = "exhaustion"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class Adjust:
    """A number becomes another, or more, or less."""

    who: tuple[CharacterId, ...]
    figure: Figure
    amount: int
    by: int = 0  # 0: it becomes the amount; 1: it grows by it; -1: it falls by it, never below nothing


@dataclass(frozen=True, slots=True)
class Gain:
    """Somebody has something more."""

    who: tuple[CharacterId, ...]
    good: Good


@dataclass(frozen=True, slots=True)
class Lose:
    """Somebody has something less; `quantity` None: all there is of it."""

    who: tuple[CharacterId, ...]
    label: str  # as it stands on the sheet
    quantity: int | None = None


@dataclass(frozen=True, slots=True)
class Spells:
    """Memorised spells are gone, back or new; no name: all of them."""

    who: tuple[CharacterId, ...]
    do: str  # "lose", "recover", "learn"
    name: str = ""
    level: int = 1


@dataclass(frozen=True, slots=True)
class Kill:
    """Somebody is dead."""

    who: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class Raise:
    """Somebody lives again."""

    who: tuple[CharacterId, ...]
    hp: int = 1


@dataclass(frozen=True, slots=True)
class Move:
    """People are somewhere else: a party, or some of one, who then are a party of their own."""

    who: tuple[CharacterId, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Join:
    """People are with a party."""

    who: tuple[CharacterId, ...]
    party: PartyId


@dataclass(frozen=True, slots=True)
class Session:
    """A session was played: who, on which day, how many days passed in it, where it left them. Source: R5, R7."""

    who: tuple[CharacterId, ...]
    day: Day
    days: int
    where: Where | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Hold:
    """Parties stand still, or go on."""

    parties: tuple[PartyId, ...]
    is_held: bool


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks for a party. Source: R58."""

    party: PartyId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Note:
    """Something happens, or is told: to parties, or in secret to some characters. Source: R11."""

    words: str
    parties: tuple[PartyId, ...] = ()
    who: tuple[CharacterId, ...] = ()


Ruling = Adjust | Gain | Lose | Spells | Kill | Raise | Move | Join | Session | Hold | Speaker | Note


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not what it was."""

    code: str  # a phrase of the templates: the figure, "gained", "died", ...
    who: CharacterId | None = None
    party: PartyId | None = None
    was: Any = None
    now: Any = None
    is_public: bool = False  # all of the party see it; else it is the character's own affair


@dataclass(frozen=True, slots=True)
class Applied:
    """What a ruling made of the world."""

    world: World
    changes: tuple[Change, ...]


_PUBLIC = frozenset({Figure.HP, Figure.MAX_HP, Figure.EXHAUSTION})


def applied(world: World, ruling: Ruling, *, now: Moment) -> Applied:
    """The world after a ruling; no change where nothing is different."""
    match ruling:
        case Hold():
            return _held(world, ruling)
        case Speaker():
            return _speaker(world, ruling)
        case Note():
            parties = tuple(Change("note", party=party, is_public=True) for party in ruling.parties)
            return Applied(world, (*parties, *(Change("note", who) for who in ruling.who)))
        case Session():
            return _session(world, ruling, now)
        case Move():
            return _moved(world, ruling, now)
        case Join():
            return _joined(world, ruling)
        case _:
            return _each(world, ruling, now)


def _each(world: World, ruling: Adjust | Gain | Lose | Spells | Kill | Raise, now: Moment) -> Applied:
    """Sheets set right one by one."""
    people, changes = dict(world.characters), []
    for name in ruling.who:
        was = people[name]
        people[name], change = _sheet(was, ruling, _clock(world, name, now))
        changes += [change] if people[name] != was else []
    world = replace(world, characters=people)
    if isinstance(ruling, Raise):
        world = _risen(world, ruling.who)
    return Applied(world, tuple(changes))


def _sheet(
    person: Character, ruling: Adjust | Gain | Lose | Spells | Kill | Raise, now: Moment
) -> tuple[Character, Change]:
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


# -- parties ---------------------------------------------------------------------------------------------------------


def party_of(world: World, who: CharacterId) -> Party | None:
    """The party somebody is in."""
    return next((party for party in world.parties.values() if who in party.members), None)


def _clock(world: World, who: CharacterId, now: Moment) -> Moment:
    party = party_of(world, who)
    return party.clock if party is not None else now


def _held(world: World, ruling: Hold) -> Applied:
    parties, changes = dict(world.parties), []
    for name in ruling.parties:
        if parties[name].is_held != ruling.is_held:
            parties[name] = replace(parties[name], is_held=ruling.is_held)
            changes.append(Change("held" if ruling.is_held else "released", party=name, is_public=True))
    return Applied(replace(world, parties=parties), tuple(changes))


def _speaker(world: World, ruling: Speaker) -> Applied:
    party = world.parties[ruling.party]
    if party.spokesperson == ruling.player:
        return Applied(world, ())
    after = replace(party, spokesperson=ruling.player, votes=())
    change = Change("speaker", party=party.id, was=party.spokesperson, now=ruling.player, is_public=True)
    return Applied(replace(world, parties={**world.parties, party.id: after}), (change,))


def _moved(world: World, ruling: Move, now: Moment) -> Applied:
    """Whole parties move as they are; of others those who were named part from the rest, unless all are there."""
    who = tuple(name for name in ruling.who if not _is_there(world, name, ruling.where))
    if not who:
        return Applied(world, ())
    ruling = replace(ruling, who=who)
    world = _grouped(world, who, now)
    names = {party.id for party in world.parties.values() if set(party.members) & set(ruling.who)}
    parties = {name: _placed(p, ruling.where) if name in names else p for name, p in world.parties.items()}
    changes = tuple(Change("moved", party=name, now=_where(ruling.where), is_public=True) for name in sorted(names))
    return Applied(replace(world, parties=parties), changes)


def _is_there(world: World, who: CharacterId, where: Where) -> bool:
    """Whether somebody's party stands at that place, or in that zone, already."""
    party = party_of(world, who)
    match party.where if party is not None else None, where:
        case AtPlace(place=here), AtPlace(place=there):
            return here == there
        case InSite() as here, InSite() as there:
            return (here.site, here.zone) == (there.site, there.zone)
        case _:
            return False


def _where(where: Where) -> list[str]:
    match where:
        case AtPlace(place=place):
            return ["place", place]
        case InSite(site=site, zone=zone):
            return ["site", site, zone]
        case _:
            return ["route", where.destination]


def _placed(party: Party, where: Where) -> Party:
    """The party somewhere else: what it was about where it stood is over, questions put there too."""
    if isinstance(where, InSite):
        seen = party.where.known if isinstance(party.where, InSite) and party.where.site == where.site else frozenset()
        where = replace(where, known=where.known | seen | party.maps.get(where.site, frozenset()) | {where.zone})
    maps = party.maps
    if isinstance(party.where, InSite):
        maps = {**maps, party.where.site: maps.get(party.where.site, frozenset()) | party.where.known}
    return replace(party, where=where, foray=None, decision=None, quiet_checks=0, maps=maps)


def _grouped(world: World, who: Iterable[CharacterId], now: Moment) -> World:
    """The world in which those named are in parties without anybody else of the living."""
    named = set(who)
    parties = dict(world.parties)
    for party in world.parties.values():
        mine = [name for name in party.members if name in named]
        others = [name for name in party.members if name not in named and _is_of_consequence(world, name, named)]
        if not mine or not others:
            continue
        gone = [name for name in party.members if name in named or world.characters[name].employer in named]
        parties[party.id] = _without(party, gone)
        new = _apart(world, party, gone)
        parties[new.id] = new
    homeless = [name for name in who if not any(name in party.members for party in parties.values())]
    for name in homeless:
        lone = PartyId(f"lone.{name}")
        parties[lone] = Party(lone, world.characters[name].name, (name,), now, AtPlace(_somewhere(world)))
    return replace(world, parties=parties)


def _is_of_consequence(world: World, name: CharacterId, named: set[CharacterId]) -> bool:
    """Whether somebody would be left behind: the living who serve none of those named, and the dead beside them."""
    person = world.characters[name]
    return person.is_alive and person.employer not in named


def _without(party: Party, gone: Iterable[CharacterId]) -> Party:
    names = set(gone)
    bodies = {
        body: tuple(one for one in bearers if one not in names)
        for body, bearers in party.bodies.items()
        if body not in names
    }
    members = tuple(name for name in party.members if name not in names)
    loot = tuple(piece for piece in party.loot if piece.carrier not in names)
    return replace(party, members=members, bodies=bodies, loot=loot)


def _apart(world: World, party: Party, gone: list[CharacterId]) -> Party:
    """A new party of those who part, with what they carry."""
    lead = gone[0]
    number = f"{party.id}.{lead}"
    while number in world.parties:
        number += "-2"
    names = [world.characters[name].name for name in gone if world.characters[name].role is Role.CHARACTER]
    return replace(
        party,
        id=PartyId(number),
        name=", ".join(names) or world.characters[lead].name,
        members=tuple(gone),
        spokesperson=None,
        bodies={},
        loot=tuple(piece for piece in party.loot if piece.carrier in gone),
        foray=None,
        decision=None,
        standing=(),
        votes=(),
        left=party.id,
    )


def _somewhere(world: World) -> Any:
    """A place for somebody who is nowhere: where anybody is."""
    places = (party.where.place for party in world.parties.values() if isinstance(party.where, AtPlace))
    return next(places, "")


def _joined(world: World, ruling: Join) -> Applied:
    """The party with them, at its clock; a party that nobody is in any more is none."""
    parties = dict(world.parties)
    new = tuple(name for name in ruling.who if name not in parties[ruling.party].members)
    with_them = [name for name, one in world.characters.items() if one.employer in new and one.is_alive]
    coming = (*new, *(name for name in with_them if name not in parties[ruling.party].members))
    for name, party in world.parties.items():
        if name != ruling.party and set(party.members) & set(coming):
            parties[name] = _without(party, coming)
    loot = tuple(
        piece for party in world.parties.values() if party.id != ruling.party for piece in party.loot
        if piece.carrier in coming
    )  # fmt: skip
    party = parties[ruling.party]
    parties[ruling.party] = replace(party, members=(*party.members, *coming), loot=(*party.loot, *loot))
    parties = {name: one for name, one in parties.items() if one.members}
    changes = tuple(Change("joined", who, party=ruling.party, is_public=True) for who in new)
    return Applied(replace(world, parties=parties), changes)


def _risen(world: World, who: Iterable[CharacterId]) -> World:
    """The world in which nobody carries those who live again, and who lay somewhere alone has a party."""
    names = set(who)
    parties = {
        key: replace(party, bodies={body: by for body, by in party.bodies.items() if body not in names})
        for key, party in world.parties.items()
    }
    world = replace(world, parties=parties)
    lying = [name for name in who if party_of(world, name) is None]
    clock = max((party.clock for party in parties.values()), default=Moment(0))
    return _grouped(world, lying, clock) if lying else world


def _session(world: World, ruling: Session, now: Moment) -> Applied:
    """Days owed by those who were there, and where the session left them, from now on. Source: R4-R7, A37, A38."""
    after = record_session(world, who=ruling.who, day=ruling.day, days=ruling.days)
    changes: tuple[Change, ...] = tuple(
        Change("session", name, was=world.characters[name].free_at, now=after.characters[name].free_at, is_public=True)
        for name in ruling.who
    )
    if ruling.where is None:
        return Applied(after, changes)
    moved = _moved(after, Move(ruling.who, ruling.where), now)
    clocks = {
        name: replace(party, clock=max(party.clock, now)) if set(party.members) & set(ruling.who) else party
        for name, party in moved.world.parties.items()
    }
    return Applied(replace(moved.world, parties=clocks), (*changes, *moved.changes))


# -- taking back -----------------------------------------------------------------------------------------------------
