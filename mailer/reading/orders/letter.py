"""What a reader knows of a letter as a whole while it reads it sentence by sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.gazetteer import Gazetteer
from mailer.reading.orders.likeness.weights import Likely
from mailer.reading.orders.tokens import Token


@dataclass(slots=True)
class Condition:
    """A condition as a stretch of a sentence."""

    i: int
    j: int
    unless: bool
    slot: dict[str, Any]
    backward: bool  # belongs to what was said before it


@dataclass(slots=True)
class Hit:
    """Words that set off one or more frames, and how they were meant."""

    i: int
    j: int
    frames: list[str]
    verdict: str  # order purpose negated past hypothetical third relative noun
    person: str = ""  # 1s 1p 2 3s 3p inf ger none
    subject: list[str] = field(default_factory=list)
    start: int = 0  # where its group begins: subject, pronouns, auxiliary
    clitics: tuple[str, ...] = ()
    lemma: str = ""
    why: str = ""
    hedged: bool = False


@dataclass(slots=True)
class Sentence:
    """A sentence with its words, its amounts and where it stood."""

    text: str  # the whole letter
    tokens: tuple[Token, ...]
    words: list[str]  # folded, short spellings written out
    amounts: list[Amount]
    line: int
    paragraph: int
    block: int
    item: bool = False
    row: bool = False
    question: bool = False
    asks_next: bool = False  # a question follows that this only leads up to: una cosa: si me cuelgo, ¿cuenta?
    ends_block: bool = False
    covered: list[int] = field(default_factory=list)  # for each token the index of its amount, or -1
    names: dict[int, tuple[int, str]] = field(default_factory=dict)  # where a character is named: end, name
    places: dict[int, int] = field(default_factory=dict)  # where a place of more words than one is named: its end
    english: bool = False
    masked: frozenset[int] = frozenset()  # tokens inside conditions
    conditions: tuple[Condition, ...] | None = None  # once looked for
    hits: tuple[Hit, ...] | None = None  # likewise
    likely: Likely | None = None  # what the second reader makes of it, once asked

    def span(self, i: int, j: int) -> str:
        """The words from one token to another as written, on one line."""
        j = min(j, len(self.tokens))
        while i < j and self.tokens[i].text in _EDGES:
            i += 1
        while i < j and self.tokens[j - 1].text in _EDGES and self.tokens[j - 1].text not in (")", "'"):
            j -= 1
        if i >= j:
            return ""
        return " ".join(self.text[self.tokens[i].start : self.tokens[j - 1].end].split())

    def amount(self, index: int) -> Amount | None:
        """The amount that covers a token."""
        at = self.covered[index] if 0 <= index < len(self.covered) else -1
        return self.amounts[at] if at >= 0 else None


_EDGES = frozenset(",.;:!?¡¿-–—…\"“”«»*()'")


@dataclass(slots=True)
class Mail:
    """The letter: who wrote it, to whom they belong, how they speak."""

    sender: str
    sent: date
    gazetteer: Gazetteer
    language: str
    subject: str = ""
    text: str = ""
    quoted: str = ""
    is_spokesperson: bool = False
    invoked: bool = False  # the sender speaks as spokesperson
    single: bool = False  # the letter speaks of "I"
    plural: bool = False  # the letter speaks of "we"
    together: bool = False  # a companion was named as acting with the sender
    ours: bool = False  # the letter speaks of "we" at all
    third: bool = False  # the letter speaks of the sender's character by name
    accented: bool = False
    deferred: bool = False
    dungeon: bool = False  # the letter speaks from inside a dungeon
    foe: str = ""  # those last spoken of
    target: str = ""  # whom or what somebody works on
    topic: str = ""  # what is being looked into
    place: str = ""  # the place last spoken of


@dataclass(slots=True)
class Clause:
    """A hit with the words that belong to it."""

    sentence: Sentence
    hit: Hit
    i: int
    j: int
    condition: Condition | None = None
    unless: Condition | None = None
    used: set[int] = field(default_factory=set)  # tokens read into slots
    lead: tuple[int, int] = (0, 0)  # what stands before its condition: el domingo, si no llueve, va


@dataclass(slots=True)
class Draft:
    """An order in the making."""

    kind: str
    slots: dict[str, Any]
    clause: Clause
    why: list[str] = field(default_factory=list)
    frame: str = ""
    guessed: bool = False  # only the second reader saw it


def frozen_why(draft: Draft) -> tuple[str, ...]:
    """The reasons of a draft, each once."""
    return tuple(dict.fromkeys(draft.why))


Slots = Mapping[str, Any]
