"""Moments and days of a campaign as plain numbers.

A `Moment` counts minutes of the campaign's own wall clock from 00:00 of day 0; a `Day` counts days from the day the
campaign was anchored at. The rules know no time zone and no clock: the post turns real instants into moments.
"""

from typing import NewType

Moment = NewType("Moment", int)  # minutes since 00:00 of day 0; every day has 1440, whatever summer time does
Day = NewType("Day", int)  # days since the anchor date

MINUTES_AN_HOUR = 60
MINUTES_A_DAY = 1440
_NOON = 720


def end_of_day(day: Day, turnover: int) -> Moment:
    """The moment at which a day closes.

    `turnover` is a time of day in minutes: after noon it lies on the day itself, up to noon on the next morning, so
    that a table whose day turns at four in the morning counts the small hours to the evening before. Source: A55.
    """
    return Moment(day * MINUTES_A_DAY + turnover + (0 if turnover > _NOON else MINUTES_A_DAY))


def day_of(moment: Moment, turnover: int) -> Day:
    """The day a moment belongs to; the closing moment itself belongs to the day that then begins."""
    day = Day(moment // MINUTES_A_DAY)
    if moment >= end_of_day(day, turnover):
        return Day(day + 1)
    return day if moment >= end_of_day(Day(day - 1), turnover) else Day(day - 1)
