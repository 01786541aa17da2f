"""A day to remember as a file that every calendar takes: a decision's deadline, or the day somebody is free again.

The file comes with the mail that tells of it (`Attachment`); the same UID moves the entry instead of making a second.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from mailer.writing.headers import one_line
from mailer.writing.mail import Attachment
from mailer.writing.words import Words

_MEDIA_TYPE = 'text/calendar; charset="utf-8"; method=PUBLISH'
_SUMMARY_LIMIT = 120
_BEFORE = timedelta(hours=2)  # how long before a deadline the calendar reminds


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in the calendar."""

    uid: str  # "decision.los-cuatro.4560@example.org": the same for the same thing
    tag: str  # the campaign's
    what: str  # the question, or who is free
    made: datetime  # aware; when the mail is written
    revision: int = 0  # of two files with one UID, the greater is the newer


def deadline_file(entry: Entry, *, at: datetime, words: Words) -> Attachment:
    """A deadline with a reminder two hours before. It has no end: one that is no later than the start is refused."""
    from icalendar import Alarm  # late: few mails have a file

    event = _event(entry, words.of("calendar", "deadline"))
    event.add("dtstart", at.astimezone(UTC))
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -_BEFORE)
    alarm.add("description", one_line(entry.what, _SUMMARY_LIMIT))
    event.add_component(alarm)
    return _file("deadline.ics", event)


def free_file(entry: Entry, *, on: date, words: Words) -> Attachment:
    """The whole day on which owed days are over. Source: R7, A37."""
    return _day_file("free.ics", entry, words.of("calendar", "free"), on)


def back_file(entry: Entry, *, on: date, words: Words) -> Attachment:
    """The whole day on which a player is back."""
    return _day_file("back.ics", entry, words.of("calendar", "back"), on)


def _day_file(name: str, entry: Entry, kind: str, on: date) -> Attachment:
    event = _event(entry, kind)
    event.add("dtstart", on)
    event.add("dtend", on + timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    event.add("x-microsoft-cdo-busystatus", "FREE")  # else Outlook shows the whole day as taken
    return _file(name, event)


def _event(entry: Entry, kind: str) -> Any:
    from icalendar import Event

    event = Event()
    event.add("uid", entry.uid)
    event.add("dtstamp", entry.made.astimezone(UTC))
    event.add("sequence", entry.revision)
    event.add("summary", one_line(f"[{entry.tag}] {kind}: {entry.what}", _SUMMARY_LIMIT))
    return event


def _file(name: str, event: Any) -> Attachment:
    from icalendar import Calendar

    whole = Calendar()
    whole.add("prodid", "-//Estafeta//ES")
    whole.add("version", "2.0")
    whole.add("method", "PUBLISH")
    whole.add_component(event)
    return Attachment(name, _MEDIA_TYPE, whole.to_ical())
