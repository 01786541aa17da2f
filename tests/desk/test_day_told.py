"""Which day an event belongs to: what falls in the closing minute is of the day that closes, everywhere alike."""

import json

import pytest
from click.testing import CliRunner

from mailer.cli.app import estafeta
from mailer.desk.browse import safe_copy
from mailer.desk.peek import read_ledger
from mailer.ledger.days import days_told, events_of_day, events_of_step
from mailer.run import run
from rules.time import end_of_day

TURNOVER = 23 * 60


@pytest.fixture(scope="module")
def ledger(played):
    return read_ledger(played / "ledger.db")


def turnovers(ledger):
    return ledger.db.execute("select d.day, d.step, t.until from days d join steps t on t.id = d.step").fetchall()


def test_a_turnover_is_of_the_day_it_closes(ledger):
    found = 0
    for day, step, until in turnovers(ledger):
        assert until == end_of_day(day, TURNOVER)
        told = {(event.at, event.kind, event.party) for event in events_of_day(ledger, day)}
        for event in events_of_step(ledger, step):
            assert (event.at, event.kind, event.party) in told
            found += event.at == until
    assert found, "nothing fell in a closing minute: the example shows nothing"


def test_every_event_is_of_one_day(ledger):
    days = [row[0] for row in ledger.db.execute("select distinct day from events")]
    every = sum(len(events_of_day(ledger, day)) for day in range(min(days) - 2, max(days) + 3))
    assert every == ledger.db.execute("select count(*) from events").fetchone()[0]


def test_the_days_that_are_told_are_those_that_were_closed(ledger):
    closed = [row[0] for row in turnovers(ledger)]
    assert set(closed) <= set(days_told(ledger, 100))
    assert days_told(ledger, 2) == days_told(ledger, 100)[-2:]
    assert all(
        any(event.party == "los-cuatro" for event in events_of_day(ledger, day))
        for day in days_told(ledger, 100, party="los-cuatro")
    )
    assert all(
        any("krom" in event.characters for event in events_of_day(ledger, day))
        for day in days_told(ledger, 100, person="krom")
    )


def test_show_and_timeline_and_browser_agree(played, ledger, tmp_path):
    def lines(command, *words):
        done = CliRunner().invoke(estafeta, [command, "-C", str(played), "--json", "--now", "2026-01-20T12:00", *words])
        return done.output

    rows = [json.loads(line) for line in lines("timeline", "--days", "99").splitlines()]
    safe_copy(ledger, tmp_path / "copy.db")
    copy = read_ledger(tmp_path / "copy.db", is_copy=True)
    for day, _, _ in turnovers(ledger):
        events = events_of_day(ledger, day)
        shown = json.loads(lines("show", next(one["real"] for one in rows if one["day"] == day)))
        assert sum(map(len, shown["parties"].values())) == len(events)
        assert copy.db.execute("select count(*) from events where day = ?", (day,)).fetchone()[0] == len(events)


def test_a_ruling_after_the_turnover_is_of_the_new_day(played, tmp_path):
    """The party's clock stands at the turnover, and so does the ruling; the day before was told without it."""
    import shutil
    from datetime import datetime

    folder = tmp_path / "c"
    shutil.copytree(played, folder)
    last = days_told(read_ledger(folder / "ledger.db"), 1)[-1]
    before = len(events_of_day(read_ledger(folder / "ledger.db"), last))
    done = CliRunner().invoke(estafeta, ["rule", "-C", str(folder), "--now", "2026-01-20T12:00", "Krom: 3 pg"])
    assert done.exit_code == 0, done.output
    after = read_ledger(folder / "ledger.db")
    ruled = [one for one in events_of_day(after, last + 1) if one.kind == "ruled"]
    assert len(ruled) == 1
    assert len(events_of_day(after, last)) == before
    run(folder, now=datetime.fromisoformat("2026-01-21T06:00+01:00"))
    assert days_told(read_ledger(folder / "ledger.db"), 1)[-1] == last + 1
