"""One step of the campaign's clock: the world up to a moment, and everything that happened on the way.

    advance(world, inputs, book=book, dice=dice, until=moment) -> Advance(world, events)

Pure: the same arguments give the same result, whichever order the parties stand in, in one step or hour by hour.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book import Book
from rules.dice import Dice
from rules.events import Event
from rules.orders import Order
from rules.time import Moment
from rules.world import World


@dataclass(frozen=True, slots=True)
class Inputs:
    """What people said since the last step, all of it received before `until`."""

    orders: Sequence[Order]  # by time of receipt; those that still stand and those new
    # Decisions whose deadline passed and that fall to the DM ("dm" silence) are settled by the plausible proposal
    # unless a ruling came as an `Answer` order of the DM's among `orders`.


@dataclass(frozen=True, slots=True)
class Advance:
    """The outcome of a step."""

    world: World
    events: tuple[Event, ...]  # by moment, then party, then as they happened
    done: tuple[int, ...] = ()  # ids of orders that are finished: they stand no more


def advance(world: World, inputs: Inputs, *, book: Book, dice: Dice, until: Moment) -> Advance:
    """The world at `until`, or for a party with an open decision at the moment that stopped it."""
    raise NotImplementedError
