"""A race: our way and another do the same work in the same minutes, turn by turn; the medians make a ratio.

    race(Contest(...), rounds=5) -> Row

Machines are noisy and differ; a ratio of two medians of interleaved rounds holds on all of them. Each side says how
many it did, and a race in which one did less than asked is an error: nothing can win by leaving work out.
"""

import gc
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Side:
    """One way of doing the work."""

    name: str
    work: Callable[[Any], int]  # what is timed; gives how many it did
    prepare: Callable[[Path], Any] = lambda folder: folder  # not timed; a folder of its own for every round
    count: int | None = None  # how many it does, where not as many as the other


@dataclass(frozen=True, slots=True)
class Contest:
    """Ours against another's."""

    work: str
    count: int
    ours: Side
    other: Side
    reach: float | None = None  # the greatest ratio of time, ours to the other's, that was hoped for


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a race, or of weighing: a line of the table."""

    work: str
    ours: float  # per one, in `unit`
    other: float
    unit: str
    against: str
    reach: float | None = None
    rounds: int = 1

    @property
    def ratio(self) -> float:
        """Ours to the other's, each for one of its own."""
        return self.ours / self.other

    @property
    def is_reached(self) -> bool:
        """Whether the ratio is what was hoped for."""
        return self.reach is None or self.ratio <= self.reach

    def plain(self) -> dict[str, Any]:
        """For a program to read."""
        return {**asdict(self), "ratio": self.ratio, "is_reached": self.is_reached}


def race(contest: Contest, *, rounds: int) -> Row:
    """The medians of interleaved rounds."""
    sides = (contest.ours, contest.other)
    taken: dict[str, list[float]] = {side.name: [] for side in sides}
    for number in range(rounds):
        for side in sides if number % 2 == 0 else reversed(sides):
            taken[side.name].append(_timed(side, side.count or contest.count))
    ours, other = (statistics.median(taken[side.name]) for side in sides)
    return Row(contest.work, ours * 1e3, other * 1e3, "ms", contest.other.name, contest.reach, rounds)


def pace(side: Side, count: int, *, rounds: int) -> float:
    """The median milliseconds of a core for one, where there is nobody to race with.

    With nobody beside it only the time that this process had a core says anything on a machine that has other work.
    """
    return statistics.median(_timed(side, count, clock=time.process_time) for _ in range(rounds)) * 1e3


def _timed(side: Side, count: int, *, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds for one of them."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        state = side.prepare(Path(folder))
        gc.collect()
        start = clock()
        done = side.work(state)
        seconds = clock() - start
    if done != count:
        raise AssertionError(f"{side.name}: {done} done, not {count}")
    return seconds / count
