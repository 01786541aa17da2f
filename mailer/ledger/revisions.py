"""Steps taken back: which stand no more, what they had settled, and what a revision found, to be put back.

Nothing is deleted: a step that was taken back keeps its events and faces, and says by which step.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from rules.time import Day

_STANDS = "undone is null and kind not in ('ruling', 'start')"


@dataclass(frozen=True, slots=True)
class Revision:
    """A day that was resolved again."""

    step: int
    was: int  # the step that had closed the day before
    found: Any


def _marked(steps: Sequence[int]) -> str:
    """The numbers of steps as they stand in a statement."""
    return ", ".join(str(int(step)) for step in steps) or "0"


def standing_steps(ledger: Ledger, first: int) -> tuple[int, ...]:
    """The steps of the clock that stand, from that number on."""
    rows = ledger.db.execute(f"select id from steps where id >= ? and {_STANDS} order by id", (first,))
    return tuple(row[0] for row in rows)


def first_step_of(ledger: Ledger, day: Day, *, begins: int) -> int:
    """The first step in which that closed day was lived, `begins` being the moment at which it began."""
    row = ledger.db.execute(
        f"select min(id) from steps where {_STANDS} and kind in ('hour', 'turnover') and until > ? and id <="
        " (select step from days where day = ?)",
        (begins, day),
    ).fetchone()
    return int(row[0])


def is_closed_after(ledger: Ledger, step: int) -> bool:
    """Whether a day was closed after a step, so that it rests on it."""
    found = f"select 1 from steps where id > ? and kind = 'turnover' and {_STANDS}"
    return ledger.db.execute(found, (step,)).fetchone() is not None


def take_steps_back(ledger: Ledger, steps: Sequence[int], *, by: int) -> None:
    """Write down that steps stand no more."""
    ledger.db.executemany("update steps set undone = ? where id = ?", [(by, step) for step in steps])


def found_now(ledger: Ledger, steps: Sequence[int]) -> dict[str, Any]:
    """What is about to be changed: the steps, and the orders and decisions they had to do with."""
    marks = _marked(steps)
    orders = ledger.db.execute(
        "select id, state, overruled_by, reason, settled, heard from orders where state = 'standing'"
        f" or settled in ({marks}) order by id"
    )
    decisions = ledger.db.execute(
        "select id, state, choice, answered_by, settled, json, deadline, step from decisions where state = 'open'"
        f" or step in ({marks}) or settled in ({marks}) order by id"
    )
    return {
        "steps": list(steps),
        "orders": [list(row) for row in orders],
        "decisions": [list(row) for row in decisions],
    }


def stand_again(ledger: Ledger, steps: Sequence[int], *, by: int | None = None) -> None:
    """What steps had settled is open again, and what they had asked is asked no more.

    An order that earlier steps had heard is not heard anew because a later one had ended it.
    """
    marks = _marked(steps)
    heard = f"case when heard in ({marks}) then null else heard end"
    ledger.db.execute(
        f"update orders set state = 'standing', overruled_by = null, reason = '', settled = {heard}, heard = {heard}"
        f" where settled in ({marks}) or (state = 'standing' and heard in ({marks}))"
    )
    ledger.db.execute(
        "update decisions set state = 'open', choice = '', answered_by = null, settled = null"
        f" where settled in ({marks}) and step not in ({marks})"
    )
    ledger.db.execute(
        f"update decisions set state = 'expired', choice = '', settled = ? where step in ({marks})", (by,)
    )


def put_back(ledger: Ledger, found: Any, *, steps: Sequence[int]) -> None:
    """Orders, decisions and steps as a revision found them; what players said since stays."""
    marks = _marked(steps)
    ledger.db.execute(f"update decisions set state = 'expired', choice = '' where step in ({marks})")
    ledger.db.executemany(
        "update orders set state = ?, overruled_by = ?, reason = ?, settled = ?, heard = ? where id = ?"
        f" and (state = 'standing' or settled in ({marks}))",
        [(*(*row, None)[:5], order) for order, *row in found["orders"]],  # earlier schemas found no `heard`
    )
    ledger.db.executemany(
        "update decisions set state = ?, choice = ?, answered_by = ?, settled = ?, json = ?, deadline = ?, step = ?"
        " where id = ?",
        [(*rest, name) for name, *rest in found["decisions"]],
    )
    ledger.db.executemany("update steps set undone = null where id = ?", [(step,) for step in found["steps"]])


def write_revision(ledger: Ledger, revision: Revision, day: Day, *, player: str, now: datetime) -> None:
    """Keep that a day was resolved again; it counts by its new step from now on."""
    ledger.db.execute(
        "insert into revisions (step, day, made_at, player, was, found) values (?, ?, ?, ?, ?, ?)",
        (revision.step, day, utc(now), player, revision.was, json.dumps(revision.found)),
    )
    count_by(ledger, day, revision.step)


def count_by(ledger: Ledger, day: Day, step: int) -> None:
    """By which of its steps a day counts."""
    ledger.db.execute("update days set step = ? where day = ?", (step, day))


def last_revision(ledger: Ledger, day: Day) -> Revision | None:
    """The revision by which a day counts; None for one that was resolved once."""
    row = ledger.db.execute(
        "select r.step, r.was, r.found from revisions r join days d on d.step = r.step where d.day = ?", (day,)
    ).fetchone()
    return Revision(row["step"], row["was"], json.loads(row["found"])) if row else None


def count_revisions(ledger: Ledger, day: int) -> int:
    """How often a day was resolved, the first time counted."""
    return 1 + int(ledger.db.execute("select count(*) from revisions where day = ?", (day,)).fetchone()[0])


def taken_back_late(ledger: Ledger, after: int) -> tuple[int, ...]:
    """Orders received before a moment that were taken back by words received after it: then they still stood."""
    rows = ledger.db.execute(
        "select o.id from orders o where o.state in ('cancelled', 'replaced') and o.settled is null and o.received < ?"
        " and ((o.reason like 'order %' and (select c.received from orders c where c.id = cast(substr(o.reason, 7) as"
        " integer)) >= ?) or (o.reason like 'letter %' and (select max(c.received) from orders c where c.letter ="
        " cast(substr(o.reason, 8) as integer)) >= ?)) order by o.id",
        (after, after, after),
    )
    return tuple(row[0] for row in rows)
