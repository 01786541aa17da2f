"""Calendars of others made into ours: the JSON that Fantasy-Calendar and Foundry's Simple Calendar export.

    {"name": …, "static_data": {"year_data": {"timespans": […], "global_week": […]}, …}, "dynamic_data": {…}}
    {"calendars": [{"name": …, "months": […], "weekdays": […], …}]}        also {"calendar": {…}}

`imported(text)` gives the tables of a calendar file and says what could not be brought along, by codes of
`data/imports.toml`.
"""

import json
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from mailer.campaign.calendars import CALENDAR_FILE
from mailer.campaign.calendars import _build as build_calendar
from mailer.campaign.fantasy_calendar import fantasy_calendar
from mailer.campaign.foreign_calendar import ForeignError, Imported, month_number, rounded
from mailer.campaign.mistakes import BAD, Notes, Spot
from mailer.campaign.simple_calendar import chosen, simple_calendar
from mailer.campaign.toml import literal, table
from mailer.errors import CampaignError
from rules.calendar import Calendar

__all__ = ["ForeignError", "Imported", "as_toml", "date_of_today", "imported"]


def imported(text: str | bytes, *, which: str = "") -> Imported:
    """The calendar in an export, whichever of the two it is; ForeignError for anything else.

    Bytes may be UTF-8, with or without its mark, or UTF-16, as editors under Windows save them.
    """
    try:
        raw = json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise ForeignError("broken", line=str(error.lineno)) from error
    except (ValueError, RecursionError) as error:
        raise ForeignError("unreadable") from error
    if not isinstance(raw, dict):
        raise ForeignError("unreadable")
    try:
        if "static_data" in raw:
            return _settled(fantasy_calendar(raw))
        return _settled(simple_calendar(chosen(raw, which)))
    except (KeyError, TypeError, AttributeError, IndexError, ArithmeticError, InvalidOperation, ValueError) as error:
        if isinstance(error, ForeignError):
            raise
        raise ForeignError("unreadable") from error
    except CampaignError as error:  # its own words would speak of a file that is not there
        raise ForeignError("uncountable") from error


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
    return [year, month_number(found, at), day]


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
            try:
                days = _day_count(found, calendar, (when_year, at, day)) - adjust
            except (ValueError, IndexError):  # a day that its own calendar does not have
                found.leave("moon_reset", name=moon["name"])
                continue
            moon["new_on"] = rounded(Decimal(days) % Decimal(str(moon["cycle"])))
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
    return Decimal(calendar.count(year, 0 if feast else month_number(found, at), day, feast=feast))
