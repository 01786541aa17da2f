"""What Fantasy-Calendar exports, read.

{"name": …, "static_data": {"year_data": {"first_day": 1, "global_week": […], "timespans": [{"name", "length"}]}},
 "dynamic_data": {"year", "timespan" from 0, "day" from 1}}
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from mailer.campaign.foreign_calendar import Imported, Raw, called, count, rounded, season

_HOURS = 24


def fantasy_calendar(raw: Raw) -> Imported:
    """The calendar of such an export."""
    static, year = raw["static_data"], raw["static_data"]["year_data"]
    found = Imported(called(raw.get("name")), weekdays=[called(one) for one in year.get("global_week") or ()])
    found.first_weekday = ((count(year.get("first_day"), 1) - 1) % max(1, len(found.weekdays)), 1)
    found.week_restarts = year.get("overflow") in (False, 0)
    places = _timespans(year["timespans"], found)
    _leap_days(year.get("leap_days") or (), found, places)
    for moon in static.get("moons") or ():
        _moon(moon, found)
    _seasons(static.get("seasons") or {}, found, places)
    hours = (static.get("clock") or {}).get("hours", _HOURS)
    if count(hours, _HOURS) != _HOURS:
        found.leave("clock", hours=str(hours))
    _eras(static.get("eras") or (), found)
    now = raw.get("dynamic_data") or {}
    if isinstance(now.get("year"), int) and now.get("timespan") in places:
        found.today = (now["year"], places[now["timespan"]], int(now.get("day") or 1))
    return found


def _moon(moon: Raw, found: Imported) -> None:
    """A moon with a cycle of its own; one whose phases are listed by hand has none."""
    cycle, shift = Decimal(str(moon.get("cycle") or 0)), Decimal(str(moon.get("shift") or 0))
    if moon.get("custom_phase") or cycle <= 0:
        found.leave("moon_custom", name=called(moon.get("name")))
        return
    found.moons.append({"name": called(moon.get("name")), "cycle": rounded(cycle), "new_on": rounded(shift % cycle)})


def _timespans(spans: Sequence[Raw], found: Imported) -> dict[int, int]:
    """Months and feasts as ours; which of theirs is which of ours."""
    places: dict[int, int] = {}
    for at, one in enumerate(spans):
        name = called(one.get("name"))
        if count(one.get("interval"), 1) != 1:
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
        name, rule = called(one.get("name")), _interval(one, found)
        if one.get("removes_day"):
            found.leave("leap_shorter", name=name)
            continue
        if one.get("adds_week_day"):
            found.leave("own_week", name=name)
        if rule is None or count(one.get("timespan"), -1) not in places:
            if rule is not None:
                found.leave("leap_rule", rule=name)
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


def _seasons(raw: Raw | Sequence[Raw], found: Imported, places: dict[int, int]) -> None:
    rows: Sequence[Raw] = (raw.get("data") if isinstance(raw, Mapping) else raw) or ()
    if rows and all("timespan" not in row and "transition_length" in row for row in rows):
        offset = (raw.get("global_settings") or {}).get("season_offset") or 0 if isinstance(raw, Mapping) else 0
        _periodic(rows, Decimal(str(offset)), found)
        return
    if not all(row.get("timespan") in places for row in rows):
        found.leave("seasons")
        return
    found.seasons += (
        season(found, called(row.get("name")), places[row["timespan"]], int(row.get("day") or 1)) for row in rows
    )


def _periodic(rows: Sequence[Raw], offset: Decimal, found: Imported) -> None:
    """Seasons told by their lengths, one after another, where together they make a year, each with its first day."""
    lengths = [Decimal(str(row.get("transition_length") or 0)) + Decimal(str(row.get("duration") or 0)) for row in rows]
    year = sum(int(month["days"]) for month in found.months)
    if not year or abs(sum(lengths, Decimal(0)) - year) > 1:
        found.leave("seasons")
        return
    begin = offset
    for row, length in zip(rows, lengths, strict=True):
        found.seasons.append(season(found, called(row.get("name")), *_day_of_year(int(begin) % year, found)))
        begin += length


def _day_of_year(day: int, found: Imported) -> tuple[int, int]:
    """The span and the day in it, from 1, of a day of an ordinary year counted from 0."""
    for at, month in enumerate(found.months):
        days = int(month["days"])
        if day < days:
            return at, day + 1
        day -= days
    return 0, 1


def _eras(rows: Sequence[Raw], found: Imported) -> None:
    """Eras that count from 1 again, and the years before the first of them, counted backwards."""
    dated = [(count((row.get("date") or {}).get("year"), 1), row) for row in rows]
    counting = [
        (year, called(row.get("name")))
        for year, row in dated
        if not (row.get("settings") or {}).get("starting_era")
        and (year == 1 or (row.get("settings") or {}).get("restart"))
    ]
    for _, row in dated:
        settings, name = row.get("settings") or {}, called(row.get("name"))
        if settings.get("starting_era") and counting:
            found.eras.append({"name": name, "first_year": min(counting)[0], "backwards": True})
        elif name not in {one for _, one in counting}:
            found.leave("eras", name=name)
    found.eras += ({"name": name, "first_year": year} for year, name in counting)
