"""What each sign of a sentence says for or against each kind of order: `data/likeness.tsv`, learnt from letters.

A row of the table is a sign and its weights, in hundredths of the natural logarithm of odds:

    s:torch<TAB>any 112 shop.buy 204 shop.sell -31
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from mailer.resources import shipped

BIAS = "bias"  # a sign that every sentence shows
ANY = "any"  # the kind of a sentence that holds an order of whatever kind
_UNIT = 100


@dataclass(frozen=True, slots=True)
class Likely:
    """The chance that a sentence holds an order at all, and for each kind that it holds one of it."""

    any: float
    kinds: Mapping[str, float]

    def of(self, kinds: frozenset[str]) -> float:
        """The best chance among some kinds."""
        return max((self.kinds.get(kind, 0.0) for kind in kinds), default=0.0)

    def best(self) -> tuple[str, float]:
        """The likeliest kind and its chance."""
        return max(self.kinds.items(), key=lambda one: one[1], default=("", 0.0))


@dataclass(frozen=True, slots=True)
class Weights:
    """The table; its rows are taken apart when they are first asked for."""

    rows: Mapping[str, str]
    _read: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    def chances(self, signs: Iterable[str]) -> dict[str, float]:
        """For every kind, the chance from 0 to 1 that a sentence with these signs holds such an order."""
        sums: defaultdict[str, int] = defaultdict(int)
        for sign in signs:
            for kind, weight in self._row(sign):
                sums[kind] += weight
        return {kind: 1 / (1 + math.exp(-max(min(total / _UNIT, 30), -30))) for kind, total in sums.items()}

    def kinds(self) -> frozenset[str]:
        """All kinds that letters taught: each has a weight for the sign that every sentence shows."""
        return frozenset(kind for kind, _ in self._row(BIAS))

    def _row(self, sign: str) -> tuple[tuple[str, int], ...]:
        found = self._read.get(sign)
        if found is None:
            parts = self.rows.get(sign, "").split()
            found = tuple(zip(parts[::2], map(int, parts[1::2]), strict=True))
            self._read[sign] = found
        return found


@cache
def weights() -> Weights:
    """The table shipped with the program."""
    lines = (shipped("data") / "likeness.tsv").read_text("utf-8").splitlines()
    return Weights(dict(line.split("\t", 1) for line in lines if line and not line.startswith("#")))
