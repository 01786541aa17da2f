"""Kinds of value that belong to the game: money, dice, hit dice, names in two languages, classes, goods.

price = "3 po 5 pp"        hit_dice = "3+1"       number = "2d4+1"
name = "Cripta de Ossur"   name = { es = "Tumba", en = "Barrow", aliases = ["el túmulo"] }
class = "fighter 3"        goods = ["sword_long", "6 torch", { label = "mapa", worth = "5 po" }]
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from mailer.campaign.keys import Key, ListOf, Section
from mailer.campaign.kinds import Text
from mailer.campaign.mistakes import BAD, Phrase, Spot
from mailer.resources import shipped
from rules.atlas import Label

_AMOUNT = re.compile(r"(\d{1,9})\s*([a-z]{2,4})", re.ASCII)
_DICE = re.compile(r"(?:(\d{1,3})?d(\d{1,4})([+-]\d{1,4})?|(\d{1,4}))", re.ASCII)
_HIT_DICE = re.compile(r"(\d{1,3})(?:[+-]\d{1,2})?|1/2|(\d)d(\d{1,2})\s*hp|(\d{1,2})\s*hp", re.ASCII)
_CLASS = re.compile(r"([\w áéíóúñü-]+?)\s+(\d{1,2})")
_GOOD = re.compile(r"(?:(\d{1,5})\s*x?\s+)?(.+?)(?:\s*[x×]\s*(\d{1,5}))?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Money:
    """A sum: "3 po 5 pp", "12 gp", { gp = 3, sp = 5 } or a plain number of copper pieces."""

    high: int = 1_000_000_000
    signed: bool = False

    @property
    def allowed(self) -> Phrase:
        """A sum of money."""
        return Phrase("money")

    def read(self, value: object, spot: Spot) -> Any:
        """Copper pieces. A lone "pp" is silver in a Spanish campaign and platinum in an English one."""
        found = copper(value, language=spot.notes.language, signed=self.signed)
        return found if found is not None and abs(found) <= self.high else spot.wrong(value, self.allowed)


@cache
def _coins() -> Mapping[str, Any]:
    """`data/ogl/money.toml`."""
    import tomllib

    with (shipped("data") / "ogl" / "money.toml").open("rb") as file:
        return tomllib.load(file)


def copper(value: object, *, language: str, signed: bool = False) -> int | None:
    """The sum in copper pieces; None if it cannot be understood."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if value >= 0 or signed else None
    if isinstance(value, dict):
        worth: dict[str, int] = _coins()["in_cp"]
        counts: list[tuple[int, str]] = [(value[coin], coin) for coin in value if coin in worth]
        if len(counts) != len(value) or not all(type(count) is int and 0 <= count < 10**9 for count, _ in counts):
            return None
        return sum(count * worth[coin] for count, coin in counts)
    return _copper_text(value, language, signed) if isinstance(value, str) else None


def _copper_text(value: str, language: str, signed: bool) -> int | None:
    text = value.strip().casefold()
    sign = -1 if signed and text.startswith("-") else 1
    text = text.removeprefix("-").strip() if signed else text
    amounts = _AMOUNT.findall(text)
    if not amounts or re.sub(r"[\s,+y]|and", "", _AMOUNT.sub("", text)):
        return None
    coins = _coins()
    units = {unit for _, unit in amounts}
    spanish = bool(units & coins["es"].keys()) or (language == "es" and not units & coins["en"].keys())
    names = {**coins["es"], **coins["en"], "pp": "sp" if spanish else "pp"}
    if not units <= names.keys():
        return None
    worth: dict[str, int] = coins["in_cp"]
    return sign * sum(int(count) * worth[names[unit]] for count, unit in amounts)


@dataclass(frozen=True, slots=True)
class DiceText:
    """How many, by dice: "2", "1d6", "2d4+1"."""

    @property
    def allowed(self) -> Phrase:
        """Dice as text."""
        return Phrase("dice")

    def read(self, value: object, spot: Spot) -> Any:
        """The text, sure to give 1 or more on every throw."""
        text = str(value) if type(value) is int and 0 < value < 10_000 else value
        if isinstance(text, str) and least(text.replace(" ", "")) >= 1:
            return text.replace(" ", "")
        return spot.wrong(value, self.allowed)


def least(dice: str) -> int:
    """The smallest sum these dice can give; 0 if they cannot be read."""
    found = _DICE.fullmatch(dice)
    if not found:
        return 0
    count, sides, plus, plain = found.groups()
    if plain:
        return int(plain)
    return int(count or 1) + int(plus or 0) if int(sides) >= 1 and int(count or 1) <= 100 else 0


@dataclass(frozen=True, slots=True)
class HitDice:
    """Hit dice as printed: 2, "3+1", "1-1", "1/2", "1d6 hp"."""

    @property
    def allowed(self) -> Phrase:
        """Hit dice."""
        return Phrase("hit_dice")

    def read(self, value: object, spot: Spot) -> Any:
        """The text, without blanks around it."""
        text = str(value) if type(value) is int and 0 < value < 1000 else value
        if isinstance(text, str) and counted(text.strip()):
            return text.strip()
        return spot.wrong(value, self.allowed)


def counted(hit_dice: str) -> Fraction:
    """What they count in a survival check, without the "+n"; 0 if they cannot be read. Source: R21, A12."""
    found = _HIT_DICE.fullmatch(hit_dice)
    if not found:
        return Fraction(0)
    whole, count, sides, points = found.groups()
    if whole:
        return Fraction(int(whole))
    if sides:
        return Fraction(int(count)) if int(sides) > 4 else Fraction(int(count), 2)
    return Fraction(0) if points and not int(points) else Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing is called: one text for both languages, or { es, en, aliases }."""

    aliases: bool = True

    @property
    def allowed(self) -> Phrase:
        """A name, or a table of names."""
        return Phrase("name")

    def read(self, value: object, spot: Spot) -> Any:
        """The Label; a language that is missing takes the other's name."""
        if isinstance(value, str):
            text = Text().read(value, spot)
            return BAD if text is BAD else Label(text, text)
        if not isinstance(value, dict) or not ("es" in value or "en" in value):
            return spot.wrong(value, self.allowed)
        found = _NAMES.read(value, spot)
        if found is BAD:
            return BAD
        return Label(found["es"] or found["en"], found["en"] or found["es"], found["aliases"])


_NAMES = Section("name", (Key("es", Text(400), None), Key("en", Text(400), None), Key("aliases", ListOf(Text()), ())))


@dataclass(frozen=True, slots=True)
class Classes:
    """Class and level: "fighter 3"; several for the multi-classed: ["fighter 2", "thief 3"]."""

    @property
    def allowed(self) -> Phrase:
        """Class and level."""
        return Phrase("classes")

    def read(self, value: object, spot: Spot) -> Any:
        """Pairs of class, as written, and level; the class is looked up when the tables are known."""
        parts = re.split(r"\s*[/,]\s*", value) if isinstance(value, str) else value
        if not isinstance(parts, list) or not 1 <= len(parts) <= 4:
            return spot.wrong(value, self.allowed)
        found = [_CLASS.fullmatch(part.strip()) if isinstance(part, str) and len(part) < 80 else None for part in parts]
        if not all(found):
            return spot.wrong(value, self.allowed)
        return tuple((one[1].strip(), int(one[2])) for one in found if one)


@dataclass(frozen=True, slots=True)
class Spells:
    """Memorised spells by level: { 1 = ["Dormir", "Escudo"], 2 = ["Invisibilidad"] }."""

    @property
    def allowed(self) -> Phrase:
        """A table by spell level."""
        return Phrase("spells")

    def read(self, value: object, spot: Spot) -> Any:
        """Pairs of level and name; the same name twice is two spells."""
        if not isinstance(value, dict) or not all(re.fullmatch("[1-9]", level) for level in value):
            return spot.wrong(value, self.allowed)
        found = {level: ListOf(Text(80), at_most=50).read(names, spot.at(level)) for level, names in value.items()}
        if any(names is BAD for names in found.values()):
            return BAD
        return tuple((int(level), name) for level in sorted(found) for name in found[level])


@dataclass(frozen=True, slots=True)
class Goods:
    """Things carried: "sword_long", "6 torch", "antorcha x6", or a table for a thing in no list."""

    own: Section

    @property
    def allowed(self) -> Phrase:
        """A thing, or a table for a thing of one's own."""
        return Phrase("goods")

    def read(self, value: object, spot: Spot) -> Any:
        """Quantity and words of a thing to look up, or the dict of a thing of one's own."""
        if isinstance(value, dict):
            return self.own.read(value, spot)
        found = _GOOD.fullmatch(value.strip()) if isinstance(value, str) and len(value) < 200 else None
        if not found or not found[2].isprintable():
            return spot.wrong(value, self.allowed)
        quantity = int(found[1] or found[3] or 1)
        return (quantity, found[2].strip()) if quantity else spot.wrong(value, self.allowed)


@cache
def folded(text: str) -> str:
    """The text as names are compared: without case, accents or doubled blanks."""
    from unicodedata import combining, normalize

    bare = "".join(mark for mark in normalize("NFKD", text.casefold()) if not combining(mark))
    return " ".join(bare.split())
