"""What a replay takes out of the ledger: its inputs in the order of time, and states to compare with."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from rules.time import Day

_MOMENTS = """
select stored as at from letters union select ran_at from steps union select closed_at from days
union select ruled_at from rulings where letter is null order by at
"""
_WORLD = (("sheets", "character"), ("parties", "party"))
_INPUT = "id, channel, account, folder, uidvalidity, uid, provider_id, received, stored, raw, size, is_cut, target"


@dataclass(frozen=True, slots=True)
class Beat:
    """An instant at which something was done."""

    at: datetime
    days: tuple[int, ...]  # that were closed
    rulings: tuple[str, ...]  # given at the terminal


def beats(ledger: Ledger) -> Iterator[Beat]:
    """Every instant of the campaign, in order."""
    for (at,) in ledger.db.execute(_MOMENTS).fetchall():
        days = ledger.db.execute("select day from days where closed_at = ? order by day", (at,))
        texts = ledger.db.execute("select text from rulings where ruled_at = ? and letter is null order by id", (at,))
        yield Beat(datetime.fromisoformat(at), tuple(row[0] for row in days), tuple(row[0] for row in texts))


def begin_again(ledger: Ledger, memory: Ledger) -> None:
    """The secret, and the world as the files began it then: the first step."""
    with memory.transaction():
        for key in ("secret", "begun"):
            memory.put(key, ledger.get(key))
        rows = ledger.db.execute("select digest, player, made, expires from codes")  # also those the desk gave
        _copy(memory, "codes (digest, player, made, expires)", rows)
        for table, column in (("steps", "id"), ("sheets", "step"), ("parties", "step"), ("worlds", "step")):
            first = f"select * from {table} where {column} = (select min(id) from steps)"
            _copy(memory, table, ledger.db.execute(first))


def lay_letters(ledger: Ledger, memory: Ledger, at: datetime) -> None:
    """The letters that were stored at that instant, to be read."""
    with memory.transaction():
        rows = ledger.db.execute(f"select {_INPUT} from letters where stored = ?", (utc(at),))
        _copy(memory, f"letters ({_INPUT})", rows)


def known_by(ledger: Ledger, at: datetime) -> frozenset[str]:
    """The people and parties that the ledger knew of at an instant."""
    found: set[str] = set()
    for table, key in _WORLD:
        asked = f"select distinct t.{key} from {table} t join steps s on s.id = t.step where s.ran_at <= ?"
        found.update(row[0] for row in ledger.db.execute(asked, (utc(at),)))
    return frozenset(found)


def step_before(ledger: Ledger, day: Day) -> int:
    """The step that closed the day before; the first one where none did."""
    row = ledger.db.execute("select step from days where day < ? order by day desc limit 1", (day,)).fetchone()
    return int(row[0] if row else ledger.db.execute("select coalesce(min(id), 0) from steps").fetchone()[0])


def reopened_at(ledger: Ledger, step: int) -> datetime | None:
    """When that step resolved a closed day again; None where it is the first that closed it."""
    row = ledger.db.execute(
        "select s.ran_at from steps s join revisions r on r.step = s.id where s.id = ? and r.day is not null", (step,)
    ).fetchone()
    return datetime.fromisoformat(row[0]) if row else None


def last_of_reopening(ledger: Ledger, step: int) -> int:
    """The last step that was taken with one that resolved a day again, before a later day was closed."""
    row = ledger.db.execute(
        "select max(s.id) from steps s join steps r on r.id = ? where s.ran_at = r.ran_at and s.id >= r.id"
        " and not exists (select 1 from steps t where t.kind = 'turnover' and t.id > r.id and t.id <= s.id"
        "  and t.ran_at = r.ran_at)",
        (step,),
    ).fetchone()
    return int(row[0])


def put_back(ledger: Ledger, memory: Ledger, step: int) -> int:
    """The step of the replay at which the world now stands as the ledger has it after that step of its own."""
    with memory.transaction() as db:
        here = int(db.execute("select max(id) from steps").fetchone()[0])
        for table, key in _WORLD:
            latest = (
                f"select {key}, json from {table} t where step ="
                f" (select max(step) from {table} where {key} = t.{key} and step <= ?)"
            )
            db.execute(f"delete from {table}")
            rows = ledger.db.execute(latest, (step,)).fetchall()
            db.executemany(
                f"insert into {table} ({key}, step, json) values (?, ?, ?)", [(r[0], here, r[1]) for r in rows]
            )
        common = ledger.db.execute("select json from worlds where step <= ? order by step desc limit 1", (step,))
        db.execute("delete from worlds")
        db.executemany("insert into worlds values (?, ?)", [(here, row[0]) for row in common.fetchall()])
        db.execute("delete from decisions")
        _copy(memory, "decisions", ledger.db.execute("select * from decisions where step <= ?", (step,)))
        db.execute(
            "update decisions set state = 'open', choice = '', answered_by = null, answered_at = null,"
            " answer = null, settled = null where settled > ?",
            (step,),
        )
    return here


def failed_letters(ledger: Ledger) -> tuple[tuple[int, str], ...]:
    """Letters that could not be read: number, and the last line of what went wrong."""
    rows = ledger.db.execute("select id, error from letters where error <> '' order by id")
    return tuple((row[0], row[1].strip().splitlines()[-1]) for row in rows)


def closed(ledger: Ledger, first: Day) -> list[Day]:
    """The closed days from that one on, in order."""
    return [Day(row[0]) for row in ledger.db.execute("select day from days where day >= ? order by day", (first,))]


def states(ledger: Ledger, day: Day) -> dict[str, Any]:
    """Sheets and parties at the end of a day, as they are written."""
    found: dict[str, Any] = {}
    for table, key in _WORLD:
        asked = (
            f"select {key}, json from {table} t where step = (select max(step) from {table} where {key} = t.{key}"
            " and step <= (select step from days where day = ?))"
        )
        found.update((row[0], json.loads(row[1])) for row in ledger.db.execute(asked, (day,)))
    return found


def _copy(memory: Ledger, table: str, rows: Any) -> None:
    found = [tuple(row) for row in rows]
    if found:
        memory.db.executemany(f"insert into {table} values ({', '.join('?' * len(found[0]))})", found)
