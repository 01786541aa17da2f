"""Days by the campaign's calendar and by the real one, as mails call them."""

from dataclasses import dataclass
from datetime import date, timedelta

from mailer.writing.views.head import Day as DayView
from rules.calendar import Calendar, CampaignDate
from rules.time import Day


@dataclass(frozen=True, slots=True)
class CampaignDates:
    """A calendar and the real date of day 0. Gives what `Names` asks of its `dates`."""

    calendar: Calendar
    anchor: date

    def view(self, day: Day, language: str) -> DayView:
        """The day under both names; where both calendars say the same, it is said once."""
        found, real = self.calendar.date_of(day), self.real(day)
        is_same = (found.year, found.month, found.day) == (real.year, real.month, real.day)
        long = "" if is_same else self.calendar.say(found, language)
        return DayView(self.calendar.say(found, language, style="short"), real, long, _sky(found, language))

    def real(self, day: Day) -> date:
        """The real date of a day."""
        return self.anchor + timedelta(days=day)


def _sky(found: CampaignDate, language: str) -> str:
    """Season and moons: "otoño; luna llena", and by name where there are several: "la Molinera, luna llena"."""
    parts = [found.season.in_(language)] if found.season else []
    by_name = len(found.moons) > 1
    for one in found.moons:
        phase = one.phase.in_(language)
        parts.append(f"{one.moon.in_(language)}, {phase}" if by_name else phase)
    return "; ".join(parts)
