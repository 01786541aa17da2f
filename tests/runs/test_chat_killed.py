"""A run with players on Telegram, killed before its statements one after another: nothing lost, nothing done twice."""

import itertools
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from runs.chat_story import ChatStory

from mailer.replaying import changes, replay
from rules.time import Day

ROOT = Path(__file__).parents[2]
ANA = 7
# A run that kills itself before the statement of that number that its ledger is told.
KILLED = """
import os, signal, sqlite3, sys
from datetime import datetime
from pathlib import Path
from mailer.ledger import ledger as room
last, told = int(sys.argv[3]), 0
connect = room._connect
def counted(path):
    db = connect(path)
    def count(statement):
        global told
        told += 1
        if told == last:
            os.kill(os.getpid(), signal.SIGKILL)
    db.set_trace_callback(count)
    return db
room._connect = counted
from mailer.run import run
report = run(Path(sys.argv[1]), now=datetime.fromisoformat(sys.argv[2]))
print(report.exit_code)
"""


def facts(story):
    return (
        story.rows("select player, kind, state, text from orders order by id"),
        story.rows("select day, at, kind, data from events order by id"),
        story.rows("select state, reason, own_words from letters order by received, uid"),
        story.rows("select player, kind, chat from outbox where kind <> 'digest' order by key"),
        story.rows("select count(*) from outbox where state <> 'sent'"),
    )


@pytest.fixture
def evening(tmp_path, telegram):
    """Four messages wait, one of them changed, and a day is to be closed."""
    story = ChatStory(tmp_path / "campaign", telegram)
    story.linked(ANA, "marta", "marta@example.com")
    number = story.says(ANA, "2026-01-15 20:00", "Krom compra 2 antorchas.")
    story.run("2026-01-15 20:05")
    story.says(ANA, "2026-01-15 21:00", "Retirada al 40 %.")
    story.telegram.edits(ANA, number, "Krom compra 3 antorchas.", date=story.at.timestamp() + 60)
    story.says(ANA, "2026-01-15 22:30", "¿Cómo estoy?")
    story.says(ANA, "2026-01-15 23:02", "Krom compra 1 cuerda.")
    return story


def test_killed_anywhere_the_next_runs_come_to_the_same_end(evening, tmp_path):
    story, telegram = evening, evening.telegram
    kept, updates = tmp_path / "kept", list(telegram._queue)
    shutil.copytree(story.folder, kept)
    said = len(telegram.sent)
    for minute in (5, 25, 45):
        story.run(f"2026-01-15 23:{minute:02}")
    whole, told = facts(story), [one["text"] for one in telegram.sent[said:]]
    assert whole[-1] == [(0,)]
    for number in itertools.count(5, 53):
        shutil.rmtree(story.folder)
        shutil.copytree(kept, story.folder)
        telegram._queue, said = list(updates), len(telegram.sent)
        given = [str(story.folder), "2026-01-15T23:05:00+01:00", str(number)]
        done = subprocess.run([sys.executable, "-c", KILLED, *given], cwd=ROOT, capture_output=True, text=True)
        for minute in (6, 25, 45):
            story.run(f"2026-01-15 23:{minute:02}")
        assert facts(story) == whole, number
        heard = [one["text"] for one in telegram.sent[said:]]
        marked = [text for text in heard if text.startswith("[ref ")]
        assert len(marked) <= 1, number  # one message may have been under way
        assert {text.partition("] ")[2] if text.startswith("[ref ") else text for text in heard} >= set(told), number
        assert len(heard) - len(marked) <= len(told), number
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr
    assert number > 100


def test_a_replay_finds_the_same_days(evening):
    from mailer.ledger.ledger import open_ledger

    for at in ("2026-01-15 23:05", "2026-01-16 23:05", "2026-01-17 23:05"):
        evening.run(at)
    ledger = open_ledger(evening.folder / "ledger.db")
    assert changes(replay(evening.folder, ledger, first=Day(0)), first=Day(0)) == ()
    ledger.close()
