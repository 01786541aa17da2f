"""Plain kinds of value: text, numbers, choices, short names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from mailer.campaign.mistakes import Phrase, Reference, Spot

_SLUG = re.compile(r"[a-z0-9][a-z0-9_:-]*", re.ASCII)
_MAX_EXPONENT = 12  # of decimal numbers: enough for miles and pounds, too little to stall the arithmetic


@dataclass(frozen=True, slots=True)
class Text:
    """Text on one line, without control characters: it may come to stand in a header."""

    longest: int = 200
    shortest: int = 1
    forbidden: str = ""

    @property
    def allowed(self) -> Phrase:
        """A text of that length."""
        code = "text_without" if self.forbidden else "text"
        return Phrase(code, {"low": self.shortest, "high": self.longest, "forbidden": " ".join(self.forbidden)})

    def read(self, value: object, spot: Spot) -> Any:
        """The text without blanks around it."""
        if isinstance(value, str):
            text = value.strip()
            fits = self.shortest <= len(text) <= self.longest and text.isprintable()
            if fits and not any(mark in text for mark in self.forbidden):
                return text
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Prose:
    """Text of several lines."""

    longest: int = 4000

    @property
    def allowed(self) -> Phrase:
        """A text of that length."""
        return Phrase("text", {"low": 0, "high": self.longest})

    def read(self, value: object, spot: Spot) -> Any:
        """The text without blanks around it."""
        if isinstance(value, str):
            text = value.strip()
            if len(text) <= self.longest and all(mark.isprintable() or mark in "\n\t" for mark in text):
                return text
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    low: int = 0
    high: int = 1_000_000_000

    @property
    def allowed(self) -> Phrase:
        """A number in these limits."""
        return Phrase("whole", {"low": self.low, "high": self.high})

    def read(self, value: object, spot: Spot) -> Any:
        """The number."""
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Percent:
    """A share of a hundred: 40 or "40 %"."""

    high: int = 100

    @property
    def allowed(self) -> Phrase:
        """A percentage."""
        return Phrase("percent", {"high": self.high})

    def read(self, value: object, spot: Spot) -> Any:
        """The number before the sign."""
        if isinstance(value, str) and (found := re.fullmatch(r"(\d{1,4})\s*%?", value.strip(), re.ASCII)):
            value = int(found[1])
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.high:
            return value
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with decimals, kept exactly: in so many parts of its unit (tenths of a pound: 10)."""

    parts: int = 1  # 1: an exact fraction; otherwise a whole number of parts
    low: int = 0
    high: int = 1_000_000
    above: bool = False  # `low` itself is too little

    @property
    def allowed(self) -> Phrase:
        """A number in these limits."""
        code = "measure_above" if self.above else "measure"
        return Phrase(code, {"low": self.low, "high": self.high, "parts": self.parts})

    def read(self, value: object, spot: Spot) -> Any:
        """A Fraction, or the whole number of parts."""
        number = _exact(value)
        if number is None or not self.low <= number <= self.high or (self.above and number == self.low):
            return spot.wrong(value, self.allowed)
        if self.parts == 1:
            return number
        scaled = number * self.parts
        return scaled.numerator if scaled.denominator == 1 else spot.wrong(value, self.allowed)


def _exact(value: object) -> Fraction | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= _MAX_EXPONENT:
        return Fraction(value) if len(value.as_tuple().digits) <= _MAX_EXPONENT * 2 else None
    if isinstance(value, str) and re.fullmatch(r"\d{1,6}(/\d{1,6}|\.\d{1,6})?", value.strip(), re.ASCII):
        whole = value.strip()
        return None if re.search(r"/0+$", whole) else Fraction(whole)
    return None


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    @property
    def allowed(self) -> Phrase:
        """True or false."""
        return Phrase("flag")

    def read(self, value: object, spot: Spot) -> Any:
        """The truth value itself."""
        return value if isinstance(value, bool) else spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    options: tuple[str, ...]
    also: Mapping[str, str] = field(default_factory=dict)  # other ways to say them

    @property
    def allowed(self) -> Phrase:
        """One of these."""
        return Phrase("choice", {"options": ", ".join(self.options)})

    def read(self, value: object, spot: Spot) -> Any:
        """The word as the program knows it."""
        if not isinstance(value, str):
            return spot.wrong(value, self.allowed)
        word = value.strip().casefold()
        word = self.also.get(word, word)
        return word if word in self.options else spot.unknown(value, self.options)


@dataclass(frozen=True, slots=True)
class Slug:
    """A short name of one's own for a thing: `cripta-de-ossur`."""

    colon: bool = False  # "research:barrow"

    @property
    def allowed(self) -> Phrase:
        """Small letters, digits, - and _."""
        return Phrase("slug")

    def read(self, value: object, spot: Spot) -> Any:
        """The name."""
        if isinstance(value, str) and len(value) <= 80 and _SLUG.fullmatch(value) and (self.colon or ":" not in value):
            return value
        return spot.wrong(value, self.allowed)


@dataclass(frozen=True, slots=True)
class Ref:
    """The short name of a thing described elsewhere; checked when everything is read."""

    realm: str

    @property
    def allowed(self) -> Phrase:
        """A name known in that realm."""
        return Phrase("reference", {"realm": f"realm_{self.realm}", "hint": ""})

    def read(self, value: object, spot: Spot) -> Any:
        """The name, noted for checking."""
        if not isinstance(value, str) or not value.strip():
            return spot.wrong(value, self.allowed)
        spot.notes.references.append(Reference(spot, self.realm, value.strip()))
        return value.strip()
