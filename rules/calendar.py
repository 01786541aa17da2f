"""The campaign's calendar: months, weeks, feasts between months, leap years, eras, seasons and moons.

A year is a row of months and feasts. A feast belongs to no month: it has `month` 0 and its own name. Days are counted
from the calendar's own day 1 of year 1; the anchor says which of them is day 0 of the campaign.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate

from rules.atlas import Label
from rules.time import Day


@dataclass(frozen=True, slots=True)
class Span:
    """A month, or a feast that stands between months."""

    label: Label
    days: int
    leap_days: int = 0  # more of them in a leap year
    feast: bool = False
    outside_week: bool = False  # its days have no weekday, the week goes on after them

    def length(self, *, leap: bool) -> int:
        """Its days in a year."""
        return self.days + (self.leap_days if leap else 0)


@dataclass(frozen=True, slots=True)
class LeapRule:
    """Which years are leap years: every so many, except every so many, unless every so many; 0 for never."""

    every: int = 0
    except_every: int = 0  # a multiple of `every`
    unless_every: int = 0  # a multiple of `except_every`
    offset: int = 0  # the first leap year counted from is this one

    def is_leap(self, year: int) -> bool:
        """Whether that year is one."""
        return self.before(year + 1) > self.before(year)

    def before(self, year: int) -> int:
        """How many leap years lie before that year, counted from a fixed one: only differences mean something."""
        if not self.every:
            return 0
        last = year - self.offset - 1
        count = last // self.every
        count -= last // self.except_every if self.except_every else 0
        return count + (last // self.unless_every if self.unless_every else 0)


@dataclass(frozen=True, slots=True)
class Era:
    """How years are counted from a year on."""

    label: Label
    first_year: int  # of the calendar's own count
    backwards: bool = False  # the years before `first_year`, counted away from it


@dataclass(frozen=True, slots=True)
class Season:
    """A season from a day of a month on."""

    label: Label
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class Moon:
    """A moon and the length of its round."""

    label: Label
    cycle: Fraction  # days from new moon to new moon
    new_on: Fraction = Fraction(0)  # a new moon, in days after day 1 of year 1
    phases: tuple[Label, ...] = ()  # in order, the first is the new moon


@dataclass(frozen=True, slots=True)
class MoonPhase:
    """How a moon stands on a day."""

    moon: Label
    phase: Label
    number: int  # 0 is the new moon
    of: int  # how many phases there are


@dataclass(frozen=True, slots=True)
class CampaignDate:
    """A day by the campaign's calendar. Names are labels: say them with `in_(language)`."""

    year: int  # of the calendar's own count; `era_year` is what people say
    month: int  # from 1; 0 on a feast
    day: int  # from 1, of the month or of the feast
    weekday: Label | None  # None on days outside the week, and where there is no week
    name: Label  # of the month or the feast
    feast: int = 0  # the how-manieth feast of the year, from 1; 0 in a month
    era: Label | None = None
    era_year: int = 0
    season: Label | None = None
    moons: tuple[MoonPhase, ...] = ()


@dataclass(frozen=True)
class Calendar:
    """A calendar, and which of its days is day 0 of the campaign."""

    label: Label
    spans: tuple[Span, ...]
    weekdays: tuple[Label, ...] = ()
    first_weekday: int = 0  # index of the weekday of day 1 of year 1
    week_restarts: bool = False  # every month begins with the first weekday
    leap: LeapRule = LeapRule()
    eras: tuple[Era, ...] = ()
    seasons: tuple[Season, ...] = ()
    moons: tuple[Moon, ...] = ()
    formats: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # style → language → pattern
    anchor: int = 0  # count of day 0, from day 1 of year 1 as 0

    @cached_property
    def _plain(self) -> tuple[int, int]:
        """Days of an ordinary year, and how many more a leap year has."""
        return sum(span.days for span in self.spans), sum(span.leap_days for span in self.spans)

    @cached_property
    def _week(self) -> tuple[int, int]:
        """The same for the days that have a weekday."""
        within = [span for span in self.spans if not span.outside_week]
        return sum(span.days for span in within), sum(span.leap_days for span in within)

    @cached_property
    def _month_spans(self) -> tuple[int, ...]:
        """Index in the year's row of every month."""
        return tuple(n for n, span in enumerate(self.spans) if not span.feast)

    @cached_property
    def _feast_spans(self) -> tuple[int, ...]:
        return tuple(n for n, span in enumerate(self.spans) if span.feast)

    @property
    def months(self) -> tuple[Span, ...]:
        """The months in order."""
        return tuple(self.spans[n] for n in self._month_spans)

    @property
    def feasts(self) -> tuple[Span, ...]:
        """The feasts in order."""
        return tuple(self.spans[n] for n in self._feast_spans)

    def days_in_year(self, year: int) -> int:
        """The length of a year."""
        days, more = self._plain
        return days + (more if self.leap.is_leap(year) else 0)

    def date_of(self, day: Day) -> CampaignDate:
        """The date of a day of the campaign."""
        return self._known(self.anchor + day)

    @cached_property
    def _known(self) -> Callable[[int], CampaignDate]:
        """Dates by count; every mail of a run asks for the same few."""
        return lru_cache(maxsize=512)(self._date)

    def day_of(self, year: int, month: int, day: int, *, feast: int = 0) -> Day:
        """The day of the campaign on a date; ValueError for a date that the calendar does not have."""
        return Day(self.count(year, month, day, feast=feast) - self.anchor)

    def count(self, year: int, month: int, day: int, *, feast: int = 0) -> int:
        """Days from day 1 of year 1 to a date; ValueError for a date that the calendar does not have."""
        places, number = (self._feast_spans, feast) if feast else (self._month_spans, month)
        if not 1 <= number <= len(places):
            raise ValueError(f"no such month or feast: {number}")
        at, leap = places[number - 1], self.leap.is_leap(year)
        if not 1 <= day <= self.spans[at].length(leap=leap):
            raise ValueError(f"no such day: {day}")
        return self._year_start(year) + sum(span.length(leap=leap) for span in self.spans[:at]) + day - 1

    def _year_start(self, year: int) -> int:
        days, more = self._plain
        return (year - 1) * days + self._leaps(year) * more

    def _leaps(self, year: int) -> int:
        """Leap years from year 1 up to that year, itself not among them."""
        return self.leap.before(year) - self.leap.before(1)

    def _year_of(self, count: int) -> int:
        """The year a day falls in: a first guess, put right step by step."""
        year = count // self._plain[0] + 1
        while self._year_start(year) > count:
            year -= max(1, (self._year_start(year) - count) // (sum(self._plain) + 1))
        while self._year_start(year + 1) <= count:
            year += 1
        return year

    def _date(self, count: int) -> CampaignDate:
        year = self._year_of(count)
        rest, leap = count - self._year_start(year), self.leap.is_leap(year)
        starts = tuple(accumulate((span.length(leap=leap) for span in self.spans), initial=0))
        at = next(n for n in range(len(self.spans)) if starts[n] <= rest < starts[n + 1])
        day = rest - starts[at] + 1
        span, era = self.spans[at], self._era(year)
        return CampaignDate(
            year=year,
            month=0 if span.feast else self._month_spans.index(at) + 1,
            day=day,
            weekday=self._weekday(year, at, day),
            name=span.label,
            feast=self._feast_spans.index(at) + 1 if span.feast else 0,
            era=era.label if era else None,
            era_year=_era_year(year, era),
            season=self._season(at, day),
            moons=tuple(_phase(moon, count) for moon in self.moons),
        )

    def weekday_index(self, year: int, at: int, day: int) -> int | None:
        """Which weekday it is, counted from 0, on a day of the year's `at`-th month or feast."""
        span, leap = self.spans[at], self.leap.is_leap(year)
        if not self.weekdays or span.outside_week:
            return None
        if self.week_restarts:
            return (day - 1) % len(self.weekdays)
        days, more = self._week
        before = sum(one.length(leap=leap) for one in self.spans[:at] if not one.outside_week)
        counted = (year - 1) * days + self._leaps(year) * more + before + day - 1
        return (self.first_weekday + counted) % len(self.weekdays)

    def _weekday(self, year: int, at: int, day: int) -> Label | None:
        index = self.weekday_index(year, at, day)
        return None if index is None else self.weekdays[index]

    def _era(self, year: int) -> Era | None:
        """The latest era that has begun, else the one that counts back from its first year."""
        begun = [era for era in self.eras if not era.backwards and era.first_year <= year]
        if begun:
            return max(begun, key=lambda era: era.first_year)
        ahead = [era for era in self.eras if era.backwards and era.first_year > year]
        return min(ahead, key=lambda era: era.first_year) if ahead else None

    def _season(self, at: int, day: int) -> Label | None:
        """The season that began last; before the year's first one, its last goes on."""
        if not self.seasons:
            return None
        ordered = sorted(self.seasons, key=lambda one: (one.month, one.day))
        begun = [one for one in ordered if (self._month_spans[one.month - 1], one.day) <= (at, day)]
        return (begun or ordered)[-1].label

    def say(self, date: CampaignDate, language: str, *, style: str = "long") -> str:
        """The date in words, by the calendar's own pattern for that style and language."""
        key = f"feast_{style}" if date.feast else style
        pattern = self.formats.get(key, {}).get(language) or "{day} {month} {year}"
        return " ".join(pattern.format(**_words(date, language)).split())


def _era_year(year: int, era: Era | None) -> int:
    if era is None:
        return year
    return era.first_year - year if era.backwards else year - era.first_year + 1


def _phase(moon: Moon, count: int) -> MoonPhase:
    """The phase nearest to how the moon stands at the day's start."""
    many = max(1, len(moon.phases))
    round_ = ((Fraction(count) - moon.new_on) % moon.cycle) / moon.cycle
    number = int(round_ * many + Fraction(1, 2)) % many
    return MoonPhase(moon.label, moon.phases[number] if moon.phases else moon.label, number, many)


def _words(date: CampaignDate, language: str) -> dict[str, str]:
    return {
        "day": str(date.day),
        "month": date.name.in_(language),
        "number": f"{date.month:02}",
        "year": str(date.era_year if date.era else date.year),
        "era": date.era.in_(language) if date.era else "",
        "weekday": date.weekday.in_(language) if date.weekday else "",
        "season": date.season.in_(language) if date.season else "",
    }


PATTERN_WORDS = frozenset(("day", "month", "number", "year", "era", "weekday", "season"))
