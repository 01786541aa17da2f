"""What a letter was read as: orders, doubts and a verdict on every line.

`to_json` gives an order in the form of the corpus guide:

    {"kind": "retreat", "who": "self", "pct": 40, "basis": "own"}
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

Verdict = Literal["order", "doubt", "talk"]


class DoubtCode(StrEnum):
    """Why we ask; the words for it live in the templates."""

    NOT_UNDERSTOOD = "not_understood"  # sounds like an instruction, but we cannot say which
    UNSURE = "unsure"  # an instruction of a known kind with words in it that we could not place
    CONFIRM = "confirm"  # understood, but it cannot be undone or would ruin someone
    DEFERRED = "deferred"  # the player says to do nothing yet
    HEDGED = "hedged"  # might be an instruction, might be thinking aloud
    ASKED = "asked"  # a question that may be meant as an instruction
    PAST = "past"  # may tell of something done or order it: the accent is missing
    NAME = "name"  # nearly the name of somebody or some place: args.nearest holds it
    DATE = "date"  # a day that may be one or another
    NOT_YOURS = "not_yours"  # about a character the sender does not command
    INCOMPLETE = "incomplete"  # an order that lacks what it cannot do without
    TOO_LONG = "too_long"  # the letter was cut: nothing behind this line was read


@dataclass(frozen=True, slots=True)
class Said:
    """One order as it was said."""

    kind: str
    slots: Mapping[str, Any]  # exactly the slots of the corpus guide, ready for JSON
    line: int  # index of the own line it stands in, -1 for the subject
    text: str  # the words it was read from
    why: tuple[str, ...] = ()  # "word: what it set off"
    distrust: tuple[tuple[str, int], ...] = ()  # what speaks against it and how often: see `sure`


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something we will not act on without asking."""

    code: DoubtCode
    text: str
    line: int
    args: Mapping[str, Any] = field(default_factory=dict)
    answers: tuple[str, ...] = ()  # ready answers, in the short form where there is one
    said: Said | None = None  # the order we read and do not trust: a yes makes it stand


@dataclass(frozen=True, slots=True)
class LineReading:
    """One non-empty line and what became of it."""

    index: int
    text: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole letter."""

    said: tuple[Said, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    lines: tuple[LineReading, ...] = ()


def to_json(said: Said) -> dict[str, Any]:
    """The order as the corpus guide writes it."""
    return {"kind": said.kind, **said.slots}
