"""What tells old mail from own words that only sound like it: an address, or a date with a clock time."""

import re
from collections.abc import Sequence

from mailer.reading.words.lines import Line
from mailer.reading.words.vocabulary import vocabulary

_ADDRESS = re.compile(r"(?<=[\w.+-])@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_TIME = re.compile(r"\b\d{1,2}[:.h]\d{2}(?:\b|(?=[ap]m))")
_REACH_DOWN = 6  # blank lines between an opening and the old mail


def has_address(plain: str) -> bool:
    """Whether a folded text carries a mail address."""
    return _ADDRESS.search(plain) is not None


def has_date(plain: str) -> bool:
    """Whether a folded text carries a date, more than the name of a weekday."""
    return vocabulary().date.search(plain) is not None


def has_time(plain: str) -> bool:
    """Whether a folded text carries a clock time."""
    return _TIME.search(plain) is not None


def has_evidence(plain: str) -> bool:
    """Whether a folded text carries what only machines write: an address, or a date with a time."""
    return has_address(plain) or (has_date(plain) and has_time(plain))


def next_line(lines: Sequence[Line], start: int) -> Line | None:
    """The next line that says something or is quoted, if there is one near."""
    near = lines[start : start + _REACH_DOWN]
    return next((line for line in near if line.text or line.depth), None)


def is_quoted_below(lines: Sequence[Line], last: int) -> bool:
    """Whether the next line is quoted deeper than the one before place `last`."""
    below = next_line(lines, last)
    return below is not None and below.depth > lines[last - 1].depth
