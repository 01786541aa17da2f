"""Date and duration slots as days and moments of the campaign."""

from dataclasses import dataclass
from datetime import date

from mailer.reading.resolve.context import Context
from mailer.reading.resolve.slots import Slots
from rules.time import Day

_HORIZON = 3660  # days ahead; farther off is a slip of the pen


@dataclass(frozen=True, slots=True)
class When:
    """A date of a letter: a day, or an event, or only words."""

    day: Day | None
    event: str
    phrase: str
    is_past: bool = False


def when(slots: Slots, *names: str, context: Context) -> When | None:
    """The first of these slots that is there; of a list of dates the first."""
    found = [dated(one, context) for name in names for one in slots.inners(name)]
    return next((one for one in found if one.day is not None), found[0] if found else None)


def every(slots: Slots, name: str, *, context: Context) -> tuple[When, ...]:
    """All the dates of a slot, which may be a list ("lunes y sábado")."""
    return tuple(dated(one, context) for one in slots.inners(name))


def dated(slot: Slots, context: Context) -> When:
    """One date slot."""
    day = _day(slot, context)
    if day is not None and day > context.today + _HORIZON:
        day = None
    return When(day, slot.text("event"), slot.text("phrase"), day is not None and day < context.today)


def _day(slot: Slots, context: Context) -> Day | None:
    """The campaign day of a date slot: by its date, its distance from today or its number."""
    try:
        return context.day_of(date.fromisoformat(slot.text("date")))
    except ValueError:
        pass
    if (ahead := slot.whole("offset_days")) is not None:
        return Day(context.today + ahead)
    numbered = slot.whole("campaign_day")
    return None if numbered is None else Day(numbered)


def days_of(slots: Slots, name: str = "duration") -> int | None:
    """How many days a duration lasts, at least one."""
    duration = slots.inner(name)
    days = None if duration is None else duration.whole("days")
    return days if days is not None and 0 < days <= _HORIZON else None


def first_day(slots: Slots, context: Context) -> Day:
    """The day something begins: the one named, else today."""
    start = when(slots, "when", "depart", context=context)
    return context.today if start is None or start.day is None or start.is_past else start.day
