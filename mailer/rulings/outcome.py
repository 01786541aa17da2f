"""What an outcome told in words brings or costs: "Nadie lo vio. +12 po +50 px", "Le roban; pierde 5 po"."""

import re
from dataclasses import dataclass
from functools import cache

from mailer.reading.orders.tokens import fold
from mailer.reading.resolve.money import coin_worth
from mailer.reading.resolve.words import words
from mailer.rulings.shapes import vocabulary


@dataclass(frozen=True, slots=True)
class Outcome:
    """The figures of an outcome."""

    gain_cp: int = 0  # negative: a loss
    xp: int = 0
    is_success: bool = True


def outcome(said: str, *, language: str) -> Outcome:
    """The figures that follow a sign or a verb of gaining or losing; all other numbers are tale."""
    gain = xp = 0
    for verb, amounts in _sentence().findall(fold(said)):
        sign = -1 if verb == "-" or verb in vocabulary()["outcome"]["down"] else 1
        for number, unit in _amount().findall(amounts):
            count = int(re.sub(r"[.,](?=\d{3}\b)", "", number).split(",")[0].split(".")[0])
            if unit in vocabulary()["figures"]["xp"]:
                xp += sign * count
            else:
                gain += sign * count * (coin_worth(unit, language=language) or 0)
    failed = tuple(vocabulary()["outcome"]["failed"])
    return Outcome(gain, xp, not fold(said).startswith(failed))


@cache
def _units() -> str:
    known = words()
    coins = {name for listed in known.coin_names.values() for name in listed} | set(known.coins)
    names = sorted({*coins, *vocabulary()["figures"]["xp"]}, key=len, reverse=True)
    return "|".join(map(re.escape, names))


@cache
def _amount() -> re.Pattern[str]:
    return re.compile(rf"(\d[\d.,]*)\s*({_units()})\b")


@cache
def _sentence() -> re.Pattern[str]:
    """A sign or a verb, and the amounts it stands for."""
    verbs = "|".join((*vocabulary()["outcome"]["up"], *vocabulary()["outcome"]["down"]))
    one = rf"\d[\d.,]*\s*(?:{_units()})\b"
    return re.compile(rf"([+-]|\b(?:{verbs})\b)\s*({one}(?:(?:\s*,\s*|\s+y\s+|\s+and\s+|\s+){one})*)")
