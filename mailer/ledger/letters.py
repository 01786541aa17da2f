"""Letters in the ledger: kept as they came, and what became of them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, islice
from sqlite3 import Row

from mailer.inbox.channel import Batch, Incoming, IncomingKey
from mailer.inbox.chat import CHATS
from mailer.ledger.ledger import Ledger

_ASKED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class StoredLetter:
    """A letter that waits to be read."""

    id: int
    raw: bytes
    received: datetime
    is_cut: bool
    attempts: int
    is_confirmed: bool  # held before, and vouched for since
    channel: str = ""
    account: str = ""
    folder: str = ""  # of a chat: the conversation
    uid: str = ""


def utc(moment: datetime) -> str:
    """An instant as the ledger writes it: sortable text in UTC."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def known_keys(ledger: Ledger, keys: Collection[IncomingKey]) -> set[IncomingKey]:
    """Those of the keys that the ledger has."""
    had: set[IncomingKey] = set()
    for place, some in groupby(keys, key=lambda key: (key.account, key.folder, key.uidvalidity)):
        while uids := [key.uid for key in islice(some, _ASKED_AT_ONCE)]:
            marks = ", ".join("?" * len(uids))
            found = f"select uid from letters where account = ? and folder = ? and uidvalidity = ? and uid in ({marks})"
            had.update(IncomingKey(*place, row[0]) for row in ledger.db.execute(found, (*place, *uids)))
    return had


def has_bytes(ledger: Ledger, letter: Incoming) -> bool:
    """Whether these very bytes, received at that instant, are in the ledger, wherever they lay."""
    found = "select 1 from letters where received = ? and raw = ?"
    return ledger.db.execute(found, (utc(letter.received), letter.raw)).fetchone() is not None


def store_batch(ledger: Ledger, channel: str, batch: Batch, now: datetime) -> int:
    """How many of the letters are new; they, and how far a chat was read, are safe on disk when this returns."""
    stored = utc(now)
    with ledger.transaction() as db:
        if batch.account:
            ledger.put(f"cursor:{batch.account}", batch.cursor)
        before = db.total_changes
        db.executemany(
            "insert into letters (channel, account, folder, uidvalidity, uid, provider_id, received, stored, raw, size,"
            " is_cut, target) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
            [_columns(channel, letter, now, stored=stored) for letter in batch.letters],
        )
        return db.total_changes - before


def _columns(channel: str, letter: Incoming, now: datetime, *, stored: str) -> tuple[object, ...]:
    key = letter.key
    place = (key.account, key.folder, key.uidvalidity, key.uid, letter.provider_id)
    received = min(letter.received, now) if channel in CHATS else letter.received  # other servers' clocks may run ahead
    return (channel, *place, utc(received), stored, letter.raw, letter.size, letter.cut, letter.target)


def waiting(ledger: Ledger, before: datetime | None = None) -> Iterable[StoredLetter]:
    """Letters not yet read, by time of receipt; with `before`, only those received earlier. Fetched one at a time."""
    until = utc(before) if before else "9"
    last = ("", 0)
    while True:
        row = ledger.db.execute(
            "select id, raw, received, is_cut, attempts, reason, channel, account, folder, uid from letters"
            " where state = 'stored' and received < ? and (received, id) > (?, ?) order by received, id limit 1",
            (until, *last),
        ).fetchone()
        if row is None:
            return
        last = (row["received"], row["id"])
        yield StoredLetter(
            row["id"], row["raw"], datetime.fromisoformat(row["received"]), bool(row["is_cut"]), row["attempts"],
            row["reason"] == "confirmed", row["channel"], row["account"], row["folder"], row["uid"],
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of a letter once it was opened."""

    state: str  # accepted, ignored, held, repeat
    reason: str
    player: str | None = None
    message_id: str = ""
    subject: str = ""
    effect_key: str | None = None
    own_words: str = ""
    sender: str = ""


def settle(ledger: Ledger, letter: int, reading: Reading) -> None:
    """Write down what a letter turned out to be, inside the transaction that acts on it."""
    ledger.db.execute(
        "update letters set state = ?, reason = ?, player = ?, message_id = ?, subject = ?, effect_key = ?,"
        " own_words = ?, sender = ?, error = '' where id = ?",
        (
            reading.state, reading.reason, reading.player, reading.message_id, reading.subject, reading.effect_key,
            reading.own_words, reading.sender, letter,
        ),
    )  # fmt: skip


def write_lines(ledger: Ledger, letter: int, lines: Sequence[tuple[int, str, str]]) -> None:
    """Keep the player's own lines with their verdicts: (line, text, verdict)."""
    ledger.db.executemany("insert into lines values (?, ?, ?, ?)", [(letter, *line) for line in lines])


def has_effect(ledger: Ledger, effect_key: str) -> bool:
    """Whether a letter with this effect has been acted on."""
    return ledger.db.execute("select 1 from letters where effect_key = ?", (effect_key,)).fetchone() is not None


def fail(ledger: Ledger, letter: int, error: str, *, tries: int) -> bool:
    """Count a failed attempt; True when the letter is shunted with it, never to stop a run again."""
    with ledger.transaction() as db:
        db.execute(
            "update letters set attempts = attempts + 1, error = ?,"
            " state = case when attempts + 1 >= ? then 'shunted' else state end where id = ?",
            (error, tries, letter),
        )
        row: Row = db.execute("select state from letters where id = ?", (letter,)).fetchone()
        return bool(row["state"] == "shunted")


def uncount(ledger: Ledger, letter: int) -> None:
    """Take back an attempt that was counted before it was made, and was not the letter's to answer for."""
    with ledger.transaction() as db:
        db.execute("update letters set attempts = attempts - 1, error = '' where id = ? and attempts > 0", (letter,))


def note_error(ledger: Ledger, letter: int, error: str) -> None:
    """Write down why a letter failed that was counted already."""
    with ledger.transaction() as db:
        db.execute("update letters set error = ? where id = ?", (error, letter))


def one_more_try(ledger: Ledger, errors: Sequence[str], *, after: int) -> None:
    """Let letters set aside after so many attempts wait again, if one of those words is in their error.

    The count stays, so the next failure sets them aside for good.
    """
    if ledger.db.execute("select 1 from letters where state = 'shunted' limit 1").fetchone() is None:
        return
    with ledger.transaction() as db:
        db.executemany(
            "update letters set state = 'stored' where state = 'shunted' and attempts = ? and instr(error, ?)",
            [(after, error) for error in errors],
        )
