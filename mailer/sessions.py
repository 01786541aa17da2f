"""When the table meets: recurring sessions, by the rules that calendars use (RFC 5545, read by dateutil)."""

from datetime import date, datetime, time


def next_session(rule: str, today: date, *, anchor: date) -> date | None:
    """The first session on or after a day, None when there will be none; ValueError for what is no rule.

    Rules are counted from `anchor`, the campaign's first day: "every second Thursday" needs one to count from.
    """
    from dateutil.rrule import rrulestr

    found = rrulestr(rule, dtstart=datetime.combine(anchor, time())).after(datetime.combine(today, time()), inc=True)
    return None if found is None else found.date()
