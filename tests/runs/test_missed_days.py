"""Nights in which the machine was off: one mail tells each reader all of them, once, whatever dies on the way."""

import os
import re
import signal

import pytest
from runs.story import Story


def texts(story: Story, who: str, kind: str) -> list[str]:
    """The plain parts, each line as a person sees it."""
    return ["\n".join(text.splitlines()) for text in story.texts(who, kind)]


LUIS, OWEN = "luis@example.com", "owen@example.com"


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path / "campaign")


def test_missed_days_come_in_one_mail(story):
    story.run("2026-01-15 23:05")
    story.run("2026-01-18 23:05")
    (mail,) = story.mails("luis", "catch_up")
    (text,) = texts(story, "luis", "catch_up")
    for day in ("16 DE ESCARCHA", "17 DE ESCARCHA", "18 DE ESCARCHA"):
        assert text.count(f"\n{day}\n") == 1
    assert "16 de Escarcha al 18 de Escarcha: 3 días" in mail["subject"]
    assert len(story.mails("luis", "outcome")) == 1  # that of the first evening
    assert story.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]


def test_every_reader_hears_of_every_day_once(story):
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 12:00", "Exploramos hacia el fondo.")
    story.letter(OWEN, "2026-01-17 12:00", "Maren buys 3 torches.")
    story.run("2026-01-19 09:00")
    for who in ("luis", "marta", "jana"):
        (text,) = texts(story, who, "catch_up")
        assert text.count("\n16 DE ESCARCHA\n") == text.count("\n18 DE ESCARCHA\n") == 1
    maren = next(text for text in texts(story, "owen", "catch_up") if "Maren buys" in text)
    assert maren.index("17 HOARFROST") < maren.index("Maren buys three torches") < maren.index("18 HOARFROST")


def test_an_evening_alone_is_told_as_ever(story):
    story.run("2026-01-15 23:05")
    story.run("2026-01-16 23:05")
    assert not story.mails("", "catch_up")
    assert len(story.mails("luis", "outcome")) == 2


def test_what_could_not_be_sent_for_some_evenings_is_told_together(story, monkeypatch):
    import mailer.run as run

    story.run("2026-01-15 23:05")
    with monkeypatch.context() as patch:
        patch.setattr(run, "has_due_mail", lambda _post: False)  # the line is down
        story.run("2026-01-16 23:05")
        story.run("2026-01-17 23:05")
    story.run("2026-01-18 23:05")
    assert len(story.mails("luis", "catch_up")) == 1
    assert len(story.mails("luis", "outcome")) == 1


def test_a_day_that_fails_keeps_no_earlier_day_back(story, monkeypatch):
    import mailer.resolving as resolving

    story.run("2026-01-15 23:05")
    real, calls = resolving.advance, []

    def second_fails(*args, **named):
        calls.append(named["until"])
        return real(*args, **named) if len(calls) < 2 else 1 // 0

    monkeypatch.setattr(resolving, "advance", second_fails)
    story.run("2026-01-18 23:05")
    assert len(story.mails("luis", "outcome")) == 2  # the 16th is told
    monkeypatch.setattr(resolving, "advance", real)
    story.run("2026-01-18 23:15")
    (text,) = texts(story, "luis", "catch_up")
    assert "\n16 DE ESCARCHA\n" not in text
    assert "\n17 DE ESCARCHA\n" in text


@pytest.mark.parametrize("at", range(4))
def test_killed_between_the_days_everything_is_told_once(story, at):
    story.run("2026-01-15 23:05")
    dies_while_closing(story, "2026-01-18 23:05", at)
    story.run("2026-01-18 23:15")
    (text,) = texts(story, "luis", "catch_up")
    assert [text.count(f"\n{day} DE ESCARCHA\n") for day in (16, 17, 18)] == [1, 1, 1]
    assert len(story.mails("luis", "outcome")) == 1
    assert len(story.mails("alba", "digest")) == 2


def test_a_day_of_several_can_be_asked_for_again(story):
    story.run("2026-01-15 23:05")
    story.run("2026-01-18 23:05")
    story.letter(LUIS, "2026-01-19 10:00", "Reenvía el día 17")
    story.run("2026-01-19 10:05")
    first, again = texts(story, "luis", "catch_up")
    assert first == again


def test_a_month_without_us_comes_in_mails_no_program_clips(story):
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 12:00", "Exploramos hacia el fondo.")
    story.run("2026-02-20 23:05")
    for mail in story.mails():
        assert len(mail.get_body(("html",)).get_content().encode()) < 80_000
    told = "\n".join(texts(story, "luis", "catch_up") + texts(story, "luis", "outcome"))
    assert len(re.findall(r"^\d+ DE [A-Z]+$", told, re.MULTILINE)) == len(range(16, 31)) + 21


def dies_while_closing(story: Story, at: str, day: int) -> None:
    """A run in a process of its own that dies as it is about to tell the n-th day of those it closes."""
    pid = os.fork()
    if pid == 0:
        try:
            import mailer.turnover as turnover

            real, told = turnover._tell, []

            def tell(post, step):
                told.append(step)
                if len(told) > day:
                    os.kill(os.getpid(), signal.SIGKILL)
                real(post, step)

            turnover._tell = tell
            story.run(at)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def test_with_an_hourly_pace_too_each_day_is_told_once(story):
    story.set('pace = "daily"', 'pace = "hourly"')
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 12:00", "Exploramos hacia el fondo.")
    story.run("2026-01-18 23:05")
    told = "\n".join(texts(story, "luis", "catch_up"))
    assert [told.count(f"\n{day} DE ESCARCHA\n") for day in (16, 17, 18)] == [1, 1, 1]
    lines = [line for line in told.splitlines() if line.startswith("   ") and "d6:" in line]
    assert lines
    assert story.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]
