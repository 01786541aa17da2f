"""How much is measured: `small` for a look and for the tests, `full` for figures one may quote."""

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers of everything."""

    name: str
    rounds: int
    processes: int  # rounds of whole programs
    letters: int  # collected
    taken_in: int  # read, recorded and answered
    mails: int  # composed, sent
    far: int  # over a slow line
    parties: int  # in one day
    crowds: tuple[int, ...]  # parties, for growth
    ages: tuple[int, ...]  # days a ledger is old, for growth
    trials: int  # of the dice
    lived: int  # days of a forecast
    kept: tuple[int, ...]  # letters, for growth


SMALL = Scale("small", 1, 1, 60, 24, 20, 5, 20, (4, 8), (2, 4), 400, 60, (20, 40))
FULL = Scale(
    "full",
    5,
    15,
    10_000,
    1_000,
    1_000,
    200,
    2_000,
    (20, 80, 2_000),
    (1, 30, 300, 1_000),
    20_000,
    10_000,
    (1_000, 10_000, 100_000),
)
SCALES = {scale.name: scale for scale in (SMALL, FULL)}


def replaced(scale: Scale, **changes: Any) -> Scale:
    """The same scale with some numbers changed."""
    return replace(scale, **changes)
