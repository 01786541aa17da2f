"""Orders that are to be done again and again: cada día compro una antorcha; every week I ask at the market.

The words that say so are set aside, the letter is read without them, and the order they stood with repeats. Where it
is nothing that can repeat, or goes on till some day anyway, the letter stays as it was read.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mailer.reading.orders.numbers import number_at
from mailer.reading.orders.said import Doubt, DoubtCode, Reading, Said
from mailer.reading.orders.tokens import fold, tokenise
from mailer.resources import shipped

_KINDS = frozenset({"shop", "explore_town", "research", "carouse", "class_work", "train", "craft"})
_LASTS = frozenset({"until", "duration", "deadline", "unless"})  # what goes on anyway, or waits
_PIECE = re.compile(r"[^.!?;\n]+[.!?;]*")
_MOST = 365  # days
_SAME = re.compile(r"[^.!?;\n]*")


_BEFORE = re.compile(r"(?:(?:^|\s)(?:y|e|and|luego|despues|ademas|then|also)|,)\s*$")
_AFTER = re.compile(r"\s*(?:,|(?:y|e|and|luego|despues|pero|then|but)\b)")


@dataclass(frozen=True, slots=True)
class Again:
    """Words that say how often, and where they stand."""

    start: int
    end: int
    days: int
    instead: str = ""  # what is read in their place: a first day


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a letter that says how often, read alone."""

    start: int
    end: int
    line: int
    reading: Reading


def repeats(reading: Reading, text: str, read: Callable[[str], Reading]) -> Reading:
    """The reading with orders that repeat; `read` reads other words as a letter of the same player."""
    parts: list[Part] = []
    found = tuple(_found(text))
    for number, one in enumerate(found):
        begin = parts[-1].end if parts else 0
        part = _part(text, one, read, begin=begin, before=found[number + 1].start if number + 1 < len(found) else None)
        parts += [part] if part is not None else []
    if not parts:
        return reading
    rest = text
    for part in reversed(parts):
        rest = f"{rest[: part.start]} {rest[part.end :]}"
    left = read(rest)
    said = (*left.said, *(one for part in parts for one in part.reading.said))
    doubts = (*left.doubts, *(one for part in parts for one in part.reading.doubts))
    mine, others = {part.line for part in parts if part.reading.said}, {row.index: row.verdict for row in left.lines}
    lines = (
        replace(row, verdict="order" if row.index in mine else others.get(row.index, "doubt")) for row in reading.lines
    )
    return Reading(tuple(sorted(said, key=lambda one: one.line)), doubts, tuple(lines))


def _part(text: str, one: Again, read: Callable[[str], Reading], *, begin: int, before: int | None) -> Part | None:
    """The part of a letter that is to be done again and again, read alone; None where nothing of it can be.

    `begin`: the end of the part before it; `before`: where the next words that say how often stand.
    """
    start, end = _stretch(text, one, begin=begin, before=before)
    found = read(f"{text[start : one.start]} {one.instead} {text[one.end : end]}".strip())
    line = text.count("\n", 0, one.start)
    words = " ".join(text[start:end].split()).strip(" ,-*•;.!")
    asked = [doubt.said for doubt in found.doubts if doubt.said is not None]
    first = next((each for each in (*found.said, *asked) if _can_repeat(each)), None)
    if first is None:
        return _rest_of_sentence(text, start, end, line, words) if _goes_on(text, start, begin) else None

    def here(said: Said) -> Said:
        return replace(_again(said, text, one) if said is first else said, line=line, text=words)

    doubts = tuple(
        replace(doubt, line=line, said=here(doubt.said) if doubt.said is not None else None) for doubt in found.doubts
    )
    return Part(start, end, line, replace(found, said=tuple(map(here, found.said)), doubts=doubts))


def _goes_on(text: str, start: int, begin: int) -> bool:
    """Whether a part goes on with the sentence of the part before it: ... cada día y una vela cada semana."""
    return begin > 0 and _SAME.fullmatch(text[begin:start]) is not None


def _rest_of_sentence(text: str, start: int, end: int, line: int, words: str) -> Part:
    """What follows another part and says no order by itself: asked about, since the rest of its sentence counts."""
    doubt = Doubt(DoubtCode.NOT_UNDERSTOOD, words, line)
    return Part(start, end, line, Reading((), (doubt,), ()))


def _can_repeat(said: Said) -> bool:
    """Whether an order is one that is done, and is over, and may be done again."""
    return said.kind in _KINDS and not _LASTS & said.slots.keys()


def _again(said: Said, text: str, one: Again) -> Said:
    """An order with how often."""
    why = f"{text[one.start : one.end]}: every {one.days} days"
    return replace(said, slots={**said.slots, "every": one.days}, why=(*said.why, why))


def _stretch(text: str, one: Again, *, begin: int, before: int | None) -> tuple[int, int]:
    """From where to where in its sentence how often counts: y cada día compro una antorcha; ... cada día, y vendo."""
    piece = next(piece for piece in _PIECE.finditer(text) if piece.start() <= one.start < piece.end())
    first, last = max(piece.start(), begin), piece.end()
    if before is not None and before < last:  # another how often in the same sentence
        joined = _BEFORE.search(fold(text[one.end : before]))
        last = one.end + joined.start() if joined is not None else last
    led = _BEFORE.search(fold(text[first : one.start]))
    start = one.start if led else first
    said_before = text[start : one.start].strip(" ,-*•")
    goes_on = _AFTER.match(fold(text[one.end : last]))
    return start, one.end if goes_on and said_before else last


def _found(text: str) -> Iterator[Again]:
    """Where a letter says how often, from its beginning on."""
    return (again for match in _pattern().finditer(fold(text)) if (again := _of(match)) is not None)


def _of(match: re.Match[str]) -> Again | None:
    """What some words say, if their number is one."""
    row = _rows()[next(at for at in range(len(_rows())) if match[f"r{at}"])]
    number, day = _slot(match, "n"), _slot(match, "d")
    times = _number(number) if number else 1
    if not 1 <= times * row["days"] <= _MOST:
        return None
    return Again(match.start(), match.end(), times * row["days"], _days().get(day, ""))


def _slot(match: re.Match[str], sort: str) -> str:
    """What stands in the place of a number or of a day."""
    return next((match[name] for name in match.re.groupindex if name[0] == sort and match[name]), "")


def _number(word: str) -> int:
    tokens = tokenise(word)
    found = number_at(tokens, [token.fold for token in tokens], 0)
    return found.value if found is not None and isinstance(found.value, int) else 0


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((shipped("data") / "reading" / "again.toml").read_text("utf-8"))


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    return tuple(_table()["again"])


@cache
def _days() -> dict[str, str]:
    """What is read in the place of a day of the week."""
    return {name: said for both in _table()["days"].values() for name, said in both.items()}


@cache
def _pattern() -> re.Pattern[str]:
    """All the phrases of both languages, each row a group of its own."""
    rows = []
    for at, row in enumerate(_rows()):
        each = [_phrase(said, f"{at}_{n}") for n, said in enumerate((*row["es"], *row["en"]))]
        rows.append(f"(?P<r{at}>{'|'.join(each)})")
    return re.compile(rf"(?<!\w)(?:{'|'.join(rows)})(?!\w)")


def _phrase(said: str, key: str) -> str:
    """A phrase as an expression on folded text, with any blanks but a new line between its words."""
    days = "|".join(sorted(map(re.escape, _days()), key=len, reverse=True))
    words = re.escape(said).replace(r"\[n\]", rf"(?P<n{key}>\d{{1,2}}|[a-z]{{2,12}})")
    return words.replace(r"\[day\]", rf"(?P<d{key}>{days})").replace(r"\ ", r"[^\S\n]+")
