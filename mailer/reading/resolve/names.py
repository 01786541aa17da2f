"""How two spellings of a name are compared: without case, accents, articles or number.

`Las Antorchas` and `antorcha` have the same key; so have `Boots, heavy` and `heavy boots`.
"""

import re
import unicodedata
from functools import lru_cache

from mailer.reading.resolve.words import words

_KEPT = 1 << 14  # names kept ready; a campaign has some thousand
_INSIDE_PARENTHESES = re.compile(r"\([^)]*\)")
_NOT_A_WORD = re.compile(r"[^0-9a-z]+")
_BEHIND = re.compile(r",|\b(?:of|with|for|per)\b", re.IGNORECASE)
_QUOTES = re.compile(r"['’`´]")
_DIMINUTIVE = re.compile(r"^(\w{3,}?)(qu|c)?it([oa]s?)$")


@lru_cache(maxsize=_KEPT)
def folded(text: str) -> str:
    """Words in lower case, without accents or punctuation, one space apart."""
    marks = unicodedata.normalize("NFKD", _QUOTES.sub("", text.casefold()))
    plain = "".join(sign for sign in marks if not unicodedata.combining(sign))
    return _NOT_A_WORD.sub(" ", plain).strip()


def stem(word: str) -> str:
    """What singular and plural share, in either language: `raciones` → `racion`, `luces`, `luz` → `luc`."""
    if len(word) <= 3 or word[-1].isdigit():
        return word
    bare = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    bare = bare[:-1] if bare.endswith("e") and len(bare) > 3 else bare
    return bare[:-1] + {"z": "c", "y": "i"}.get(bare[-1], bare[-1])


@lru_cache(maxsize=_KEPT)
def stems(text: str) -> tuple[str, ...]:
    """The words that carry a name, in order."""
    empty = words().empty
    found = tuple(stem(word) for word in folded(text).split() if word not in empty)
    return found or tuple(stem(word) for word in folded(text).split())


@lru_cache(maxsize=_KEPT)
def key(text: str) -> str:
    """One string by which equal names are equal, whatever the order of their words."""
    return " ".join(sorted(stems(text)))


def spellings(name: str) -> tuple[str, ...]:
    """The ways a name of a list may be meant: as it stands, and without what is in parentheses."""
    short = _INSIDE_PARENTHESES.sub(" ", name).strip()
    return (name, short) if short and short != name else (name,)


def undiminished(text: str) -> str:
    """The text with diminutives made plain: `antorchitas` → `antorchas`."""
    return " ".join(_DIMINUTIVE.sub(_plain_ending, word) for word in folded(text).split())


def _plain_ending(found: re.Match[str]) -> str:
    """The word without its diminutive ending."""
    return found[1] + ("c" if found[2] == "qu" else "") + found[3]


def head_es(name: str) -> str:
    """The stem of the word that says what a thing is: the first, as `cuerda` in `cuerda de seda`."""
    carried = stems(name)
    return carried[0] if carried else ""


def head_en(name: str) -> str:
    """The same in English: the last, but before any comma or preposition: `rope` in `silk rope`, `Rope, silk`."""
    carried = stems(_BEHIND.split(name, maxsplit=1)[0])
    return carried[-1] if carried else ""
