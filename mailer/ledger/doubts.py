"""Doubts in the ledger: what we asked, with what was said, so that an answer of one letter is enough days later."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from sqlite3 import Row

from mailer.ledger.chats import BREATH
from mailer.ledger.ledger import Ledger
from mailer.reading.orders.said import Doubt, DoubtCode, Said
from rules.names import PlayerId


@dataclass(frozen=True, slots=True)
class OpenDoubt:
    """A question that waits for a player's answer."""

    id: int
    letter: int
    line: int
    doubt: Doubt
    said: Said | None


def write_doubt(ledger: Ledger, letter: int, line: int, doubt: Doubt, said: Said | None) -> None:
    """Keep a question; `line` as the player counts them."""
    ledger.db.execute(
        "insert into doubts (letter, line, code, text, args, said) values (?, ?, ?, ?, ?, ?)",
        (letter, line, str(doubt.code), doubt.text, json.dumps(dict(doubt.args)), json.dumps(said and _plain(said))),
    )


def open_doubts(ledger: Ledger, player: PlayerId, *, line: int | None = None) -> tuple[OpenDoubt, ...]:
    """The open questions of the player's latest letter that left any, or those about one of its lines.

    Of a chat, of all the messages that were fetched together: their lines are counted through.
    """
    together = BREATH.format(one="l", other="n")
    rows = ledger.db.execute(
        "select d.* from letters n join letters l on l.id = n.id or (" + together + ")"
        " join doubts d on d.letter = l.id"
        " where n.id = (select max(o.letter) from doubts o join letters m on m.id = o.letter"
        "  where o.state = 'open' and m.player = ?)"
        " and d.state = 'open' and (? is null or d.line = ?) order by d.id",
        (player, line, line),
    )
    return tuple(map(_open, rows))


def close_doubts(ledger: Ledger, doubts: Iterable[int], state: str = "answered") -> None:
    """Write down that questions are settled."""
    ledger.db.executemany("update doubts set state = ? where id = ?", [(state, doubt) for doubt in doubts])


def _plain(said: Said) -> dict[str, object]:
    return {**asdict(said), "slots": dict(said.slots), "why": list(said.why)}


def _open(row: Row) -> OpenDoubt:
    args = json.loads(row["args"])
    code: DoubtCode = row["code"]  # stable words; those of resolving are none of the reading's enumeration
    keys = tuple(option["key"] for option in args.get("options", ()))
    plain = json.loads(row["said"])
    said = Said(plain["kind"], plain["slots"], plain["line"], plain["text"], tuple(plain["why"])) if plain else None
    return OpenDoubt(row["id"], row["letter"], row["line"], Doubt(code, row["text"], 0, args, keys), said)


def drop_doubts(ledger: Ledger, letter: int, *, line: int) -> None:
    """Write down that a line's questions are asked otherwise."""
    ledger.db.execute(
        "update doubts set state = 'dropped' where letter = ? and line = ? and state = 'open'", (letter, line)
    )
