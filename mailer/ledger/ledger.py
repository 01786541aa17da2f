"""The ledger: one SQLite file a campaign, in which everything is written down before anybody is told.

WAL with synchronous=FULL: the only setting that kept every commit through power cuts. Every writing transaction begins
IMMEDIATE, so that a busy ledger is found out before anything is read.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mailer.errors import LedgerError
from mailer.ledger.disk import disk_border

_BUSY_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Ledger:
    """An open ledger."""

    db: sqlite3.Connection
    path: Path

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Everything inside, or nothing. Not to be nested: one thing at a time is written down."""
        with disk_border(self.path):
            self.db.execute("begin immediate")
            try:
                yield self.db
                self.db.execute("commit")  # a commit that fails leaves its transaction open
            except BaseException:
                self.db.rollback()
                raise

    def get(self, key: str, default: str = "") -> str:
        """A single remembered value."""
        row = self.db.execute("select value from meta where key = ?", (key,)).fetchone()
        return str(row[0]) if row else default

    def put(self, key: str, value: str) -> None:
        """Remember a single value, inside a transaction."""
        self.db.execute("insert into meta values (?, ?) on conflict do update set value = excluded.value", (key, value))

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()


def open_ledger(path: Path, *, create: bool = False) -> Ledger:
    """The ledger at that path, brought to the present version; a damaged or later one is refused before any write."""
    if not create and not path.exists():
        raise LedgerError(f"{path} does not exist; `estafeta init` or the first `estafeta run` makes it")
    try:
        if create and not path.exists():
            path.touch(mode=0o600)  # letters, addresses and the secret of the dice: SQLite's own files beside it follow
        ledger = Ledger(_connect(path), path)
        _bring_up_to_date(ledger)
    except sqlite3.DatabaseError as error:
        raise LedgerError(f"{path}: {error}") from error
    return ledger


def _connect(path: Path | str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    return db


def copy_in_memory(ledger: Ledger) -> Ledger:
    """A copy that can be written to without a trace: a rehearsal runs on it."""
    db = _connect(":memory:")
    ledger.db.backup(db)
    return Ledger(db, ledger.path)


def memory_ledger(path: Path) -> Ledger:
    """A new ledger that is never written to disk, standing for the one at that path."""
    ledger = Ledger(_connect(":memory:"), path)
    _bring_up_to_date(ledger)
    return ledger


def _bring_up_to_date(ledger: Ledger) -> None:
    """Apply the migrations that are missing; sqlite-utils is slow to import and most runs miss none."""
    version = ledger.db.execute("pragma user_version").fetchone()[0]
    if version == SCHEMA_VERSION:
        return
    if version > SCHEMA_VERSION:
        raise LedgerError(f"{ledger.path} was written by a later Estafeta (schema {version}, ours {SCHEMA_VERSION})")
    from sqlite_utils import Database

    from mailer.ledger.migrations import migrations

    if version:
        from mailer.ledger.backup import back_up

        back_up(ledger, reason=f"before-schema-{SCHEMA_VERSION}")
    migrations.apply(Database(ledger.db))
    ledger.db.execute(f"pragma user_version = {SCHEMA_VERSION}")


SCHEMA_VERSION = 7  # how many migrations there are
