"""Lines matched against the shapes of `data/rulings.toml`: which kind of ruling, and which words fill its slots.

    next(shapes().matches("Krom: 12 pg")).slots      # {"who": "Krom", "n": "12", "figure": "pg"}

A shape is a sentence with slots: `{who} (muere|ha muerto)`, `{who} : {n} {figure}`, `[el ]` for what may be left out.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mailer.reading.orders.tokens import fold
from mailer.reading.resolve.words import words
from mailer.resources import shipped

_MOST = 400  # letters of a line that is tried at all
_PARTS = re.compile(r"\{(\w+)\}|(\[ ?)|( ?\])|([(|)])|(\s*[:;,]\s*)|(\s+)|(.)")
_QUOTED = re.compile(r"[«\"“'](.+)[»\"”']")


@dataclass(frozen=True, slots=True)
class Match:
    """A line as one kind of ruling; slots hold the words as they were written."""

    kind: str
    slots: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes of one section, ready to match, in the order of the file."""

    kinds: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]

    def matches(self, line: str) -> Iterator[Match]:
        """Every way to read a line, likeliest first."""
        whole = " ".join(line.split()).lstrip("¿¡ ")
        folded = fold(whole.rstrip(" .!?"))
        if not folded or len(folded) > _MOST:
            return
        for kind, patterns in self.kinds:
            for pattern in patterns:
                found = pattern.fullmatch(folded)
                if found:
                    spans = {name: found.span(name) for name in found.groupdict() if found.start(name) >= 0}
                    if "words" in spans:  # told as they stand, with the full stop
                        spans["words"] = (spans["words"][0], len(whole))
                    yield Match(kind, {name: bare(whole[start:end]) for name, (start, end) in spans.items()})


def bare(text: str) -> str:
    """The words without the quotation marks around them."""
    found = _QUOTED.fullmatch(text.strip())
    return (found[1] if found else text).strip()


@cache
def vocabulary() -> Mapping[str, Any]:
    """All of the file, read once."""
    return tomllib.loads((shipped("data") / "rulings.toml").read_text("utf-8"))


@cache
def shapes() -> Shapes:
    """The shapes of rulings."""
    return _compiled("shapes")


@cache
def questions() -> Shapes:
    """The shapes of questions that need the ledger."""
    return _compiled("questions")


@cache
def forecasts() -> Shapes:
    """The shapes of a DM's question about what may come."""
    return _compiled("forecasts")


@cache
def reminders() -> Shapes:
    """The shapes of wanting to be reminded before the day closes."""
    return _compiled("reminders")


@cache
def speakers() -> Shapes:
    """The shapes of naming a spokesperson."""
    return _compiled("speakers")


@cache
def proposals() -> Shapes:
    """The shapes of taking up what somebody proposed."""
    return _compiled("proposals")


@cache
def unions() -> Shapes:
    """The shapes of wanting to be one with another party."""
    return _compiled("unions")


@cache
def links() -> Shapes:
    """The shapes of wanting to write by chat, or no more."""
    return _compiled("links")


def _compiled(section: str) -> Shapes:
    said = vocabulary()[section]
    return Shapes(
        tuple((kind, tuple(_pattern(one) for one in (*both["es"], *both["en"]))) for kind, both in said.items())
    )


def _pattern(shape: str) -> re.Pattern[str]:
    """A shape as an expression on folded text."""
    return re.compile("".join(_part(found) for found in _PARTS.finditer(shape)).replace(r"(?#number)\s+", r"\s*"))


def _part(found: re.Match[str]) -> str:
    slot, opens, closes, sign, mark, blank, other = found.groups()
    if slot:
        return f"(?P<{slot}>{_slot(slot)})" + ("(?#number)" if slot in ("n", "n2") else "")  # "12pg" is 12 pg
    if opens:
        return r"(?:\s*" if opens.endswith(" ") else "(?:"
    if closes:
        return r"\s*)?" if closes.startswith(" ") else ")?"
    if sign:
        return "(?:" if sign == "(" else sign
    if mark:
        return rf"\s*{re.escape(mark.strip())}\s*"
    if blank:
        return r"\s+"
    return re.escape(fold(other))


def _slot(name: str) -> str:
    """What may fill a slot."""
    match name:
        case "n" | "n2":
            return r"\d{1,7}|[a-z]{2,14}"
        case "figure":
            return "|".join(re.escape(word) for listed in vocabulary()["figures"].values() for word in listed)
        case "coins":
            return _coins()
        case "address":  # as mail programs write it, perhaps with a link behind
            return r"[^\s:;@]+@[^\s:;]+(?:\s?<[^\s;]+>)?"
        case "words":
            return ".+"
        case _:
            return "[^:;]{1,120}?"


def _coins() -> str:
    """Amounts of coins one after another: "12 po 4 pp", "12 po y 4 pp"."""
    known = words()
    names = {name for listed in known.coin_names.values() for name in listed} | set(known.coins)
    coin = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    one = rf"\d[\d.,]*\s*(?:{coin})"
    return rf"{one}(?:(?:\s*,\s*|\s+y\s+|\s+and\s+|\s+){one})*"
