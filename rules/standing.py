"""What stands for a character: the orders still to be done, those a party or a sheet holds, proposals and votes.

One answer for everybody who asks: the mails, the questions of players, the DM's desk.

    stands(DURIC, world, orders) -> (Stands(order), Stands(order, Force.PROPOSAL, decides=LUIS), ...)

Source: A25, A46, A47.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.character import Character, Role
from rules.house import House
from rules.names import CharacterId, OrderId, PartyId, PlayerId
from rules.orders import (
    Act,
    Answer,
    Cancel,
    Carry,
    Designate,
    Do,
    LoadUpTo,
    Meet,
    Order,
    Rest,
    Resume,
    RetreatAt,
    Scope,
    Shop,
    Stance,
    Travel,
    Unite,
    Wait,
)
from rules.precedence import authority, has_spokesperson, is_action, rank
from rules.routines import is_suspended
from rules.time import MINUTES_A_DAY, Moment
from rules.world import InSite, Party, World

UNNUMBERED = OrderId(0)  # of what a sheet says and nobody ordered
_SHARED = (Stance, Travel, Wait, Meet, RetreatAt, LoadUpTo, Answer)  # what concerns everybody when said for all


class Force(StrEnum):
    """What weight an order has."""

    ORDER = "order"
    PROPOSAL = "proposal"  # a plural of somebody who does not speak for the party
    VOTE = "vote"  # the same where nobody speaks for it


@dataclass(frozen=True, slots=True)
class Stands:
    """One thing that stands."""

    order: Order
    force: Force = Force.ORDER
    decides: PlayerId | None = None  # who may take up a proposal; None: nobody can as it is
    asks: PartyId | None = None  # the party that asks this one to become one with it
    is_suspended: bool = False  # repeats, and is tried no more until somebody takes it up again


def stands(
    character: CharacterId, world: World, orders: Iterable[Order], *, dead_speak: bool = True
) -> tuple[Stands, ...]:
    """What stands for somebody, by receipt: their own, and what holds for their party or is proposed to it.

    `orders` are all that stand in the ledger: what a party still holds and was taken back there stands no more.
    """
    person, party = world.characters[character], party_with(character, world)
    mine = [order for order in orders if _concerns(order, character, party)]
    resumes = [order for order in mine if isinstance(order.act, Resume)]
    mine = [order for order in mine if not isinstance(order.act, Cancel | Resume) and not _is_late(order, world)]
    mine = [order for order in mine if not _is_agreed(order, party, mine, world)]
    rows = sorted((*_unordered(person), *mine), key=lambda order: (order.received, order.id))
    return tuple(
        _asked_of(order, party, world, dead_speak=dead_speak)
        if party is not None and _asks(order, party)
        else _weighed(order, world, resumes, dead_speak=dead_speak)
        for order in rows
    )


def party_with(character: CharacterId, world: World) -> Party | None:
    """The party somebody is in."""
    return next((party for party in world.parties.values() if character in party.members), None)


def home_of(order: Order, world: World) -> Party | None:
    """The party an order is about: its character's, else the one whose spokesperson gave it. Source: A47."""
    spoken_for = (party for party in world.parties.values() if party.spokesperson == order.by)
    return party_with(order.character, world) or next(spoken_for, None)


def _concerns(order: Order, character: CharacterId, party: Party | None) -> bool:
    if order.character == character or (party is not None and _asks(order, party)):
        return True
    if party is None or order.scope is not Scope.PARTY or not isinstance(order.act, _SHARED):
        return False
    return order.character in party.members or order.by == party.spokesperson


def _asks(order: Order, party: Party) -> bool:
    """Whether others ask a party to become one with them."""
    return isinstance(order.act, Unite) and order.act.party == party.id and order.character not in party.members


def _is_agreed(order: Order, party: Party | None, orders: Iterable[Order], world: World) -> bool:
    """Whether others ask what this party has said yes to."""
    home = party_with(order.character, world)
    if party is None or home is None or not _asks(order, party):
        return False
    return any(
        isinstance(one.act, Unite)
        and one.act.party == home.id
        and one.act.who in (None, order.character)
        and one.character in party.members
        for one in orders
    )


def _asked_of(order: Order, party: Party, world: World, *, dead_speak: bool) -> Stands:
    """What others ask of a party: a proposal to whoever speaks for it, else to all of it. Source: A48."""
    home = party_with(order.character, world)
    decides = authority(party, world.characters, dead_speak=dead_speak)
    return Stands(order, Force.PROPOSAL, decides, asks=home.id if home is not None else None)


def _is_late(order: Order, world: World) -> bool:
    """Whether it answers what is asked no more, or would be one with those they are with."""
    party = home_of(order, world)
    if isinstance(order.act, Unite):
        return party is None or order.act.party in (party.id, *_gone(order.act, world))
    if not isinstance(order.act, Answer) or party is None:
        return False
    return party.decision is None or order.act.decision not in (None, party.decision.id)


def _gone(act: Unite, world: World) -> tuple[PartyId, ...]:
    """The party asked for, where it is none any more."""
    return () if act.party in world.parties else (act.party,)


def _weighed(order: Order, world: World, resumes: Iterable[Order], *, dead_speak: bool) -> Stands:
    force = force_of(order, world, dead_speak=dead_speak)
    party = home_of(order, world)
    if force is not Force.PROPOSAL or party is None:
        return Stands(order, force, is_suspended=is_suspended(order, world) and not _is_taken_up(order, resumes))
    return Stands(order, force, authority(party, world.characters, dead_speak=dead_speak))


def _is_taken_up(order: Order, resumes: Iterable[Order]) -> bool:
    """Whether somebody said to go on with it, and the party's clock has not come to hear it yet."""
    return any(isinstance(one.act, Resume) and one.act.order in (None, order.id) for one in resumes)


def force_of(order: Order, world: World, *, dead_speak: bool = True) -> Force:
    """Whether an order is one, or the proposal or the vote of somebody who does not speak for the party."""
    party, people = home_of(order, world), world.characters
    if party is None or order.scope is not Scope.PARTY or not _is_common(order):
        return Force.ORDER
    if rank(order, party, people, dead_speak=dead_speak) < 2:
        return Force.ORDER
    if isinstance(order.act, Answer) and authority(party, people, dead_speak=dead_speak) is None:
        return Force.VOTE
    if has_spokesperson(party):
        return Force.PROPOSAL
    return Force.ORDER if isinstance(order.act, Meet) else Force.VOTE


def _is_common(order: Order) -> bool:
    """Whether it is for whoever speaks for the party to say. Source: A46."""
    return is_action(order) or isinstance(order.act, Meet | Answer | Unite)


def _unordered(person: Character) -> Iterator[Order]:
    """The limits on a sheet that no order put there: the campaign's files, or the DM."""
    limits = person.limits
    acts: list[Act] = []
    if limits.retreat_by is None and (limits.retreat_percent is not None or limits.retreat_hp is not None):
        acts.append(RetreatAt(limits.retreat_percent, limits.retreat_hp))
    if limits.load_by is None and (limits.load_level is not None or limits.load_weight is not None):
        acts.append(LoadUpTo(limits.load_level, limits.load_weight))
    by = person.player or PlayerId("")
    if person.is_alive and person.role is Role.CHARACTER:
        yield from (Order(UNNUMBERED, by, person.id, Scope.PERSONAL, Moment(0), act) for act in acts)


def held(world: World) -> frozenset[OrderId]:
    """The orders that parties and sheets hold: attitudes and limits, in force until others take their place."""
    common = (order.id for party in world.parties.values() for order in party.standing)
    own = (by for person in world.characters.values() for by in (person.limits.retreat_by, person.limits.load_by))
    return frozenset((*common, *(by for by in own if by is not None)))


def outlasts(order: Order, world: World, *, house: House, now: Moment) -> bool:
    """Whether an order that was heard stands on all the same: held, or a proposal still open. Source: A46."""
    if order.id in held(world):
        return True
    person = world.characters.get(order.character)
    if person is None or not person.is_alive or _is_late(order, world):
        return False
    is_open = now - order.received <= house.proposal_days * MINUTES_A_DAY
    return is_open and force_of(order, world, dead_speak=house.dead_spokesperson_stays) is Force.PROPOSAL


def overtaking(proposal: Order, orders: Iterable[Order], world: World, *, dead_speak: bool = True) -> Order | None:
    """The later order for the party by which whoever decides said otherwise; None while a proposal is open."""
    party = home_of(proposal, world)
    if party is None or not is_action(proposal):
        return None
    people = world.characters
    later = [
        order
        for order in orders
        if is_action(order) and order.scope is Scope.PARTY and order.received > proposal.received
        if home_of(order, world) == party and rank(order, party, people, dead_speak=dead_speak) < 2
    ]
    return max(later, key=lambda order: (order.received, order.id), default=None)


# -- one order in the place of another -------------------------------------------------------------------------------


def replaced_by(new: Order, standing: Iterable[Order], world: World) -> tuple[Order, ...]:
    """The orders of the same player in whose place a new one stands. What adds up, purchases and tasks, stays.

    An order that counts before the new one does is not touched by it; who goes alone is for the party's clock to say,
    since somebody's word may have come between. Source: A46.
    """
    party = home_of(new, world)
    key = _key(new, party)
    if key is None:
        return ()
    return tuple(
        old
        for old in standing
        if old.id != new.id and old.by == new.by and old.by_dm == new.by_dm
        if _key(old, home_of(old, world)) == key and _begins(new) <= _begins(old)
    )


def _begins(order: Order) -> Moment:
    """From when an order counts, of two by the same player: what is not for a later day counts now."""
    if order.starts is None or order.starts <= order.received:
        return Moment(0)
    return order.starts


def _key(order: Order, party: Party | None) -> tuple[object, ...] | None:
    """What of one kind there can be but one; None where several stand beside each other."""
    about = _about(order, party)
    if about is None:
        return None
    whose: object = party.id if party is not None and order.scope is Scope.PARTY else order.character
    return (*about, order.scope, whose, order.condition)


def _about(order: Order, party: Party | None) -> tuple[object, ...] | None:
    match order.act:
        case _ if order.scope is Scope.ALONE:
            return None
        case Shop() | Do() if order.every:
            return ("again", order.act)
        case Stance() | Travel() | Wait() if is_action(order):
            below = party is not None and isinstance(party.where, InSite)
            return ("action",) if below else ("action", isinstance(order.act, Stance))
        case Meet(against=against):
            return ("meet", against)
        case Carry(body=body):
            return ("carry", body)
        case Answer(decision=decision):
            return ("answer", decision)
        case Unite(who=who):
            return ("unite", who)
        case Wait() | RetreatAt() | LoadUpTo() | Rest() | Designate():
            return (type(order.act).__name__,)
        case _:
            return None
