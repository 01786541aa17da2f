"""What we sent, to know it again when it comes back quoted, wrapped anew or edited."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from mailer.reading.words.folding import one_line, split_lines, words_of

_MOST_CHARS = 64_000  # of one mail of ours
_MOST_MAILS = 20
_ITEM = re.compile(r"\s*(?:[-*•·]|\d{1,3}[.)])\s*")
_BREAK = " \x00 "
_FEW_WORDS = 3  # fewer are known only as a whole line
_ALIKE = 60  # of 100: as alike as a line and the same line edited
_EDITED_CHARS = 300
_AT_HAND = 256  # mails: what some dozens of players quote, a few megabytes


@dataclass(frozen=True, slots=True)
class SentText:
    """The words of some mails we sent."""

    stream: str  # all words in order, with a break between mails
    lines: dict[str, str]  # words of a line to the line
    items: frozenset[str]  # words of the items of lists, with and without their numbers: orders that may be said again

    def knows(self, words: str) -> bool:
        """Whether these words are a line we sent, or stand in a row in one of our mails."""
        if not words:
            return False
        return words in self.lines or (words.count(" ") + 1 >= _FEW_WORDS and f" {words} " in self.stream)

    def joins(self, above: str, below: str) -> bool:
        """Whether two lines are one of ours that was wrapped anew."""
        return bool(above and below) and f" {above} {below} " in self.stream

    def known(self, lines: Sequence[str]) -> list[bool]:
        """Which of some lines (their words) are ours; a short piece counts if it goes on a line beside it."""
        marks = [self.knows(words) for words in lines]
        filled = [place for place, words in enumerate(lines) if words]
        for above, below in pairwise(filled):
            if not (marks[above] and marks[below]) and self.joins(lines[above], lines[below]):
                marks[above] = marks[below] = True
        return marks

    def like(self, words: str) -> str | None:
        """The line of ours that these words were made of, if one is near enough."""
        from rapidfuzz import fuzz, process

        if not words or not self.lines:
            return None
        found = process.extractOne(words[:_EDITED_CHARS], list(self.lines), scorer=fuzz.ratio, score_cutoff=_ALIKE)
        if found is None:
            found = process.extractOne(
                words[:_EDITED_CHARS],
                [key for key in self.lines if f"{key} " in f"{words} " and " " in key],
                scorer=fuzz.ratio,
            )
        return self.lines[found[0]] if found else None


def _items(lines: Iterable[str]) -> Iterator[str]:
    """The words of every item of a list, as it stands and without its mark."""
    for line in lines:
        match = _ITEM.match(line)
        if match:
            yield words_of(line)
            yield words_of(line[match.end() :])


@lru_cache(maxsize=_AT_HAND)
def _keyed(mail: str) -> tuple[tuple[str, str], ...]:
    """The lines of a mail that say something, with their words: whoever writes again quotes the same mails again."""
    keyed = [(words_of(line), one_line(line)) for line in split_lines(mail)]
    return tuple((words, line) for words, line in keyed if words)


def sent_text(mails: Sequence[str]) -> SentText:
    """The words of some mails, ready to be known again."""
    lines: dict[str, str] = {}
    streams: list[str] = []
    for mail in mails[:_MOST_MAILS]:
        keyed = _keyed(mail[:_MOST_CHARS])
        streams.append(" ".join([words for words, _ in keyed]))
        for words, line in keyed:
            lines.setdefault(words, line)
    return SentText(f" {_BREAK.join(streams)} ", lines, frozenset(_items(lines.values())))
