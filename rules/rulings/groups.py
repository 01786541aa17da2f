"""Parties opened and closed by the DM's word, and characters handed from player to player."""

import re
import unicodedata

from rules.changed import replace
from rules.character import Life
from rules.names import CharacterId, PartyId
from rules.rulings.kinds import Applied, Change, Close, Hand, Open, Retire
from rules.rulings.places import party_of, without
from rules.time import Moment
from rules.world import AtPlace, Party, Where, World


def opened(world: World, ruling: Open, *, now: Moment) -> Applied:
    """The world with a new party, at the hour of those who came to it; whom they left behind stays as they are.

    Source: A47, A48.
    """
    name = _free_name(world, ruling.name)
    coming = tuple(dict.fromkeys((*ruling.who, *_servants(world, ruling.who))))
    old = tuple(party for party in world.parties.values() if set(party.members) & set(coming))
    where = ruling.where or _where(world, old)
    if where is None:
        return Applied(world, ())
    asked = old or tuple(party for party in world.parties.values() if not party.is_held)
    clock = max((party.clock for party in asked), default=now)
    new = Party(
        name, ruling.name, coming, clock, where,
        loot=tuple(piece for party in old for piece in party.loot if piece.carrier in coming),
        closed=max((party.closed for party in asked if party.closed is not None), default=None),
        found=frozenset().union(*(party.found for party in old)),
    )  # fmt: skip
    left = {party.id: without(party, coming) for party in old}
    parties = {key: left.get(key, party) for key, party in world.parties.items()}
    parties = {key: party for key, party in parties.items() if party.members or key not in left}
    changes = (
        Change("opened", party=name, now=len(coming), is_public=True),
        *(Change("joined", who, party=name, is_public=True) for who in ruling.who),
        *(Change("parted", party=party.id, now=ruling.name, is_public=True) for party in old if party.id in parties),
    )
    return Applied(replace(world, parties={**parties, name: new}), changes)


def closed(world: World, ruling: Close) -> Applied:
    """The world without a party: each of the living alone with who serves them and what they carry.

    The dead and what nobody carries stay with the first of them. Source: A47, A48.
    """
    party = world.parties[ruling.party]
    masters = [name for name in party.members if world.characters[name].is_alive]
    masters = [name for name in masters if world.characters[name].employer not in masters]
    parties = {key: one for key, one in world.parties.items() if key != party.id}
    for number, name in enumerate(masters):
        served = [one for one in _servants(world, (name,)) if one in party.members]
        rest = [one for one in party.members if not world.characters[one].is_alive] if number == 0 else []
        gone = tuple(dict.fromkeys((name, *served, *rest)))
        lone = _free_name(replace(world, parties=parties), str(name))
        carriers = {*gone, None} if number == 0 else {*gone}
        parties[lone] = replace(
            party, id=lone, name=world.characters[name].name, members=gone, spokesperson=None, foray=None,
            decision=None, standing=(), votes=(), left=None, is_held=False,
            bodies={body: tuple(one for one in by if one in gone) for body, by in party.bodies.items() if body in gone},
            loot=tuple(piece for piece in party.loot if piece.carrier in carriers),
        )  # fmt: skip
    alone = tuple(Change("alone", name, was=party.name, is_public=True) for name in masters)
    return Applied(replace(world, parties=parties), (Change("closed", was=party.name), *alone))


def handed(world: World, ruling: Hand) -> Applied:
    """The world in which somebody else plays some people; whoever spoke for a party by them speaks no more."""
    who = tuple(name for name in ruling.who if world.characters[name].player != ruling.player)
    people = {**world.characters, **{name: replace(world.characters[name], player=ruling.player) for name in who}}
    parties = {}
    for key, party in world.parties.items():
        is_left = set(who) & set(party.members) and party.spokesperson not in {
            people[name].player for name in party.members
        }
        parties[key] = replace(party, spokesperson=None) if is_left and party.spokesperson is not None else party
    changes = tuple(
        Change("player", name, was=world.characters[name].player, now=ruling.player, is_public=True) for name in who
    )
    return Applied(replace(world, characters=people, parties=parties), changes)


def retired(world: World, ruling: Retire) -> Applied:
    """The world without some of the living in any party: the rules leave them alone; `Raise` brings them back.

    Source: R11.
    """
    who = tuple(name for name in ruling.who if world.characters[name].is_alive)
    gone = tuple(dict.fromkeys((*who, *_servants(world, who))))
    homes = {name: party_of(world, name) for name in who}
    people = {**world.characters, **{name: replace(world.characters[name], life=Life.GONE) for name in gone}}
    left = {key: without(party, gone) for key, party in world.parties.items()}
    parties = {key: party for key, party in left.items() if party.members or not world.parties[key].members}
    tasks = tuple(task for task in world.tasks if task.character not in gone)
    changes = tuple(
        Change("retired", name, party=home.id if (home := homes[name]) is not None else None, is_public=True)
        for name in who
    )
    return Applied(replace(world, characters=people, parties=parties, tasks=tasks), changes)


def _servants(world: World, who: tuple[CharacterId, ...]) -> tuple[CharacterId, ...]:
    """Those living who serve some people and are in their parties: they go where their masters go."""
    homes = {home.id for name in who if (home := party_of(world, name)) is not None}
    beside = [name for party in world.parties.values() if party.id in homes for name in party.members]
    return tuple(name for name in beside if world.characters[name].employer in who and world.characters[name].is_alive)


def _where(world: World, old: tuple[Party, ...]) -> Where | None:
    """Where the first of those who come stands; for nobody where anybody is above ground."""
    if old:
        return old[0].where
    return next((one.where for one in world.parties.values() if isinstance(one.where, AtPlace)), None)


def _free_name(world: World, said: str) -> PartyId:
    """A name for a party that none has yet: "los-lobos"."""
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
    name = number = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "party"
    count = 2
    while PartyId(number) in world.parties:
        number, count = f"{name}-{count}", count + 1
    return PartyId(number)
