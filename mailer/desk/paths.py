"""Days already lived: a run whose dice say what those of an earlier run said needs no living again.

    known.told(dice)            what came of such dice before; None for nothing known
    known.learn(asked, end)     what came of a day lived with watched dice, kept where it may well come again

A tree: the first die a day asks for, which of its faces lead where, and so on to what came of it. In town, where no
die is thrown, one day is all of them; on a quiet way home most are alike. Fights hardly ever fall alike twice.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from mailer.desk.watched import Watched
from rules.dice import Dice, Throw

_LIKELY = Fraction(1, 1000)  # that such a day comes: rarer ones are not kept
_LESSONS = 200  # days watched of a course; what was not among them is rare
End = TypeVar("End")


@dataclass(slots=True)
class _Fork(Generic[End]):
    """A die asked for, and where its faces lead, as far as is known."""

    throw: Throw
    n: int
    sides: int
    ways: list[tuple[int, int, "_Fork[End] | _Leaf[End]"]] = field(default_factory=list)  # least face, greatest face


@dataclass(slots=True)
class _Leaf(Generic[End]):
    """What came of it."""

    end: End


@dataclass(slots=True)
class Paths(Generic[End]):
    """What is known of one course."""

    _root: _Fork[End] | _Leaf[End] | None = None
    _lessons: int = _LESSONS

    @property
    def is_learning(self) -> bool:
        """Whether a day that is not known is worth watching."""
        return self._lessons > 0

    def told(self, dice: Dice) -> End | None:
        """What came of a day on which these dice said the same."""
        open_ways = [self._root] if self._root is not None else []
        while open_ways:
            at = open_ways.pop()
            if isinstance(at, _Leaf):
                return at.end
            face = dice.face(at.throw, at.n, at.sides).value
            open_ways += [way for least, most, way in at.ways if least <= face <= most]
        return None

    def learn(self, asked: dict[tuple[Throw, int, int], Watched], end: End) -> None:
        """Keep what came of these dice. A die always follows from the faces before it, so the days make a tree."""
        self._lessons -= 1
        likely = Fraction(1)
        for (_, _, sides), face in asked.items():
            likely *= Fraction(face.most - face.least + 1, sides)
        if likely < _LIKELY:
            return
        way: _Fork[End] | _Leaf[End] = _Leaf(end)
        for (throw, n, sides), face in reversed(asked.items()):
            way = _Fork(throw, n, sides, [(face.least, face.most, way)])
        self._root = way if self._root is None else _grown(self._root, way)


def _grown(known: _Fork[End] | _Leaf[End], new: _Fork[End] | _Leaf[End]) -> _Fork[End] | _Leaf[End]:
    """A tree with one more day in it."""
    at = known
    while isinstance(at, _Fork) and isinstance(new, _Fork) and (at.throw, at.n) == (new.throw, new.n):
        ((least, most, rest),) = new.ways
        same = next((way for low, high, way in at.ways if (low, high) == (least, most)), None)
        if same is None:
            at.ways.append((least, most, rest))
            break
        at, new = same, rest
    return known
