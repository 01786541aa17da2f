from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailer.campaign.calendars import anchored, load_calendar, shipped_calendars
from mailer.campaign.mistakes import Notes, Spot
from mailer.errors import CampaignError
from rules.atlas import Label
from rules.calendar import Calendar, Era, LeapRule, Moon, Season, Span
from rules.time import Day

GREGORIAN = load_calendar("gregorian")
COMARCA = load_calendar("comarca")


def labels(count: int) -> st.SearchStrategy[tuple[Label, ...]]:
    return st.just(tuple(Label(str(n), str(n)) for n in range(count)))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    spans = draw(
        st.lists(
            st.builds(
                Span,
                label=st.just(Label("m", "m")),
                days=st.integers(0, 40),
                leap_days=st.integers(0, 3),
                feast=st.booleans(),
                outside_week=st.booleans(),
            ),
            min_size=1,
            max_size=8,
        )
    )
    every, step, again = draw(st.integers(0, 7)), draw(st.integers(0, 5)), draw(st.integers(0, 4))
    leap = LeapRule(every, every * step, every * step * again, offset=draw(st.integers(-9, 9)))
    return Calendar(
        label=Label("c", "c"),
        spans=(Span(Label("first", "first"), draw(st.integers(1, 40))), *spans),
        weekdays=draw(st.integers(0, 9).flatmap(labels)),
        first_weekday=0,
        week_restarts=draw(st.booleans()),
        leap=leap,
        anchor=draw(st.integers(-500_000, 500_000)),
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calendar=calendars(), day=st.integers(-200_000, 200_000))
def test_every_day_has_one_date_and_every_date_one_day(calendar, day):
    found = calendar.date_of(Day(day))
    assert calendar.day_of(found.year, found.month, found.day, feast=found.feast) == day


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calendar=calendars(), day=st.integers(-50_000, 50_000))
def test_dates_follow_one_another(calendar, day):
    today, tomorrow = calendar.date_of(Day(day)), calendar.date_of(Day(day + 1))
    assert (today.year, today.month, today.feast, today.day) != (
        tomorrow.year,
        tomorrow.month,
        tomorrow.feast,
        tomorrow.day,
    )
    assert tomorrow.day in (today.day + 1, 1)
    assert tomorrow.year - today.year in (0, 1)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calendar=calendars(), day=st.integers(-50_000, 50_000))
def test_the_week_goes_on_from_day_to_day(calendar, day):
    names = calendar.weekdays
    seen = [calendar.date_of(Day(day + n)) for n in range(60)]
    within = [one.weekday for one in seen if one.weekday is not None]
    if not names or calendar.week_restarts:
        assert bool(within) <= bool(names)
        return
    steps = {(names.index(later) - names.index(former)) % len(names) for former, later in pairwise(within)}
    assert steps <= {1 % len(names)}


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(-400, 800_000))
def test_the_gregorian_calendar_is_that_of_the_library(day):
    real = date(1, 1, 1) + timedelta(days=max(day, 0))
    found = GREGORIAN.date_of(Day(max(day, 0)))
    assert (found.year, found.month, found.day) == (real.year, real.month, real.day)
    assert found.weekday is not None
    assert GREGORIAN.weekdays.index(found.weekday) == real.weekday()
    assert GREGORIAN.days_in_year(real.year) == (
        366 if (found.year % 4 == 0 and real.year % 100) or real.year % 400 == 0 else 365
    )


@pytest.mark.parametrize(
    ("year", "leap"), [(2024, True), (2026, False), (1900, False), (2000, True), (0, True), (-4, True), (-100, False)]
)
def test_leap_years(year, leap):
    assert GREGORIAN.leap.is_leap(year) is leap
    assert GREGORIAN.days_in_year(year) == 365 + leap


def test_the_feast_of_the_marches_stands_between_the_sixth_and_the_seventh_month():
    start = COMARCA.day_of(1026, 6, 30)
    dates = [COMARCA.date_of(Day(start + n)) for n in range(7)]
    assert [(one.month, one.feast, one.day) for one in dates] == [
        (6, 0, 30), (0, 1, 1), (0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 1, 5), (7, 0, 1),
    ]  # fmt: skip
    assert [one.weekday is None for one in dates] == [False, True, True, True, True, True, False]
    last, first = dates[0].weekday, dates[-1].weekday
    assert last is not None and first is not None
    assert COMARCA.weekdays.index(first) == (COMARCA.weekdays.index(last) + 1) % 7
    assert COMARCA.say(dates[2], "es") == "día 2 de los Días del Puente del año 1026 del Puente"
    assert COMARCA.say(dates[2], "en", style="short") == "day 2 of the Bridge Days"


def test_the_feast_has_a_sixth_day_in_leap_years():
    assert COMARCA.date_of(COMARCA.day_of(1028, 0, 6, feast=1)).day == 6
    with pytest.raises(ValueError, match="no such day"):
        COMARCA.day_of(1026, 0, 6, feast=1)
    assert (COMARCA.days_in_year(1028), COMARCA.days_in_year(1026)) == (366, 365)


@pytest.mark.parametrize(("year", "month", "day"), [(1, 13, 1), (1, 0, 1), (1, 1, 31), (1, 1, 0), (1, -1, 1)])
def test_dates_that_are_not_there(year, month, day):
    with pytest.raises(ValueError, match="no such"):
        COMARCA.day_of(year, month, day)


def test_eras_count_both_ways():
    assert GREGORIAN.say(GREGORIAN.date_of(GREGORIAN.day_of(-43, 3, 15)), "es") == "viernes, 15 de marzo de 44"
    date_ = COMARCA.date_of(COMARCA.day_of(0, 2, 1))
    assert (date_.era_year, date_.era and date_.era.es) == (1, "antes del Puente")
    two = replace(COMARCA, eras=(Era(Label("a", "a"), 1), Era(Label("b", "b"), 1020)))
    later = two.date_of(two.day_of(1026, 1, 1))
    assert (later.era_year, later.era and later.era.es) == (7, "b")


@pytest.mark.parametrize(
    ("month", "day", "season"),
    [(1, 1, "invierno"), (3, 20, "primavera"), (6, 20, "primavera"), (6, 21, "verano"), (12, 31, "invierno")],
)
def test_seasons(month, day, season):
    found = GREGORIAN.date_of(GREGORIAN.day_of(2026, month, day)).season
    assert found is not None and found.es == season


@pytest.mark.parametrize(
    ("when", "phase"),
    [
        (date(2000, 1, 6), "luna nueva"),
        (date(2000, 1, 21), "luna llena"),
        (date(2026, 1, 3), "luna llena"),
        (date(2026, 1, 18), "luna nueva"),
    ],
)
def test_the_real_moon(when, phase):
    found = GREGORIAN.date_of(GREGORIAN.day_of(when.year, when.month, when.day)).moons[0].phase
    assert found.es == phase


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(cycle=st.fractions(min_value=Fraction(1, 2), max_value=400, max_denominator=100), day=st.integers(0, 100_000))
def test_a_moon_comes_round(cycle, day):
    moon = Moon(Label("l", "l"), cycle, phases=tuple(Label(str(n), str(n)) for n in range(8)))
    calendar = replace(COMARCA, moons=(moon,))
    rounds = cycle.denominator * 7
    again = day + int(cycle * rounds)
    assert calendar.date_of(Day(day)).moons == calendar.date_of(Day(again)).moons


def test_a_season_that_began_last_year_goes_on():
    calendar = replace(COMARCA, seasons=(Season(Label("seca", "dry"), 3, 1), Season(Label("lluvia", "rain"), 9, 1)))
    found = calendar.date_of(calendar.day_of(1026, 1, 1)).season
    assert found is not None and found.es == "lluvia"


def spot() -> Spot:
    return Spot(Notes(), "campaign.toml", "calendar")


@pytest.mark.parametrize("weekday", [label.es for label in GREGORIAN.weekdays])
def test_the_anchor_may_name_its_weekday(weekday):
    calendar = anchored(GREGORIAN, (1026, 1, 15), weekday=weekday, spot=spot())
    found = calendar.date_of(Day(0))
    assert (found.year, found.month, found.day) == (1026, 1, 15)
    assert found.weekday is not None and found.weekday.es == weekday


@pytest.mark.parametrize("name", shipped_calendars())
def test_shipped_calendars_say_their_dates_in_both_languages(name):
    calendar = load_calendar(name)
    assert len(calendar.months) == 12
    for language in ("es", "en"):
        said = {calendar.say(calendar.date_of(Day(n)), language) for n in range(800)}
        assert len(said) == 800
        assert not any("{" in one for one in said)


BAD_FILES = [
    ("months = []", "months", "una lista"),
    ('[[months]]\nname = "m"\ndays = 0', "months", "una lista"),
    ('[[months]]\nname = "m"\ndays = 30\nfeast = true', "months", "una lista"),
    ('leap = { every = 4, except_every = 10 }\n[[months]]\nname = "m"\ndays = 3', "leap.except_every", "10"),
    ('leap = { unless_every = 8 }\n[[months]]\nname = "m"\ndays = 3', "leap.unless_every", "8"),
    ('first_weekday = "lunes"\n[[months]]\nname = "m"\ndays = 3', "first_weekday", "lunes"),
    ('seasons = [{ name = "s", month = 2 }]\n[[months]]\nname = "m"\ndays = 3', "seasons[1]", "una tabla"),
    ('moons = [{ name = "l", cycle = 0 }]\n[[months]]\nname = "m"\ndays = 3', "moons[1].cycle", "0"),
    ('formats = { long = { es = "{day.real}" } }\n[[months]]\nname = "m"\ndays = 3', "formats.long.es", "{day.real}"),
    ('formats = { long = { es = "{day" } }\n[[months]]\nname = "m"\ndays = 3', "formats.long.es", "{day"),
    ('formats = { long = { es = "{day!r}" } }\n[[months]]\nname = "m"\ndays = 3', "formats.long.es", "{day!r}"),
]


@pytest.mark.parametrize(("text", "key", "found"), BAD_FILES)
def test_a_calendar_file_tells_its_mistakes(tmp_path: Path, text, key, found):
    (tmp_path / "mio.toml").write_text(f'name = "c"\n{text}\n', encoding="utf-8")
    with pytest.raises(CampaignError) as caught:
        load_calendar("mio.toml", folder=tmp_path)
    assert [(one.file, one.key) for one in caught.value.mistakes] == [("mio.toml", key)]
    assert found in caught.value.mistakes[0].found


def test_a_calendar_of_ones_own(tmp_path: Path):
    (tmp_path / "mio.toml").write_text(
        'name = "c"\nweekdays = ["a", "b"]\nweek_restarts = true\n[[months]]\nname = "m"\ndays = 5\n', encoding="utf-8"
    )
    calendar = load_calendar("mio.toml", folder=tmp_path)
    weekdays = [calendar.date_of(Day(n)).weekday for n in range(7)]
    assert [one and one.es for one in weekdays] == ["a", "b", "a", "b", "a", "a", "b"]
