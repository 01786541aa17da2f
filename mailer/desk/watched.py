"""Dice that notice what the rules make of them: which other faces would have led to the very same day.

A check for encounters only asks whether its die is low enough; whichever face it shows beyond that, the day goes on
alike. So a face is a number that remembers how it was compared. Whatever else is done with it pins it to itself; only
`list[face]` and `range(face)` never ask, so rules write `list[face - 1]`, as dice begin at one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rules.dice import Dice, Face, Throw


class Watched(int):
    """A face and the least and greatest that would have been told the same."""

    least: int
    most: int

    def __le__(self, other: Any) -> Any:
        found = int.__le__(self, other)
        if found is True:
            self.most = min(self.most, int(other))
        elif found is False:
            self.least = max(self.least, int(other) + 1)
        return found

    def __gt__(self, other: Any) -> Any:
        found = self.__le__(other)
        return found if found is NotImplemented else not found

    def __lt__(self, other: Any) -> Any:
        found = int.__lt__(self, other)
        if found is True:
            self.most = min(self.most, int(other) - 1)
        elif found is False:
            self.least = max(self.least, int(other))
        return found

    def __ge__(self, other: Any) -> Any:
        found = self.__lt__(other)
        return found if found is NotImplemented else not found

    def pinned(self) -> int:
        """The number itself, from now on no other."""
        self.least = self.most = bare = int.__int__(self)
        return bare

    numerator = real = property(pinned)  # by which fractions take it


def _pinning(name: str) -> Callable[..., Any]:
    """A method of numbers that needs the number itself."""
    plain = getattr(int, name)

    def method(self: Watched, *others: Any) -> Any:
        return plain(self.pinned(), *others)

    return method


_LET_BE = {"__new__", "__init__", "__class__", "__doc__", "__repr__", "__str__", "__format__", "__getattribute__"}
for _name in set(vars(int)) - set(vars(Watched)) - _LET_BE:
    if callable(getattr(int, _name)) and _name.startswith("__"):
        setattr(Watched, _name, _pinning(_name))


@dataclass(slots=True)
class WatchedDice:
    """Another's dice, watched: every die that was asked for, in the order it first was."""

    dice: Dice
    asked: dict[tuple[Throw, int, int], Watched] = field(default_factory=dict)

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        """The n-th die of that throw; asked for again it is the same."""
        key = (throw, n, sides)
        value = self.asked.get(key)
        if value is None:
            value = self.asked[key] = Watched(self.dice.face(throw, n, sides).value)
            value.least, value.most = 1, sides
        return Face(throw, n, sides, value)
