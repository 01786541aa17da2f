"""A reminder some hours before the day closes, for those who asked for one: by mail, or in the roster.

What a player writes ("avísame 2 horas antes del cierre", "no reminders") goes before the roster's `reminder_hours`, and
the ledger keeps it. One mail a day and player, if a run passes by between that hour and the turnover.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mailer.absence import absences, away_at
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from mailer.reading.orders.numbers import number_at
from mailer.reading.orders.tokens import tokenise
from mailer.reading.resolve.draft import Gloss
from mailer.rulings.shapes import Match
from mailer.rulings.shapes import reminders as shapes
from mailer.standing import standing_for
from rules.standing import UNNUMBERED
from rules.time import MINUTES_AN_HOUR, Day, Moment, end_of_day
from rules.world import InSite, Party

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.lines import Line, Record
    from mailer.writing.names import Names
    from mailer.writing.views import ReminderPerson
    from rules.character import Character

_WISHES = "reminders"  # what players wrote: {"marta": {"hours": 3, "since": 4100}}; no hours: none wanted
_AT = "close_reminder_at"  # the moment from which a run has somebody to remind; "" where nobody wants it
_USUAL = 3  # hours before the turnover, where nobody says how many
_MOST = 20
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")


def wished(post: Post, rec: "Record", lines: "Sequence[Line]") -> None:
    """Write down who wants to be reminded, or no longer; lines that say more than that are left to the reading."""
    for line in lines:
        match = _wish(line.text) if line.verdict == "talk" else None
        hours = _hours(match) if match is not None else None
        if hours is None:
            continue
        wishes = {**_written(post), rec.player: {"hours": hours, "since": rec.received}}
        post.ledger.put(_WISHES, json.dumps(wishes, sort_keys=True))
        line.glosses.append(Gloss("reminder", facts={"hours": hours, "at": _hour(post, hours)}))
    plan(post)


def _wish(text: str) -> Match | None:
    """The wish of a line, or of one of its sentences: "Gracias. Avísame antes del cierre."."""
    for said in (text, *_SENTENCE.split(text)):
        match = next(iter(shapes().matches(said)), None)
        if match is not None:
            return match
    return None


def _hours(match: Match) -> int | None:
    """How many hours before: 0 for none at all; None for a number that is no number of hours."""
    if match.kind == "off":
        return 0
    said = match.slots.get("n")
    if said is None:
        return _USUAL
    tokens = tokenise(said)
    found = number_at(tokens, [token.fold for token in tokens], 0) if tokens else None
    value = found.value if found is not None and found.end == len(tokens) else None
    return value if isinstance(value, int) and 1 <= value <= _MOST else None


def _hour(post: Post, hours: int) -> str:
    """The hour at which the reminder goes: "20:00"."""
    from mailer.writing.amounts import clock

    return clock(post.settings.turnover - hours * MINUTES_AN_HOUR + 24 * MINUTES_AN_HOUR)


def _written(post: Post) -> dict[str, dict[str, int]]:
    written: dict[str, dict[str, int]] = json.loads(post.ledger.get(_WISHES) or "{}")
    return written


# -- the mail --------------------------------------------------------------------------------------------------------


def is_time(post: Post) -> bool:
    """Whether somebody is to be reminded; asked by every run, so that it looks at one value and no more."""
    at = post.ledger.get(_AT)
    return bool(at) and post.moment >= int(at)


def plan(post: Post) -> None:
    """Note when the next reminder is due, inside a transaction."""
    today = post.clock.today(post.now)
    moments = [
        at
        for _, hours, _ in _wanted(post)
        for day in (today, Day(today + 1))
        if (at := _due(post, day, hours)) > post.moment
    ]
    due = str(min(moments)) if moments else ""
    if post.ledger.get(_AT) != due:
        post.ledger.put(_AT, due)


def remind(post: Post) -> None:
    """Queue what is due, and note what is due next."""
    today = post.clock.today(post.now)
    away = away_at(absences(post.ledger), post.moment)
    with post.ledger.transaction():
        for player, hours, since in _wanted(post):
            if since <= _due(post, today, hours) <= post.moment and player.id not in away:
                _remind(post, player, today)
        plan(post)


def _wanted(post: Post) -> Iterator[tuple["Player", int, Moment]]:
    """Who wants it, how many hours before, and since when."""
    written: Mapping[str, Mapping[str, int]] = _written(post)
    for player in post.campaign.roster.players.values():
        wish = written.get(player.id, {"hours": player.reminder_hours, "since": 0})
        if wish["hours"]:
            yield player, wish["hours"], Moment(wish["since"])


def _due(post: Post, day: Day, hours: int) -> Moment:
    return Moment(end_of_day(day, post.settings.turnover) - hours * MINUTES_AN_HOUR)


def _remind(post: Post, player: "Player", today: Day) -> None:
    """To a player with somebody alive in the world."""
    from mailer.writing.views import ReminderView

    names = names_for(post, player)
    people = tuple(_person(post, sheet, party, names) for sheet, party in _living(post, player))
    if not people:
        return
    view = ReminderView(
        head=letterhead_for(post, player).head(today, names),
        deadline=names.deadline(end_of_day(today, post.settings.turnover), post.moment),
        people=people,
    )
    queue_view(post, view, to=to_player(player), key=f"closing:{today}:{player.id}")


def _living(post: Post, player: "Player") -> Iterator[tuple["Character", Party]]:
    for party in post.world.parties.values():
        for name in party.members:
            sheet = post.world.characters[name]
            if sheet.player == player.id and sheet.is_alive:
                yield sheet, party


def _person(post: Post, sheet: "Character", party: Party, names: "Names") -> "ReminderPerson":
    from mailer.writing.deeds import standing
    from mailer.writing.outcomes import question
    from mailer.writing.views import ReminderPerson

    orders = [one for one in standing_for(post, (sheet.id,)) if one.order.id != UNNUMBERED]
    going_on = party.foray.stance.value if party.foray and isinstance(party.where, InSite) else ""
    return ReminderPerson(
        names.person(sheet.id),
        standing(orders, names),
        going_on,
        (question(party.decision, names, post.moment),) if party.decision else (),
    )
