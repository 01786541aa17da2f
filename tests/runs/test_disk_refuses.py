"""What the disk or the machine refuses ends a run: no letter is blamed, and neither letter nor day goes before it."""

import errno
import os
import sqlite3

import pytest
from runs.chat_story import ChatStory
from runs.story import Story
from torture.snapshot import other_facts, snapshot

LUIS, MARTA, ALBA = "luis@example.com", "marta@example.com", "alba@example.com"
ERRNOS = ("EIO", "ENOSPC", "EDQUOT", "EROFS", "ENOMEM", "EMFILE", "ENFILE", "ESTALE")
SQLITE = ("IOERR_FSYNC", "IOERR_WRITE", "READONLY", "FULL", "CANTOPEN", "BUSY")


def refused(name: str) -> Exception:
    """What Python raises when the system, or SQLite, says that word."""
    if name in ERRNOS:
        number = getattr(errno, name)
        return OSError(number, os.strerror(number), "a/file.toml")
    said = sqlite3.OperationalError(name)
    said.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
    return said


def evening(folder):
    story = Story(folder)
    story.set('path = "mail/in"', 'path = "mail/in"\naccount = "mesa"')
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.", message_id="<one@example.com>")
    story.letter(MARTA, "2026-01-16 10:01", "Retirada al 40 %.", message_id="<two@example.com>")
    for number, path in enumerate(sorted((folder / "mail" / "in" / "new").iterdir())):
        path.rename(path.with_name(f"{number}.host"))
    return story


@pytest.fixture
def story(tmp_path):
    return evening(tmp_path / "campaign")


@pytest.fixture(scope="module")
def untroubled(tmp_path_factory):
    story = evening(tmp_path_factory.mktemp("untroubled") / "campaign")
    story.run("2026-01-16 23:05")
    return snapshot(story.folder)


def letters(story):
    return story.rows("select state, attempts, error from letters order by id")


@pytest.mark.parametrize("trouble", [*ERRNOS, *SQLITE])
def test_no_letter_is_blamed_and_none_goes_before_it(story, untroubled, monkeypatch, trouble):
    import mailer.intake as intake

    real = intake.judge

    def judge(opened, **facts):
        if opened.message_id == "<one@example.com>":
            raise refused(trouble)
        return real(opened, **facts)

    monkeypatch.setattr(intake, "judge", judge)
    for minute in range(5):  # more often than a letter is tried
        report = story.run(f"2026-01-16 23:0{5 + minute}")
        assert (report.exit_code, report.days, len(report.failures)) == (os.EX_IOERR, [], 1)
        assert letters(story) == [("stored", 0, "")] * 2
    monkeypatch.undo()
    assert story.run("2026-01-16 23:05").exit_code == 0
    assert other_facts(untroubled, snapshot(story.folder)) == []


def test_without_memory_a_run_ends_and_the_next_comes_to_the_same_end(story, untroubled, monkeypatch):
    import mailer.intake as intake

    monkeypatch.setattr(intake, "judge", lambda *args, **named: bytearray(2**62))
    report = story.run("2026-01-16 23:05")
    assert (report.exit_code, report.days) == (os.EX_IOERR, [])
    assert "no hay memoria libre" in report.failures[0]
    assert letters(story) == [("stored", 0, "")] * 2
    monkeypatch.undo()
    story.run("2026-01-16 23:05")
    assert other_facts(untroubled, snapshot(story.folder)) == []


def test_a_letter_that_takes_all_memory_each_time_is_set_aside_and_the_others_are_read(story, monkeypatch):
    import mailer.intake as intake

    real = intake.judge

    def judge(opened, **facts):
        return bytearray(2**62) if opened.message_id == "<one@example.com>" else real(opened, **facts)

    monkeypatch.setattr(intake, "judge", judge)
    codes = [story.run(f"2026-01-16 11:0{minute}").exit_code for minute in range(4)]
    assert codes == [os.EX_IOERR] * 3 + [os.EX_SOFTWARE]
    assert [row[0] for row in letters(story)] == ["shunted", "accepted"]


@pytest.mark.parametrize("trouble", ["EIO", "EMFILE", "READONLY", "IOERR_FSYNC"])
def test_a_day_that_the_disk_refuses_ends_the_run_and_is_closed_by_the_next(story, untroubled, monkeypatch, trouble):
    import mailer.resolving as resolving

    def advance(*_args, **_named):
        raise refused(trouble)

    story.letter(LUIS, "2026-01-16 23:02", "Retirada al 50 %.")  # for the day after
    monkeypatch.setattr(resolving, "advance", advance)
    report = story.run("2026-01-16 23:05")
    assert (report.exit_code, report.days) == (os.EX_IOERR, [])
    assert [row[0] for row in letters(story)] == ["accepted", "accepted", "stored"]
    monkeypatch.undo()
    assert story.run("2026-01-16 23:05").days == [1]
    found = snapshot(story.folder)
    for table in ("days", "events", "faces"):
        assert found.facts[table] == untroubled.facts[table]


def test_the_wish_for_a_day_to_be_resolved_again_outlives_the_disk(story, monkeypatch):
    import mailer.reopening as reopening

    def tell(*_args, **_named):
        raise refused("FULL")

    story.run("2026-01-16 23:05")
    story.letter(ALBA, "2026-01-17 09:00", "reabre el último día")
    monkeypatch.setattr(reopening, "tell_revision", tell)
    assert story.run("2026-01-17 09:05").exit_code == os.EX_IOERR
    monkeypatch.undo()
    story.run("2026-01-17 09:15")
    assert story.rows("select count(*) from revisions") == [(1,)]


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE, errno.EACCES])
def test_a_day_waits_for_a_letter_that_the_mailbox_will_not_show(story, untroubled, monkeypatch, number):
    real = os.open

    def opened(path, *args, **named):
        if str(path).endswith("/0.host"):
            raise OSError(number, os.strerror(number), str(path))
        return real(path, *args, **named)

    monkeypatch.setattr(os, "open", opened)
    report = story.run("2026-01-16 23:05")
    assert (report.exit_code, report.days, report.waiting_for_mailbox) == (os.EX_TEMPFAIL, [], True)
    assert len(letters(story)) == 1  # the other is safe already
    monkeypatch.undo()
    assert story.run("2026-01-16 23:05").days == [1]
    assert snapshot(story.folder).facts["events"] == untroubled.facts["events"]
    assert {row[0] for row in letters(story)} == {"accepted"}


@pytest.fixture
def talking(tmp_path, telegram):
    """Marta writes by Telegram, and a letter of Luis's that is older than her message waits as well."""
    story = ChatStory(tmp_path / "campaign", telegram)
    story.linked(7, "marta", MARTA)
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 09:00", "Retirada al 30 %.")
    story.says(7, "2026-01-16 10:00", "Retirada al 40 %.")
    return story


def refuse_once(monkeypatch, name):
    """The ledger refuses the next call of that function in its own transaction; the calls after it are made."""
    module, word = name.rsplit(".", 1)
    real = getattr(__import__(module, fromlist=[word]), word)

    def once(ledger, *args, **named):
        monkeypatch.setattr(name, real)
        with ledger.transaction():
            raise refused("IOERR_FSYNC")

    monkeypatch.setattr(name, once)


def test_what_one_way_in_gives_is_not_overtaken_by_what_comes_by_another(talking, monkeypatch):
    before = len(letters(talking))
    refuse_once(monkeypatch, "mailer.inbox.collect.store_batch")
    assert talking.run("2026-01-16 23:05").exit_code == os.EX_IOERR
    assert len(letters(talking)) == before
    assert talking.run("2026-01-16 23:10").days == [1]
    assert [row[0] for row in talking.rows("select player from orders order by id")] == ["luis", "marta"]


def test_a_ledger_that_fails_between_two_messages_is_no_network_s_fault(talking, monkeypatch):
    refuse_once(monkeypatch, "mailer.outbox.chats.mark_trying")
    assert talking.run("2026-01-16 10:05").exit_code == os.EX_IOERR
    assert talking.mails("luis", "receipt") == []  # whatever came after would meet the same disk
    assert talking.run("2026-01-16 10:10").exit_code == 0
    assert len(talking.mails("luis", "receipt")) == 1
    assert sum("etirada" in text for text in talking.telegram.texts(7)) == 1
