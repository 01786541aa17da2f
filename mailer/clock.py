"""The campaign's clock: real instants of one time zone as moments and days of the rules, and back.

The wall clock counts: every campaign day has 1440 minutes, also those on which summer time begins or ends. An hour
that does not exist is taken as the instant the clocks jump over it; one that comes twice counts the first time.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rules.time import MINUTES_A_DAY, Day, Moment, day_of, end_of_day


@dataclass(frozen=True, slots=True)
class Clock:
    """One time zone, one anchor, one turnover."""

    zone: ZoneInfo
    anchor: date  # the real date of day 0
    turnover: int  # minute of the day

    def moment(self, instant: datetime) -> Moment:
        """The campaign's wall clock at that instant."""
        local = instant.astimezone(self.zone)
        return Moment((local.date() - self.anchor).days * MINUTES_A_DAY + local.hour * 60 + local.minute)

    def instant(self, moment: Moment) -> datetime:
        """The instant at which the wall clock first shows that moment."""
        return self.local(moment).replace(tzinfo=self.zone)

    def local(self, moment: Moment) -> datetime:
        """The moment as local date and time, without a zone."""
        return datetime.combine(self.anchor, time()) + timedelta(minutes=moment)

    def date_of(self, day: Day) -> date:
        """The real date of a day."""
        return self.anchor + timedelta(days=day)

    def day(self, when: date) -> Day:
        """The day that a real date is."""
        return Day((when - self.anchor).days)

    def today(self, now: datetime) -> Day:
        """The day that is under way."""
        return day_of(self.moment(now), self.turnover)

    def closes(self, day: Day) -> datetime:
        """The instant at which a day closes."""
        return self.instant(end_of_day(day, self.turnover))

    def due(self, last: Day | None, now: datetime) -> range:
        """The days that are over and not closed yet, in order; `last` is the last one closed."""
        first = 0 if last is None else last + 1
        over = self.today(now)
        while over > first and self.closes(Day(over - 1)) > now:
            over = Day(over - 1)  # the repeated hour of autumn: the wall clock went back behind the turnover
        return range(first, max(first, over))
