"""What a receipt says: each line of the player's own words with what we made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from mailer.writing.views.head import Deadline, Head, Seal
from mailer.writing.views.orders import Deed, Forecast, Standing


class Verdict(StrEnum):
    """What became of a line."""

    ACCEPTED = "accepted"
    DOUBT = "doubt"
    TALK = "talk"
    REFUSED = "refused"
    ANSWERED = "answered"  # a question about what the house knows


@dataclass(frozen=True, slots=True)
class Choice:
    """One ready answer to a doubt: an order in words, words alone, or a code for them."""

    key: str  # "A"
    deed: Deed | None = None
    words: str = ""
    means: str = ""  # code of `choice`, where there are no words


@dataclass(frozen=True, slots=True)
class DoubtView:
    """Why we did not act, and what we ask. The prose of `code` stands in `doubts.j2`."""

    code: str
    args: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    is_refusal: bool = False  # no answer can settle it


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A line of the player's own words."""

    number: int
    words: str
    verdict: Verdict
    deeds: tuple[tuple[Deed, Forecast], ...] = ()  # what was accepted of it
    doubts: tuple[DoubtView, ...] = ()
    joined: int = 0  # the line whose order these words are part of
    who: str = ""  # who does it, where the reader has several characters

    @property
    def is_ruling(self) -> bool:
        """Whether the DM ruled by it."""
        return any(deed.act == "ruling" for deed, _ in self.deeds)

    @property
    def verdicts(self) -> tuple[tuple[Verdict, int], ...]:
        """What became of the line, and how often: an order counts though there are doubts beside it."""
        asked = sum(not one.is_refusal for one in self.doubts)
        is_refused = any(one.is_refusal for one in self.doubts)
        own = () if self.verdict in (Verdict.DOUBT, Verdict.REFUSED) or self.joined else ((self.verdict, 1),)
        beside = ((Verdict.DOUBT, asked), (Verdict.REFUSED, int(is_refused)))
        return (*own, *((verdict, count) for verdict, count in beside if count))


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer to a question about what the house knows."""

    topic: str
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """The whole receipt."""

    head: Head
    character: str
    lines: tuple[ReceiptLine, ...]
    deadline: Deadline
    standing: tuple[Standing, ...] = ()
    answers: tuple[AnswerView, ...] = ()
    notes: tuple[str, ...] = ()  # codes of `notes.j2`: "cut", "attachment", "edited_quote", "words_in_quote"
    seal: Seal | None = None
    is_one_of_several: bool = False  # in a chat: of messages that are answered together

    @property
    def first_answer(self) -> str:
        """A ready answer to show how one answers: "3A"; "" where there is none."""
        ready = (f"{line.number}{one.choices[0].key}" for line in self.lines for one in line.doubts if one.choices)
        return next(ready, "")

    @property
    def rulings(self) -> int:
        """How many lines the DM ruled by."""
        return sum(line.is_ruling for line in self.lines)

    def count(self, verdict: str) -> int:
        """How often lines met a verdict: each question is a doubt, and a line that goes with another counts once."""
        return sum(count for line in self.lines for met, count in line.verdicts if met == verdict)
