"""The stamp of a run that found nothing: what makes the next run look at everything, and what it may pass by."""

import json
import os
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from runs.story import MADRID, Story
from servers.people import OtherClient, letter, mailbox_settings

from mailer.cli.door import is_shut
from mailer.heard import heard, last_read
from mailer.inbox.glance import mark_of, plain, settings_of
from mailer.inbox.imap import ImapChannel
from mailer.inbox.secret import Secret, SecretSource
from mailer.ledger.ledger import open_ledger
from mailer.quiet import STAMP, is_quiet

LUIS = "luis@example.com"
TEN = "2026-01-15 10:00"


def at(local: str) -> float:
    return datetime.fromisoformat(local).replace(tzinfo=MADRID).timestamp()


def settle(story: Story) -> None:
    """As if nothing had been delivered or edited for a minute."""
    for path in (story.folder / "mail" / "in" / "new", story.folder / "mail" / "in" / "cur"):
        if path.stat().st_mtime > time.time() - 10:
            os.utime(path, (time.time() - 60, time.time() - 60))


@pytest.fixture
def story(tmp_path):
    """A campaign after a letter, its answer, and a run that found nothing."""
    story = Story(tmp_path / "campaign")
    story.letter(LUIS, TEN, "Retirada al 30 %.")
    story.run("2026-01-15 10:05")
    settle(story)
    assert story.run("2026-01-15 10:20").is_idle
    return story


def is_still(story: Story, local: str = "2026-01-15 10:35") -> bool:
    return is_quiet(str(story.folder), now=at(local))


def test_a_run_that_found_nothing_leaves_a_stamp_and_the_next_ends_at_once(story):
    before = (story.folder / "ledger.db").read_bytes()
    assert is_still(story)
    assert is_still(story, "2026-01-15 22:59")
    assert (story.folder / "ledger.db").read_bytes() == before
    assert {path.name for path in story.folder.glob("ledger.db-*")} == set()


def _ruling(story):
    import click.testing

    from mailer.cli.app import estafeta

    words = ["rule", "-C", str(story.folder), "--now", "2026-01-15T10:30:00+01:00", "Krom +10 po"]
    assert click.testing.CliRunner().invoke(estafeta, words).exit_code == 0


def _moved_in(story):
    raw = story.folder / "mail" / "in" / "tmp" / "1.2.host"
    raw.write_bytes(b"From: luis@example.com\n\nhola\n")
    raw.rename(story.folder / "mail" / "in" / "cur" / "1.2.host:2,")


def _without_mailbox(story):
    (story.folder / "mail" / "in" / "new").rename(story.folder / "mail" / "in" / "old")


def _copied_file(story):
    path = story.folder / "ledger.db"
    times = path.stat()
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 1))


CHANGES = {
    "a letter": lambda story: story.letter(LUIS, TEN, "Otra cosa."),
    "a letter another program has seen": _moved_in,
    "a setting": lambda story: story.set('tag = "', 'tag = "x'),
    "a setting of the same length": lambda story: story.set("Los Cuatro", "Los Quatro"),
    "a player": lambda story: (story.folder / "roster.toml").touch(),
    "a ruling": _ruling,
    "the mailbox gone": _without_mailbox,
    "the ledger gone": lambda story: (story.folder / "ledger.db").unlink(),
    "another ledger in its place": _copied_file,
    "another program writes the ledger": lambda story: (story.folder / "ledger.db-wal").write_bytes(b"x"),
    "the stamp cut": lambda story: (story.folder / STAMP).write_text('{"since": 1'),
    "the stamp of another make": lambda story: (story.folder / STAMP).write_text('{"since": "a", "until": 3}'),
    "a stamp that is a list": lambda story: (story.folder / STAMP).write_text("[]"),
    "no stamp": lambda story: (story.folder / STAMP).unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_whatever_changed_is_looked_at(story, change):
    change(story)
    assert not is_still(story)


@pytest.mark.parametrize("local", ["2026-01-15 23:00", "2026-01-16 09:00", "2026-01-15 10:19", "2025-01-15 10:35"])
def test_a_day_that_is_over_and_a_clock_set_back_are_looked_at(story, local):
    assert not is_still(story, local)


def test_a_mail_that_waits_for_its_time_ends_the_quiet(story):
    with closing(open_ledger(story.folder / "ledger.db")) as ledger, ledger.transaction():
        ledger.db.execute("update outbox set state = 'queued', due = '2026-01-15T09:50:00+00:00' where id = 1")
    story.run("2026-01-15 10:22")
    assert is_still(story, "2026-01-15 10:49")
    assert not is_still(story, "2026-01-15 10:50")


@pytest.mark.parametrize("note", ["remind_at", "close_reminder_at"])
def test_somebody_to_be_reminded_ends_the_quiet(story, note):
    with closing(open_ledger(story.folder / "ledger.db")) as ledger, ledger.transaction():
        ledger.put(note, str(12 * 60))
    story.run("2026-01-15 10:22")
    assert is_still(story, "2026-01-15 11:59")
    assert not is_still(story, "2026-01-15 12:00")


def test_a_mailbox_changed_this_very_moment_is_not_vouched_for(story):
    """A letter may follow within the same tick of the file system's clock and leave no sign."""
    (story.folder / STAMP).unlink()
    os.utime(story.folder / "mail" / "in" / "new")
    story.run("2026-01-15 10:22")
    assert not (story.folder / STAMP).exists()


def test_with_an_hourly_pace_every_run_looks(story):
    story.set('pace = "daily"', 'pace = "hourly"')
    (story.folder / STAMP).unlink()
    story.run("2026-01-15 11:30")
    story.run("2026-01-15 11:31")
    assert not (story.folder / STAMP).exists()


def test_a_rehearsal_leaves_no_stamp(story):
    (story.folder / STAMP).unlink()
    story.run("2026-01-15 10:22", is_rehearsal=True)
    assert not (story.folder / STAMP).exists()


def test_a_quiet_run_counts_as_a_run_and_as_a_look_into_the_mailbox(story):
    """Else the doctor would say that cron is silent, and a mailbox that fails at the turnover would count as dead."""
    assert is_still(story, "2026-01-15 22:50")
    with closing(open_ledger(story.folder / "ledger.db")) as ledger:
        seen = datetime(2026, 1, 15, 22, 50, tzinfo=MADRID)
        assert heard(ledger, "last_run") == last_read(ledger) == seen
    _without_mailbox(story)
    report = story.run("2026-01-16 10:30")
    assert report.waiting_for_mailbox  # 12 hours of silence, not 24 hours and 25 minutes
    assert report.days == []


def test_letters_and_days_come_to_the_same_with_and_without_the_stamp(tmp_path):
    """A day of quarter hours by cron's door, and the same by whole runs."""
    ends = []
    for is_by_door in (True, False):
        story = Story(tmp_path / str(is_by_door))
        skipped = 0
        moment = datetime(2026, 1, 15, 9, 0, tzinfo=MADRID)
        while moment < datetime(2026, 1, 16, 9, 0, tzinfo=MADRID):
            if (moment.hour, moment.minute) in {(10, 30), (22, 45), (23, 15)}:
                story.letter(LUIS, moment.strftime("%Y-%m-%d %H:%M"), f"Retirada al {moment.hour} %.",
                             message_id=f"<{moment.hour}@example.com>")  # fmt: skip
            settle(story)
            if is_by_door and is_quiet(str(story.folder), now=moment.timestamp()):
                skipped += 1
            else:
                story.run(moment.strftime("%Y-%m-%d %H:%M"))
            moment += timedelta(minutes=15)
        with closing(open_ledger(story.folder / "ledger.db")) as ledger:
            mails = ledger.db.execute(
                "select key, subject, text from outbox where state = 'sent' order by id"
            ).fetchall()
            days = ledger.db.execute("select day, closed_at from days").fetchall()
            ends.append(([tuple(row) for row in mails], [tuple(row) for row in days]))
        assert skipped > 80 if is_by_door else skipped == 0
    assert ends[0] == ends[1]


# --- the front door


def shut(story: Story, *words: str) -> bool:
    return is_shut(["run", *words, "-C", str(story.folder)])


def test_the_door_knows_the_plain_call_of_cron(story):
    log = story.folder / "estafeta.log"
    assert shut(story, "--now", "2026-01-15T10:35:00+01:00", "--log", str(log))
    assert log.read_text() == "2026-01-15T09:35:00+00:00 nada que hacer\n"


@pytest.mark.parametrize(
    "words",
    [["--now", "2026-01-15T10:35:00+01:00", "--json"], ["--now", "2026-01-15T10:35"], ["--now", "mañana"],
     ["--now", "2026-01-15T10:35:00+01:00", "--dry-run", "-v"], ["--help", "-v"], ["--now"],
     ["--now", "2026-01-15T10:35:00+01:00", "--now", "2026-01-15T10:35:00+01:00"],
     ["--now", "2026-01-15T10:35:00+01:00", "--log", "/nowhere/at/all"]],
)  # fmt: skip
def test_any_other_call_goes_on_to_the_whole_command_line(story, words):
    assert not shut(story, *words)


def test_other_commands_are_not_for_the_door(story):
    for words in ([], ["status"], ["run"], ["-C", str(story.folder), "run"], ["run", "run"]):
        assert not is_shut(words)


def test_a_quiet_run_is_silent_ends_well_and_imports_nothing_heavy(story):
    code = (
        "import sys\nfrom mailer.cli import main\n"
        "try: main()\nfinally: print(sorted(m for m in sys.modules if m.split('.')[0] in"
        " ('click', 'dataclasses', 'sqlite3', 'pathlib', 'rules', 'tomllib') or m.startswith('mailer')))"
    )
    words = ["run", "-C", str(story.folder), "--now", "2026-01-15T10:35:00+01:00"]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False,
                          cwd=Path(__file__).parents[2])  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "['mailer', 'mailer.cli', 'mailer.cli.door', 'mailer.quiet']\n"


# --- a mailbox by IMAP


def marked(channel: ImapChannel) -> dict:
    for _ in channel.fetch(lambda keys: keys):
        pass
    trace = channel.trace()
    channel.close()
    return trace["mailbox"]


def test_a_mailbox_is_the_same_until_a_letter_comes(dovecot, player_mailbox):
    settings = mailbox_settings(dovecot, player_mailbox)
    other = OtherClient(dovecot, player_mailbox)
    mailbox = json.loads(json.dumps(marked(ImapChannel(settings))))
    assert settings_of(mailbox["settings"]) == settings
    assert mark_of(mailbox["settings"]) == mailbox["mark"]
    other.put(letter("una"))
    assert mark_of(mailbox["settings"]) != mailbox["mark"]
    again = marked(ImapChannel(settings))
    assert mark_of(again["settings"]) == again["mark"] != mailbox["mark"]
    dovecot.renumber(player_mailbox)
    assert mark_of(again["settings"]) != again["mark"]
    other.close()


def test_a_mailbox_that_cannot_be_asked_is_not_quiet(dovecot, player_mailbox, monkeypatch):
    words = plain(mailbox_settings(dovecot, player_mailbox))
    assert mark_of(words)
    assert mark_of(words | {"folder": "Nowhere"}) is None
    assert mark_of(words | {"port": 1}) is None
    assert mark_of(words | {"secret": ["env", "ESTAFETA_NOT_SET"]}) is None
    monkeypatch.setenv("ESTAFETA_WRONG", "wrong")
    assert mark_of(words | {"secret": ["env", "ESTAFETA_WRONG"]}) is None
    assert mark_of(words | {"host": "mail.example.org", "security": "plain"}) is None


def test_a_stamp_never_bears_a_password(monkeypatch, dovecot, player_mailbox):
    monkeypatch.setenv("ESTAFETA_SECRET_WORD", "abracadabra")
    from dataclasses import replace

    settings = replace(
        mailbox_settings(dovecot, player_mailbox), secret=Secret(SecretSource.ENV, "ESTAFETA_SECRET_WORD")
    )
    assert "abracadabra" not in json.dumps(plain(settings))


def test_a_folder_with_accents_and_a_name_with_quotes_can_be_asked(dovecot, player_mailbox):
    other = OtherClient(dovecot, player_mailbox)
    other.client.create('"Correo &AO0-ntimo"')
    other.close()
    words = plain(mailbox_settings(dovecot, player_mailbox)) | {"folder": "Correo íntimo"}
    assert mark_of(words)
