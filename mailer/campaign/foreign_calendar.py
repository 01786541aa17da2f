"""A calendar of another program on its way into ours: what its readers fill in, whichever program it was."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

_PLACES = Decimal("0.000001")
_LONGEST = 80  # letters of a name

Raw = Mapping[str, Any]


class ForeignError(ValueError):
    """What is no calendar we can read; `code` is a word of `data/imports.toml`."""

    def __init__(self, code: str, **args: str) -> None:
        super().__init__(code)
        self.code, self.words = code, args


@dataclass(slots=True)
class Imported:
    """A calendar on its way into ours."""

    name: str
    months: list[dict[str, Any]] = field(default_factory=list)
    weekdays: list[str] = field(default_factory=list)
    first_weekday: tuple[int, int] = (0, 1)  # index of the weekday of day 1 of which year
    week_restarts: bool = False
    leap: dict[str, int] = field(default_factory=dict)
    eras: list[dict[str, Any]] = field(default_factory=list)
    seasons: list[dict[str, Any]] = field(default_factory=list)
    moons: list[dict[str, Any]] = field(default_factory=list)
    # moon → cycle and its first new moon: year, index of the span, day from 1, and days to add
    new_moons: dict[str, tuple[int, int, int, Decimal]] = field(default_factory=dict)
    today: tuple[int, int, int] | None = None  # year, index of the span, day from 1
    lost: list[tuple[str, dict[str, str]]] = field(default_factory=list)  # code and words of what stays behind

    def leave(self, code: str, **words: str) -> None:
        """Note what could not be brought along."""
        self.lost.append((code, words))


def called(name: object) -> str:
    """A name on one line, not too long, and a dash where there is none."""
    return " ".join(str(name or "").split())[:_LONGEST].strip() or "—"


def count(value: object, default: int = 0) -> int:
    """A whole number, and what is usual where none was filled in."""
    return int(str(value)) if value not in (None, "") else default


def season(found: Imported, name: str, at: int, day: int) -> dict[str, Any]:
    """A season's first day by our count of months: one that begins on a feast begins with the month after it."""
    while at < len(found.months) and found.months[at].get("feast"):
        at, day = at + 1, 1
    at = at if at < len(found.months) else 0
    return {"name": name, "month": month_number(found, at), "day": min(day, found.months[at]["days"])}


def month_number(found: Imported, at: int) -> int:
    """The how-manieth month a span is, feasts aside."""
    return sum(not one.get("feast") for one in found.months[: at + 1])


def rounded(number: Decimal) -> Decimal | int:
    """To a millionth of a day, whole where it is whole."""
    short = number.quantize(_PLACES).normalize()
    return int(short) if short == short.to_integral_value() else short
