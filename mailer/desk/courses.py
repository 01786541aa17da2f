"""What a party may do next, and the world in which it does it: the beginning of a forecast."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mailer.desk.fast_dice import FastDice
from rules.book import Book
from rules.day import Inputs, advance
from rules.names import OrderId, PartyId, PlayerId, ZoneId
from rules.orders import Order, Scope, Stance, StanceKind
from rules.world import InSite, Party, World

AS_IT_STANDS: Final = "as_it_stands"
_NUMBER = OrderId(1 << 40)  # beyond any number the ledger gives
_DM = PlayerId("")
_AIMED = (StanceKind.RAID, StanceKind.SECURE)  # the others choose their own way


@dataclass(frozen=True, slots=True)
class Course:
    """One thing to try: the world of one party from which it goes on, and the orders that count on the way."""

    name: str  # a stance, or "as_it_stands"
    world: World
    orders: tuple[Order, ...]


def course(world: World, party: PartyId, orders: Sequence[Order], *, book: Book, stance: StanceKind | None = None,
           target: ZoneId | None = None) -> Course:  # fmt: skip
    """What is under way, or a stance taken now by the DM's word, which nobody's order beats."""
    alone = only(world, party)
    mine = tuple(order for order in orders if order.character in alone.characters)
    if stance is None:
        return Course(AS_IT_STANDS, alone, mine)
    kept = tuple(order for order in mine if not isinstance(order.act, Stance))
    target = target if stance in _AIMED else None
    return _taken(stance, alone, kept, book=book, target=target)


def _taken(stance: StanceKind, world: World, orders: tuple[Order, ...], *, book: Book, target: ZoneId | None) -> Course:
    (party,) = world.parties.values()
    word = Order(
        id=_NUMBER,
        by=_DM,
        character=next((one for one in party.members if world.characters[one].is_alive), party.members[0]),
        scope=Scope.PARTY,
        received=party.clock,
        act=Stance(stance, target=target),
        by_dm=True,
    )
    # Heard once here, it need not be weighed at every hour of every run; no die falls in a step that takes no time.
    begun = advance(world, Inputs((*orders, word)), book=book, dice=FastDice(0), until=party.clock).world
    after = begun.parties.get(party.id)
    if after is not None and after.foray is not None and after.foray.order == _NUMBER:
        return Course(stance.value, begun, orders)
    return Course(stance.value, world, (*orders, word))


def only(world: World, party: PartyId) -> World:
    """The world as far as it concerns one party."""
    one = world.parties[party]
    return replace(
        world,
        characters={name: world.characters[name] for name in one.members},
        parties={party: one},
        bands=tuple(band for band in world.bands if band.party == party),
        tasks=tuple(task for task in world.tasks if task.character in one.members),
    )


def stances_to_try(party: Party, target: ZoneId | None) -> Iterable[StanceKind]:
    """The stances that make sense where a party is: none above ground, a raid only with something to raid."""
    if not isinstance(party.where, InSite):
        return ()
    return (one for one in StanceKind if one is not StanceKind.RAID or target is not None)
