"""Ticks of cron when time misbehaves: a run longer than its interval, a clock that ran ahead, "come back later"."""

import os
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from runs.story import MADRID, Story
from servers.smtpd import FaultSMTP
from torture.snapshot import snapshot

LUIS, MARTA = "luis@example.com", "marta@example.com"
SLOW = """
import pathlib, sys, time
import mailer.intake as intake

real = intake.judge

def judge(*args, **named):
    pathlib.Path({begun!r}).touch()
    while not pathlib.Path({go_on!r}).exists():
        time.sleep(0.02)
    return real(*args, **named)

intake.judge = judge
from mailer.cli import main
main()
"""


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path / "campaign")


def tick(folder, at, *program):
    words = [sys.executable, *(program or ("-m", "mailer")), "run", "-C", str(folder), "--now", f"{at}+01:00"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(path: Path) -> None:
    for _ in range(500):
        if path.exists():
            return
        time.sleep(0.02)
    raise AssertionError(path)


def test_a_run_longer_than_its_interval_is_waited_for_by_none_and_overtaken_by_none(story, tmp_path):
    begun, go_on, script = tmp_path / "begun", tmp_path / "go_on", tmp_path / "slow.py"
    script.write_text(SLOW.format(begun=str(begun), go_on=str(go_on)))
    story.letter(LUIS, "2026-01-15 22:00", "Retirada al 30 %.")
    long_one = tick(story.folder, "2026-01-15T23:05", str(script))
    wait_for(begun)
    story.letter(MARTA, "2026-01-15 23:10", "Krom compra 2 antorchas.")
    for minute in (10, 15, 20):  # cron calls on, every five minutes
        began = time.monotonic()
        later = tick(story.folder, f"2026-01-15T23:{minute}")
        said = later.communicate(timeout=30)
        assert (later.returncode, said) == (os.EX_TEMPFAIL, ("", ""))  # at once, and no mail of cron's about it
        assert time.monotonic() - began < 10
    assert long_one.poll() is None
    go_on.touch()
    assert (long_one.communicate(timeout=60), long_one.returncode) == (("", ""), 0)
    assert story.rows("select day from days") == [(0,)]
    assert story.run("2026-01-15 23:25").accepted + story.rows("select count(*) from orders")[0][0] >= 2
    assert story.rows("select count(*) from letters where state = 'accepted'") == [(2,)]
    assert set(snapshot(story.folder).ids.values()) == {1}


def test_a_run_killed_while_others_waited_leaves_the_way_free(story, tmp_path):
    begun, script = tmp_path / "begun", tmp_path / "slow.py"
    script.write_text(SLOW.format(begun=str(begun), go_on=str(tmp_path / "never")))
    story.letter(LUIS, "2026-01-15 22:00", "Retirada al 30 %.")
    long_one = tick(story.folder, "2026-01-15T23:05", str(script))
    wait_for(begun)
    long_one.kill()
    long_one.communicate(timeout=30)
    report = story.run("2026-01-15 23:10")
    assert (report.days, report.exit_code, story.rows("select count(*) from orders")) == ([0], 0, [(1,)])


def test_a_clock_that_ran_ahead_closes_days_early_and_none_twice_once_it_is_right_again(story):
    """Nobody can know that it is wrong: the days are closed, told and proved; then the campaign waits for the world."""
    story.run("2026-01-15 23:05")
    assert story.run("2026-01-18 23:05").days == [1, 2, 3]  # it is the evening of the 16th
    told = snapshot(story.folder)
    story.letter(LUIS, "2026-01-16 23:30", "Retirada al 30 %.")
    report = story.run("2026-01-16 23:35")
    assert (report.days, report.accepted, report.exit_code) == ([], 1, 0)
    for at in ("2026-01-17 23:05", "2026-01-18 23:10"):
        assert (story.run(at).days, story.run(at).exit_code) == ([], 0)
    assert story.run("2026-01-19 23:05").days == [4]
    assert [row[0] for row in story.rows("select day from days order by day")] == [0, 1, 2, 3, 4]
    assert story.rows("select count(*) from orders") == [(1,)]
    now = snapshot(story.folder)
    assert set(now.ids.values()) == {1}
    assert told.ids.keys() <= now.ids.keys()


def test_the_machine_off_for_three_days_with_letters_in_between(story):
    story.run("2026-01-15 23:05")
    for day, words in (
        (16, "Retirada al 30 %."),
        (17, "Duric compra 2 antorchas."),
        (18, "Exploramos hacia el fondo."),
    ):
        story.letter(LUIS, f"2026-01-{day} 12:00", words)
    report = story.run("2026-01-18 23:05")
    assert (report.days, report.accepted, report.exit_code) == ([1, 2, 3], 3, 0)
    settled = dict(story.rows("select o.kind, s.until from orders o join steps s on s.id = o.settled"))
    assert sorted(settled.values()) == list(settled.values())  # each in the day before whose turnover it came
    assert story.run("2026-01-18 23:10").days == []


@pytest.mark.parametrize("where", ["mail", "rcpt", "data"])
def test_a_server_that_greylists_is_tried_again_later_and_gets_every_mail_once(story, where):
    fault = {"at": where, "code": "451 4.7.1 greylisted, come back later", "times": 4}
    with FaultSMTP.start(faults=[fault]) as server:
        line = f'kind = "smtp"\nhost = "{server.host}"\nport = {server.port}\nsecurity = "plain"\n'
        story.set('kind = "maildir"\npath = "mail/out"', line)
        first = story.run("2026-01-15 23:05")
        assert first.delivery.later >= 1
        assert first.exit_code in (0, os.EX_TEMPFAIL)
        at = datetime(2026, 1, 15, 23, 5, tzinfo=MADRID)
        for _ in range(12):
            at += timedelta(minutes=15)
            story.run(f"{at:%Y-%m-%d %H:%M}")
        found = [mail["Message-ID"] for mail in server.messages()]
    assert story.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]
    assert len(found) == len(set(found)) == story.rows("select count(*) from outbox")[0][0]
