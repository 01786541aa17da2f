"""A ledger restored from yesterday's copy, and a mailbox that has gone on: what comes back, and by whose hand."""

import shutil
from datetime import datetime

import pytest
from click.testing import CliRunner
from runs.story import MADRID
from torture.lines import EVENING, Wired
from torture.runner import PASSWORD

from mailer.cli.app import estafeta

MORNING = datetime(2026, 1, 16, 10, 5, tzinfo=MADRID)
READ_FOLDER = '"Estafeta/Le&AO0-das"'


@pytest.fixture
def wired(tmp_path, dovecot, smtp, monkeypatch):
    monkeypatch.setenv(PASSWORD, "secret")
    wired = Wired(tmp_path / "campaign", dovecot, smtp)
    yield wired
    wired.close()


def test_letters_moved_back_are_read_again_and_act_once(wired):
    wired.run(EVENING)
    (copy,) = (wired.story.folder / "backups").glob("*-daily.db")
    at = datetime(2026, 1, 16, 10, 0, tzinfo=MADRID)
    raw = wired.story.letter(
        "marta@example.com", "2026-01-16 10:00", "Retirada al 50 %.", message_id="<50@example.com>"
    )
    wired.other.put(raw, at)
    wired.run(MORNING)
    end = wired.end()
    assert len(end.orders) == 3

    for path in wired.story.folder.glob("ledger.db*"):
        path.unlink()
    shutil.copyfile(copy, wired.story.folder / "ledger.db")
    assert wired.run(MORNING).collected.letters == 0  # it lies among the read ones, and nobody looks there
    assert len(wired.end().orders) == 2

    newest = wired.other.uids(READ_FOLDER)[-1]
    wired.other.client.uid("MOVE", newest, "INBOX")
    assert wired.run(MORNING).accepted == 1
    again = wired.end()
    assert again.orders == end.orders
    assert again.days == end.days
    assert again.mails.keys() == end.mails.keys()
    assert sum(again.mails.values()) - sum(end.mails.values()) == 1  # Marta's receipt, under its old Message-ID

    wired.other.uids(READ_FOLDER)
    wired.other.client.uid("MOVE", "1:*", "INBOX")  # and those the copy had: they act no second time
    assert wired.run(MORNING).repeats == 3
    assert wired.end().mails == again.mails


def test_after_estafeta_restore_the_next_run_looks_among_the_read_ones_itself(wired):
    wired.run(EVENING)
    (copy,) = (wired.story.folder / "backups").glob("*-daily.db")
    at = datetime(2026, 1, 16, 10, 0, tzinfo=MADRID)
    raw = wired.story.letter(
        "marta@example.com", "2026-01-16 10:00", "Retirada al 50 %.", message_id="<50@example.com>"
    )
    wired.other.put(raw, at)
    wired.run(MORNING)
    end = wired.end()
    done = CliRunner().invoke(estafeta, ["restore", "-C", str(wired.story.folder), copy.name])
    assert done.exit_code == 0, done.output
    assert "Estafeta/Leídas" in done.output

    report = wired.run(MORNING)
    assert (report.collected.letters, report.accepted, report.repeats) == (1, 1, 0)
    again = wired.end()
    assert (again.orders, again.days, again.mails.keys()) == (end.orders, end.days, end.mails.keys())
    assert wired.run(MORNING).is_idle


def test_a_mailbox_that_does_not_answer_after_a_restore_is_asked_again(wired):
    wired.run(EVENING)
    assert CliRunner().invoke(estafeta, ["restore", "-C", str(wired.story.folder)]).exit_code == 0
    there = f"port = {wired.imap.port}"
    wired.story.set(there, "port = 1")
    assert wired.run(MORNING).exit_code
    assert wired.story.rows("select value <> '' from meta where key = 'read_again_since'") == [(1,)]
    wired.story.set("port = 1", there)
    assert wired.run(MORNING).exit_code == 0
    assert wired.story.rows("select value from meta where key = 'read_again_since'") == [("",)]
