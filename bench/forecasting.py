"""Days lived for a forecast: many thousand times the same day, with other dice each time.

Against the loop one would write: the rules called over and over with Python's own random numbers, and what came of it
counted. And the loop against its dice alone, drawn one by one: no simulation can be quicker than those.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from os import sched_getaffinity

from bench.campaigns import example
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from mailer.desk.courses import Course, course
from mailer.desk.fast_dice import FastDice
from mailer.desk.odds import tried
from rules.day import Inputs, advance
from rules.dice import Face, Throw
from rules.events import EventKind
from rules.names import PartyId
from rules.orders import StanceKind
from rules.time import MINUTES_A_DAY, Moment

_COURSES = (
    ("los-cuatro", StanceKind.SECURE, "on watch"), ("los-cuatro", StanceKind.RETURN, "going home"),
    ("greywick", None, "in town"),
)  # fmt: skip


@dataclass(slots=True)
class Random:
    """Dice by Python's own generator; remembers what was thrown where it is asked to."""

    thrown: list[tuple[Throw, int, int]] | None = None
    drawn: random.Random = field(default_factory=lambda: random.Random(1))

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        """The n-th die of that throw."""
        if self.thrown is not None:
            self.thrown.append((throw, n, sides))
        return Face(throw, n, sides, self.drawn.randint(1, sides))


def rows(scale: Scale) -> Iterator[Row]:
    """A day of a party on watch, of one on its way out, and of one in town."""
    for name, stance, words in _COURSES:
        begun = course(example().start, PartyId(name), (), book=example().book, stance=stance)
        loop = Side("a loop of the rules", partial(_loop, begun, scale.lived))
        yield race(
            Contest(
                f"forecast of {scale.lived:,} days {words}", scale.lived,
                Side("forecast", partial(_ours, begun, scale.lived)), loop, reach=1 / 20,
            ),
            rounds=min(scale.rounds, 3),
        )  # fmt: skip
        if stance is StanceKind.SECURE:
            dice = Random([])
            _loop(begun, scale.lived, dice=dice)
            faces = Side("its dice alone", partial(_draw, dice.thrown or [], scale.lived))
            yield race(Contest("that loop", scale.lived, loop, faces), rounds=min(scale.rounds, 3))


def _ours(begun: Course, days: int, _: object) -> int:
    workers = len(sched_getaffinity(0))  # as the command does
    return tried(begun, book=example().book, until=_until(begun), runs=days, workers=workers).runs


def _loop(begun: Course, days: int, _: object = None, *, dice: Random | None = None) -> int:
    """The same days by the rules alone."""
    odds: Counter[tuple[int, int]] = Counter()
    until = _until(begun)
    inputs = Inputs(begun.orders, heard=Moment(until + 3 * MINUTES_A_DAY))
    dice = dice or Random()
    for _ in range(days):
        after = advance(begun.world, inputs, book=example().book, dice=dice, until=until)
        living = sum(one.is_alive for one in after.world.characters.values())
        odds[living, sum(event.kind is EventKind.ENCOUNTER for event in after.events)] += 1
    return odds.total()


def _draw(thrown: list[tuple[Throw, int, int]], days: int, _: object) -> int:
    dice = FastDice(1)
    for throw, n, sides in thrown:
        dice.face(throw, n, sides)
    return days


def _until(begun: Course) -> Moment:
    (party,) = begun.world.parties.values()
    return Moment(party.clock + MINUTES_A_DAY)
