"""Amounts in a run of tokens: days, spans of time, money, percentages, hit points, weights, plain numbers."""

from functools import cache

from mailer.reading.orders.amount import Amount, phrases_of, units
from mailer.reading.orders.ceilings import limited
from mailer.reading.orders.dates import Calendar, date_at
from mailer.reading.orders.numbers import Number, fractions, number_at
from mailer.reading.orders.spans_of_time import counted_by_article, span_at
from mailer.reading.orders.tokens import Token, fold, word_set
from mailer.reading.orders.vocabulary import vocabulary


@cache
def _currencies(language: str) -> dict[str, str]:
    amounts = vocabulary().amounts
    other = "en" if language == "es" else "es"
    merged = {**amounts[other]["currency"], **amounts[language]["currency"]}
    return {fold(k): v for k, v in merged.items()}


_METAL_WORDS = ("gold", "silver", "copper", "electrum", "platinum")
_AFTER_METAL = word_set(
    "for a an each per and or to on max tops at apiece total in if but from pieces coins piece coin the of daily is as "
    "with plus not no by up min minimum max maximum floor ceiling flat all altogether or under"
)


class Scanner:
    """Reads the amounts of one letter; remembers the currency and the day last spoken of."""

    def __init__(self, calendar: Calendar, language: str) -> None:
        self.calendar = calendar
        self.language = language
        self.currency: str | None = None

    def scan(self, tokens: tuple[Token, ...], words: list[str], language: str | None = None) -> list[Amount]:
        """The amounts of a sentence, left to right, never overlapping."""
        if language:
            self.language = language
        found: list[Amount] = []
        index = 0
        while index < len(tokens):
            amount = self._at(tokens, words, index)
            if amount is None:
                index += 1
                continue
            if found and amount.i < found[-1].j:
                amount.i = found[-1].j
            found.append(amount)
            index = max(amount.j, index + 1)
        return found

    def _at(self, tokens: tuple[Token, ...], words: list[str], index: int) -> Amount | None:
        day = date_at(tokens, words, index, self.calendar)
        if day is not None:
            return Amount("date", index, day.end, dict(day.value), role=day.role)
        length = phrases_of("vague_time").at(words, index)
        if length:
            value = {"offset_days": None, "date": None}
            return Amount("date", index, index + length, value, role="vague")
        parts, table = fractions()
        length = parts.at(words, index)
        if length > 1:
            part = table[tuple(words[index : index + length])]
            return Amount("fraction", index, index + length, {"fraction": round(part, 4)})
        length = phrases_of("this_week").at(words, index)
        if length:
            return Amount("duration", index, index + length, {"n": 1, "unit": "week", "days": 7})
        number = number_at(tokens, words, index)
        if number is None:
            return self._without_number(words, index)
        number = self._upper(tokens, words, number)
        return self._measured(tokens, words, index, number)

    def _without_number(self, words: list[str], index: int) -> Amount | None:
        phrases, table = fractions()
        length = phrases.at(words, index)
        if length:
            key = tuple(words[index : index + length])
            return Amount("fraction", index, index + length, {"fraction": round(table[key], 4)})
        if (
            words[index] in ("a", "an")
            and index + 2 < len(words)
            and words[index + 1] in _METAL_WORDS
            and words[index + 2] in ("piece", "coin")
        ):
            self.currency = _currencies("en")[words[index + 1]]
            return Amount("money", index, index + 3, {"amount": 1, "currency": self.currency})
        if words[index] in ("a", "an", "the", "one", "coming", "next", "la", "este", "this") and index + 1 < len(words):
            return counted_by_article(words, index)
        return None

    def _upper(self, tokens: tuple[Token, ...], words: list[str], number: Number) -> Number:
        """The upper end of a range: cuatro o cinco, 3-4, entre 2 y 4, two to three."""
        at = number.end
        if at + 1 < len(words) and words[at] in ("o", "u", "or", "-", "–", "a", "to"):
            second = number_at(tokens, words, at + 1)
            if second and second.value > number.value and second.end < len(words):
                return second._replace(grouped=number.grouped)
        return number

    def _measured(self, tokens: tuple[Token, ...], words: list[str], index: int, number: Number) -> Amount | None:
        at = number.end
        if at < len(words) and words[at] in ("de", "of") and number.grouped:
            at += 1
        if at < len(words):
            if words[at] == "%":
                return limited(words, Amount("percent", index, at + 1, {"pct": number.value}))
            if (
                words[at] in ("percent", "pct")
                or words[at : at + 2] == ["por", "ciento"]
                or words[at : at + 2] == ["per", "cent"]
            ):
                end = at + 1 if words[at] in ("percent", "pct") else at + 2
                return limited(words, Amount("percent", index, end, {"pct": number.value}))
            for read in (self._money, self._time, self._weight):
                amount = read(words, index, at, number)
                if amount is not None:
                    return amount
            length = phrases_of("hit_points").at(words, at)
            if length:
                return Amount("hp", index, at + length, {"hp": number.value})
        plain = limited(words, Amount("number", index, number.end, {"n": number.value, "grouped": number.grouped}))
        if plain.j > at and not (plain.j < len(words) and words[plain.j][:1].isdigit()):
            at = plain.j  # 2 mínimo; but in "1, mín 5" the limit is that of the five
        bare = (
            at >= len(words)
            or not (words[at].isalpha() and len(words[at]) > 1)
            or words[at] in ("y", "and", "po", "or", "o", "como", "max", "tops", "each", "cada", "por")
        )
        shared = index > 0 and words[index - 1] in ("cada", "each", "por")
        if plain.limit and bare and self.currency and not shared:
            value = {"amount": number.value, "currency": self.currency, "carried": True}
            return Amount("money", plain.i, plain.j, value, limit=plain.limit)
        return Amount("number", index, number.end, plain.value, limit=plain.limit if bare and not shared else "")

    def _money(self, words: list[str], index: int, at: int, number: Number) -> Amount | None:
        start = at
        table = _currencies(self.language)
        for phrase in ("monedas de", "moneda de", "piezas de", "pieza de", "moneditas de", "de"):
            parts = phrase.split()
            if words[at : at + len(parts)] == parts:
                at += len(parts)
                break
        currency = table.get(words[at]) if at < len(words) else None
        if currency is None:
            return None
        if words[at] in _METAL_WORDS:
            after = words[at + 1] if at + 1 < len(words) else ""
            if after.isalpha() and after not in _AFTER_METAL and start == at:
                return None
        at += 1
        if at < len(words) and words[at] in ("pieces", "coins", "piece", "coin", "po"):
            at += 1
        self.currency = currency
        return limited(words, Amount("money", index, at, {"amount": number.value, "currency": currency}))

    def _time(self, words: list[str], index: int, at: int, number: Number) -> Amount | None:
        unit = units("times").get(words[at])
        if unit is None:
            return None
        return span_at(words, index, at + 1, number.value, unit)

    def _weight(self, words: list[str], index: int, at: int, number: Number) -> Amount | None:
        unit = units("units").get(words[at])
        if unit is None or (words[at] == "pies" and self.language == "en"):
            return None
        kind = "weight" if unit in ("kg", "lb") else "length" if unit in ("m", "ft", "yard") else ""
        if not kind:
            return None
        return Amount(kind, index, at + 1, {"amount": number.value, "unit": unit})


def per_at(words: list[str], index: int) -> tuple[str, int] | None:
    """The period or unit a price counts for, and how many words say so: "al día", "c/u"."""
    phrases = vocabulary().phrases
    skip = 1 if index < len(words) and words[index] in ("/", ",", "a") and index + 1 < len(words) else 0
    for at in (index, index + skip) if skip else (index,):
        if at >= len(words):
            continue
        for name in ("day", "week", "month", "trip", "each"):
            length = phrases[f"slots.{name}"].at(words, at)
            if length and (at == index or words[index] == "/" or name == "each"):
                return ("unit" if name == "each" else name), at + length - index
    return None
