"""Which ruling a line that was not understood may have meant: a name of the campaign and words that rulings use.

nearest("Krom: 12 puntos de vida", names=("Krom",))     # "figure_to"
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from mailer.reading.orders.tokens import fold
from mailer.rulings.shapes import vocabulary

_WORD = re.compile(r"[^\W\d_]{3,}")
_ALIKE = 80  # of 100: "muera" and "muere", not "gana" and "pana"
_ENOUGH = 2


def nearest(line: str, *, names: Iterable[str]) -> str | None:
    """The kind of ruling a line comes closest to; None for what does not look like one."""
    from rapidfuzz.fuzz import ratio  # late: only for what was not understood

    plain = fold(line)
    words = set(_WORD.findall(plain))
    named = {word for name in names for word in _WORD.findall(fold(name))} & words
    begins = plain.split(":")[0] if ":" in plain else ""
    base = bool(named) + (any(word in begins for word in named) if begins else False)
    scores = {
        kind: sum(any(ratio(word, known) >= _ALIKE for known in listed) for word in words - named)
        for kind, listed in _words().items()
    }
    if base and any(sign.isdecimal() for sign in plain):
        scores["figure_to"] += 1  # a name and a number
    best = max(scores, key=lambda kind: scores[kind])
    return best if scores[best] and base + scores[best] >= _ENOUGH else "figure_to" if base >= _ENOUGH else None


def example(kind: str, language: str) -> str:
    """A line of that kind as it is understood."""
    return str(vocabulary()["examples"][kind]["en" if language == "en" else "es"])


@cache
def _words() -> Mapping[str, frozenset[str]]:
    """The words that each kind of ruling is known by."""
    known = vocabulary()
    figures = frozenset(word for listed in known["figures"].values() for said in listed for word in _WORD.findall(said))
    found = {}
    for kind in known["examples"]:
        said = known["shapes"][kind]
        bare = re.sub(r"\{\w+\}", " ", " ".join((*said["es"], *said["en"])))
        more = figures if kind == "figure_to" else frozenset()
        found[kind] = (frozenset(_WORD.findall(bare)) - _COMMON) | more
    return found


_COMMON = frozenset({"the", "con", "del", "and", "his", "her", "their", "los", "las", "has", "have", "are", "for"})
