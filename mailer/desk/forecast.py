"""A forecast: several courses of one party tried side by side, with the exact figures beside them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from mailer.desk import exact
from mailer.desk.courses import AS_IT_STANDS, course, only, stances_to_try
from mailer.desk.odds import Odds, tried
from rules.book import Book
from rules.names import PartyId, ZoneId
from rules.orders import Order, StanceKind
from rules.time import MINUTES_A_DAY, Moment
from rules.world import InSite, Party, World

_HALF, _TENTH, _NINE_TENTHS = Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)


@dataclass(frozen=True, slots=True)
class Exact:
    """What is known without a die."""

    met_at_check: Fraction | None
    checks: int
    met: Fraction | None  # that one of so many checks of a party that secures finds somebody
    fights: tuple[exact.Fight, ...]
    lives_through_one: Fraction | None
    burdens: Mapping[str, exact.Burden]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What may come of each course."""

    party: Party
    world: World  # of that party alone, as it stands
    days: int
    odds: Mapping[str, Odds]  # course → what came of it
    exact: Exact


def forecast(
    world: World,
    party: PartyId,
    orders: Sequence[Order],
    *,
    book: Book,
    days: int = 1,
    runs: int = 1000,
    seed: int = 1,
    stances: Sequence[StanceKind] = (),
    target: ZoneId | None = None,
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    is_enough: Callable[[Fraction], bool] | None = None,
) -> Forecast:
    """What is under way and every stance asked for, or all that make sense where the party is.

    `is_enough` is asked whether that part of the courses has had its time.
    """
    one = world.parties[party]
    until = Moment(one.clock + days * MINUTES_A_DAY)
    wanted: list[StanceKind | None] = [*stances] or [None, *stances_to_try(one, target)]
    odds: dict[str, Odds] = {}
    for number, stance in enumerate(wanted, 1):
        part = Fraction(number, len(wanted))
        aim = target if stances or stance is StanceKind.RAID else None
        begun = course(world, party, orders, book=book, stance=stance, target=aim)
        odds[stance.value if stance else AS_IT_STANDS] = tried(
            begun, book=book, until=until, runs=runs, seed=seed, workers=workers, progress=progress,
            is_enough=None if is_enough is None else partial(is_enough, part),
        )  # fmt: skip
    return Forecast(one, only(world, party), days, odds, figures(world, one, book=book, days=days))


def courses_of(party: Party, stances: Sequence[StanceKind], target: ZoneId | None) -> int:
    """How many courses a forecast will try."""
    return len(stances) or 1 + len(tuple(stances_to_try(party, target)))


def figures(world: World, party: Party, *, book: Book, days: int) -> Exact:
    """The exact figures of a party where it stands."""
    people = only(world, party.id)
    burdens = exact.burdens(people, party, book=book)
    table = exact.encounter_table(party, book)
    if table is None or not table.entries or not isinstance(party.where, InSite):
        return Exact(None, 0, None, (), None, burdens)
    checks = days * MINUTES_A_DAY // book.house.secure_minutes
    fights = exact.fights(table, people, book=book)
    lives = exact.lives_through_one(fights) if fights else None
    return Exact(exact.met_at_check(table), checks, exact.met_within(table, checks), fights, lives, burdens)


def share(runs: int, odds: Odds) -> Fraction:
    """Of all runs that count."""
    return Fraction(runs, odds.runs) if odds.runs else Fraction(0)


def quantile(counter: Counter[int], part: Fraction) -> int:
    """The least value that so great a part of the runs stays at or below."""
    total, seen = counter.total(), 0
    for value in sorted(counter):
        seen += counter[value]
        if seen >= part * total:
            return value
    return 0


def middle(counter: Counter[int]) -> tuple[int, int, int]:
    """The middle value, and between which two lie the middle eight in ten."""
    return quantile(counter, _HALF), quantile(counter, _TENTH), quantile(counter, _NINE_TENTHS)


def mean(counter: Counter[int]) -> Fraction:
    """The average."""
    return Fraction(sum(value * runs for value, runs in counter.items()), counter.total() or 1)
