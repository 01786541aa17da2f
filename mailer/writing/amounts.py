"""Money, weights, numbers and real dates as a reader of one language writes them."""

from datetime import date
from functools import lru_cache

from mailer.writing.words import Words

_WORTH = (("gp", 100), ("sp", 10), ("cp", 1))
_NBSP = "\u00a0"  # a number and its unit stay on one line


def money(cp: int, words: Words) -> str:
    """A sum in the fewest coins of gold, silver and copper: 4135 → "41 po 3 pp 5 pc"."""
    rest = abs(cp)
    coins = []
    for coin, worth in _WORTH:
        count, rest = divmod(rest, worth)
        if count:
            coins.append(f"{number(count, words.language)}{_NBSP}{words.of('money', coin)}")
    shown = " ".join(coins) or f"0{_NBSP}{words.of('money', 'gp')}"
    return f"−{shown}" if cp < 0 else shown


def is_one_coin(cp: int) -> bool:
    """Whether a sum is a single coin, of which phrases speak in the singular: "le queda 1 po"."""
    return cp in dict(_WORTH).values()


def number(value: int, language: str) -> str:
    """A whole number with the language's thousands."""
    return str(value) if -1000 < value < 1000 else _grouped(value, language)


def percent(value: int, language: str) -> str:
    """A percentage: "70 %" in Spanish, "70%" in English."""
    return f"{value}{_NBSP}%" if language == "es" else f"{value}%"


def tenths(value: int, language: str) -> str:
    """Tenths as a number with a decimal mark, without a tail of zero: 125 → "12,5"."""
    whole, rest = divmod(abs(value), 10)
    mark = "," if language == "es" else "."
    sign = "−" if value < 0 else ""
    return f"{sign}{number(whole, language)}{mark}{rest}" if rest else f"{sign}{number(whole, language)}"


@lru_cache(maxsize=512)
def _grouped(value: int, language: str) -> str:
    from babel.numbers import format_decimal  # late: most mails hold no such number

    return format_decimal(value, locale=_locale(language))


@lru_cache(maxsize=512)
def real_date(day: date, language: str, form: str = "long") -> str:
    """A real date: "miércoles, 21 de enero de 2026" (full), "21 de enero de 2026" (long), or by a pattern."""
    from babel.dates import format_date  # late: an idle run writes none

    return format_date(day, format=form, locale=_locale(language))


def clock(minute_of_day: int) -> str:
    """An hour of the day: 1380 → "23:00"."""
    return f"{minute_of_day // 60 % 24:02d}:{minute_of_day % 60:02d}"


def _locale(language: str) -> str:
    return "en_GB" if language == "en" else "es_ES"
