"""Calendars read from TOML: shipped ones by name, a campaign's own by file.

name = "Cómputo de la Comarca"
weekdays = ["lunes", "martes"]
[[months]]
name = { es = "Escarcha", en = "Hoarfrost" }
days = 30
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from mailer.campaign.files import read_toml
from mailer.campaign.game_kinds import Name, folded
from mailer.campaign.keys import Key, ListOf, MapOf, Section
from mailer.campaign.kinds import Choice, Flag, Measure, Text, Whole
from mailer.campaign.mistakes import BAD, Bad, Notes, Phrase, Spot
from mailer.resources import shipped
from rules.atlas import Label
from rules.calendar import PATTERN_WORDS, Calendar, Era, LeapRule, Moon, Season, Span
from rules.time import Day

_YEARS = Whole(-1_000_000, 1_000_000)
_LONGEST_YEAR = 100_000
_MONTH = Section(
    "calendar_months",
    (
        Key("name", Name(aliases=False), sample={"es": "Escarcha", "en": "Hoarfrost"}),
        Key("days", Whole(0, 1000), sample=30, unit="d"),
        Key("leap_days", Whole(0, 1000), 0, unit="d"),
        Key("feast", Flag(), False),
        Key("outside_week", Flag(), False),
    ),
)
_LEAP = Section(
    "calendar_leap",
    (
        Key("every", Whole(0, 100_000), 0),
        Key("except_every", Whole(0, 100_000), 0),
        Key("unless_every", Whole(0, 100_000), 0),
        Key("offset", _YEARS, 0),
    ),
)
_ERA = Section(
    "calendar_eras",
    (Key("name", Name(aliases=False), sample="d. C."), Key("first_year", _YEARS, 1), Key("backwards", Flag(), False)),
)
_SEASON = Section(
    "calendar_seasons",
    (
        Key("name", Name(aliases=False), sample="primavera"),
        Key("month", Whole(1, 1000), sample=3),
        Key("day", Whole(1, 1000), 1),
    ),
)
_MOON = Section(
    "calendar_moons",
    (
        Key("name", Name(aliases=False), sample="la luna"),
        Key("cycle", Measure(above=True, high=100_000), sample=28, unit="d"),
        Key("new_on", Measure(high=1_000_000_000), 0, unit="d"),
        Key("phases", ListOf(Name(aliases=False), 0, 64), ()),
    ),
)
_STYLES = Choice(("long", "short", "feast_long", "feast_short"))
_PATTERNS = Section("calendar_formats", (Key("es", Text(), None), Key("en", Text(), None)))
CALENDAR_FILE = Section(
    "calendar_file",
    (
        Key("name", Name(aliases=False), sample={"es": "Cómputo de la Comarca", "en": "The Count of the Marches"}),
        Key("months", ListOf(_MONTH, 1, 100), sample=[{"name": "Escarcha", "days": 30}]),
        Key("weekdays", ListOf(Name(aliases=False), 0, 100), ()),
        Key("first_weekday", Text(), None),
        Key("week_restarts", Flag(), False),
        Key("leap", _LEAP, {}),
        Key("eras", ListOf(_ERA, 0, 100), ()),
        Key("seasons", ListOf(_SEASON, 0, 100), ()),
        Key("moons", ListOf(_MOON, 0, 20), ()),
        Key("formats", MapOf(_PATTERNS, _STYLES), {}),
    ),
)


@cache
def shipped_calendars() -> tuple[str, ...]:
    """The names of the calendars that are shipped."""
    return tuple(sorted(path.stem for path in (shipped("data") / "calendars").glob("*.toml")))


def load_calendar(name: str, *, folder: Path | None = None) -> Calendar:
    """A shipped calendar by name, or one from a `.toml` file of the campaign folder; day 0 is its day 1 of year 1.

    CampaignError with all mistakes of the file.
    """
    notes = Notes()
    found = read_calendar(name, folder, notes=notes)
    notes.raise_any()
    assert found is not BAD
    return found


def read_calendar(name: str, folder: Path | None, *, notes: Notes) -> Calendar | Bad:
    """The same with its mistakes noted; BAD if there are any."""
    return _find(name, folder, Spot(notes, "campaign.toml", "calendar.use"))


def _find(name: str, folder: Path | None, spot: Spot) -> Calendar | Bad:
    if name.endswith(".toml") and folder:
        path, file = folder / name, name
    elif name in shipped_calendars():
        path, file = shipped("data") / "calendars" / f"{name}.toml", f"data/calendars/{name}.toml"
    else:
        return spot.unknown(name, shipped_calendars(), code="calendar")
    data = read_toml(path, file, spot.notes)
    if data is BAD:
        return BAD
    at = Spot(spot.notes, file)
    found = CALENDAR_FILE.read(data, at)
    return BAD if found is BAD else _build(found, at)


def _build(found: dict[str, Any], spot: Spot) -> Calendar | Bad:
    spans = tuple(
        Span(one["name"], one["days"], one["leap_days"], one["feast"], one["outside_week"]) for one in found["months"]
    )
    before = len(spot.notes.notes)
    if not 1 <= sum(span.days for span in spans) <= _LONGEST_YEAR or all(span.feast for span in spans):
        spot.at("months").wrong(found["months"], Phrase("year_length", {"high": _LONGEST_YEAR}))
    leap = _leap(found["leap"], spot.at("leap"))
    weekdays = found["weekdays"]
    first = _weekday_index(found["first_weekday"], weekdays, spot.at("first_weekday"))
    months = [span for span in spans if not span.feast]
    for n, season in enumerate(found["seasons"]):
        if season["month"] > len(months) or season["day"] > months[season["month"] - 1].length(leap=True):
            spot.at("seasons").at(n).wrong(season, Phrase("calendar_date"))
    formats = {style: _patterns(one, spot.at("formats").at(style)) for style, one in found["formats"].items()}
    if len(spot.notes.notes) > before:
        return BAD
    return Calendar(
        label=found["name"],
        spans=spans,
        weekdays=weekdays,
        first_weekday=first,
        week_restarts=found["week_restarts"],
        leap=leap,
        eras=tuple(Era(one["name"], one["first_year"], one["backwards"]) for one in found["eras"]),
        seasons=tuple(Season(one["name"], one["month"], one["day"]) for one in found["seasons"]),
        moons=tuple(_moon(one) for one in found["moons"]),
        formats=formats,
    )


def _leap(found: dict[str, int], spot: Spot) -> LeapRule:
    rule = LeapRule(**found)
    for name, of in (("except_every", "every"), ("unless_every", "except_every")):
        number, base = found[name], found[of]
        if number and (not base or number % base):
            spot.at(name).wrong(number, Phrase("multiple", {"of": base or of}))
    return rule


def _weekday_index(word: str | None, weekdays: tuple[Label, ...], spot: Spot) -> int:
    if word is None:
        return 0
    for n, label in enumerate(weekdays):
        if folded(word) in (folded(label.es), folded(label.en)):
            return n
    spot.wrong(word, Phrase("weekday", {"options": ", ".join(label.es for label in weekdays)}))
    return 0


def _moon(found: dict[str, Any]) -> Moon:
    return Moon(found["name"], Fraction(found["cycle"]), Fraction(found["new_on"]), found["phases"] or _phases())


@cache
def _phases() -> tuple[Label, ...]:
    import tomllib

    with (shipped("data") / "phases.toml").open("rb") as file:
        return tuple(Label(one["es"], one["en"]) for one in tomllib.load(file)["phases"])


def _patterns(found: dict[str, str | None], spot: Spot) -> dict[str, str]:
    """The patterns by language, each made only of words that a date has."""
    good = {language: text for language, text in found.items() if text is not None}
    for language, text in good.items():
        if not _is_pattern(text):
            spot.at(language).wrong(text, Phrase("pattern", {"options": ", ".join(sorted(PATTERN_WORDS))}))
    return good


def _is_pattern(text: str) -> bool:
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return False
    return all(name is None or (name in PATTERN_WORDS and not spec and not way) for _, name, spec, way in parts)


def anchored(calendar: Calendar, date: tuple[int, int, int], *, weekday: str, spot: Spot) -> Calendar:
    """The calendar with that date as day 0, and if asked with that day of the week on it."""
    try:
        count = calendar.count(*date)
    except ValueError:
        spot.at("date").wrong("-".join(map(str, date)), Phrase("calendar_date"))
        return calendar
    calendar = replace(calendar, anchor=count)
    if not weekday:
        return calendar
    if not calendar.weekdays or calendar.week_restarts or calendar.date_of(Day(0)).weekday is None:
        spot.at("weekday").wrong(weekday, Phrase("weekless"))
        return calendar
    wanted = _weekday_index(weekday, calendar.weekdays, spot.at("weekday"))
    now = calendar.weekdays.index(calendar.date_of(Day(0)).weekday or calendar.weekdays[0])
    many = len(calendar.weekdays)
    return replace(calendar, first_weekday=(calendar.first_weekday + wanted - now) % many)
