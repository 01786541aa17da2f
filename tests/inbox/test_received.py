"""Moments of arrival, read from what servers write."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.inbox.received import file_received, stamp, top_received

MOMENTS = {
    b"17-Jul-2026 02:44:25 -0700": datetime(2026, 7, 17, 9, 44, 25, tzinfo=UTC),
    b" 7-Jul-2026 02:44:25 +0000": datetime(2026, 7, 7, 2, 44, 25, tzinfo=UTC),
    b"Fri, 31 Dec 2027 23:30:00 -0100 (CET)": datetime(2028, 1, 1, 0, 30, tzinfo=UTC),
    b"31 Dec 2027 23:30 GMT": datetime(2027, 12, 31, 23, 30, tzinfo=UTC),
    b"Tue, 2 Jan 2024 10:20:30.123456 +0530": datetime(2024, 1, 2, 4, 50, 30, tzinfo=UTC),
    b"31-Dec-2016 23:59:60 +0000": datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC),
    b"01 January 2026 00:00:00 +0000": datetime(2026, 1, 1, tzinfo=UTC),
    b"17-jul-2026 02:44:25 +0200": datetime(2026, 7, 17, 0, 44, 25, tzinfo=UTC),
    b"17-Ene-2026 02:44:25 +0200": None,
    b"32-Jan-2026 02:44:25 +0200": None,
    b"01-Jan-0000 02:44:25 +0000": None,
    b"01-Jan-0001 00:44:25 +0200": None,
    b"01-Jan-2026 25:44:25 +0000": None,
    b"01-Jan-2026 02:44:25 +9999": None,
    b"": None,
}


@pytest.mark.parametrize("text", MOMENTS, ids=lambda text: text.decode() or "empty")
def test_stamp(text):
    assert stamp(text) == MOMENTS[text]


@given(st.datetimes(min_value=datetime(1970, 1, 2), max_value=datetime(2200, 1, 1)), st.integers(-12 * 60, 14 * 60))
def test_stamp_gives_back_what_a_server_would_write(moment, minutes):
    moment = moment.replace(microsecond=0)
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    zone = f"{sign}{hours:02}{rest:02}"
    written = f"{moment.day:2}-{months[moment.month - 1]}-{moment.year} {moment:%H:%M:%S} {zone}"
    assert stamp(written.encode()) == moment.replace(tzinfo=UTC) - timedelta(minutes=minutes)


@given(st.binary(max_size=400))
def test_no_header_makes_it_stumble(raw):
    assert top_received(raw) is None or top_received(raw).tzinfo is UTC
    assert top_received(b"Received: x; " + raw) is None or top_received(b"Received: x; " + raw).tzinfo is UTC


def letter(*lines: str) -> bytes:
    return "\r\n".join([*lines, "", "Received: x; 1 Jan 2001 00:00:00 +0000"]).encode()


def test_top_received_is_the_first_and_never_from_the_body():
    raw = letter(
        "Return-Path: <marta@example.org>",
        "Received: from a.example.org (a.example.org [192.0.2.1])",
        "\tby mail.example.net; ",
        "\tMon, 5 Oct 2026 21:00:00 +0200",
        "Received: from phone by a.example.org; Mon, 5 Oct 2026 08:00:00 +0200",
    )
    assert top_received(raw) == datetime(2026, 10, 5, 19, 0, tzinfo=UTC)
    assert top_received(letter("From: marta@example.org")) is None


@pytest.mark.parametrize(
    "hostile", [b"Received: " + b" " * 200_000, b"Received: x\r\n " * 20_000, b"Received:;" * 20_000]
)
def test_hostile_received_lines_take_no_time(hostile):
    begun = datetime.now(UTC)
    assert top_received(hostile) is None
    assert datetime.now(UTC) - begun < timedelta(seconds=0.5)


FILE_TIME = datetime(2026, 10, 5, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "trust", "expected"),
    [
        ("Mon, 5 Oct 2026 18:59:58 +0000", True, datetime(2026, 10, 5, 18, 59, 58, tzinfo=UTC)),  # delivered at once
        ("Sat, 3 Oct 2026 18:00:00 +0000", True, datetime(2026, 10, 3, 18, tzinfo=UTC)),  # the folder was restored
        ("Mon, 5 Oct 2026 23:00:00 +0000", True, FILE_TIME),  # a clock that is ahead
        ("Sat, 3 Oct 2026 18:00:00 +0000", False, FILE_TIME),  # no server of ours writes the top line
        ("no date at all", True, FILE_TIME),
    ],
)
def test_a_file_is_never_received_after_its_own_time(told, trust, expected):
    assert file_received(FILE_TIME, letter(f"Received: by x; {told}"), trust_received=trust) == expected
