"""The days of a campaign as a strip of hours for each party, with what was notable: a picture made of characters."""

from typing import Any

from mailer.desk.tale import NOTABLE, teller
from mailer.ledger.days import days_told, events_of_day
from mailer.post import Post
from mailer.writing.views.outcome import ROUTINE
from rules.events import Event, EventKind
from rules.time import MINUTES_A_DAY, MINUTES_AN_HOUR, Day, end_of_day

_QUIET, _BUSY, _MET, _DEAD = "·▪⚔†"
_RANK = {_QUIET: 0, _BUSY: 1, _MET: 2, _DEAD: 3}
_MARKS = {EventKind.ENCOUNTER: _MET, EventKind.DIED: _DEAD}


def timeline(post: Post, *, days: int, party: str = "") -> list[dict[str, Any]]:
    """One row a day and party: its date, the strip of its twenty-four hours, and what was notable in words."""
    say = teller(post)
    found: list[dict[str, Any]] = []
    for day in days_told(post.ledger, days):
        events = events_of_day(post.ledger, day)
        for name in sorted({event.party for event in events}):
            if party and name != party:
                continue
            own = [event for event in events if event.party == name]
            notable = [say.plain(event) for event in own if event.kind in NOTABLE]
            found.append(
                {
                    "day": day, "real": post.clock.date_of(day).isoformat(), "campaign": say.names.day(day),
                    "party": say.names.party(name), "strip": strip(own, day, post.settings.turnover),
                    "events": notable,
                }
            )  # fmt: skip
    return found


def strip(events: list[Event], day: Day, turnover: int) -> str:
    """A day's hours from turnover to turnover, each by the gravest thing that happened in it."""
    start = end_of_day(day, turnover) - MINUTES_A_DAY
    hours = [_QUIET] * (MINUTES_A_DAY // MINUTES_AN_HOUR)
    for event in events:
        mark = _MARKS.get(event.kind, _QUIET if event.kind.value in ROUTINE else _BUSY)
        hour = min(len(hours) - 1, max(0, (event.at - start - 1) // MINUTES_AN_HOUR))
        hours[hour] = max(hours[hour], mark, key=lambda one: _RANK[one])
    return "".join(hours)
