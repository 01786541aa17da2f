"""The campaign played again in memory from the ledger's inputs, by the present rules and files.

Inputs are the world as the files began it, every letter at the instant it was stored, every ruling given at the
terminal, and which days were closed when. Letters are read again from the first one on; the world is put back to what
the ledger says where the replay begins, so that what comes out differently is of the days from there on.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from mailer.campaign.load import load_campaign
from mailer.errors import MailerError
from mailer.intake import Intake
from mailer.ledger.days import last_closed_day
from mailer.ledger.ledger import Ledger, memory_ledger
from mailer.ledger.replay import (
    Beat,
    beats,
    begin_again,
    closed,
    failed_letters,
    known_by,
    last_of_reopening,
    lay_letters,
    put_back,
    reopened_at,
    states,
    step_before,
)
from mailer.people import keep_people
from mailer.post import Post
from mailer.proving.differences import differences
from mailer.reopening import go_on
from mailer.rulings.terminal import rule_in
from mailer.turnover import begin_world, close
from rules.time import Day, end_of_day
from rules.world import World


class ReplayError(MailerError):
    """The present rules cannot get through what the ledger holds."""

    def __init__(self, when: datetime, error: Exception) -> None:
        super().__init__(when, error)
        self.when, self.error = when, error

    def __str__(self) -> str:
        at = self.when.isoformat(timespec="minutes")
        return f"what was done at {at} cannot be done again: {type(self.error).__name__}: {self.error}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """Two ledgers to be compared: the campaign's, and one in memory; each with its last step before the replay."""

    was: Ledger
    now: Ledger
    was_after: int
    now_after: int

    @property
    def unread(self) -> tuple[tuple[int, str], ...]:
        """Letters that were read then and crash the present reading: number, and what it said."""
        return tuple(one for one in failed_letters(self.now) if one not in failed_letters(self.was))


def replay(folder: Path, ledger: Ledger, *, first: Day, progress: Callable[[int], object] = lambda _: None) -> Replayed:
    """The days from that one on, as they would come out now. The campaign's own ledger is only read.

    `progress` hears of every instant of the campaign that was lived again, of as many as `instants` counts.
    """
    campaign = load_campaign(folder)
    memory = memory_ledger(campaign.ledger_path)
    memory.db.execute("pragma foreign_keys = off")  # steps may be numbered otherwise where the replay begins
    post = Post(folder, campaign.settings, memory, datetime.fromisoformat(ledger.get("begun")), is_rehearsal=True)
    begin_again(ledger, memory)
    begins = step_before(ledger, first)
    again = reopened_at(ledger, begins)  # the day before was resolved again then: from there on the world is compared
    begins = begins if again is None else last_of_reopening(ledger, begins)
    after, wanted = 1, (None, Day(first - 1), True) if again is None else (again, first, False)
    for beat in beats(ledger):
        post.now = beat.at
        post.campaign = replace(campaign, start=_start(campaign.start, known_by(ledger, beat.at)))
        post.know_addresses()
        post.forget_world()
        try:
            for day, is_closed in _play(post, ledger, beat):
                if (again and beat.at, day, is_closed) == wanted:
                    after = put_back(ledger, memory, begins)
                    post.forget_world()
        except MailerError:
            raise
        except Exception as error:
            raise ReplayError(beat.at.astimezone(campaign.settings.zone), error) from error
        progress(1)
    return Replayed(ledger, memory, begins, after)


def instants(ledger: Ledger) -> int:
    """How many instants a replay lives again."""
    return sum(1 for _ in beats(ledger))


def _start(start: World, known: frozenset[str]) -> World:
    """Of the people and parties of the files those who had come by then: a newcomer was not there from the start."""
    people = {name: sheet for name, sheet in start.characters.items() if name in known}
    parties = {
        name: replace(party, members=tuple(member for member in party.members if member in people))
        for name, party in start.parties.items()
        if name in known or not people.keys().isdisjoint(party.members)
    }
    return replace(start, characters=people, parties=parties)


def _play(post: Post, ledger: Ledger, beat: Beat) -> Iterator[tuple[Day, bool]]:
    """What a run did at one instant, done again; each day is given before it is closed, and after.

    The next day to be closed is given at the end, for what was done before it.
    """
    keep_people(post)
    begin_world(post)
    lay_letters(ledger, post.ledger, beat.at)
    if beat.rulings:
        rule_in(post, beat.rulings)
    intake = Intake(post)
    for day in map(Day, beat.days):
        intake.take_in(before=post.clock.closes(day))
        while go_on(post, end_of_day(day, post.settings.turnover)):
            pass
        yield day, False
        close(post, day)
        with post.ledger.transaction() as db:  # its mails went out then: none of them waits to be told with a later day
            db.execute("update outbox set state = 'sent'")
        yield day, True
    intake.take_in()
    while go_on(post, post.moment):
        pass
    last = last_closed_day(post.ledger)
    yield Day(0 if last is None else last + 1), False
    with post.ledger.transaction():
        post.ledger.put("reading", "")


@dataclass(frozen=True, slots=True)
class Change:
    """What would be different for one character, or one party, on one day."""

    day: Day
    who: str
    gone: tuple[str, ...]  # what would not have happened
    new: tuple[str, ...]  # what would have happened
    sheet: tuple[tuple[str, object, object], ...]  # at the end of the day: what, as it is written, as it would be


def changes(played: Replayed, *, first: Day) -> tuple[Change, ...]:
    """Every difference, in the order of days and names; none when all comes out the same."""
    was, now = _told(played.was, played.was_after), _told(played.now, played.now_after)
    sheets = dict(_sheet_changes(played, first))
    found = []
    for day, who in sorted({*was, *now, *sheets}):
        old, new = was.get((day, who), []), now.get((day, who), [])
        gone, fresh = _without(old, new), _without(new, old)
        sheet = sheets.get((day, who), ())
        if gone or fresh or sheet:
            found.append(Change(day, who, gone, fresh, sheet))
    return tuple(found)


def _without(these: list[str], those: list[str]) -> tuple[str, ...]:
    """What stands in the one list more often than in the other."""
    left = list(those)
    return tuple(one for one in these if one not in left or left.remove(one))  # type: ignore[func-returns-value]


_HAPPENED = (
    "select * from events where step > ? and step in (select id from steps where undone is null) order by at, id"
)


def _told(ledger: Ledger, after: int) -> dict[tuple[Day, str], list[str]]:
    """What happened after a step, by day and by whom it is about."""
    found: dict[tuple[Day, str], list[str]] = {}
    thrown = "select what, n, sides, value from faces where event = ? order by what, n"
    for row in ledger.db.execute(_HAPPENED, (after,)):
        dice = [f"{face['what']} d{face['sides']} {face['value']}" for face in ledger.db.execute(thrown, (row["id"],))]
        data = json.loads(row["data"])
        words = [f"{key} {_short(data[key])}" for key in sorted(data) if not _is_number_of_order(key, data[key])]
        line = "; ".join([f"{row['at'] // 60 % 24:02}:{row['at'] % 60:02} {row['kind']}", *words, *dice])
        for who in json.loads(row["characters"]) or [row["party"]]:
            found.setdefault((Day(row["day"]), who), []).append(line)
    return found


def _is_number_of_order(key: str, value: object) -> bool:
    """Orders are numbered as they come: that a number moves is no difference to anybody."""
    return key == "order" or (key == "by" and isinstance(value, int))


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _sheet_changes(
    played: Replayed, first: Day
) -> Iterator[tuple[tuple[Day, str], tuple[tuple[str, object, object], ...]]]:
    """Where sheets and parties stand otherwise at the end of a day, each told on the first day that it does."""
    told: dict[str, object] = {}
    for day in closed(played.was, first):
        was, now = states(played.was, day), states(played.now, day)
        for who in sorted(was.keys() | now.keys()):
            differs = tuple(differences("", _unnumbered(was.get(who)), _unnumbered(now.get(who))))
            if differs and told.get(who) != differs:
                yield (day, who), differs
            told[who] = differs


def _unnumbered(value: object) -> object:
    """A plain value without the numbers of orders in it."""
    if isinstance(value, list):
        return [_unnumbered(one) for one in value]
    if not isinstance(value, dict):
        return value
    numbers = {"triggered", "order"} | ({"id"} if value.get("is") == "Order" else set())
    return {key: _unnumbered(one) for key, one in value.items() if key not in numbers}
