"""The numbers of a mail beside those that its events give: prose may change, numbers may not.

A line of the mail that is said today in the same words must have the same numbers. A line in other words, of earlier
templates or the DM's own, may only have numbers that the facts have.
"""

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

_NUMBER = re.compile(r"\d+")
_SEAL = re.compile(r"\b[0-9a-f]{32,}\b")  # a hash or a secret: compared whole
_STYLE = re.compile(r"<(style|head)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SPACES = re.compile(r"\s+")


def lies(told: Iterable[str], said: Sequence[str], facts: Container[str], *, is_same: bool) -> Iterator[str]:
    """The lines of a mail whose numbers do not come of what happened; `said` is the mail as it would be told now.

    `is_same`: the program and the files are those of then, so that the same words have the same numbers.
    """
    known = set(said)
    worded = {_masked(line) for line in said} if is_same else set()
    for line in told:
        if line in known or not _NUMBER.search(line):
            continue
        if _masked(line) in worded or not all(number in facts for number in numbers(line)):
            yield line


def numbers(line: str) -> list[str]:
    """The numbers in a line, without leading zeros; a seal is one."""
    seals = _SEAL.findall(line)
    return [*seals, *(number.lstrip("0") or "0" for number in _NUMBER.findall(_SEAL.sub("", line)))]


def lines_of(text: str) -> list[str]:
    """The lines of a text part."""
    return [line for line in (_SPACES.sub(" ", one).strip() for one in text.splitlines()) if line]


def lines_of_html(html: str) -> list[str]:
    """The words of an HTML part, a line for each stretch between two tags."""
    return lines_of(_TAG.sub("\n", _STYLE.sub("\n", html)))


def numbers_in(value: Any) -> Iterator[str]:
    """Every number in a plain value, each also as it is told of money and of tenths."""
    if isinstance(value, Mapping):
        for key, held in value.items():
            yield from numbers_in(key)
            yield from numbers_in(held)
    elif isinstance(value, str):
        yield from numbers(value)
    elif isinstance(value, list | tuple):
        for held in value:
            yield from numbers_in(held)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _forms(abs(value))
    elif value is not None and not isinstance(value, bool):
        yield from numbers(json.dumps(value, default=str))


def _forms(value: int) -> Iterator[str]:
    yield from (str(one) for one in {value, value // 10, value % 10, value // 100, value // 10 % 10, value % 100})


def _masked(line: str) -> str:
    return _NUMBER.sub("#", _SEAL.sub("#", line))
