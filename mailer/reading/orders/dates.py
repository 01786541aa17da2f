"""Days as people write them, counted from the day the letter was sent.

`mañana`, `el viernes`, `hasta el 20`, `de hoy en ocho`, `del 3 al 9`, `by Sunday at the latest`, `3/20`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from mailer.reading.orders.numbers import digits, number_at
from mailer.reading.orders.tokens import Token, fold, words_of
from mailer.reading.orders.vocabulary import LANGUAGES, Phrases, vocabulary

_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Found(NamedTuple):
    """A day, the words that name it and the role its preposition gives it."""

    end: int
    value: dict[str, Any]
    role: str


@dataclass(slots=True)
class Calendar:
    """The day of the letter and the day last spoken of."""

    sent: date
    month_first: bool = False  # English of the United States
    last: date | None = None

    def value(self, day: date, **more: Any) -> dict[str, Any]:
        """The slot for a day."""
        self.last = day
        return {**more, "offset_days": (day - self.sent).days, "date": day.isoformat()}

    def weekday(self, number: int, weeks: int = 0) -> dict[str, Any]:
        """The first such weekday strictly after the day of the letter, and weeks later."""
        ahead = (number - self.sent.weekday() - 1) % 7 + 1 + 7 * weeks
        return self.value(self.sent + timedelta(days=ahead), weekday=_NAMES[number])

    def numbered(self, number: int) -> dict[str, Any] | None:
        """The next day of a month with that number, the day of the letter included."""
        for months in range(13):
            month = self.sent.month - 1 + months
            try:
                day = date(self.sent.year + month // 12, month % 12 + 1, number)
            except ValueError:
                continue
            if day >= self.sent:
                return self.value(day)
        return None

    def dated(self, number: int, month: int, year: int | None = None) -> dict[str, Any] | None:
        """A day of a month; without a year the one nearest ahead."""
        try:
            day = date(year or self.sent.year, month, number)
        except ValueError:
            return None
        if year is None and day < self.sent - timedelta(days=60):
            day = day.replace(year=day.year + 1) if (day.month, day.day) != (2, 29) else day
        return self.value(day)


@cache
def _table(section: str) -> dict[tuple[str, ...], int]:
    amounts = vocabulary().amounts
    return {words_of(k): v for language in LANGUAGES for k, v in amounts[language][section].items()}


@cache
def _phrases(section: str) -> Phrases:
    return Phrases(" ".join(key) for key in _table(section))


@cache
def _listed(section: str) -> Phrases:
    amounts = vocabulary().amounts
    return Phrases(entry for language in LANGUAGES for entry in amounts[language][section]["words"])


@cache
def _roles() -> tuple[tuple[str, Phrases], ...]:
    amounts = vocabulary().amounts
    names = ("until", "before", "by", "from", "on")
    return tuple((n, Phrases(e for lang in LANGUAGES for e in amounts[lang]["roles"][n])) for n in names)


@cache
def _months() -> dict[str, int]:
    return {key[0]: value for key, value in _table("months").items()}


@cache
def _weekdays() -> dict[str, int]:
    return {key[0]: value for key, value in _table("weekdays").items()}


@cache
def _starters() -> frozenset[str]:
    """Every word a day may begin with, to be quick."""
    found = {key[0] for section in ("weekdays", "short_weekdays", "months", "days") for key in _table(section)}
    for section in ("next_day", "next_week", "weekend"):
        for language in LANGUAGES:
            found |= {words_of(entry)[0] for entry in vocabulary().amounts[language][section]["words"]}
    for _, phrases in _roles():
        found |= set(phrases.firsts())
    return frozenset(found | {"en", "in", "dentro", "dia", "the", "within", "campaign"})


def date_at(tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar) -> Found | None:
    """The day named from a token on, with the preposition that gives it its role."""
    word = words[index]
    if word not in _starters() and tokens[index].kind != "n" and not _slip(word):
        return None
    for role, length in _prefixes(words, index):
        found = _core(tokens, words, index + length, calendar, articled=length > 0)
        if found is not None:
            end, value = found
            tail = words[end : end + 3] == ["at", "the", "latest"] or words[end : end + 2] in (
                ["como", "tarde"],
                ["a", "mas"],
            )
            if words[end : end + 3] in (["at", "the", "latest"], ["a", "mas", "tardar"], ["como", "muy", "tarde"]):
                end, tail = end + 3, True
            return Found(end, value, _LATEST.get(role, role) if tail else role)
    found = _core(tokens, words, index, calendar, articled=False)
    return Found(found[0], found[1], "on") if found else None


_LATEST = {"before": "until", "on": "before"}  # what "at the latest" makes of a day


def _prefixes(words: list[str], index: int) -> Iterator[tuple[str, int]]:
    options = [(role, phrases.at(words, index)) for role, phrases in _roles()]
    for role, length in sorted(options, key=lambda one: -one[1]):
        if not length:
            continue
        yield role, length
        after = index + length
        if after < len(words) and words[after] in ("el", "la", "this", "the", "este", "next", "on"):
            yield role, length + 1


def _slip(word: str) -> str | None:
    """A misspelt weekday or tomorrow: sabdao, mañaan."""
    return _slips().get(word)


@cache
def _slips() -> dict[str, str]:
    """Every swap of two neighbouring letters and every lost letter in the longer names of days."""
    found: dict[str, str] = {}
    known = {*(key for key in _weekdays()), "manana", "tomorrow"}
    for word in known:
        if len(word) < 5:
            continue
        swaps = {word[:k] + word[k + 1] + word[k] + word[k + 2 :] for k in range(len(word) - 1)}
        drops = {word[:k] + word[k + 1 :] for k in range(1, len(word))}
        doubles = {word[:k] + word[k] + word[k:] for k in range(len(word))}
        for slip in (swaps | drops | doubles) - known:
            found[slip] = word
    for ordinary in ("maana", "lune", "mart", "fiday"):
        found.pop(ordinary, None)
    return found


def _core(
    tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar, *, articled: bool
) -> tuple[int, dict[str, Any]] | None:
    if index >= len(words):
        return None
    for read in (_idiom, _weekday, _month_day, _offset, _week):
        found = read(tokens, words, index, calendar)
        if found is not None:
            return _with_part(words, found[0]), found[1]
    return _number_day(tokens, words, index, calendar, articled)


def _with_part(words: list[str], end: int) -> int:
    length = _listed("day_parts").at(words, end) if end < len(words) else 0
    if not length and words[end : end + 1] == [","] and end + 1 < len(words):
        length = _listed("day_parts").at(words, end + 1)
        length = length + 1 if length else 0
    if length:
        return _with_part(words, end + length)
    return end


def _idiom(
    tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar
) -> tuple[int, dict[str, Any]] | None:
    slip = _slip(words[index])
    if slip in ("manana", "tomorrow"):
        words = [*words[:index], slip, *words[index + 1 :]]
    if words[index] == "pasado" and index + 1 < len(words) and _slip(words[index + 1]) == "manana":
        return index + 2, calendar.value(calendar.sent + timedelta(days=2))
    length = _phrases("days").at(words, index)
    if length:
        bare = words[index : index + length] == ["manana"]
        if bare and index and words[index - 1] in ("la", "cada", "las"):
            return None
        days = _table("days")[tuple(words[index : index + length])]
        return index + length, calendar.value(calendar.sent + timedelta(days=days))
    length = _listed("next_day").at(words, index)
    if length:
        base = calendar.last or calendar.sent
        return index + length, calendar.value(base + timedelta(days=1))
    return None


def _weekday(
    tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar
) -> tuple[int, dict[str, Any]] | None:
    word = words[index]
    number = _weekdays().get(word)
    if number is None:
        number = _weekdays().get(_slip(word) or "")
    if number is None:
        short = _table("short_weekdays").get((word,))
        dotted = index + 1 < len(words) and words[index + 1] in (".", ":")
        before = index and words[index - 1] in ("el", "on", "this", "hasta", "until")
        if short is None or not (before or (tokens[index].text[0].isupper() and dotted)):
            return None
        number = short
    if words[index + 1 : index + 2] == ["pasado"] or (index and words[index - 1] in ("last", "pasado")):
        return None
    end = index + 1
    length = _listed("week_after").at(words, end) if end < len(words) else 0
    weeks = 1 if length else 0
    if index > 2 and words[index - 3 : index] == ["a", "week", "on"]:
        weeks = 1
    return end + length, calendar.weekday(number, weeks)


def _month_day(
    tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar
) -> tuple[int, dict[str, Any]] | None:
    token = tokens[index]
    if token.kind == "n" and ("-" in token.text or "/" in token.text):
        value = _written(token.text, calendar)
        return (index + 1, value) if value else None
    if token.kind == "n":
        number = digits(token.text)
        at = index + 1
        if at < len(words) and words[at] in ("de", "of"):
            at += 1
        month = _months().get(words[at]) if at < len(words) else None
        if (month and isinstance(number, int) and words[at] != "may") or (month and at > index + 1):
            value = calendar.dated(int(number or 0), month)
            return (at + 1, value) if value else None
        return None
    month = _months().get(words[index])
    if month and index + 1 < len(words) and tokens[index + 1].kind == "n":
        number = digits(tokens[index + 1].text)
        if isinstance(number, int) and number <= 31:
            value = calendar.dated(number, month)
            return (index + 2, value) if value else None
    return None


def _written(text: str, calendar: Calendar) -> dict[str, Any] | None:
    if "-" in text:
        try:
            return calendar.value(date.fromisoformat(text))
        except ValueError:
            return None
    parts = [int(part) for part in text.split("/")]
    first, second = parts[:2]
    year = None if len(parts) < 3 else parts[2] + (2000 if parts[2] < 100 else 0)
    day, month = (second, first) if calendar.month_first or second > 12 else (first, second)
    if month > 12:
        day, month = month, day
    value = calendar.dated(day, month, year)
    if value is not None and value["offset_days"] < 0 and year is None and day <= 12:
        return calendar.dated(month, day) or value  # written the other way round it lies ahead
    return value


def _offset(
    tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar
) -> tuple[int, dict[str, Any]] | None:
    """`dentro de tres días`; `in three days` is left to the spans of time, which may be either."""
    if words[index : index + 2] != ["dentro", "de"] or index + 2 >= len(words):
        return None
    number = number_at(tokens, words, index + 2)
    if number is None or number.end >= len(words):
        return None
    at = number.end + (1 if words[number.end] == "de" else 0)
    unit = _table("times").get((words[at],)) if at < len(words) else None
    days = int(str(unit).split(":")[1]) if unit else 0
    if not days:
        return None
    return at + 1, calendar.value(calendar.sent + timedelta(days=int(number.value * days)))


def _week(
    tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar
) -> tuple[int, dict[str, Any]] | None:
    length = _listed("next_week").at(words, index)
    if length:
        value = calendar.weekday(0)
        return index + length, {**value, "week": True}
    length = _listed("weekend").at(words, index)
    if length and not (words[index] == "weekend" and index and words[index - 1] in ("a", "every")):
        value = calendar.weekday(5)
        return index + length, value
    return None


def _number_day(
    tokens: tuple[Token, ...], words: list[str], index: int, calendar: Calendar, articled: bool
) -> tuple[int, dict[str, Any]] | None:
    at = index
    campaign = False
    if words[at] == "campaign" and words[at + 1 : at + 2] == ["day"]:
        at, campaign = at + 2, True
    elif words[at] in ("dia", "day"):
        at += 1
    if at >= len(words):
        return None
    spoken = articled and words[index - 2 : index] in (["hasta", "el"], ["antes", "del"])
    number = digits(tokens[at].text) if tokens[at].kind == "n" else _spoken_days().get(words[at]) if spoken else None
    if not isinstance(number, int):
        return None
    end = at + 1
    tails = (["de", "campana"], ["de", "la", "campana"], ["of", "the", "campaign"])
    for tail in tails:
        if words[end : end + len(tail)] == tail:
            return end + len(tail), {"campaign_day": number, "offset_days": None, "date": None}
    if campaign or (at > index and words[index] == "day"):
        return end, {"campaign_day": number, "offset_days": None, "date": None}
    ordinal = words[at][-2:] in ("st", "nd", "rd", "th")
    spanish = at > index or (articled and words[index - 1] in ("el", "del", "al", "dia", "pal"))
    if not (ordinal or spanish) or not 1 <= number <= 31 or _is_counted(tokens, words, end):
        return None
    value = calendar.numbered(number)
    return (end, value) if value else None


@cache
def _spoken_days() -> dict[str, int]:
    """Days of the month in words: hasta el quince."""
    words = vocabulary().amounts["es"]["numbers"]
    return {fold(word): int(number) for word, number in words.items() if 1 < int(number) <= 31}


def _is_counted(tokens: tuple[Token, ...], words: list[str], at: int) -> bool:
    """Whether the number counts something: a currency, unit or noun follows."""
    if at >= len(words):
        return False
    if words[at] in ("%", "por", "percent") and (words[at] != "por" or words[at + 1 : at + 2] == ["ciento"]):
        return True
    if tokens[at].kind != "w":
        return False
    return words[at] in _counted()


@cache
def _counted() -> frozenset[str]:
    amounts = vocabulary().amounts
    found = {"floor", "level", "group", "of", "one"}
    for language in LANGUAGES:
        for section in ("currency", "units", "times", "containers"):
            found |= {fold(key) for key in amounts[language][section]}
    return frozenset(found | {"pg", "hp", "pv", "puntos"})
