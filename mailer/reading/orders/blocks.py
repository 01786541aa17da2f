"""Own lines sorted into what may hold orders and what may not, and put together where a mail client cut them.

A block is a run of text that reads on: a paragraph, one item of a list, one row of a table.
"""

import re
from dataclasses import dataclass
from typing import Literal

from mailer.reading.orders.tokens import fold, tokenise, word_set
from mailer.reading.orders.vocabulary import vocabulary

Sort = Literal["blank", "quote", "signature", "greeting", "own"]

_BULLET = re.compile(r"[ \t]*(?:[-*•·–—>+]|\(?\d{1,2}[.)\-](?=\s)|\(?[a-zA-Z][.)](?=\s))[ \t]+")
_QUOTE = re.compile(r"[ \t]*[>|]")
_FIRST = re.compile(r"[^\W\d_]+")
_RULE = re.compile(r"[ \t]*[-_=*~]{2,}[ \t]*$")
_ENDS = (".", "!", "?", ":", ";", "…", ")")
_WRAPPED = 45  # a line at least this long may have been cut by a mail client


@dataclass(frozen=True, slots=True)
class Line:
    """One line: where it stands and what sort it is."""

    index: int
    start: int
    end: int
    sort: Sort


@dataclass(frozen=True, slots=True)
class Block:
    """Text that reads on, as a range of the whole; `item` if it stood in a list."""

    start: int
    end: int
    item: bool = False
    row: bool = False  # cells parted by tabs
    paragraph: int = 0


def lines_of(text: str) -> tuple[Line, ...]:
    """Every line with its sort."""
    found: list[Line] = []
    position, signed, disclaimer = 0, False, False
    for index, raw in enumerate(text.split("\n")):
        stripped = raw.strip()
        sort: Sort = "own"
        disclaimer = disclaimer and bool(stripped)
        if not stripped:
            sort = "blank"
        elif _QUOTE.match(raw):
            sort = "quote"
        elif signed or disclaimer:
            sort = "signature"
        elif raw.rstrip() in ("--", "—", "__", "-- "):
            signed, sort = True, "signature"
        elif _RULE.match(raw):
            sort = "signature"
        elif _is_signature(stripped):
            disclaimer, sort = True, "signature"
        elif _is_greeting(stripped):
            sort = "greeting"
        found.append(Line(index, position, position + len(raw), sort))
        position += len(raw) + 1
    return tuple(found)


def _is_signature(line: str) -> bool:
    if not _may_begin(line, "mood.signature"):
        return False
    words = [token.fold for token in tokenise(line[:80])]
    return bool(words and vocabulary().phrases["mood.signature"].at(words, 0))


def _may_begin(line: str, name: str) -> bool:
    """Whether the first word of a line may begin one of some phrases."""
    first = _FIRST.search(line)
    return first is not None and fold(first.group()) in vocabulary().phrases[name].firsts()


def _is_greeting(line: str) -> bool:
    """A line that only greets or takes leave: hola a todos; un abrazo, Duric."""
    if len(line) > 45 or not _may_begin(line, "mood.greeting"):
        return False
    words = [token.fold for token in tokenise(line) if token.kind == "w"]
    if not words:
        return False
    length = vocabulary().phrases["mood.greeting"].at(words, 0)
    return bool(length) and len(words) - length <= 3 and not any(sign.isdigit() for sign in line)


def blocks_of(text: str, lines: tuple[Line, ...]) -> tuple[Block, ...]:
    """The blocks of the own lines, in order."""
    found: list[Block] = []
    paragraph = 0
    before: Line | None = None
    listing = False
    for line in lines:
        if line.sort != "own":
            listing = False
            paragraph += line.sort in ("blank", "quote")
            before = None
            continue
        raw = text[line.start : line.end]
        bullet = _BULLET.match(raw)
        start = line.start + (bullet.end() if bullet else len(raw) - len(raw.lstrip()))
        if _numbered(raw):
            found += [Block(line.start + i, line.start + j, True, False, paragraph) for i, j in _numbered(raw)]
            before = None
            continue
        row = "\t" in raw.strip() or raw.count("|") >= 2 or re.search(r"\S {3,}\S", raw) is not None
        if (
            before is not None
            and not bullet
            and not row
            and found
            and not found[-1].row
            and _reads_on(text, before, line, listing=listing)
        ):
            found[-1] = Block(found[-1].start, line.end, found[-1].item, False, paragraph)
        else:
            found.append(Block(start, line.end, bullet is not None, row, paragraph))
        before = line
        listing = listing or raw.rstrip().endswith(":")
    return tuple(found)


_NUMBER = re.compile(r"(?:^|(?<=\s))(?:\(?(\d)\)\s*|(\d)\.\s+)")


def _numbered(raw: str) -> list[tuple[int, int]]:
    """The items of a list numbered within one line: 1) buy a mule 2) sell the horse."""
    marks = list(_NUMBER.finditer(raw))
    if len(marks) < 2 or [int(mark[1] or mark[2]) for mark in marks] != list(range(1, len(marks) + 1)):
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(raw)]
    head = [(len(raw) - len(raw.lstrip()), marks[0].start())] if raw[: marks[0].start()].strip() else []
    return head + [(mark.end(), end) for mark, end in zip(marks, ends, strict=True) if raw[mark.end() : end].strip()]


_LABEL = re.compile(r"\w{3,14}(?: \w{2,12})?:\s")


def _reads_on(text: str, before: Line, line: Line, *, listing: bool) -> bool:
    """Whether a line goes on where the one before it broke off."""
    first, second = text[before.start : before.end].rstrip(), text[line.start : line.end].lstrip()
    if first.endswith((",", "-", "–")) or first.rsplit(None, 1)[-1].lower() in _HANGING:
        return True
    if _LABEL.match(second) or (listing and len(first) < _WRAPPED):
        return False
    if first.endswith(_ENDS):
        return len(first) >= _WRAPPED and not first.endswith(":") and second[:1].islower()
    if len(first) >= _WRAPPED:
        return True
    return second[:1].islower() and len(first) >= 30 and len(second) > 12


_HANGING = word_set("y e o de del la el los las a al en con por para que un una and or of the a to with for in by at")


def line_at(lines: tuple[Line, ...], offset: int) -> int:
    """The index of the line that holds an offset."""
    low, high = 0, len(lines) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if lines[middle].start <= offset:
            low = middle
        else:
            high = middle - 1
    return lines[low].index if lines else 0
