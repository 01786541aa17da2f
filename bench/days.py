"""A campaign day of many parties, resolved, with nothing written and nobody told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from bench.campaigns import crowd, example
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from mailer.pauses import without_pauses
from mailer.sealed import SealedDice
from rules.day import Inputs, advance
from rules.dice import Dice, Face, Throw
from rules.names import OrderId
from rules.orders import Order, Scope, Stance, StanceKind
from rules.time import Day, Moment, end_of_day
from rules.world import World

TURNOVER = 1380
UNTIL = end_of_day(Day(1), TURNOVER)  # a whole day beyond the evening on which the session ended
_STANCES = (StanceKind.SECURE, StanceKind.SECURE, StanceKind.EXPLORE, StanceKind.SECURE, StanceKind.RETURN)
_ORDERED = 4  # one party in so many says something


@dataclass(slots=True)
class Counting:
    """Dice that remember what was thrown."""

    dice: SealedDice
    thrown: list[tuple[Throw, int, int]] = field(default_factory=list)

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        """The n-th die of that throw."""
        self.thrown.append((throw, n, sides))
        return self.dice.face(throw, n, sides)


def sealed(seed: str = "bench") -> SealedDice:
    """The post's dice, new."""
    return SealedDice(seed, "Los Cuatro", date(2026, 1, 15), TURNOVER)


def rows(scale: Scale) -> Iterator[Row]:
    """Against as many faces as the day asks for, drawn one by one."""
    world = crowd(scale.parties)
    orders = said(world)
    people = len(world.characters)
    for words, given in (("nobody writes", ()), (f"{len(orders):,} orders", orders)):
        counting = Counting(sealed())
        resolve(world, given, counting)
        yield race(
            Contest(
                f"a day of {people:,} characters, {words}",
                people,
                Side("advance", partial(_whole, world, given)),
                Side("its faces alone", partial(_draw, counting.thrown, people)),
                reach=6,
            ),
            rounds=min(scale.rounds, 3),
        )


def _whole(world: World, orders: tuple[Order, ...], _: object) -> int:
    return resolve(world, orders, sealed())


def resolve(world: World, orders: tuple[Order, ...], dice: Dice) -> int:
    """How many characters came to the end of the day or to a decision."""
    with without_pauses():  # as a run does
        after = advance(world, Inputs(orders), book=example().book, dice=dice, until=UNTIL)
    assert all(party.clock == UNTIL or party.decision or party.is_held for party in after.world.parties.values())
    return len(after.world.characters)


def said(world: World) -> tuple[Order, ...]:
    """One stance of the spokesperson's for every fourth party."""
    parties = [party for number, party in enumerate(world.parties.values()) if number % _ORDERED == 0]
    return tuple(
        Order(
            OrderId(number), party.spokesperson, party.members[0], Scope.PARTY, Moment(1400 + number % 1000),
            Stance(_STANCES[number % len(_STANCES)]), text="…",
        )
        for number, party in enumerate(parties, start=1)
        if party.spokesperson is not None
    )  # fmt: skip


def _draw(thrown: list[tuple[Throw, int, int]], people: int, _: object = None) -> int:
    """As many people as those faces are for."""
    dice = sealed()
    for throw, n, sides in thrown:
        dice.face(throw, n, sides)
    return people
