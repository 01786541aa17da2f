"""One amount found in a run of tokens, and the words for units that amounts share."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mailer.reading.orders.tokens import fold
from mailer.reading.orders.vocabulary import LANGUAGES, Phrases, vocabulary


@dataclass(slots=True)
class Amount:
    """One amount: what it is, where it stands, and what stands around it."""

    kind: str  # date money duration percent fraction hp weight length number
    i: int
    j: int
    value: dict[str, Any]
    role: str = ""  # dates: until before by from on next; durations: in for
    limit: str = ""  # max or min
    used: bool = field(default=False, compare=False)


@cache
def units(section: str) -> dict[str, str]:
    """What each word of a section stands for, both languages together."""
    amounts = vocabulary().amounts
    return {fold(k): v for language in LANGUAGES for k, v in amounts[language][section].items()}


@cache
def phrases_of(section: str) -> Phrases:
    """The phrases of a section, both languages together."""
    amounts = vocabulary().amounts
    return Phrases(entry for language in LANGUAGES for entry in amounts[language][section]["words"])
