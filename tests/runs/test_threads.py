"""Mails as programs sort them: who it is about in the subject, threads that hold, files that calendars take."""

import re
from datetime import date

import pytest
from icalendar import Calendar
from runs.story import Story

LUIS, MARTA, OWEN, ALBA = (f"{name}@example.com" for name in ("luis", "marta", "owen", "alba"))
ISO = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


@pytest.fixture
def story(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    return story


def calendars(story: Story, player: str, kind: str) -> list:
    files = [part for mail in story.mails(player, kind) for part in mail.iter_attachments()]
    for part in files:
        assert part.get_content_type() == "text/calendar"
        assert part.get_param("method") == "PUBLISH"
        assert part.get_filename().endswith(".ics")
    return [event for part in files for event in Calendar.from_ical(part.get_payload(decode=True)).walk("VEVENT")]


def test_who_has_two_characters_is_told_whom_a_mail_is_about(story):
    story.run("2026-01-16 23:05")
    subjects = [mail["subject"] for mail in story.mails("owen", "outcome")]
    assert len(set(subjects)) == len(subjects) == 4
    assert [("Maren" in one, "Hesper" in one) for one in subjects].count((True, False)) == 2
    assert not any("Krom" in mail["subject"] for mail in story.mails("marta", "outcome"))


def test_catch_ups_say_it_too(story):
    story.run("2026-01-18 23:05")
    first, second = (mail["subject"] for mail in story.mails("owen", "catch_up"))
    assert first != second


def test_dates_are_told_in_one_form_and_iso_only_to_programs(story):
    story.letter(LUIS, "2026-01-16 10:00", "Exploramos hacia el fondo.\nestado")
    for day in (16, 17, 18):
        story.run(f"2026-01-{day} 23:05")
    for text in story.texts():
        assert all("estafeta verify" in line for line in text.splitlines() if ISO.search(line))
    assert "Los dados del 19 de Escarcha (19 de enero de 2026) ya están echados" in story.texts("luis", "outcome")[-1]
    assert any(re.search(r"estafeta verify 2026-01-1\d", text) for text in story.texts("alba", "digest"))


def test_a_reminder_follows_up_its_question(story):
    story.letter(LUIS, "2026-01-16 09:12", "Como portavoz: aseguramos la posición en la sala de las columnas.")
    story.run("2026-01-17 23:05")
    story.run("2026-01-18 21:00")
    (asked,) = story.mails("luis", "decision")
    (again,) = story.mails("luis", "decision_reminder")
    assert again["In-Reply-To"] == again["References"] == asked["Message-ID"]
    assert again["Subject"] == f"Re: {asked['Subject']}"
    assert story.rows("select subject from outbox where kind = 'decision_reminder'") == [(again["Subject"],)]


def test_a_receipt_holds_on_to_the_letter_and_what_it_answered(story):
    ours = story.mails("marta", "outcome")[-1]["Message-ID"]
    raw = story.letter(
        MARTA, "2026-01-16 10:00", "estado", in_reply_to=ours, references=ours, message_id="<m1@example.com>"
    )
    assert b"<m1@example.com>" in raw
    story.run("2026-01-16 10:05")
    (receipt,) = story.mails("marta", "receipt")
    assert receipt["In-Reply-To"] == "<m1@example.com>"
    assert receipt["References"].split() == [ours, "<m1@example.com>"]
    assert receipt["Auto-Submitted"] == "auto-replied"


def test_every_mail_has_the_headers_that_programs_look_for(story):
    story.letter(LUIS, "2026-01-16 09:12", "estado")
    story.run("2026-01-17 23:05")
    for mail in story.mails():
        assert mail["Auto-Submitted"].startswith("auto-")
        assert mail["X-Auto-Response-Suppress"] == "All"
        assert mail["List-Unsubscribe"].startswith("<mailto:")
        assert re.fullmatch(r"<e\.[^@<>\s]+@example\.org>", mail["Message-ID"])
        assert len(mail["Message-ID"]) <= 78
        assert mail["Reply-To"] is None or "estafeta+" in mail["Reply-To"]
        assert len(mail.get_body(("html",)).get_content().encode()) < 80_000
        assert mail["To"].count("@") == 1
        assert mail["Bcc"] is mail["Cc"] is None
    assert {mail["List-Id"] for mail in story.mails("alba", "digest")} == {"<los-cuatro.example.org>"}


def test_owed_days_go_into_the_calendar_and_move_with_it(story):
    story.letter(ALBA, "2026-01-16 10:00", "sesión del 15 de enero: Krom, Duric; 5 días")
    story.run("2026-01-16 10:05")
    (first,) = calendars(story, "marta", "session_recorded")
    assert (first["dtstart"].dt, first["summary"]) == (date(2026, 1, 20), "[Los Cuatro] vuelve a estar libre: Krom")
    assert not calendars(story, "jana", "session_recorded")
    story.letter(ALBA, "2026-01-16 11:00", "sesión del 15 de enero: Krom; 2 días")
    story.run("2026-01-16 11:05")
    second = calendars(story, "marta", "session_recorded")[-1]
    assert second["dtstart"].dt == date(2026, 1, 22)
    assert second["uid"] == first["uid"]
    assert second["sequence"] > first["sequence"]
    for day in range(16, 23):
        story.run(f"2026-01-{day} 23:05")
    (came,) = calendars(story, "marta", "outcome")
    assert (came["uid"], came["dtstart"].dt) == (first["uid"], date(2026, 1, 22))
    assert came["sequence"] > second["sequence"]
    assert "ya no debe días" in story.texts("marta", "outcome")[-1] + story.texts("marta", "outcome")[-2]


def test_an_absence_ends_in_the_calendar(story):
    story.letter(MARTA, "2026-01-16 10:00", "ausente del 17 al 19")
    story.run("2026-01-16 10:05")
    (entry,) = calendars(story, "marta", "receipt")
    assert (entry["dtstart"].dt, entry["dtend"].dt) == (date(2026, 1, 20), date(2026, 1, 21))
    assert entry["summary"] == "[Los Cuatro] de vuelta en la mesa: Marta"


def test_a_deadline_names_the_question(story):
    story.letter(LUIS, "2026-01-16 09:12", "Como portavoz: aseguramos la posición en la sala de las columnas.")
    story.run("2026-01-17 23:05")
    (entry,) = calendars(story, "luis", "decision")
    assert entry["summary"].startswith("[Los Cuatro] hay que decidir: Seis goblins piden 10 po")
    assert "dtend" not in entry  # an end that is no later than the start is refused by some
    assert entry["uid"].endswith("@example.org")


def test_where_others_are_is_told_to_their_own(story):
    story.letter(ALBA, "2026-01-16 10:00", "sesión del 15 de enero: Krom, Duric; 2 días; terminan en Valdecuervo")
    story.run("2026-01-16 10:05")
    assert "Valdecuervo" in story.texts("marta", "session_recorded")[0].split("campaña", 1)[-1].split("·", 1)[1]
    (other,) = story.texts("tess", "session_recorded")
    assert other.count("Valdecuervo") == 1  # in the campaign's name
