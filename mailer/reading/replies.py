"""Short answers in context: sentences that say something only because a question stands open or of where one is.

    reply("Trato hecho.", standing=Standing(asked=True)) -> (Said("decision", {"answer": "accept", ...}),)

The phrases stand in `data/replies.toml`, with what may be left out and what may stand in their places. A sentence must
be one of them from end to end: whatever says more is the grammar's to read, or ours to ask about.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mailer.reading.orders.said import Said
from mailer.resources import shipped

_LONGEST = 160  # characters of a sentence that may be a short answer
_SENTENCE = re.compile(r"[.!?;\n]+")
_NOT_A_WORD = re.compile(r"[^a-z0-9' ]+")
_PIECE = re.compile(r"\(([^)]*)\)|\{([^}]*)\}|\[(who|n|rest|sum)\]|([^\s(){}\[\]]+)")


_VALUE = r"(?:[0-9]+|oro|plata|monedas?|po|pp|pc|racion(?:es)?|comida|gold|silver|coins?|gp|sp|cp|rations?|food)"
_MARKS = {
    "who": " (?P<who>[a-z' ]{2,40}?)",
    "n": " (?P<n>[0-9]{1,6})",
    "rest": " .{1,120}",
    "sum": rf"(?: .{{1,60}}?)?? {_VALUE}(?: .{{1,100}})?",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands open when somebody writes."""

    asked: bool = False  # a decision they may answer
    below: bool = False  # they are in a dungeon
    apart: bool = False  # they broke away from a party
    names: tuple[str, ...] = ()  # characters that may be named

    def holds(self, when: str) -> bool:
        """Whether phrases for that situation mean anything now."""
        return {"asked": self.asked, "below": self.below, "apart": self.apart}.get(when, True)


@dataclass(frozen=True, slots=True)
class _Phrase:
    when: str
    pattern: re.Pattern[str]
    orders: tuple[Mapping[str, Any], ...]  # kind and slots of each order it gives


def reply(text: str, *, standing: Standing, line: int = 0) -> tuple[Said, ...]:
    """What a line says if every sentence of it is a short answer; nothing if any is not."""
    if "?" in text or "¿" in text:
        return ()  # whoever asks does not answer
    found: list[Said] = []
    for sentence in filter(None, map(_plain, _SENTENCE.split(text))):
        said = _said(sentence, text, standing, line)
        if not said:
            return ()
        found += said
    return tuple(found)


def _said(sentence: str, text: str, standing: Standing, line: int) -> tuple[Said, ...]:
    if len(sentence) > _LONGEST:
        return ()
    for phrase in _phrases():
        if not standing.holds(phrase.when):
            continue
        match = phrase.pattern.fullmatch(sentence)
        if match is None:
            continue
        who = _named(match, standing.names)
        if who is not None:
            return tuple(_filled(order, match, who, text, line) for order in phrase.orders)
    return ()


def _named(match: re.Match[str], names: Sequence[str]) -> str | None:
    """The character named, "" where the phrase names none, None where the name is nobody's."""
    spoken = match.groupdict().get("who")
    if spoken is None:
        return ""
    return next((name for name in names if _plain(name).strip() == spoken), None)


def _filled(order: Mapping[str, Any], match: re.Match[str], who: str, text: str, line: int) -> Said:
    slots: dict[str, Any] = deepcopy(dict(order["slots"]))
    if who:
        slots["who"] = [who]
    if slots.get("ref") == "[n]":
        slots["ref"] = match["n"]
    return Said(order["kind"], slots, line, text.strip(), (f"{match[0]}: a short answer",))


@lru_cache(maxsize=1)
def _phrases() -> tuple[_Phrase, ...]:
    """All phrases of both languages, ready to be matched."""
    rows = tomllib.loads((shipped("data") / "replies.toml").read_text("utf-8"))["reply"]
    return tuple(_of_rows(rows))


def _of_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[_Phrase]:
    for row in rows:
        orders = ({"kind": row["kind"], "slots": row["slots"]}, *([row["then"]] if "then" in row else []))
        for template in (*row["es"], *row["en"]):
            yield _Phrase(row["when"], re.compile(_pattern(template)), orders)


def _pattern(template: str) -> str:
    """A template as a pattern over plain words, each with the blank before it."""
    pieces: list[str] = []
    for optional, needed, mark, word in _PIECE.findall(template):
        if optional:
            pieces.append(f"(?: (?:{_either(optional)}))?")
        elif needed:
            pieces.append(f" (?:{_either(needed)})")
        elif mark:
            pieces.append(_MARKS[mark])
        else:
            pieces.append(f" {re.escape(word)}")
    return "".join(pieces)


def _either(words: str) -> str:
    return "|".join(re.escape(word.strip()) for word in words.split("|"))


def _plain(text: str) -> str:
    """Words in lower case without accents or punctuation, a blank before each."""
    marks = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    letters = "".join(sign for sign in marks if not unicodedata.combining(sign))
    words = _NOT_A_WORD.sub(" ", letters).split()
    return "".join(f" {word}" for word in words)
