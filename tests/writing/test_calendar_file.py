"""Calendar files are what the standard asks for: read back they hold the day, whatever words they carry."""

from datetime import UTC, date, datetime, timedelta
from email import message_from_bytes, policy

from icalendar import Calendar

from mailer.writing.calendar_file import Entry, deadline_file, free_file
from mailer.writing.message import build
from mailer.writing.preview import envelope
from mailer.writing.render import render
from mailer.writing.samples import samples
from mailer.writing.words import words_of

MADE = datetime(2026, 1, 21, 22, 5, tzinfo=UTC)
AT = datetime(2026, 1, 22, 23, 0, tzinfo=UTC) - timedelta(hours=1)
HOSTILE = "¿Hay trato?\r\nEND:VCALENDAR\nATTACH:x;,\\ " + "ñ" * 300


def test_a_deadline_reminds_before_it_ends() -> None:
    file = deadline_file(Entry("d.1@example.org", "Los Cuatro", "¿Hay trato?", MADE), at=AT, words=words_of("es"))
    (event,) = Calendar.from_ical(file.content).walk("VEVENT")
    assert event["summary"] == "[Los Cuatro] hay que decidir: ¿Hay trato?"
    assert event["dtstart"].dt == AT
    assert event["uid"] == "d.1@example.org"
    (alarm,) = event.walk("VALARM")
    assert alarm["trigger"].dt == timedelta(hours=-2)


def test_a_free_day_is_a_whole_day() -> None:
    file = free_file(Entry("f.krom@example.org", "Greywick", "Krom", MADE), on=date(2026, 1, 29), words=words_of("en"))
    (event,) = Calendar.from_ical(file.content).walk("VEVENT")
    assert (event["dtstart"].dt, event["dtend"].dt) == (date(2026, 1, 29), date(2026, 1, 30))
    assert event["summary"] == "[Greywick] free again: Krom"


def test_hostile_words_stay_in_the_summary() -> None:
    file = deadline_file(Entry("d.1@example.org", HOSTILE, HOSTILE, MADE), at=AT, words=words_of("es"))
    read = Calendar.from_ical(file.content)
    assert [part.name for part in read.walk()] == ["VCALENDAR", "VEVENT", "VALARM"]
    assert all(len(line) <= 75 for line in file.content.split(b"\r\n"))
    assert b"\n" not in file.content.replace(b"\r\n", b"")


def test_the_file_travels_with_the_mail() -> None:
    file = deadline_file(Entry("d.1@example.org", "Los Cuatro", "¿Hay trato?", MADE), at=AT, words=words_of("es"))
    mail = render(samples("es")["decision"], attachments=(file,))
    read = message_from_bytes(build(mail, envelope=envelope("marta")), policy=policy.default)
    (found,) = read.iter_attachments()
    assert found.get_content_type() == "text/calendar"
    assert found.get_param("method") == "PUBLISH"
    assert found.get_payload(decode=True) == file.content
