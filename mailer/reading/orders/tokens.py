"""Text cut into words, numbers and signs that remember where they stood."""

import re
from functools import lru_cache
from typing import NamedTuple

_PLAIN = str.maketrans(
    "áàâäãåéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ’‘´`ʼ",
    "aaaaaaeeeeiiiiooooouuuuncAAAAAAEEEEIIIIOOOOOUUUUNC'''''",
)
# No possessive quantifiers: those of Python 3.11.2, which Debian 12 has, swallow the comma of "20,".
_TOKEN = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}(?:/\d{2,4})?(?!\d)|\d+(?:[.,]\d+)*(?:(?:st|nd|rd|th)(?![a-z]))?"
    r"|c/u|q'|[^\W\d_]+(?:[-'’´][^\W\d_]+)*['’]?|\S",
    re.IGNORECASE,
)


class Token(NamedTuple):
    """A word (w), number (n) or sign (p)."""

    text: str
    fold: str  # without case, accents and curly quotes
    start: int
    end: int
    kind: str


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The text without case and accents, as long as before."""
    return text.translate(_PLAIN).lower()


@lru_cache(maxsize=65536)
def _kind(text: str) -> tuple[str, str]:
    first = text[0]
    if first.isdecimal():
        return fold(text), "n"
    if first.isalpha():
        return fold(text).rstrip("'"), "w"
    return fold(text), "p"


def tokenise(text: str, start: int = 0, end: int | None = None) -> tuple[Token, ...]:
    """The tokens of a stretch of text, with offsets into the whole."""
    found = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        word = match.group()
        folded, kind = _kind(word)
        found.append(Token(word, folded, match.start(), match.end(), kind))
    return tuple(found)


@lru_cache(maxsize=16384)
def words_of(text: str) -> tuple[str, ...]:
    """The folded tokens of a phrase."""
    return tuple(token.fold for token in tokenise(text))


def word_set(text: str) -> frozenset[str]:
    """The words of a text parted by spaces, as a set."""
    return frozenset(text.split())
