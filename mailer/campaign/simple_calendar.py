"""What Foundry's Simple Calendar exports, read; its months and days count from 0.

{"calendars": [{"name": …, "months": [{"name", "numberOfDays", "intercalary"}], "weekdays": […], "year": {…}}]}
"""

from decimal import Decimal
from typing import Any

from mailer.campaign.foreign_calendar import ForeignError, Imported, Raw, called, count, rounded, season

_HOURS = 24
_GREGORIAN = {"every": 4, "except_every": 100, "unless_every": 400}


def chosen(raw: Raw, which: str) -> Raw:
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


def simple_calendar(raw: Raw) -> Imported:
    """The calendar of such an export."""
    found = Imported(called(raw.get("name")))
    year = raw.get("year") or raw.get("yearSettings") or {}
    weekdays = raw.get("weekdays") or raw.get("weekdaySettings") or ()
    found.weekdays = [called(one.get("name")) for one in weekdays]
    found.first_weekday = (int(year.get("firstWeekday") or 0), int(year.get("yearZero") or 0))
    for one in raw.get("months") or raw["monthSettings"]:
        found.months.append(_month(one, found))
    leap = raw.get("leapYear") or raw.get("leapYearSettings") or {}
    if leap.get("rule") == "gregorian":
        found.leap = dict(_GREGORIAN)
    elif leap.get("rule") == "custom" and int(leap.get("customMod") or 0):
        found.leap = {"every": int(leap["customMod"])}
    word = f"{year.get('prefix') or ''}{year.get('postfix') or ''}".strip()
    if word:
        found.eras.append({"name": word, "first_year": 1})
    for one in raw.get("seasons") or raw.get("seasonSettings") or ():
        at, day = count(one.get("startingMonth")), count(one.get("startingDay")) + 1
        found.seasons.append(season(found, called(one.get("name")), at, day))
    for moon in raw.get("moons") or raw.get("moonSettings") or ():
        _moon(moon, found)
    hours = (raw.get("time") or raw.get("timeSettings") or {}).get("hoursInDay") or _HOURS
    if int(hours) != _HOURS:
        found.leave("clock", hours=str(hours))
    now = raw.get("currentDate")
    if isinstance(now, dict) and all(now.get(name) not in (None, "") for name in ("year", "month", "day")):
        found.today = (count(now["year"]), count(now["month"]), count(now["day"]) + 1)
    return found


def _month(one: Raw, found: Imported) -> dict[str, Any]:
    name, days = called(one.get("name")), int(one["numberOfDays"])
    more = count(one.get("numberOfLeapYearDays"), days) - days
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


def _moon(moon: Raw, found: Imported) -> None:
    name, first = called(moon.get("name")), moon.get("firstNewMoon") or {}
    if first.get("yearReset", "none") != "none":
        found.leave("moon_reset", name=name)
    cycle = Decimal(str(moon.get("cycleLength") or 0))
    if cycle <= 0:
        found.leave("moon_custom", name=name)
        return
    row: dict[str, Any] = {"name": name, "cycle": rounded(cycle)}
    phases = [called(one.get("name")) for one in moon.get("phases") or ()]
    found.moons.append({**row, **({"phases": phases} if phases else {})})
    adjust = Decimal(str(moon.get("cycleDayAdjust") or 0))
    when = (int(first.get("year") or 0), int(first.get("month") or 0), int(first.get("day") or 0) + 1)
    found.new_moons[name] = (*when, adjust)
