"""Money slots in copper pieces."""

from fractions import Fraction

from mailer.reading.resolve.names import folded
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.words import words

DAYS_OF = {"day": 1, "week": 7, "month": 30}  # unit: days; source: the guide's own count


def copper(money: Slots, *, language: str) -> int | None:
    """An amount in cp, rounded down; None where it is none, is negative or names no coin we know.

    The reading gives cp, sp, ep, gp and plat; a bare `pp` is silver in Spanish and platinum in English.
    """
    amount = money.part("amount")
    worth = coin_worth(money.text("currency"), language=language)
    if amount is None or worth is None or amount < 0:
        return None
    return int(amount * worth)


def coin_worth(coin: str, *, language: str) -> int | None:
    """What one of these coins is worth in cp."""
    known = words()
    name = known.coin_names.get(language, {}).get(folded(coin), folded(coin))
    if name not in known.coins:
        others = (names.get(name) for names in known.coin_names.values())
        name = next((found for found in others if found), name)
    return known.coins.get(name)


def wage_a_day(pay: Slots, *, language: str, days: int | None) -> int | None:
    """A wage in cp a day, rounded down; a wage for the whole trip needs to know how long it is."""
    total = copper(pay, language=language)
    per = pay.text("per") or "day"
    length = days if per in {"trip", "total"} else DAYS_OF.get(per)
    return None if total is None or not length else int(Fraction(total, length))
