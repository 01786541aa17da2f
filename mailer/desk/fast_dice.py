"""Dice for trying things out: as fair and as repeatable as the sealed ones, many times faster, and worth no proof."""

from dataclasses import dataclass, field
from zlib import crc32

from rules.dice import Face, Throw

_ALL = (1 << 64) - 1
_GOLDEN, _AT, _N = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # the finaliser of splitmix64


@dataclass(slots=True)
class FastDice:
    """One run's dice: a face depends on the seed, the throw and its number alone, whatever else is rolled."""

    seed: int
    _names: dict[tuple[str, str], int] = field(default_factory=dict)  # may be shared between runs

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        """The n-th die of that throw."""
        key = (throw.who, throw.what)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = (crc32(throw.what.encode()) << 32 | crc32(throw.who.encode())) * _GOLDEN
        mixed = (name + throw.at * _AT + n * _N + self.seed) & _ALL
        mixed = ((mixed ^ (mixed >> 30)) * _FIRST) & _ALL
        mixed = ((mixed ^ (mixed >> 27)) * _SECOND) & _ALL
        return Face(throw, n, sides, ((mixed ^ (mixed >> 31)) * sides >> 64) + 1)


def dice_of_run(seed: int, run: int, names: dict[tuple[str, str], int]) -> FastDice:
    """The dice of one run out of many: runs of one seed have nothing in common."""
    mixed = (seed * _AT + (run + 1) * _GOLDEN) & _ALL
    mixed = ((mixed ^ (mixed >> 30)) * _FIRST) & _ALL
    return FastDice((mixed ^ (mixed >> 27)) * _SECOND & _ALL, names)
