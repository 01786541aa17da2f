"""Who is where and with whom by the DM's word: parties held, placed, joined, parted, and sessions played."""

from collections.abc import Iterable
from typing import Any

from rules.changed import replace
from rules.character import Role
from rules.names import CharacterId, PartyId
from rules.owed import record_session
from rules.rulings.kinds import Applied, Change, Hold, Join, Move, Session, Speaker
from rules.time import Moment
from rules.world import AtPlace, InSite, Party, Where, World


def party_of(world: World, who: CharacterId) -> Party | None:
    """The party somebody is in."""
    return next((party for party in world.parties.values() if who in party.members), None)


def held(world: World, ruling: Hold) -> Applied:
    """The world in which parties stand still, or go on."""
    parties, changes = dict(world.parties), []
    for name in ruling.parties:
        if parties[name].is_held != ruling.is_held:
            parties[name] = replace(parties[name], is_held=ruling.is_held)
            changes.append(Change("held" if ruling.is_held else "released", party=name, is_public=True))
    return Applied(replace(world, parties=parties), tuple(changes))


def speaker(world: World, ruling: Speaker) -> Applied:
    """The world in which somebody else speaks for a party. Source: R58."""
    party = world.parties[ruling.party]
    if party.spokesperson == ruling.player:
        return Applied(world, ())
    after = replace(party, spokesperson=ruling.player, votes=())
    change = Change("speaker", party=party.id, was=party.spokesperson, now=ruling.player, is_public=True)
    return Applied(replace(world, parties={**world.parties, party.id: after}), (change,))


def moved(world: World, ruling: Move, *, now: Moment) -> Applied:
    """Whole parties move as they are; of others those who were named part from the rest, unless all are there."""
    who = tuple(name for name in ruling.who if not _is_there(world, name, ruling.where))
    if not who:
        return Applied(world, ())
    ruling = replace(ruling, who=who)
    world = grouped(world, who, now)
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


def grouped(world: World, who: Iterable[CharacterId], now: Moment) -> World:
    """The world in which those named are in parties without anybody else of the living."""
    named = set(who)
    parties = dict(world.parties)
    for party in world.parties.values():
        mine = [name for name in party.members if name in named]
        others = [name for name in party.members if name not in named and _is_of_consequence(world, name, named)]
        if not mine or not others:
            continue
        gone = [name for name in party.members if name in named or world.characters[name].employer in named]
        parties[party.id] = without(party, gone)
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


def without(party: Party, gone: Iterable[CharacterId]) -> Party:
    """The party after some of it left, with what they carry."""
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


def joined(world: World, ruling: Join) -> Applied:
    """The party with them, at its clock; a party that nobody is in any more is none."""
    parties = dict(world.parties)
    new = tuple(name for name in ruling.who if name not in parties[ruling.party].members)
    with_them = [name for name, one in world.characters.items() if one.employer in new and one.is_alive]
    coming = (*new, *(name for name in with_them if name not in parties[ruling.party].members))
    for name, party in world.parties.items():
        if name != ruling.party and set(party.members) & set(coming):
            parties[name] = without(party, coming)
    loot = tuple(
        piece for party in world.parties.values() if party.id != ruling.party for piece in party.loot
        if piece.carrier in coming
    )  # fmt: skip
    party = parties[ruling.party]
    parties[ruling.party] = replace(party, members=(*party.members, *coming), loot=(*party.loot, *loot))
    parties = {name: one for name, one in parties.items() if one.members or not world.parties[name].members}
    changes = tuple(Change("joined", who, party=ruling.party, is_public=True) for who in new)
    return Applied(replace(world, parties=parties), changes)


def risen(world: World, who: Iterable[CharacterId]) -> World:
    """The world in which nobody carries those who live again, and who lay somewhere alone has a party."""
    names = set(who)
    parties = {
        key: replace(party, bodies={body: by for body, by in party.bodies.items() if body not in names})
        for key, party in world.parties.items()
    }
    world = replace(world, parties=parties)
    lying = [name for name in who if party_of(world, name) is None]
    clock = max((party.clock for party in parties.values()), default=Moment(0))
    return grouped(world, lying, clock) if lying else world


def session(world: World, ruling: Session, *, now: Moment) -> Applied:
    """Days owed by those who were there, and where the session left them, from now on. Source: R4-R7, A37, A38."""
    after = record_session(world, who=ruling.who, day=ruling.day, days=ruling.days)
    changes: tuple[Change, ...] = tuple(
        Change("session", name, was=world.characters[name].free_at, now=after.characters[name].free_at, is_public=True)
        for name in ruling.who
    )
    if ruling.where is None:
        return Applied(after, changes)
    placed = moved(after, Move(ruling.who, ruling.where), now=now)
    clocks = {
        name: replace(party, clock=max(party.clock, now)) if set(party.members) & set(ruling.who) else party
        for name, party in placed.world.parties.items()
    }
    return Applied(replace(placed.world, parties=clocks), (*changes, *placed.changes))
