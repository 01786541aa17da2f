"""The DM's rulings in the ledger: who ruled what, when, in which words, and whether it was taken back."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from mailer.ledger.codec import decode
from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from rules.names import PlayerId

if TYPE_CHECKING:  # whoever only asks whether anything was ruled shall not wait for the game
    from rules.world import World


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling as it was given."""

    player: PlayerId
    text: str
    kind: str  # the ruling's class in lower case; "decision", "letter", "order", "task"; "undo"
    letter: int | None  # None: at the terminal
    line: int
    step: int | None = None  # the step it was carried out in; None: by what it set going
    found: Any = None  # what it found, for taking it back, where no step holds that


@dataclass(frozen=True, slots=True)
class PastRuling:
    """A ruling that stands."""

    id: int
    text: str
    kind: str
    step: int | None
    found: Any = None


def write_ruling(ledger: Ledger, row: RulingRow, now: datetime) -> int:
    """The number of a new ruling."""
    return int(
        ledger.db.execute(
            "insert into rulings (step, letter, line, player, ruled_at, text, kind, found)"
            " values (?, ?, ?, ?, ?, ?, ?, ?) returning id",
            (row.step, row.letter, row.line, row.player, utc(now), row.text, row.kind, _json(row.found)),
        ).fetchone()[0]
    )


def last_ruling(ledger: Ledger) -> PastRuling | None:
    """The latest ruling that stands and is not itself the taking back of another."""
    row = ledger.db.execute(
        "select id, text, kind, step, found from rulings where undone_by is null and kind <> 'undo'"
        " order by id desc limit 1"
    ).fetchone()
    return PastRuling(**{**dict(row), "found": json.loads(row["found"] or "null")}) if row else None


def _json(found: Any) -> str | None:
    return None if found is None else json.dumps(found, ensure_ascii=False)


def mark_undone(ledger: Ledger, ruling: int, by: int) -> None:
    """Write down that one ruling was taken back by another."""
    ledger.db.execute("update rulings set undone_by = ? where id = ?", (by, ruling))


def restore_orders(ledger: Ledger, settled: int, now: int) -> None:
    """Orders that a ruling ended stand again, as the DM's to settle."""
    ledger.db.execute(
        "update orders set state = 'standing', reason = '', settled = ? where settled = ?"
        " and (state = 'done' or reason = 'handed')",
        (now, settled),
    )


def open_decisions(ledger: Ledger, settled: int) -> None:
    """Questions that a ruling left without object are asked again."""
    ledger.db.execute(
        "update decisions set state = 'open', choice = '', answered_by = null, settled = null where settled = ?",
        (settled,),
    )


def difference(ledger: Ledger, step: int) -> "tuple[World, World]":
    """What a step found and what it left: only the sheets, parties and tasks that it changed."""
    from rules.character import Character
    from rules.world import Party, World

    sheets = _two(ledger, "sheets", "character", step, Character)
    parties = _two(ledger, "parties", "party", step, Party)
    left = ledger.db.execute("select json from worlds where step = ?", (step,)).fetchone()
    found = ledger.db.execute("select json from worlds where step < ? order by step desc limit 1", (step,)).fetchone()
    if left is None or found is None:
        return World(sheets[0], parties[0]), World(sheets[1], parties[1])
    before, after = decode(World, json.loads(found[0])), decode(World, json.loads(left[0]))
    return World(sheets[0], parties[0], tasks=before.tasks), World(sheets[1], parties[1], tasks=after.tasks)


def _two(ledger: Ledger, table: str, key: str, step: int, kind: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Every value of a table that a step wrote, as it was before and as it left it; what ended is in the first only."""
    rows = ledger.db.execute(
        f"select t.{key} as name, t.json as now, (select o.json from {table} o where o.{key} = t.{key} and o.step < ?"
        f" order by o.step desc limit 1) as was from {table} t where t.step = ?",
        (step, step),
    ).fetchall()
    before = {row["name"]: decode(kind, json.loads(row["was"])) for row in rows if row["was"] not in (None, "null")}
    after = {row["name"]: decode(kind, json.loads(row["now"])) for row in rows if row["now"] != "null"}
    return before, after
