"""Text made comparable and safe: one kind of blank, no invisible marks, composed letters."""

import re
import unicodedata
from functools import lru_cache

_LINE_ENDS = re.compile("\r\n|[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2800\u3164\u115f\u1160\uffa0]+")
_WORDS = re.compile(r"[^\W_]+")
_REPLACEMENT = "\ufffd"
# What nearly every line is made of: European letters, each one character, and the signs of good typography. They are
# all seen, composed already, and taken apart leave marks of one block only.
_USUAL = re.compile("[\x00-\xac\xae-\u024f\u2010-\u2027\u2030-\u205e\u20ac]*")
_USUAL_MARKS = re.compile("[\u0300-\u036f]+")
_SHORT = 200  # characters of a line that may well come again: what we sent is quoted and compared time after time


@lru_cache(maxsize=4096)
def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or char in "\u034f\u180b\u180c\u180d\ufe0e\ufe0f"


@lru_cache(maxsize=4096)
def _is_mark(char: str) -> bool:
    return unicodedata.combining(char) != 0


def visible(text: str) -> str:
    """The text without zero-width and direction marks, in composed form (NFC), without lone surrogates."""
    if text.isascii() or _USUAL.fullmatch(text):
        return text
    shown = "".join(char for char in text if char.isascii() or not _is_invisible(char))
    whole = "".join(_REPLACEMENT if "\ud800" <= char <= "\udfff" else char for char in shown)
    return unicodedata.normalize("NFC", whole)


def one_line(text: str) -> str:
    """The visible text on one line: every run of blanks, line ends and control characters is one blank."""
    return _BLANKS.sub(" ", visible(text)).strip()


def split_lines(text: str) -> list[str]:
    """The lines of a text, whatever marks their ends."""
    return _LINE_ENDS.split(text)


def folded(text: str) -> str:
    """The text for comparison: one line, lower case, no accents."""
    line = one_line(text)
    if line.isascii():
        return line.lower()
    plain = unicodedata.normalize("NFKD", line.casefold())
    if _USUAL.fullmatch(line):
        return _USUAL_MARKS.sub("", plain)
    return "".join(char for char in plain if char.isascii() or not _is_mark(char))


def words_of(text: str) -> str:
    """The words of a text, folded, with one blank between: what is left when layout and punctuation are gone."""
    return _short_words_of(text) if len(text) <= _SHORT else _words_of(text)


def _words_of(text: str) -> str:
    return " ".join(_WORDS.findall(folded(text)))


_short_words_of = lru_cache(maxsize=8192)(_words_of)
