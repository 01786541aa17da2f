"""Calendars of others made into ours: the JSON that Fantasy-Calendar and Foundry's Simple Calendar export.

    {"name": …, "static_data": {"year_data": {"timespans": […], "global_week": […]}, …}, "dynamic_data": {…}}
    {"calendars": [{"name": …, "months": […], "weekdays": […], …}]}        also {"calendar": {…}}

`imported(text)` gives the tables of a calendar file and says what could not be brought along, by codes of
`data/imports.toml`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Any

from mailer.campaign.calendars import CALENDAR_FILE
from mailer.campaign.calendars import _build as build_calendar
from mailer.campaign.mistakes import BAD, Notes, Spot
from mailer.campaign.toml import literal, table
from rules.calendar import Calendar

_GREGORIAN = {"every": 4, "except_every": 100, "unless_every": 400}
_PLACES = Decimal("0.000001")

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


def imported(text: str, *, which: str = "") -> Imported:
    """The calendar in an export, whichever of the two it is; ForeignError for anything else."""
    try:
        raw = json.loads(text, parse_float=Decimal)
    except ValueError as error:
        raise ForeignError("unreadable") from error
    if not isinstance(raw, dict):
        raise ForeignError("unreadable")
    try:
        if "static_data" in raw:
            return _settled(_fantasy(raw))
        return _settled(_simple(_chosen(raw, which)))
    except (KeyError, TypeError, AttributeError, IndexError, InvalidOperation) as error:
        raise ForeignError("unreadable") from error


def as_toml(found: Imported) -> str:
    """The calendar as the text of a calendar file."""
    head = {"name": found.name, "weekdays": found.weekdays}
    lines = [f"{name} = {literal(value)}" for name, value in head.items() if value]
    if found.weekdays:
        lines.append(f"first_weekday = {literal(found.weekdays[found.first_weekday[0]])}")
    if found.week_restarts:
        lines.append("week_restarts = true")
    if any(found.leap.values()):
        lines.append(f"leap = {literal(found.leap)}")
    for name in ("eras", "seasons"):
        rows = getattr(found, name)
        if rows:
            lines.append(f"{name} = [\n" + "".join(f"  {literal(row)},\n" for row in rows) + "]")
    tables = [table("months", row).replace("[months]", "[[months]]", 1) for row in found.months]
    tables += [table("moons", row).replace("[moons]", "[[moons]]", 1) for row in found.moons]
    return "\n".join(lines) + "\n\n" + "\n".join(tables)


def date_of_today(found: Imported) -> list[int] | None:
    """The date it is there, as `date` in campaign.toml wants it; None on a feast, or where there is none."""
    if found.today is None:
        return None
    year, at, day = found.today
    if not 0 <= at < len(found.months) or found.months[at].get("feast"):
        return None
    return [year, _month_number(found, at), day]


# -- Fantasy-Calendar ------------------------------------------------------------------------------------------------


def _fantasy(raw: Raw) -> Imported:
    static, year = raw["static_data"], raw["static_data"]["year_data"]
    found = Imported(str(raw.get("name") or "—"), weekdays=[str(one) for one in year.get("global_week", ())])
    found.first_weekday = ((int(year.get("first_day", 1)) - 1) % max(1, len(found.weekdays)), 1)
    found.week_restarts = not year.get("overflow", True)
    places = _timespans(year["timespans"], found)
    _leap_days(year.get("leap_days", ()), found, places)
    for moon in static.get("moons", ()):
        cycle, shift = Decimal(str(moon["cycle"])), Decimal(str(moon.get("shift", 0)))
        found.moons.append({"name": str(moon["name"]), "cycle": _rounded(cycle), "new_on": _rounded(shift % cycle)})
    _fantasy_seasons(static.get("seasons") or {}, found, places)
    _fantasy_eras(static.get("eras") or (), found)
    now = raw.get("dynamic_data") or {}
    if isinstance(now.get("year"), int) and now.get("timespan") in places:
        found.today = (now["year"], places[now["timespan"]], int(now.get("day") or 1))
    return found


def _timespans(spans: Sequence[Raw], found: Imported) -> dict[int, int]:
    """Months and feasts as ours; which of theirs is which of ours."""
    places: dict[int, int] = {}
    for at, one in enumerate(spans):
        name = str(one["name"])
        if int(one.get("interval", 1)) != 1:
            found.leave("interval", name=name)
            continue
        if one.get("week"):
            found.leave("own_week", name=name)
        places[at] = len(found.months)
        is_feast = one.get("type") == "intercalary"
        feast = {"feast": True, "outside_week": True} if is_feast else {}
        found.months.append({"name": name, "days": int(one["length"]), **feast})
    return places


def _leap_days(rows: Sequence[Raw], found: Imported, places: dict[int, int]) -> None:
    """Leap days that follow one rule; those of a feast of their own come last, so that no place is shifted before."""
    feasts: list[tuple[int, str]] = []
    for one in rows:
        name, rule = str(one.get("name") or "—"), _interval(one, found)
        if rule is None or int(one["timespan"]) not in places:
            continue
        if found.leap and rule != found.leap:
            found.leave("leap_other", name=name)
            continue
        found.leap = rule
        at = places[int(one["timespan"])]
        if not one.get("intercalary"):
            found.months[at]["leap_days"] = found.months[at].get("leap_days", 0) + 1
            continue
        if int(one.get("day") or 0) not in (0, found.months[at]["days"]):
            found.leave("leap_inside", name=name)
        feasts.append((at, name))
    for at, name in sorted(feasts, reverse=True):
        feast = {"name": name, "days": 0, "leap_days": 1, "feast": True, "outside_week": True}
        found.months.insert(at + 1, feast)
        for theirs, ours in places.items():
            places[theirs] = ours + (ours > at)


def _interval(one: Raw, found: Imported) -> dict[str, int] | None:
    """A rule from its words: "400,!100,4" is every 4, except every 100, unless every 400."""
    text = str(one.get("interval", ""))
    parts = [part.strip().lstrip("+") for part in text.split(",") if part.strip()]
    good = [re.fullmatch(r"(!?)\+?(\d+)", part) for part in parts]
    rows = sorted((int(part[2]), bool(part[1])) for part in good if part)
    shape = [is_not for _, is_not in rows]
    numbers = [number for number, _ in rows]
    offset = int(one.get("offset") or 0)
    if len(rows) != len(parts) or shape not in ([False], [False, True], [False, True, False]):
        found.leave("leap_rule", rule=text)
        return None
    if any(b % a for a, b in pairwise(numbers)) or (offset and len(numbers) > 1):
        found.leave("leap_rule", rule=text)
        return None
    rule = dict(zip(("every", "except_every", "unless_every"), numbers, strict=False))
    return {**rule, **({"offset": offset % numbers[0]} if offset else {})}


def _fantasy_seasons(raw: Raw, found: Imported, places: dict[int, int]) -> None:
    rows = raw.get("data") or ()
    if not all(row.get("timespan") in places for row in rows):
        found.leave("seasons")
        return
    found.seasons += (
        _season(found, str(row["name"]), places[row["timespan"]], int(row.get("day") or 1)) for row in rows
    )


def _fantasy_eras(rows: Sequence[Raw], found: Imported) -> None:
    """Eras that count from 1 again, and the years before the first of them, counted backwards."""
    dated = [(int(row["date"]["year"]), row) for row in rows]
    counting = [
        (year, str(row["name"]))
        for year, row in dated
        if not (row.get("settings") or {}).get("starting_era")
        and (year == 1 or (row.get("settings") or {}).get("restart"))
    ]
    for _, row in dated:
        settings, name = row.get("settings") or {}, str(row["name"])
        if settings.get("starting_era") and counting:
            found.eras.append({"name": name, "first_year": min(counting)[0], "backwards": True})
        elif name not in {one for _, one in counting}:
            found.leave("eras", name=name)
    found.eras += ({"name": name, "first_year": year} for year, name in counting)


# -- Simple Calendar -------------------------------------------------------------------------------------------------


def _chosen(raw: Raw, which: str) -> Raw:
    """The calendar that is meant, of an export that may hold several."""
    if isinstance(raw.get("calendar"), dict):
        chosen: Raw = raw["calendar"]
        return chosen
    rows = [one for one in raw.get("calendars", ()) if isinstance(one, dict)]
    if not rows:
        return raw
    named = [one for one in rows if which.casefold() in (str(one.get("name", "")).casefold(), str(one.get("id")))]
    if len(rows) == 1:
        return rows[0]
    if not named:
        raise ForeignError("which", names=", ".join(str(one.get("name")) for one in rows))
    return named[0]


def _simple(raw: Raw) -> Imported:
    found = Imported(str(raw.get("name") or "—"))
    year = raw.get("year") or raw.get("yearSettings") or {}
    weekdays = raw.get("weekdays") or raw.get("weekdaySettings") or ()
    found.weekdays = [str(one["name"]) for one in weekdays]
    found.first_weekday = (int(year.get("firstWeekday") or 0), int(year.get("yearZero") or 0))
    for one in raw.get("months") or raw["monthSettings"]:
        found.months.append(_simple_month(one, found))
    leap = raw.get("leapYear") or raw.get("leapYearSettings") or {}
    if leap.get("rule") == "gregorian":
        found.leap = dict(_GREGORIAN)
    elif leap.get("rule") == "custom" and int(leap.get("customMod") or 0):
        found.leap = {"every": int(leap["customMod"])}
    word = f"{year.get('prefix') or ''}{year.get('postfix') or ''}".strip()
    if word:
        found.eras.append({"name": word, "first_year": 1})
    for season in raw.get("seasons") or raw.get("seasonSettings") or ():
        at, day = int(season["startingMonth"]), int(season["startingDay"]) + 1
        found.seasons.append(_season(found, str(season["name"]), at, day))
    for moon in raw.get("moons") or raw.get("moonSettings") or ():
        _simple_moon(moon, found)
    now = raw.get("currentDate")
    if isinstance(now, dict):
        found.today = (int(now["year"]), int(now["month"]), int(now["day"]) + 1)
    return found


def _simple_month(one: Raw, found: Imported) -> dict[str, Any]:
    name, days = str(one["name"]), int(one["numberOfDays"])
    more = int(one.get("numberOfLeapYearDays", days)) - days
    if more < 0:
        found.leave("leap_shorter", name=name)
    if one.get("startingWeekday") is not None:
        found.leave("own_week", name=name)
    month: dict[str, Any] = {"name": name, "days": days}
    if more > 0:
        month["leap_days"] = more
    if one.get("intercalary"):
        month |= {"feast": True, "outside_week": not one.get("intercalaryInclude")}
    return month


def _simple_moon(moon: Raw, found: Imported) -> None:
    name, first = str(moon["name"]), moon.get("firstNewMoon") or {}
    if first.get("yearReset", "none") != "none":
        found.leave("moon_reset", name=name)
    row: dict[str, Any] = {"name": name, "cycle": _rounded(Decimal(str(moon["cycleLength"])))}
    phases = [str(one["name"]) for one in moon.get("phases") or ()]
    found.moons.append({**row, **({"phases": phases} if phases else {})})
    adjust = Decimal(str(moon.get("cycleDayAdjust") or 0))
    when = (int(first.get("year") or 0), int(first.get("month") or 0), int(first.get("day") or 0) + 1)
    found.new_moons[name] = (*when, adjust)


# -- both ------------------------------------------------------------------------------------------------------------


def _season(found: Imported, name: str, at: int, day: int) -> dict[str, Any]:
    """A season's first day by our count of months: one that begins on a feast begins with the month after it."""
    while at < len(found.months) and found.months[at].get("feast"):
        at, day = at + 1, 1
    at = at if at < len(found.months) else 0
    return {"name": name, "month": _month_number(found, at), "day": min(day, found.months[at]["days"])}


def _month_number(found: Imported, at: int) -> int:
    return sum(not one.get("feast") for one in found.months[: at + 1])


def _settled(found: Imported) -> Imported:
    """The same once the calendar itself can count: the weekday of year 1, and new moons in days from then."""
    calendar = _counting(found)
    index, year = found.first_weekday
    if found.weekdays and not found.week_restarts and year != 1:
        first = calendar.weekday_index(year, 0, 1)
        found.first_weekday = ((index - (first or 0)) % len(found.weekdays), 1)
    for moon in found.moons:
        if moon["name"] in found.new_moons:
            when_year, at, day, adjust = found.new_moons[moon["name"]]
            days = _day_count(found, calendar, (when_year, at, day)) - adjust
            moon["new_on"] = _rounded(Decimal(days) % Decimal(str(moon["cycle"])))
    return found


def _counting(found: Imported) -> Calendar:
    """The calendar without moons and with its week as if year 1 began with its first day."""
    import tomllib

    plain = replace(found, moons=[], first_weekday=(0, 1))
    notes = Notes()
    spot = Spot(notes, "calendar.toml")
    read = CALENDAR_FILE.read(tomllib.loads(as_toml(plain), parse_float=Decimal), spot)
    calendar = BAD if read is BAD else build_calendar(read, spot)
    notes.raise_any()
    assert calendar is not BAD
    return calendar


def _day_count(found: Imported, calendar: Calendar, when: tuple[int, int, int]) -> Decimal:
    """Days from day 1 of year 1 to a date given by the place of its span."""
    year, at, day = when
    span = found.months[at]
    feast = sum(bool(one.get("feast")) for one in found.months[: at + 1]) if span.get("feast") else 0
    return Decimal(calendar.count(year, 0 if feast else _month_number(found, at), day, feast=feast))


def _rounded(number: Decimal) -> Decimal | int:
    """To a millionth of a day, whole where it is whole."""
    short = number.quantize(_PLACES).normalize()
    return int(short) if short == short.to_integral_value() else short
