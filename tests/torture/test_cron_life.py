"""What cron, clocks and hosts do to a campaign: two runs at once, a clock set back, summer time, an old ledger."""

import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from runs.story import Story
from torture.snapshot import other_facts, snapshot

from mailer.ledger.ledger import open_ledger

LUIS, MARTA = "luis@example.com", "marta@example.com"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def story(tmp_path):
    story = Story(tmp_path / "campaign")
    story.set('path = "mail/in"', 'path = "mail/in"\naccount = "mesa"')
    return story


def begun(story, runs):
    """The campaign as it stands after these runs."""
    for at in runs:
        story.run(at)
    return story


def copied(story, folder):
    shutil.copytree(story.folder, folder)
    twin = object.__new__(Story)
    twin.folder = folder
    return twin


def started(folder, at, **env):
    words = [sys.executable, "-c", "from mailer.cli import main; main()", "run", "-C", str(folder), "--now", at]
    env = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    return subprocess.Popen(words, cwd="/", env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_of_runs_at_once_one_works_and_the_others_leave(story):
    story.letter(LUIS, "2026-01-15 22:00", "Retirada al 30 %.")
    runs = [started(story.folder, "2026-01-15T23:05+01:00") for _ in range(3)]
    said = [run.communicate(timeout=60) for run in runs]
    codes = sorted(run.returncode for run in runs)
    assert codes[0] == 0
    assert set(codes) <= {0, os.EX_TEMPFAIL}  # one that starts after the first has ended finds nothing to do
    assert all("Traceback" not in errors for _, errors in said)
    assert story.rows("select count(*) from days") == [(1,)]
    assert story.rows("select count(*) from orders") == [(1,)]
    assert set(snapshot(story.folder).ids.values()) == {1}


def test_a_clock_set_back_does_nothing_anew(story):
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    begun(story, ["2026-01-15 23:05", "2026-01-16 23:05", "2026-01-17 23:05"])
    before = snapshot(story.folder)
    report = story.run("2026-01-14 23:10")
    assert (report.days, report.delivery.sent, report.exit_code) == ([], 0, 0)
    assert snapshot(story.folder) == before
    assert story.run("2026-01-18 23:05").days == [3]


def test_a_letter_that_comes_while_the_clock_is_back_is_read_then(story):
    begun(story, ["2026-01-15 23:05", "2026-01-16 23:05", "2026-01-17 23:05"])
    story.letter(LUIS, "2026-01-15 10:00", "Retirada al 30 %.")
    assert story.run("2026-01-15 10:05").accepted == 1
    assert story.run("2026-01-18 23:05").days == [3]
    assert story.rows("select count(*) from orders") == [(1,)]


@pytest.mark.parametrize(
    ("turnover", "anchor", "instants"),
    [
        # 29 March 2026: 02:00 → 03:00, so 02:30 does not exist; 25 October: 03:00 → 02:00, so 02:30 comes twice.
        ("02:30", "2026-03-27", ["2026-03-29T00:55+00:00", "2026-03-29T01:05+00:00", "2026-03-29T01:35+00:00"]),
        ("02:30", "2026-10-23", ["2026-10-25T00:25+00:00", "2026-10-25T00:35+00:00", "2026-10-25T01:35+00:00"]),
        ("23:00", "2026-03-27", ["2026-03-28T22:05+00:00", "2026-03-29T20:55+00:00", "2026-03-29T21:05+00:00"]),
    ],
    ids=["a turnover that does not exist", "a turnover that comes twice", "the usual hour"],
)
def test_nights_of_summer_time_close_each_day_once(story, turnover, anchor, instants):
    story.set('turnover = "23:00"', f'turnover = "{turnover}"')
    story.set("anchor = 2026-01-15", f"anchor = {anchor}")
    story.set('weekday = "jueves de hierro"', "")
    story.set("since = 2026-01-15T22:00:00", f"since = {anchor}T01:00:00", "roster.toml")
    from mailer.run import run

    days = []
    for text in [*instants, instants[0], instants[1], instants[2]]:  # and once more, as a clock set back would
        days += run(story.folder, now=datetime.fromisoformat(text)).days
    assert days == sorted(set(days))
    assert days == list(range(days[-1] + 1))
    assert [row[0] for row in story.rows("select day from days order by day")] == days
    assert set(snapshot(story.folder).ids.values()) == {1}


def test_a_leap_day_is_a_day(story):
    story.set("anchor = 2026-01-15", "anchor = 2028-02-27")
    story.set('weekday = "jueves de hierro"', "")
    story.set("since = 2026-01-15T22:00:00", "since = 2028-02-27T22:00:00", "roster.toml")
    begun(story, ["2028-02-27 23:05"])
    assert story.run("2028-03-01 23:05").days == [1, 2, 3]


def test_an_old_ledger_with_the_mailbox_that_has_gone_on_comes_to_the_same_end(story, tmp_path):
    """Restored from yesterday's copy; a Maildir keeps the letters that were read, and they are read again."""
    begun(story, ["2026-01-15 23:05"])
    (copy,) = (story.folder / "backups").glob("*-daily.db")
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    story.letter(MARTA, "2026-01-16 10:01", "Retirada al 40 %.")
    begun(story, ["2026-01-16 10:05", "2026-01-16 23:05"])
    end = snapshot(story.folder)

    for path in story.folder.glob("ledger.db*"):
        path.unlink()
    shutil.copyfile(copy, story.folder / "ledger.db")
    begun(story, ["2026-01-17 09:00", "2026-01-17 09:20"])
    found = snapshot(story.folder)
    assert found.tables["orders"] == end.tables["orders"]
    assert found.tables["faces"] == end.tables["faces"]
    assert found.tables["events"] == end.tables["events"]
    assert found.mails.keys() == end.mails.keys()  # the same Message-IDs: nobody is told twice where that can be seen


def test_a_campaign_moved_to_another_folder_goes_on(story, tmp_path):
    story.letter(LUIS, "2026-01-15 22:00", "Retirada al 30 %.")
    begun(story, ["2026-01-15 23:05"])
    moved = copied(story, tmp_path / "moved")
    assert moved.run("2026-01-15 23:10").is_idle
    assert moved.run("2026-01-16 23:05").days == [1]
    assert story.run("2026-01-16 23:05").days == [1]
    assert not other_facts(snapshot(story.folder), snapshot(moved.folder))


def test_a_damaged_ledger_is_refused_before_anything_is_written(story):
    begun(story, ["2026-01-15 23:05"])
    path = story.folder / "ledger.db"
    with open(path, "r+b") as file:
        file.write(b"\0" * 100)
    before = path.read_bytes()
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    run = started(story.folder, "2026-01-16T23:05+01:00")
    _, errors = run.communicate(timeout=60)
    assert run.returncode == os.EX_IOERR
    assert len(errors.splitlines()) == 1
    assert path.read_bytes() == before
    assert len(list((story.folder / "mail" / "in" / "new").iterdir())) == 1


def test_neither_hash_seed_nor_order_of_arrival_changes_a_day(story, tmp_path):
    begun(story, ["2026-01-15 23:05"])
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    story.letter("owen@example.com", "2026-01-16 10:01", "Maren buys 2 torches.")
    told = []
    for seed in ("0", "1"):
        twin = copied(story, tmp_path / f"twin{seed}")
        for path in sorted((twin.folder / "mail" / "in" / "new").iterdir()) if seed == "1" else ():
            path.rename(path.with_name(f"{'a' if 'owen' in path.read_text() else 'b'}.{path.name}"))
        run = started(twin.folder, "2026-01-16T23:05+01:00", PYTHONHASHSEED=seed)
        assert run.wait(60) == 0
        run.communicate()
        told.append(snapshot(twin.folder).tables)
    for table in ("faces", "sheets", "parties", "worlds", "days"):
        assert told[0][table] == told[1][table], table


def test_a_ledger_of_a_later_program_is_left_alone(story):
    begun(story, ["2026-01-15 23:05"])
    ledger = open_ledger(story.folder / "ledger.db")
    ledger.db.execute("pragma user_version = 999")
    ledger.close()
    run = started(story.folder, "2026-01-16T23:05+01:00")
    _, errors = run.communicate(timeout=60)
    assert run.returncode == os.EX_IOERR
    assert "later" in errors
