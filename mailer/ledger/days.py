"""Steps of the clock in the ledger: what each read, what happened in it, and the dice it fell by."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from rules.names import CharacterId, PartyId
from rules.time import Day, Moment, day_of

if TYPE_CHECKING:  # an idle run asks which day was closed last, and shall not wait for the game
    from rules.events import Event
    from rules.world import Decision


@dataclass(frozen=True, slots=True)
class StepRow:
    """How a step was made."""

    until: Moment
    kind: str  # turnover, hour, answer; "start" writes the world as the files begin it
    rules: str
    data: str


def begin_step(ledger: Ledger, row: StepRow, now: datetime) -> int:
    """The number of a new step."""
    return int(
        ledger.db.execute(
            "insert into steps (until, kind, ran_at, rules, data) values (?, ?, ?, ?, ?) returning id",
            (row.until, row.kind, utc(now), row.rules, row.data),
        ).fetchone()[0]
    )


def write_events(ledger: Ledger, step: int, events: Sequence["Event"], turnover: int) -> None:
    """Keep what happened, and every face it rests on."""
    for event in events:
        number = ledger.db.execute(
            "insert into events (step, day, at, party, kind, characters, data, source, audience)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
            (
                step, day_of(event.at, turnover), event.at, event.party, event.kind.value,
                json.dumps(event.characters), json.dumps(dict(event.data), ensure_ascii=False), event.source,
                event.audience.value,
            ),
        ).fetchone()[0]  # fmt: skip
        ledger.db.executemany(
            "insert or ignore into faces values (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (number, face.throw.at, face.throw.who, face.throw.what, face.n, face.sides, face.value, face.by_hand)
                for face in event.faces
            ],
        )


def events_of_step(ledger: Ledger, step: int) -> "tuple[Event, ...]":
    """What happened in one step, in order."""
    return _events(ledger, "step = ?", step)


# What happens in the very minute at which a day closes belongs to the day that closes, as its mails tell it; what the
# next day opens with, in the same minute, is of the next, and so is what was ruled since. `e`: an event, `s`: its step.
_IN_CLOSING = (
    "(e.at = s.until and s.kind <> 'ruling' and exists (select 1 from days d join steps t on t.id = d.step"
    " where d.day = e.day - 1 and t.until = e.at))"
)
DAY_TOLD = f"(e.day - {_IN_CLOSING})"
_WITH_STEP = "events e join steps s on s.id = e.step"


def events_of_day(ledger: Ledger, day: Day) -> "tuple[Event, ...]":
    """What happened on one day, in order, its closing minute with it."""
    near = f"s.undone is null and e.day between {int(day)} and {int(day) + 1}"
    return _events(ledger, f"id in (select e.id from {_WITH_STEP} where {near} and {DAY_TOLD} = ?)", day)


def days_told(ledger: Ledger, count: int, *, party: str = "", person: str = "") -> tuple[Day, ...]:
    """The latest days in which anything was written down, of all or of one party or person, the oldest first."""
    whose = [("e.party = ?", party)] if party else []
    if person:
        whose.append(("exists (select 1 from json_each(e.characters) c where c.value = ?)", person))
    where = " and ".join(sql for sql, _ in whose) or "true"
    closed = "" if whose else " union select day from days"
    rows = ledger.db.execute(
        f"select day from (select distinct {DAY_TOLD} as day from {_WITH_STEP} where {where}{closed})"
        " order by day desc limit ?",
        (*(value for _, value in whose), count),
    )
    return tuple(Day(row[0]) for row in rows)[::-1]


def _events(ledger: Ledger, where: str, value: int) -> "tuple[Event, ...]":
    from rules.dice import Face, Throw
    from rules.events import Audience, Event, EventKind

    faces: dict[int, list[Face]] = {}
    chosen = f"select id from events where {where}"
    for row in ledger.db.execute(f"select * from faces where event in ({chosen}) order by event, what, n", (value,)):
        throw = Throw(row["at"], row["who"], row["what"])
        face = Face(throw, row["n"], row["sides"], row["value"], bool(row["by_hand"]))
        faces.setdefault(row["event"], []).append(face)
    rows = ledger.db.execute(f"select * from events where {where} order by at, id", (value,))
    return tuple(
        Event(
            EventKind(row["kind"]),
            Moment(row["at"]),
            PartyId(row["party"]),
            tuple(map(CharacterId, json.loads(row["characters"]))),
            json.loads(row["data"]),
            tuple(faces.get(row["id"], ())),
            row["source"],
            Audience(row["audience"]),
        )
        for row in rows
    )


def last_closed_day(ledger: Ledger) -> Day | None:
    """The latest day that was closed; None before the first."""
    row = ledger.db.execute("select max(day) from days").fetchone()
    return None if row[0] is None else Day(row[0])


def close_day(ledger: Ledger, day: Day, step: int, *, commitment: str, secret: str, now: datetime) -> None:
    """Write down that a day is over; a second time is refused by the ledger itself."""
    ledger.db.execute("insert into days values (?, ?, ?, ?, ?)", (day, step, utc(now), commitment, secret))


def steps_of(ledger: Ledger, day: Day) -> tuple[int, int]:
    """The steps that told a day: after the first number, up to the second; none for a day that is not closed."""
    row = ledger.db.execute("select step from days where day = ?", (day,)).fetchone()
    before = ledger.db.execute("select step from days where day = ?", (day - 1,)).fetchone()
    return (before[0] if before else 0, row[0]) if row else (0, 0)


def write_decisions(ledger: Ledger, step: int, opened: Sequence["Decision"], encoded: Sequence[str]) -> None:
    """Keep questions put to the parties."""
    ledger.db.executemany(
        "insert into decisions (id, party, kind, json, opened, deadline, step) values (?, ?, ?, ?, ?, ?, ?)"
        " on conflict do update set json = excluded.json, deadline = excluded.deadline, step = excluded.step,"
        " state = 'open', choice = '', answered_by = null, settled = null",
        [
            (one.id, one.party, one.kind, text, one.opened, one.deadline, step)
            for one, text in zip(opened, encoded, strict=True)
        ],
    )


@dataclass(frozen=True, slots=True)
class Settled:
    """How a question was settled; nobody answered one that ran out."""

    state: str  # answered, expired
    choice: str  # what it means
    by: str | None = None  # player
    at: Moment | None = None  # when our server had the answer
    answer: int | None = None  # the order that answered


def settle_decision(ledger: Ledger, decision: str, settled: Settled, *, step: int) -> None:
    """Keep how a question was settled."""
    ledger.db.execute(
        "update decisions set state = ?, choice = ?, answered_by = ?, answered_at = ?, answer = ?, settled = ?"
        " where id = ? and state = 'open'",
        (settled.state, settled.choice, settled.by, settled.at, settled.answer, step, decision),
    )
