"""Odds by simulation: a course lived many times with dice of its own, and what came of it, counted.

    tried(course, book=book, until=until, runs=1000, seed=1) -> Odds

Every run is `rules.day.advance` itself, or one of before whose dice said the same; the same seed gives the same odds,
on one processor or on several.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from mailer.desk.courses import Course
from mailer.desk.fast_dice import dice_of_run
from mailer.desk.paths import Paths
from mailer.desk.watched import WatchedDice
from mailer.pauses import without_pauses
from rules.book import Book
from rules.character import Character, Life
from rules.day import Advance, Inputs, advance
from rules.dice import Dice
from rules.events import EventKind
from rules.names import CharacterId
from rules.time import MINUTES_A_DAY, Moment
from rules.world import AtPlace, InSite, World

CHUNK = 100  # runs between two words of progress
_SMALL_CHUNK = 20  # between two looks at the clock
_FASTS = frozenset({EventKind.PROVISIONS_OUT, EventKind.LODGING_UNPAID})  # no ration left, or no money for the inn's
_LONGEST_OPEN = 3 * MINUTES_A_DAY  # more than any question stays open


@dataclass(frozen=True, slots=True)
class Odds:
    """What came of so many runs; every counter is value → runs."""

    runs: int = 0
    deaths: Counter[int] = field(default_factory=Counter)
    survived: Counter[CharacterId] = field(default_factory=Counter)  # who → runs in which they live
    wounds: Counter[int] = field(default_factory=Counter)  # hit points lost by those who live, together
    spells_lost: Counter[int] = field(default_factory=Counter)
    xp: Counter[int] = field(default_factory=Counter)  # gained, all together
    rations: Counter[int] = field(default_factory=Counter)  # left, all together
    hungry: Counter[bool] = field(default_factory=Counter)  # whether somebody had nothing to eat
    loot_cp: Counter[int] = field(default_factory=Counter)  # taken along, all together
    meetings: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)  # where they are then
    failed: int = 0  # runs that the rules gave up on; they count nowhere else

    def __add__(self, other: "Odds") -> "Odds":
        """The runs of both."""
        return Odds(*(getattr(self, name) + getattr(other, name) for name in Odds.__slots__))

    def with_runs(self, end: "Ending", times: int) -> "Odds":
        """So many runs more that ended alike; entered in the counters at hand."""
        for name in end.living:
            self.survived[name] += times
        for counter in _NUMBERS:
            getattr(self, counter)[getattr(end, counter)] += times
        self.ends[end.where] += times
        return replace(self, runs=self.runs + times)


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """What came of one run."""

    living: tuple[CharacterId, ...]
    where: str
    deaths: int
    wounds: int
    spells_lost: int
    xp: int
    rations: int
    hungry: bool
    loot_cp: int
    meetings: int


_NUMBERS = ("deaths", "wounds", "spells_lost", "xp", "rations", "hungry", "loot_cp", "meetings")


def tried(
    course: Course,
    *,
    book: Book,
    until: Moment,
    runs: int,
    seed: int = 1,
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    is_enough: Callable[[], bool] | None = None,
) -> Odds:
    """The odds of a course up to a moment; `progress` hears how many runs were done since it was last told.

    `is_enough` may end it sooner, after some runs: then they are few, and say so.
    """
    task = _Task(course, book, until, seed)
    size = CHUNK if is_enough is None else _SMALL_CHUNK
    chunks = [range(first, min(first + size, runs)) for first in range(0, runs, size)]
    if workers < 2 or len(chunks) < 2 or is_enough is not None:
        parts: Iterator[Odds] = map(task.chunk, chunks)
        return _summed(parts, progress, is_enough or (lambda: False))
    with _spread(task, workers) as mapped:
        return _summed(mapped(chunks), progress, lambda: False)


def _summed(parts: Iterator[Odds], progress: Callable[[int], object], is_enough: Callable[[], bool]) -> Odds:
    total = Odds()
    for part in parts:
        total += part
        progress(part.runs + part.failed)
        if is_enough():
            break
    return total


@dataclass(slots=True)
class _Task:
    """What every run of a course shares."""

    course: Course
    book: Book
    until: Moment
    seed: int
    names: dict[tuple[str, str], int] = field(default_factory=dict)
    known: Paths[Ending] = field(default_factory=Paths)

    def chunk(self, runs: range) -> Odds:
        """The odds of some runs."""
        ends: Counter[Ending] = Counter()
        failed = 0
        with without_pauses():
            for run in runs:
                dice = dice_of_run(self.seed, run, self.names)
                try:
                    ends[self.known.told(dice) or self._lived(dice)] += 1
                except (RuntimeError, ArithmeticError, LookupError, ValueError):
                    failed += 1
        odds = Odds(failed=failed)
        for end, times in ends.items():
            odds = odds.with_runs(end, times)
        return odds

    def _lived(self, dice: Dice) -> Ending:
        """A run by the rules, remembered while there is something to learn from it."""
        # A question nobody answers is settled by what silence means, also where its deadline lies beyond the end.
        inputs = Inputs(self.course.orders, heard=Moment(self.until + _LONGEST_OPEN))
        watched = WatchedDice(dice) if self.known.is_learning else None
        after = advance(self.course.world, inputs, book=self.book, dice=watched or dice, until=self.until)
        end = _ending(self.course.world, after)
        if watched is not None:
            self.known.learn(watched.asked, end)
        return end


def _ending(before: World, after: Advance) -> Ending:
    """One run in numbers."""
    people, was = after.world.characters, before.characters
    living = [one for one in people.values() if one.is_alive]
    return Ending(
        living=tuple(one.id for one in living),
        where=_end(after.world) if living else "dead",
        deaths=sum(one.life is Life.DEAD and was[one.id].is_alive for one in people.values()),
        wounds=sum(max(0, was[one.id].hp - one.hp) for one in living),
        spells_lost=max(0, sum(map(_lost, people.values())) - sum(map(_lost, was.values()))),
        xp=sum(one.xp - was[one.id].xp for one in people.values()),
        rations=sum(one.rations for one in living),
        hungry=any(event.kind in _FASTS for event in after.events),
        loot_cp=_loot(after.world) - _loot(before),
        meetings=sum(event.kind is EventKind.ENCOUNTER for event in after.events),
    )


def _lost(person: Character) -> int:
    """Spells gone: cast, or in memory of somebody who died."""
    return sum(spell.lost or not person.is_alive for spell in person.spells)


def _loot(world: World) -> int:
    return sum(piece.worth_cp for party in world.parties.values() for piece in party.loot)


def _end(world: World) -> str:
    """Where most of them are: a zone, a place or a route by its id."""
    party = max(world.parties.values(), key=lambda one: (len(one.members), one.id))
    match party.where:
        case InSite() as where:
            return str(where.zone)
        case AtPlace() as where:
            return str(where.place)
        case where:
            return str(where.route)


@contextmanager
def _spread(task: _Task, workers: int) -> Iterator[Callable[[list[range]], Iterator[Odds]]]:
    """A map over several processors; each process is told the task once."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, get_context("fork"), initializer=_begin, initargs=(task,)) as pool:
        yield lambda chunks: pool.map(_in_process, chunks)


def _begin(task: _Task) -> None:
    setattr(_in_process, "task", task)  # noqa: B010 - the process's own, told once instead of with every chunk


def _in_process(runs: range) -> Odds:
    task: _Task = getattr(_in_process, "task")  # noqa: B009
    return task.chunk(runs)
