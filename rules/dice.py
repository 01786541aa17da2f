"""Dice that rules are handed: every face comes from a named throw, so that no roll ever shifts another.

A *throw* says for whom and what for: `Throw(moment, "los-cuatro", "encounter")`. The n-th face of a throw depends on
nothing but the throw, n and the day's secret, which is why a day can be replayed, proved, and resolved in any order.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from rules.time import Moment


@dataclass(frozen=True, slots=True, order=True)
class Throw:
    """What a die is thrown for."""

    at: Moment
    who: str  # a party or a character
    what: str  # "encounter", "reaction", "survival", ...; with a suffix where one moment has several: "survival:2"


@dataclass(frozen=True, slots=True)
class Face:
    """One die as it fell."""

    throw: Throw
    n: int  # 0 for the first die of the throw
    sides: int
    value: int  # 1..sides
    by_hand: bool = False  # the DM rolled it at the table


class Dice(Protocol):
    """Whatever gives faces: the sealed dice of the post, a replay, a script in tests."""

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        """The n-th die of that throw; the same arguments give the same face."""


def roll(dice: Dice, throw: Throw, sides: int, count: int = 1) -> tuple[Face, ...]:
    """The first `count` faces of a throw."""
    return tuple([dice.face(throw, n, sides) for n in range(count)])


def total(faces: Iterable[Face]) -> int:
    """The sum of the faces."""
    return sum([face.value for face in faces])


_DICE = re.compile(r"(?:(?P<count>\d*)[dD](?P<sides>\d+))?(?P<plus>[+-]?\d+)?")


@cache
def dice_text(text: str) -> tuple[int, int, int]:
    """Count, sides and addition of dice text: "2d4+1" is (2, 4, 1), "d6" is (1, 6, 0), "3" is (0, 1, 3)."""
    match = _DICE.fullmatch(text.replace(" ", ""))
    if not match or not text.strip():
        raise ValueError(f"not dice: {text!r}")
    sides = int(match["sides"] or 1)
    count = int(match["count"] or 1) if match["sides"] else 0
    return count, sides, int(match["plus"] or 0)


def roll_text(dice: Dice, throw: Throw, text: str, times: int = 1) -> tuple[int, tuple[Face, ...]]:
    """The sum and the faces of dice text thrown so many times."""
    count, sides, plus = dice_text(text)
    faces = roll(dice, throw, sides, count * times)
    return total(faces) + plus * times, faces


class ScriptError(AssertionError):
    """A script of faces did not fit what the rules asked for."""


@dataclass(slots=True)
class Scripted:
    """Dice that fall as written, in the order they are asked for; one too few or out of range is an error."""

    values: Iterator[int]

    def __init__(self, values: Iterable[int]) -> None:
        self.values = iter(values)

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        """The next value of the script."""
        value = next(self.values, None)
        if value is None or not 1 <= value <= sides:
            raise ScriptError(f"{throw.what} of {throw.who}: wanted a d{sides}, the script gives {value}")
        return Face(throw, n, sides, value)

    def finish(self) -> None:
        """Fails when values of the script were never asked for."""
        left = list(self.values)
        if left:
            raise ScriptError(f"never rolled: {left}")
