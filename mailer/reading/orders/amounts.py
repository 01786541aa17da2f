"""Amounts in a run of tokens: days, spans of time, money, percentages, hit points, weights, plain numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mailer.reading.orders.dates import Calendar, date_at
from mailer.reading.orders.numbers import Number, fractions, number_at
from mailer.reading.orders.tokens import Token, fold, word_set, words_of
from mailer.reading.orders.vocabulary import LANGUAGES, Phrases, vocabulary


@dataclass(slots=True)
class Amount:
    """One amount: what it is, where it stands, and what stands around it."""

    kind: str  # date money duration percent fraction hp weight length number
    i: int
    j: int
    value: dict[str, Any]
    role: str = ""  # dates: until before by from on next; durations: in for
    limit: str = ""  # max or min
    used: bool = field(default=False, compare=False)


@cache
def _units(section: str) -> dict[str, str]:
    amounts = vocabulary().amounts
    return {fold(k): v for language in LANGUAGES for k, v in amounts[language][section].items()}


@cache
def _set(section: str) -> Phrases:
    amounts = vocabulary().amounts
    return Phrases(entry for language in LANGUAGES for entry in amounts[language][section]["words"])


@cache
def _currencies(language: str) -> dict[str, str]:
    amounts = vocabulary().amounts
    other = "en" if language == "es" else "es"
    merged = {**amounts[other]["currency"], **amounts[language]["currency"]}
    return {fold(k): v for k, v in merged.items()}


@cache
def _hp() -> Phrases:
    return Phrases(
        [
            "pg",
            "pgs",
            "pv",
            "pvs",
            "hp",
            "hps",
            "hit points",
            "puntos de golpe",
            "puntos de vida",
            "de vida",
            "puntos",
            "puntitos",
            "points",
            "points of health",
            "health",
            "pdg",
            "ptos",
            "pts",
            "vida",
            "puntos de salud",
            "de hp",
            "de pg",
        ]
    )


_METAL_WORDS = ("gold", "silver", "copper", "electrum", "platinum")
_AFTER_METAL = word_set(
    "for a an each per and or to on max tops at apiece total in if but from pieces coins piece coin the of daily is as "
    "with plus not no by up"
)
_PERIODS = ("each", "day", "week", "month", "trip")


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
        return _with_periods(found)

    def _at(self, tokens: tuple[Token, ...], words: list[str], index: int) -> Amount | None:
        day = date_at(tokens, words, index, self.calendar)
        if day is not None:
            return Amount("date", index, day.end, dict(day.value), role=day.role)
        length = _set("vague_time").at(words, index)
        if length:
            value = {"offset_days": None, "date": None}
            return Amount("date", index, index + length, value, role="vague")
        parts, table = fractions()
        length = parts.at(words, index)
        if length > 1:
            part = table[tuple(words[index : index + length])]
            return Amount("fraction", index, index + length, {"fraction": round(part, 4)})
        length = _set("this_week").at(words, index)
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
        if words[index] in ("a", "an", "the", "one", "coming", "next") and index + 1 < len(words):
            return self._english_span(words, index)
        return None

    def _english_span(self, words: list[str], index: int) -> Amount | None:
        """A span counted by an article: for a week, the coming fortnight."""
        at = index + 1
        while at < len(words) and words[at] in ("coming", "next", "whole", "full", "good"):
            at += 1
        unit = _units("times").get(words[at]) if at < len(words) else None
        before = words[index - 1] if index else ""
        told = words[index] in ("a", "an", "one") and before in (
            "spends",
            "spend",
            "spending",
            "take",
            "stays",
            "stay",
            "rests",
            "rest",
            "for",
            "in",
            "about",
            "takes",
            "within",
            "over",
            "of",
            "",
            ",",
            "(",
            "-",
            ":",
            "another",
            "up",
        )
        fortnight = at < len(words) and words[at] == "fortnight"
        if unit is None or not (
            told or fortnight or (at > index + 1 and words[index] == "the" and words[at] != "week")
        ):
            return None
        return self._span(words, index, at + 1, 1, unit)

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
                return self._limited(words, Amount("percent", index, at + 1, {"pct": number.value}))
            if (
                words[at] in ("percent", "pct")
                or words[at : at + 2] == ["por", "ciento"]
                or words[at : at + 2] == ["per", "cent"]
            ):
                end = at + 1 if words[at] in ("percent", "pct") else at + 2
                return self._limited(words, Amount("percent", index, end, {"pct": number.value}))
            for read in (self._money, self._time, self._weight):
                amount = read(words, index, at, number)
                if amount is not None:
                    return amount
            length = _hp().at(words, at)
            if length:
                return Amount("hp", index, at + length, {"hp": number.value})
        plain = self._limited(
            words, Amount("number", index, number.end, {"n": number.value, "grouped": number.grouped})
        )
        bare = (
            at >= len(words)
            or not (words[at].isalpha() and len(words[at]) > 1)
            or words[at] in ("y", "and", "po", "or", "o", "como", "max", "tops", "each", "cada", "por")
        )
        shared = index > 0 and words[index - 1] in ("cada", "each", "por")
        if plain.limit and bare and self.currency and not shared:
            value = {"amount": number.value, "currency": self.currency, "carried": True}
            return Amount("money", plain.i, plain.j, value, limit=plain.limit)
        return Amount("number", index, number.end, plain.value)

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
        return self._limited(words, Amount("money", index, at, {"amount": number.value, "currency": currency}))

    def _time(self, words: list[str], index: int, at: int, number: Number) -> Amount | None:
        unit = _units("times").get(words[at])
        if unit is None:
            return None
        return self._span(words, index, at + 1, number.value, unit)

    def _span(self, words: list[str], index: int, end: int, count: float, unit: str) -> Amount | None:
        name, each = unit.split(":")
        days = int(count * int(each))
        value: dict[str, Any] = {"n": int(count) if count == int(count) else count, "unit": name, "days": days}
        if name in ("hour", "turn"):
            value["days"] = 0
        start = index
        length = _set("approx").ends_at(words, start)
        if length:
            value["approx"] = True
            start -= length
        if end < len(words) and words[end : end + 2] == ["or", "so"]:
            value["approx"], end = True, end + 2
        if words[index : index + 1] and (words[index + 1 : index + 2] or [""])[0] in ("o", "u", "or"):
            value["approx"] = True
        length = _set("minimum").ends_at(words, start)
        if length:
            value["minimum"] = True
            start -= length
        role = ""
        if start and words[start - 1] in ("en", "in", "within"):
            role, start = "in", start - 1
        elif start > 1 and words[start - 2 : start] == ["dentro", "de"]:
            role, start = "in", start - 2
        elif start and words[start - 1] in ("por", "durante", "for", "during", "over", "x"):
            start -= 1
        elif start > 1 and words[start - 2 : start] in (
            ["for", "the"],
            ["over", "the"],
            ["durante", "los"],
            ["durante", "las"],
            ["for", "about"],
        ):
            start -= 2
        if words[end : end + 2] == ["from", "now"]:
            role, end = "in", end + 2
        elif (
            words[end : end + 1] == ["later"]
            or words[end : end + 2] == ["mas", "tarde"]
            or words[end : end + 1] == ["despues"]
        ):
            role, end = "later", end + (2 if words[end] == "mas" else 1)
        elif words[end : end + 1] == ["ago"] or (start and words[start - 1] == "hace"):
            role = "ago"
        limit = "max" if start and vocabulary().phrases["slots.ceiling"].ends_at(words, start) else ""
        start -= vocabulary().phrases["slots.ceiling"].ends_at(words, start) if limit else 0
        length = vocabulary().phrases["slots.ceiling"].at(words, end) if end < len(words) else 0
        return Amount("duration", start, end + length, value, role=role, limit=limit)

    def _weight(self, words: list[str], index: int, at: int, number: Number) -> Amount | None:
        unit = _units("units").get(words[at])
        if unit is None or (words[at] == "pies" and self.language == "en"):
            return None
        kind = "weight" if unit in ("kg", "lb") else "length" if unit in ("m", "ft", "yard") else ""
        if not kind:
            return None
        return Amount(kind, index, at + 1, {"amount": number.value, "unit": unit})

    def _limited(self, words: list[str], amount: Amount) -> Amount:
        """The amount with the words that make it a ceiling or a floor."""
        phrases = vocabulary().phrases
        refused = _refused_below(words, amount)
        if refused is not None:
            amount.i, amount.j = refused
            amount.limit = "min"
            return amount
        for limit, section in (("max", "slots.ceiling"), ("min", "slots.floor")):
            start = amount.i
            while (
                start
                and not phrases[section].ends_at(words, start)
                and words[start - 1]
                in (
                    "a",
                    "por",
                    "en",
                    "for",
                    "at",
                    "de",
                    "los",
                    "las",
                    "the",
                    "unos",
                    "unas",
                    ":",
                    "=",
                    "of",
                    "is",
                    "about",
                    "(",
                    "solo",
                )
            ):
                start -= 1
            length = phrases[section].ends_at(words, start)
            if length:
                denied = limit == "min" and {"no", "not", "don't", "won't"} & set(
                    words[max(start - length - 3, 0) : start - length]
                )
                amount.i, amount.limit = start - length, "max" if denied else limit
                break
            length = phrases[section].at(words, amount.j) if amount.j < len(words) else 0
            if length:
                amount.j, amount.limit = amount.j + length, limit
                break
        return amount


_BELOW = (["por", "menos", "de"], ["for", "less", "than"], ["menos", "de"], ["less", "than"], ["for", "under"])
_NEVER = frozenset({"no", "nada", "ni", "nothing", "not", "nope", "nanay"})


def _refused_below(words: list[str], amount: Amount) -> tuple[int, int] | None:
    """The range of a sum below which nothing is wanted: por menos de 6 po no lo largues; por menos de 12 po nada."""
    for opener in (
        ["por", "menos", "de"],
        ["for", "less", "than"],
        ["menos", "de"],
        ["less", "than"],
        ["for", "under"],
    ):
        start = amount.i - len(opener)
        if start < 0 or words[start : amount.i] != opener:
            continue
        end = amount.j + (words[amount.j : amount.j + 1] == [","])
        return (start, end + 1) if words[end : end + 1] and words[end] in _NEVER else None
    return None


def _with_periods(amounts: list[Amount]) -> list[Amount]:
    return amounts


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


def words_in(amounts: Sequence[Amount], index: int) -> Amount | None:
    """The amount that covers a token."""
    for amount in amounts:
        if amount.i <= index < amount.j:
            return amount
    return None


def fraction_words() -> Mapping[tuple[str, ...], float]:
    """The table of fractions."""
    return fractions()[1]


__all__ = ["Amount", "Scanner", "fraction_words", "per_at", "words_in", "words_of"]
