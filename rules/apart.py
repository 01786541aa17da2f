"""Parties that part and meet again: somebody breaks away into a party of their own, and comes back.

Source: R60, A46, A48.
"""

from collections.abc import Iterable

from rules.changed import replace
from rules.character import Character, Role
from rules.events import EventKind
from rules.foray import interval, is_moving, quiet_told
from rules.names import CharacterId, PartyId
from rules.orders import StanceKind
from rules.scene import Scene
from rules.survival import party_hit_dice
from rules.world import AtPlace, Foray, InSite, Party, Where


def has_company(scene: Scene, who: CharacterId) -> bool:
    """Whether somebody's party has more characters than they; who is alone cannot break away."""
    return any(person.role is Role.CHARACTER and person.id != who for person in scene.living)


def broken_away(scene: Scene, who: CharacterId) -> Scene:
    """The scene without somebody, who goes on in `scene.apart` as a party of one with those in their service.

    They hold their position until they say otherwise. Source: R60, A46.
    """
    scene = quiet_told(scene)
    gone = _retinue(scene, who)
    scene = _unsaid(scene, gone)
    alone = _alone(scene, who, gone)
    rest = _without(scene, gone)
    tables, house = scene.book.tables, scene.book.house
    data = {
        "alone_party": alone.party.id,
        "alone_hd": str(party_hit_dice(alone.living, tables=tables, house=house)),
        "rest_hd": str(party_hit_dice(rest.living, tables=tables, house=house)),
    }
    rest = rest.tell(EventKind.BROKE_AWAY, characters=(who,), data=data, source="R60, A46")
    theirs = scene.people[who].player
    if (
        theirs is not None
        and theirs == rest.party.spokesperson
        and not any(one.player == theirs for one in rest.living)
    ):
        rest = unspoken(rest)
    alone = alone.tell(EventKind.BROKE_AWAY, characters=(who,), data=data, source="R60, A46")
    return replace(rest, apart=(*rest.apart, alone))


def unspoken(scene: Scene) -> Scene:
    """The party without the spokesperson who went elsewhere. Source: R58, A47."""
    gone = scene.party.spokesperson
    scene = scene.with_party(spokesperson=None)
    return scene.tell(EventKind.SPOKESPERSON, data={"player": gone, "why": "left"}, source="R58, A47")


def _retinue(scene: Scene, who: CharacterId) -> tuple[CharacterId, ...]:
    return tuple(
        person.id for person in scene.everyone if person.id == who or (person.employer == who and person.is_alive)
    )


def _unsaid(scene: Scene, gone: tuple[CharacterId, ...]) -> Scene:
    """The scene in which what those who leave asked of the party stands no more; the others go on with it."""
    party, foray = scene.party, scene.party.foray
    ended = [vote.id for vote in party.votes if vote.character in gone]
    if foray is not None and foray.order is not None and foray.whose in gone:
        ended.append(foray.order)
        scene = scene.with_party(foray=replace(foray, order=None, whose=None, is_errand=False))
    votes = tuple(vote for vote in party.votes if vote.character not in gone)
    done = (*scene.done, *(order for order in ended if order not in scene.done))
    return replace(scene.with_party(votes=votes), done=done) if ended else scene


def _alone(scene: Scene, who: CharacterId, gone: tuple[CharacterId, ...]) -> Scene:
    party = scene.party
    bodies = {body: bearers for body, bearers in party.bodies.items() if bearers and set(bearers) <= set(gone)}
    alone = Party(
        id=PartyId(f"{party.id}.{who}"),
        name=scene.people[who].name,
        members=(*gone, *bodies),
        clock=party.clock,
        where=party.where,
        loot=tuple(piece for piece in party.loot if piece.carrier in gone),
        bodies=bodies,
        left=party.id,
        spokesperson=party.spokesperson if scene.people[who].player == party.spokesperson else None,
        closed=party.closed,
        heard=party.heard,
        maps=party.maps,
        sprung=party.sprung,
        triggered=party.triggered,
        fired=party.fired,
        retreated=party.retreated,
        found=party.found,
        foray=_watch(scene) if isinstance(party.where, InSite) else None,
    )
    people = {name: scene.people[name] for name in alone.members}
    tasks = tuple(task for task in scene.tasks if task.character in gone)
    return replace(scene, party=alone, people=people, tasks=tasks, bands=(), events=(), apart=())


def _watch(scene: Scene) -> Foray:
    """Their foray until they say otherwise: a watch; part of an hour they walked together counts whole. Source: A28."""
    house, old = scene.book.house, scene.party.foray
    watch = Foray(StanceKind.SECURE, scene.now, minutes_to_check=house.secure_minutes)
    if old is None:
        return watch
    if is_moving(old):
        return replace(watch, minutes_to_check=0) if old.minutes_to_check < interval(old, house) else watch
    return replace(watch, minutes_to_check=min(old.minutes_to_check, house.secure_minutes))


def _without(scene: Scene, gone: Iterable[CharacterId]) -> Scene:
    party, names = scene.party, set(gone)
    carried = {body for body, bearers in party.bodies.items() if bearers and set(bearers) <= names}
    names |= carried
    rest = replace(
        party,
        members=tuple(name for name in party.members if name not in names),
        loot=tuple(piece for piece in party.loot if piece.carrier not in names),
        bodies={
            body: tuple(name for name in bearers if name not in names)
            for body, bearers in party.bodies.items()
            if body not in carried
        },
    )
    people = {name: person for name, person in scene.people.items() if name not in names}
    tasks = tuple(task for task in scene.tasks if task.character not in names)
    return replace(scene, party=rest, people=people, tasks=tasks)


def can_rejoin(alone: Scene, party: Scene) -> bool:
    """Whether both stand in one place at one moment, with no question open and no days owed. Source: A48."""
    if alone.now != party.now or not alone.living or not party.living:
        return False
    if any(scene.party.decision is not None or scene.party.is_held for scene in (alone, party)):
        return False
    if any(_owes(person, party.now) for person in (*alone.living, *party.living)):
        return False
    return beside(alone.party.where, party.party.where)


def beside(one: Where, other: Where) -> bool:
    """Whether two parties stand in one place, or in one zone of a dungeon."""
    match one, other:
        case AtPlace(place=here), AtPlace(place=there):
            return here == there
        case InSite() as here, InSite() as there:
            return (here.site, here.zone) == (there.site, there.zone)
        case _:
            return False


def _owes(person: Character, now: int) -> bool:
    return person.free_at is not None and person.free_at > now


def rejoined(alone: Scene, party: Scene) -> Scene:
    """The party with those who came back, at this moment; from the next interval on they count again. Source: A48."""
    alone, party = quiet_told(alone), quiet_told(party)
    many, one = party.party, alone.party
    scene = merged(alone, party)
    who = tuple(person.id for person in alone.living)
    scene = scene.tell(EventKind.REJOINED, characters=who, data={"party": many.id}, source="A48")
    if scene.party.spokesperson == many.spokesperson:
        return scene
    return scene.tell(EventKind.SPOKESPERSON, data={"player": one.spokesperson}, source="R58, A48")


def merged(alone: Scene, party: Scene) -> Scene:
    """The party with all who are in another, what they carry, know and wait for."""
    one, many = alone.party, party.party
    where = many.where
    if isinstance(where, InSite) and isinstance(one.where, InSite):
        where = replace(where, known=where.known | one.where.known)
    speaker = many.spokesperson if many.spokesperson is not None else one.spokesperson
    both = replace(
        many,
        members=(*many.members, *one.members),
        loot=(*many.loot, *one.loot),
        bodies={**many.bodies, **one.bodies},
        maps={
            site: many.maps.get(site, frozenset()) | one.maps.get(site, frozenset())
            for site in (*many.maps, *(site for site in one.maps if site not in many.maps))
        },
        sprung=many.sprung | one.sprung,
        found=many.found | one.found,
        triggered=many.triggered | one.triggered,
        fired=(*many.fired, *one.fired),
        spokesperson=speaker,
        votes=many.votes if speaker == many.spokesperson else (),
        where=where,
    )
    bands = tuple(replace(band, party=many.id) for band in alone.bands)
    return replace(
        party,
        party=both,
        people={**party.people, **alone.people},
        tasks=(*party.tasks, *alone.tasks),
        bands=(*party.bands, *bands),
        events=(*party.events, *alone.events),
        done=(*party.done, *alone.done),
    )
