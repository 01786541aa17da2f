"""When the table meets next."""

from datetime import date

import pytest

from mailer.sessions import next_session

ANCHOR = date(2026, 1, 15)  # a Thursday


@pytest.mark.parametrize(
    ("rule", "today", "expected"),
    [
        ("FREQ=WEEKLY;BYDAY=TH", date(2026, 1, 16), date(2026, 1, 22)),
        ("FREQ=WEEKLY;BYDAY=TH", date(2026, 1, 22), date(2026, 1, 22)),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", date(2026, 1, 16), date(2026, 1, 29)),
        ("FREQ=MONTHLY;BYDAY=1SA", date(2026, 1, 20), date(2026, 2, 7)),
        ("FREQ=WEEKLY;BYDAY=TH;COUNT=1", date(2026, 2, 1), None),
    ],
)
def test_the_next_session(rule, today, expected):
    assert next_session(rule, today, anchor=ANCHOR) == expected


def test_a_rule_that_is_none_is_an_error():
    with pytest.raises(ValueError):
        next_session("los jueves", ANCHOR, anchor=ANCHOR)
