"""Text made comparable and safe: one kind of blank, no invisible marks, composed letters."""

import re
import unicodedata
from functools import lru_cache

_LINE_ENDS = re.compile("\r\n|[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2800\u3164\u115f\u1160\uffa0]+")
_WORDS = re.compile(r"[^\W_]+")
_REPLACEMENT = "\ufffd"


@lru_cache(maxsize=4096)
def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or char in "\u034f\u180b\u180c\u180d\ufe0e\ufe0f"


@lru_cache(maxsize=4096)
def _is_mark(char: str) -> bool:
    return unicodedata.combining(char) != 0


def visible(text: str) -> str:
    """The text without zero-width and direction marks, in composed form (NFC), without lone surrogates."""
    if text.isascii():
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
    return "".join(char for char in plain if char.isascii() or not _is_mark(char))


def words_of(text: str) -> str:
    """The words of a text, folded, with one blank between: what is left when layout and punctuation are gone."""
    return " ".join(_WORDS.findall(folded(text)))
