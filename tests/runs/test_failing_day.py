"""What fails in a run costs only itself: a day, a letter that kills the process, a copy that was never made."""

import os
import signal

import pytest
from runs.story import Story

LUIS, MARTA = "luis@example.com", "marta@example.com"


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path / "campaign")


def test_a_day_that_crashes_us_stops_neither_letters_nor_mails(story, monkeypatch, caplog):
    import mailer.resolving as resolving

    story.run("2026-01-15 23:05")
    real = resolving.advance
    monkeypatch.setattr(resolving, "advance", lambda *args, **named: 1 // 0)
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    report = story.run("2026-01-16 23:05")
    assert (report.days, report.accepted, report.exit_code) == ([], 1, os.EX_SOFTWARE)
    assert len(story.mails("luis", "receipt")) == 1
    assert "ZeroDivisionError" in caplog.text
    assert all("Retirada" not in failure for failure in report.failures)
    monkeypatch.setattr(resolving, "advance", real)
    assert story.run("2026-01-17 23:05").days == [1, 2]


def test_an_answer_that_could_not_be_carried_out_is_tried_by_every_run(story, monkeypatch):
    import mailer.reopening as reopening

    story.run("2026-01-15 23:05")
    real = reopening.catch_up
    monkeypatch.setattr(reopening, "catch_up", lambda *args, **named: 1 // 0)
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 30 %.")
    codes = [story.run(f"2026-01-16 1{hour}:05").exit_code for hour in range(2)]
    assert codes == [os.EX_SOFTWARE, os.EX_SOFTWARE]
    monkeypatch.setattr(reopening, "catch_up", real)
    assert story.run("2026-01-16 12:05").exit_code == 0
    assert story.rows("select value from meta where key = 'reading'") == [("",)]


def test_a_letter_that_kills_the_process_is_set_aside_and_the_others_are_read(story):
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "boom")
    story.letter(MARTA, "2026-01-16 10:01", "Retirada al 40 %.")
    deaths = [dies_at_boom(story, f"2026-01-16 1{hour}:05") for hour in range(5)]
    assert deaths == [True, True, True, False, False]
    assert story.rows("select state from letters order by id") == [("shunted",), ("accepted",)]
    assert len(story.mails("marta", "receipt")) == 1
    story.run("2026-01-16 23:05")
    assert "runs died while reading it" in story.texts("alba", "digest")[-1]


def test_a_killed_run_is_not_held_against_innocent_letters(story):
    story.letter(LUIS, "2026-01-16 10:00", "boom")
    assert dies_at_boom(story, "2026-01-16 10:05")
    assert story.run("2026-01-16 11:05").accepted == 1
    story.letter(MARTA, "2026-01-16 12:00", "estado")
    story.run("2026-01-16 12:05")
    assert story.rows("select attempts from letters where player = 'marta'") == [(0,)]


def dies_at_boom(story: Story, at: str) -> bool:
    """Whether a run in a process of its own is killed by the letter that says boom."""
    pid = os.fork()
    if pid == 0:
        try:
            import mailer.intake as intake

            real = intake.open_letter

            def opened(raw, **options):
                if b"boom" in raw:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(raw, **options)

            intake.open_letter = opened
            story.run(at)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL


def test_the_copy_of_an_evening_is_made_up_for(story):
    story.run("2026-01-15 23:05")
    (copy,) = (story.folder / "backups").iterdir()
    copy.rename(copy.with_suffix(".part"))  # as a run leaves it that dies while it copies
    copy.with_suffix(".part-wal").touch()
    story.run("2026-01-15 23:10")
    assert [path.name for path in (story.folder / "backups").iterdir()] == ["20260115T221000Z-daily.db"]
    story.run("2026-01-15 23:15")
    assert len(list((story.folder / "backups").iterdir())) == 1


def test_who_was_only_killed_from_outside_is_read_the_next_evening(story):
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "boom Retirada al 40 %.")
    assert [dies_at_boom(story, f"2026-01-16 1{hour}:05") for hour in range(4)] == [True, True, True, False]
    assert story.run("2026-01-16 15:05").accepted == 0  # not at once: a machine in trouble is left alone
    assert story.run("2026-01-16 23:05").accepted == 1
    assert story.rows("select state, error from letters") == [("accepted", "")]


def test_a_letter_that_kills_once_more_is_set_aside_for_good(story):
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "boom")
    for hour in range(4):
        dies_at_boom(story, f"2026-01-16 1{hour}:05")
    assert dies_at_boom(story, "2026-01-16 23:05")  # once more, when the day is closed
    assert story.rows("select count(*) from days") == [(2,)]
    assert not dies_at_boom(story, "2026-01-16 23:10")
    assert not dies_at_boom(story, "2026-01-17 23:05")
    assert story.rows("select state, attempts from letters") == [("shunted", 4)]


@pytest.mark.parametrize("trouble", [MemoryError, ValueError], ids=lambda one: one.__name__)
def test_only_what_may_be_the_machine_s_fault_is_tried_by_itself_and_all_at_the_dm_s_word(story, monkeypatch, trouble):
    import mailer.intake as intake

    def fails(raw, **options):
        raise trouble

    story.run("2026-01-15 23:05")
    real = intake.open_letter
    monkeypatch.setattr(intake, "open_letter", fails)
    story.letter(LUIS, "2026-01-16 10:00", "Retirada al 40 %.")
    for hour in range(4):  # without memory the run ends as if it had died, and only the next ones count
        story.run(f"2026-01-16 1{hour}:05")
    assert story.rows("select state from letters") == [("shunted",)]
    assert story.run("2026-01-16 23:05").exit_code == (os.EX_IOERR if trouble is MemoryError else 0)
    assert story.run("2026-01-16 23:10").shunted == (trouble is MemoryError)
    assert story.rows("select state from letters") == [("shunted",)]
    monkeypatch.setattr(intake, "open_letter", real)
    story.run("2026-01-17 23:05")
    assert story.rows("select state from letters") == [("shunted",)]
    story.letter("alba@example.com", "2026-01-18 10:00", "X1 otra vez")
    story.run("2026-01-18 10:05")
    assert story.rows("select state from letters order by id") == [("accepted",), ("accepted",)]
    assert len(story.mails("luis", "receipt")) == 1


def test_a_letter_is_counted_once_by_a_run_after_one_that_died(story, monkeypatch):
    import mailer.intake as intake

    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 10:00", "boom")
    assert dies_at_boom(story, "2026-01-16 10:05")
    monkeypatch.setattr(intake, "open_letter", lambda raw, **options: 1 // 0)
    assert story.run("2026-01-16 11:05").failed == 1
    ((attempts, error),) = story.rows("select attempts, error from letters")
    assert attempts == 1
    assert "ZeroDivisionError" in error
