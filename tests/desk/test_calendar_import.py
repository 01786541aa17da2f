"""Calendars of others: exports in the shape of Fantasy-Calendar and Simple Calendar become files that can be read."""

import json
import tomllib
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.campaign.calendar_import import ForeignError, as_toml, date_of_today, imported
from mailer.campaign.calendars import load_calendar
from mailer.cli.app import estafeta
from mailer.desk.imports import say
from mailer.errors import CampaignError

WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = [
    ("January", 31), ("February", 28), ("March", 31), ("April", 30), ("May", 31), ("June", 30),
    ("July", 31), ("August", 31), ("September", 30), ("October", 31), ("November", 30), ("December", 31),
]  # fmt: skip


def fantasy(**year_data):
    """The ordinary calendar in Fantasy-Calendar's shape."""
    return {
        "name": "Ours",
        "static_data": {
            "year_data": {
                "first_day": 1,
                "overflow": True,
                "global_week": WEEK,
                "timespans": [{"name": n, "type": "month", "length": d, "interval": 1, "offset": 1} for n, d in MONTHS],
                "leap_days": [
                    {"name": "Leap Day", "intercalary": False, "timespan": 1, "interval": "400,!100,4", "offset": 0}
                ],
                **year_data,
            },
            "moons": [{"name": "Moon", "cycle": 29.530588853, "shift": 10.24953, "granularity": 24}],
            "seasons": {
                "data": [{"name": "Spring", "timespan": 2, "day": 20}, {"name": "Autumn", "timespan": 8, "day": 22}]
            },
            "eras": [
                {
                    "name": "Before",
                    "settings": {"starting_era": True},
                    "date": {"year": -9000, "timespan": 0, "day": 0},
                },
                {"name": "After", "settings": {}, "date": {"year": 1, "timespan": 0, "day": 1}},
            ],
        },
        "dynamic_data": {"year": 2026, "timespan": 2, "day": 14},
    }


def simple(**more):
    """The ordinary calendar in Simple Calendar's shape, days and months counted from 0."""
    months = [
        {"name": n, "numberOfDays": d, "numberOfLeapYearDays": d + (n == "February"), "intercalary": False}
        for n, d in MONTHS
    ]
    return {
        "name": "Ours", "currentDate": {"year": 2026, "month": 2, "day": 13, "seconds": 0},
        "leapYear": {"rule": "gregorian", "customMod": 0}, "months": months,
        "weekdays": [{"name": name} for name in ("Sunday", *WEEK[:-1])],
        "year": {"prefix": "", "postfix": " AD", "firstWeekday": 4, "yearZero": 1970},
        "seasons": [{"name": "Spring", "startingMonth": 2, "startingDay": 19}],
        "moons": [{"name": "Moon", "cycleLength": 29.53059, "cycleDayAdjust": 0.5,
                   "firstNewMoon": {"yearReset": "none", "year": 2000, "month": 0, "day": 5},
                   "phases": [{"name": "New"}, {"name": "Full"}]}],
        **more,
    }  # fmt: skip


def loaded(raw, folder, **options):
    found = imported(json.dumps(raw), **options)
    (folder / "calendar.toml").write_text(as_toml(found))
    return found, load_calendar("calendar.toml", folder=folder)


@pytest.mark.parametrize("shape", [fantasy, simple])
def test_the_ordinary_calendar_comes_out_as_it_is(tmp_path, shape):
    """Every day of some years, and across two hundred of them, has its month, day and weekday."""
    found, calendar = loaded(shape(), tmp_path)
    assert found.lost == []
    assert date_of_today(found) == [2026, 3, 14]
    for start, days in ((date(1899, 12, 1), 800), (date(1999, 12, 1), 500), (date(2026, 1, 1), 60)):
        for offset in range(days):
            real = start + timedelta(days=offset)
            count = calendar.count(real.year, real.month, real.day)
            assert count == real.toordinal() - 1
            when = calendar._date(count)
            assert (when.year, when.month, when.day, when.weekday.en) == (
                real.year, real.month, real.day, WEEK[real.weekday()],
            )  # fmt: skip


@pytest.mark.parametrize("shape", [fantasy, simple])
def test_new_moons_are_where_they_were(tmp_path, shape):
    """6 January 2000 was a new moon; the day before and after count too, for both round."""
    _, calendar = loaded(shape(), tmp_path)
    day = date(2000, 1, 6).toordinal() - 1
    (moon,) = calendar.moons
    since = (day - moon.new_on) % moon.cycle
    assert min(since, moon.cycle - since) <= 1


def test_seasons_eras_and_phases_come_along(tmp_path):
    found, calendar = loaded(fantasy(), tmp_path)
    assert [(one.month, one.day) for one in calendar.seasons] == [(3, 20), (9, 22)]
    assert [(one.first_year, one.backwards) for one in calendar.eras] == [(1, True), (1, False)]
    _, other = loaded(simple(), tmp_path)
    assert [one.en for one in other.moons[0].phases] == ["New", "Full"]
    assert (other.seasons[0].month, other.seasons[0].day) == (3, 20)
    assert found.name == "Ours"


def test_feasts_between_months_stand_outside_the_week(tmp_path):
    months = [
        {"name": "First", "numberOfDays": 30, "numberOfLeapYearDays": 30},
        {"name": "Midwinter", "numberOfDays": 1, "numberOfLeapYearDays": 1, "intercalary": True},
        {"name": "Shieldday", "numberOfDays": 0, "numberOfLeapYearDays": 1, "intercalary": True},
        {"name": "Second", "numberOfDays": 30, "numberOfLeapYearDays": 30},
    ]
    raw = simple(months=months, leapYear={"rule": "custom", "customMod": 4}, moons=[], seasons=[
        {"name": "Winter", "startingMonth": 1, "startingDay": 0}], year={"firstWeekday": 0, "yearZero": 0},
        currentDate={"year": 3, "month": 3, "day": 9})  # fmt: skip
    found, calendar = loaded(raw, tmp_path)
    assert [(span.feast, span.outside_week) for span in calendar.spans] == [
        (False, False), (True, True), (True, True), (False, False),
    ]  # fmt: skip
    assert (calendar.days_in_year(3), calendar.days_in_year(4)) == (61, 62)
    assert date_of_today(found) == [3, 2, 10]
    assert (calendar.seasons[0].month, calendar.seasons[0].day) == (2, 1)


def test_a_leap_day_that_is_a_feast(tmp_path):
    leap = {"name": "Gate", "intercalary": True, "timespan": 1, "day": 0, "interval": "4", "offset": 0}
    found, calendar = loaded(fantasy(leap_days=[leap]), tmp_path)
    assert [span.label.en for span in calendar.spans][1:4] == ["February", "Gate", "March"]
    assert calendar.days_in_year(4) == calendar.days_in_year(5) + 1
    assert date_of_today(found) == [2026, 3, 14]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"leap_days": [{"name": "x", "timespan": 1, "interval": "3,!5", "offset": 0}]}, "leap_rule"),
        ({"leap_days": [{"name": "x", "timespan": 1, "interval": "every so often"}]}, "leap_rule"),
        ({"timespans": [{"name": "A", "length": 30}, {"name": "B", "length": 3, "interval": 2}]}, "interval"),
        ({"timespans": [{"name": "A", "length": 30, "week": ["x"]}]}, "own_week"),
        (
            {"leap_days": [{"name": one, "timespan": 1, "interval": one} for one in ("4", "5")]},
            "leap_other",
        ),
    ],
)  # fmt: skip
def test_what_has_no_place_here_is_said(tmp_path, change, code):
    found, _ = loaded(fantasy(**change), tmp_path)
    assert code in {lost for lost, _ in found.lost}


def test_an_export_of_several_asks_which(tmp_path):
    raw = {"exportVersion": 2, "calendars": [simple(name="One"), simple(name="Two")]}
    with pytest.raises(ForeignError) as error:
        imported(json.dumps(raw))
    assert "Two" in error.value.words["names"]
    assert imported(json.dumps(raw), which="two").name == "Two"
    assert imported(json.dumps({"calendar": simple(name="Alone")})).name == "Alone"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "no", '{"static_data": {}}', '{"months": 3}', '{"calendars": [{"a": 1}]}']
)
def test_anything_else_is_refused(text):
    with pytest.raises(ForeignError):
        imported(text)


def test_the_command_writes_once_and_says_what_to_do(tmp_path):
    (tmp_path / "export.json").write_text(json.dumps(fantasy()))
    out = tmp_path / "calendar.toml"
    arguments = ["calendar", str(tmp_path / "export.json"), "-o", str(out)]
    done = CliRunner().invoke(estafeta, arguments)
    assert done.exit_code == 0, done.output
    assert "date = [2026, 3, 14]" in done.output
    assert tomllib.loads(out.read_text())["name"] == "Ours"
    out.write_text("mine")
    assert CliRunner().invoke(estafeta, arguments).exit_code == 2
    assert out.read_text() == "mine"
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe")
    assert CliRunner().invoke(estafeta, ["calendar", str(tmp_path / "bad.json")]).exit_code == 2


def seasons_of(*lengths, offset=0):
    data = [{"name": f"S{n}", "transition_length": length, "duration": 0} for n, length in enumerate(lengths, 1)]
    return {"data": data, "global_settings": {"season_offset": offset, "periodic_seasons": True}}


@pytest.mark.parametrize(
    ("seasons", "begin"),
    [
        (seasons_of(91.25, 91.25, 91.25, 91.25), [(1, 1), (4, 2), (7, 2), (10, 1)]),
        (seasons_of(100, 265, offset=79), [(3, 21), (6, 29)]),
        (seasons_of(100, 265, offset=-10), [(12, 22), (4, 1)]),
    ],
)
def test_seasons_told_by_their_lengths(tmp_path, seasons, begin):
    """As most calendars there have them: one after another round the year."""
    raw = fantasy()
    raw["static_data"]["seasons"] = seasons
    found, calendar = loaded(raw, tmp_path)
    assert [(one.month, one.day) for one in calendar.seasons] == begin
    assert found.lost == []


def odd(**static):
    raw = fantasy()
    raw["static_data"].update(static)
    return raw


@pytest.mark.parametrize(
    ("raw", "lost"),
    [
        (odd(seasons=seasons_of(10, 10)), "seasons"),
        (odd(seasons=[]), ""),
        (odd(moons=[{"name": "Odd", "custom_phase": True, "custom_cycle": "0,0,1", "granularity": 8}]), "moon_custom"),
        (odd(moons=[{"name": "Still", "cycle": 0, "shift": 0}]), "moon_custom"),
        (odd(moons=None), ""),
        (odd(clock={"enabled": True, "hours": 20, "minutes": 60}), "clock"),
        (fantasy(leap_days=[{"name": "L", "removes_day": True, "timespan": 0, "interval": "4"}]), "leap_shorter"),
        (fantasy(leap_days=[{"name": "L", "adds_week_day": True, "timespan": 0, "interval": "4"}]), "own_week"),
        (fantasy(timespans=[{"name": "", "length": 30}, {"name": "x" * 500, "length": "31"}], leap_days=[]), "seasons"),
        (simple(time={"hoursInDay": 30, "minutesInHour": 60}), "clock"),
        (simple(moons=[{"name": "M", "cycleLength": 0}]), "moon_custom"),
        (
            simple(moons=[{"name": "M", "cycleLength": 9, "firstNewMoon": {"year": 1, "month": 99, "day": 3}}]),
            "moon_reset",
        ),
        (simple(currentDate=None, weekdays=[], seasons=[]), ""),
    ],
)
def test_odd_exports_lose_a_part_and_never_the_whole(tmp_path, raw, lost):
    found, calendar = loaded(raw, tmp_path)
    assert lost in {code for code, _ in found.lost} | {""}
    assert calendar.spans and all(span.label.en.strip() for span in calendar.spans)
    for code, words in found.lost:
        assert say(code, "es", **words) and say(code, "en", **words)


def test_the_first_version_of_simple_calendar(tmp_path):
    """Before version 2 each room of the settings stood alone."""
    one = simple()
    names = {"year": "yearSettings", "months": "monthSettings", "weekdays": "weekdaySettings",
             "leapYear": "leapYearSettings", "seasons": "seasonSettings", "moons": "moonSettings"}  # fmt: skip
    old = {"currentDate": one["currentDate"], **{new: one[name] for name, new in names.items()}}
    assert (
        as_toml(imported(json.dumps(old))).partition("\n")[2] == as_toml(imported(json.dumps(one))).partition("\n")[2]
    )


def test_a_whole_export_as_it_is_written(tmp_path):
    path = Path(__file__).parent / "calendars" / "simple.json"
    found = imported(path.read_text())
    (tmp_path / "calendar.toml").write_text(as_toml(found))
    calendar = load_calendar("calendar.toml", folder=tmp_path)
    assert (found.lost, date_of_today(found), len(calendar.spans)) == ([], [1026, 1, 15], 5)
    assert [one.en for one in calendar.moons[0].phases] == ["Nueva", "Llena"]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
                        ["static_data", "year_data", "timespans", "name", "months", "length", "moons", "cycle", "year",
                         "numberOfDays", "calendars", "seasons", "data", "eras", "date"]), inner, max_size=4),
                    max_leaves=12))  # fmt: skip
@settings(deadline=None)
def test_whatever_stands_in_it_is_refused_or_read(raw):
    with suppress(ForeignError, CampaignError):
        assert as_toml(imported(json.dumps(raw)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_however_an_editor_saved_it(encoding):
    assert imported(json.dumps(simple(name="Año"), ensure_ascii=False).encode(encoding)).name == "Año"


@pytest.mark.parametrize(
    ("content", "spanish", "english"),
    [
        (b'{"name": "x",\n"months": [', "cortado en la línea 2", "cut off at line 2"),
        (b'{"a": 1}', "no es un calendario que conozcamos", "no calendar that we know"),
        (b"\xff\xfe\x00", "no es un calendario que conozcamos", "no calendar that we know"),
        (b"[" * 100_000, "no es un calendario que conozcamos", "no calendar that we know"),
    ],
)
def test_a_wrong_file_is_told_in_the_language_asked_for_or_the_terminals(
    tmp_path, monkeypatch, content, spanish, english
):
    (tmp_path / "bad.json").write_bytes(content)
    for system, asked, wanted in (
        ("es_ES.UTF-8", (), spanish), ("en_GB.UTF-8", (), english),
        ("es_ES.UTF-8", ("--language", "en"), english), ("en_GB.UTF-8", ("--language", "es"), spanish),
    ):  # fmt: skip
        monkeypatch.setenv("LANG", system)
        monkeypatch.setenv("LC_ALL", "")
        done = CliRunner().invoke(estafeta, ["calendar", str(tmp_path / "bad.json"), *asked])
        assert done.exit_code == 2 and wanted in done.output, done.output


def leaves(value, at=()):
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value[:1]):
        yield (*at, key)
        if isinstance(inner, dict | list):
            yield from leaves(inner, (*at, key))


def changed(raw, path, value):
    copy = json.loads(json.dumps(raw))
    *before, last = path
    inner = copy
    for key in before:
        inner = inner[key]
    if value == "gone":
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(copy)


NEEDED = {"static_data", "year_data", "timespans", "length", "months", "numberOfDays"}


@pytest.mark.parametrize("value", ["gone", None, ""])
@pytest.mark.parametrize("shape", [fantasy, simple])
def test_what_was_not_filled_in_is_no_reason_to_refuse_the_rest(shape, value):
    for path in leaves(shape()):
        text = changed(shape(), path, value)
        if path[-1] in NEEDED or (path[-2:-1] and path[-2] in {"timespans", "months"} and value != "gone"):
            with suppress(ForeignError):
                imported(text)
        elif isinstance(path[-1], str):
            assert imported(text).months, path


def test_months_that_cannot_be_counted_with_are_told_in_the_language_asked_for(tmp_path):
    raw = simple(months=[{"name": "A", "numberOfDays": -3}])
    (tmp_path / "x.json").write_text(json.dumps(raw))
    for language, wanted in (("en", "cannot be counted"), ("es", "no se puede contar")):
        done = CliRunner().invoke(estafeta, ["calendar", str(tmp_path / "x.json"), "--language", language])
        assert done.exit_code == 2 and wanted in done.output, (done.output, done.exception)
