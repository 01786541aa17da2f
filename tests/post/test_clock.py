"""Real instants and campaign days: turnovers, summer time, days missed."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.clock import Clock
from rules.time import day_of, end_of_day

MADRID = ZoneInfo("Europe/Madrid")
ELEVEN = 23 * 60
CLOCK = Clock(MADRID, date(2026, 1, 15), ELEVEN)


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=MADRID)


@pytest.mark.parametrize(
    ("turnover", "day", "minute"),
    [(ELEVEN, 0, 1380), (0, 0, 1440), (240, 0, 1440 + 240), (721, 2, 2 * 1440 + 721), (720, 0, 1440 + 720)],
)
def test_a_day_ends_on_its_own_date_after_noon_and_on_the_next_before(turnover, day, minute):
    assert end_of_day(day, turnover) == minute


@given(st.integers(-5000, 10**6), st.integers(0, 1439))
def test_every_moment_lies_in_exactly_one_day(moment, turnover):
    day = day_of(moment, turnover)
    assert end_of_day(day - 1, turnover) <= moment < end_of_day(day, turnover)


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (None, "2026-01-15 22:59", []),
        (None, "2026-01-15 23:00", [0]),
        (0, "2026-01-16 22:59:59", []),
        (0, "2026-01-16 23:00", [1]),
        (0, "2026-01-19 01:00", [1, 2, 3]),  # D9: missed nights, in order
        (3, "2026-01-10 12:00", []),  # the clock set back: nothing is done anew
    ],
)
def test_days_are_due_once_in_order(last, now, due):
    assert list(CLOCK.due(last, at(now))) == due


def test_the_night_that_lacks_an_hour():
    clock = Clock(MADRID, date(2026, 3, 28), 150)  # turnover 02:30, which 29 March 2026 does not have
    assert clock.closes(0).astimezone(UTC) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert list(clock.due(None, datetime(2026, 3, 29, 1, 29, tzinfo=UTC))) == []
    assert list(clock.due(None, datetime(2026, 3, 29, 1, 31, tzinfo=UTC))) == [0]


def test_the_night_that_has_an_hour_twice():
    clock = Clock(MADRID, date(2026, 10, 24), 150)  # 25 October 2026: 02:30 comes at 00:30 and at 01:30 UTC
    first, between, second = (datetime(2026, 10, 25, h, m, tzinfo=UTC) for h, m in ((0, 30), (1, 10), (1, 31)))
    assert list(clock.due(None, first)) == [0]
    assert list(clock.due(0, between)) == []  # the wall clock shows 02:10 again: day 0 is over all the same
    assert list(clock.due(0, second)) == []


@given(st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)))
def test_moment_and_instant_agree_to_the_minute(instant):
    instant = instant.replace(second=0, microsecond=0)
    again = CLOCK.instant(CLOCK.moment(instant))
    assert CLOCK.moment(again) == CLOCK.moment(instant)
