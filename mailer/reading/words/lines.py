"""The lines of a letter's text with their quote depth."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from mailer.reading.words.folding import folded, one_line, split_lines, words_of
from mailer.reading.words.vocabulary import vocabulary

_MARKS = re.compile(r"[ \t]{0,3}((?:>[ \t]?){1,50})")
_LINK = re.compile(r"<(?:https?://|mailto:)[^<>\s]{1,2000}>", re.IGNORECASE)  # what clients put behind linked words
_PICTURE = re.compile(r"\[(?:cid:[^\[\]\s]{1,300}|image:[^\[\]]{0,200})\]", re.IGNORECASE)
_RULE = re.compile(r"[-_=*~—–·. ]{1,400}")
_LIST_MARK = re.compile(r"(?:[-*•·+]|\d{1,3}[.)]|[a-z][.)]) ?")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number counted from 1, its quote depth, and its text without marks on one line."""

    number: int
    depth: int
    text: str
    plain: str  # folded, its beginning as far as it is tested
    tail: str = ""  # folded, the end of a line that is longer

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands on the line."""
        return not self.text

    @property
    def words(self) -> str:
        """The words of the line, without the links a client put in: how it is known again."""
        return words_of(_LINK.sub("", self.text) if "<" in self.text else self.text)

    @property
    def is_rule(self) -> bool:
        """Whether the line only separates."""
        return bool(self.text) and _RULE.fullmatch(self.text[:400]) is not None

    @property
    def is_listed(self) -> bool:
        """Whether the line is an item of a list."""
        return _LIST_MARK.match(self.plain) is not None

    @property
    def looks_like_order(self) -> bool:
        """Whether there is an order about it: an item of a list, an amount, a verb of orders near its beginning."""
        words = _LIST_MARK.sub("", self.plain, count=1).split()[:3]
        known = vocabulary()
        return self.is_listed or known.amount.search(self.plain) is not None or any(map(known.order_stem.match, words))


_SHORT = 200  # characters of a line that may well come again: mails of ours are quoted letter after letter


def _line(number: int, raw: str, tested: int) -> Line:
    return Line(number, *(_read_short(raw, tested) if len(raw) <= _SHORT else _read(raw, tested)))


def _read(raw: str, tested: int) -> tuple[int, str, str, str]:
    """Depth, text, and what of it is tested."""
    if not raw or raw.isspace():
        return 0, "", "", ""
    match = _MARKS.match(raw)
    depth = match[1].count(">") if match else 0
    body = raw[match.end() :] if match else raw
    text = one_line(_PICTURE.sub("", body) if "[" in body else body)
    bare = _LINK.sub("", text) if "<" in text else text
    tail = folded(bare[-tested:]) if len(bare) > tested else ""
    return depth, text, folded(bare[:tested]), tail


_read_short = lru_cache(maxsize=4096)(_read)


def _is_escaped_from(line: Line, around: Sequence[Line]) -> bool:
    """Whether the mark of a line is only that which mbox files put before "From "."""
    return line.depth == 1 and line.text.startswith("From ") and all(other.depth == 0 for other in around)


def lines_of(text: str, *, tested: int) -> tuple[Line, ...]:
    """The lines of a text."""
    found = [_line(number, raw, tested) for number, raw in enumerate(split_lines(text), 1)]
    for place, line in enumerate(found):
        if _is_escaped_from(line, [*found[max(place - 1, 0) : place], *found[place + 1 : place + 2]]):
            found[place] = Line(line.number, 0, line.text, line.plain)
    return tuple(found)
