"""A copy put in the place of the ledger: checked first, the present one kept beside it, exchanged by one rename.

Whenever it is broken off, a whole ledger stands at `ledger.db`: the present one up to the rename, the copy from it on.
To be called with the campaign's lock held.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mailer.errors import BusyError, LedgerError
from mailer.ledger.disk import sync
from mailer.ledger.ledger import SCHEMA_VERSION

_TABLES = frozenset({"meta", "letters", "orders", "steps", "days", "outbox"})
_SIDES = ("-wal", "-shm", "-journal")
# What a ledger was last written at: each is the newest of its kind.
_LAST = """
select max(at) from (select max(stored) as at from letters union all select max(closed_at) from days
union all select max(ran_at) from steps union all select max(ruled_at) from rulings)
"""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a ledger knows: up to when, and how much."""

    until: datetime | None  # None: nothing was ever written into it
    letters: int
    last_day: int | None
    read_until: datetime | None  # when every mailbox was last read to its end: what came later may be missing
    secret: str  # of its dice: two ledgers of one campaign have the same


def copies(folder: Path) -> list[Path]:
    """What lies in `backups/`, oldest first."""
    return sorted((folder / "backups").glob("*.db"))


def reach(path: Path) -> Reach:
    """What the ledger at that path knows. LedgerError when it is damaged, of a later Estafeta, or none at all."""
    with border(path), closing(_read_only(path)) as db:
        _check(db, path)
        last = db.execute(_LAST).fetchone()[0]
        letters, day = db.execute("select (select count(*) from letters), (select max(day) from days)").fetchone()
        known = dict(db.execute("select key, value from meta").fetchall())
        read = known.get("mailboxes_read") or known.get("begun")
        return Reach(_instant(last), letters, day, _instant(read), known.get("secret", ""))


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def restore(copy: Path, ledger: Path, *, now: datetime) -> Path | None:
    """Where the ledger that stood there is kept now, None if there was none; the copy stands in its place."""
    draft = ledger.with_name(f"{ledger.name}.restoring")
    with border(ledger):
        _forget(draft)
        _draw_up(copy, draft)
        try:
            kept = _keep(ledger, now) if ledger.exists() else None
        except BusyError:
            _forget(draft)
            raise
        _let_go_of_sides(ledger)
        draft.replace(ledger)
        sync(ledger.parent)
    return kept


def _draw_up(copy: Path, draft: Path) -> None:
    """The copy's content in a file of its own, checked and on disk; it knows since when letters are missing."""
    since = reach(copy).read_until
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with border(copy), closing(_read_only(copy)) as source, closing(sqlite3.connect(draft)) as target:
        source.backup(target)
        target.execute("pragma journal_mode = delete")
        _check(target, copy)
        if since:
            target.execute("insert or replace into meta values ('read_again_since', ?)", (since.isoformat(),))
        target.commit()
    sync(draft)


def _keep(ledger: Path, now: datetime) -> Path:
    """A second name for the present ledger, which goes on standing where it stands."""
    for name in ledger.parent.glob(f"{ledger.stem}.before-*.db"):
        if name.samefile(ledger):  # an attempt that died had named it, and it went on standing
            name.unlink()
    stem = f"{ledger.stem}.before-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    names = (ledger.with_name(f"{stem}{more}.db") for more in ("", *(f"-{number}" for number in range(2, 100))))
    kept = next(name for name in names if not name.exists())
    is_whole = _fold_in(ledger)
    for side in () if is_whole else _SIDES:  # of a damaged ledger we keep whatever lies there
        if (beside := ledger.with_name(ledger.name + side)).exists():
            _link(beside, kept.with_name(kept.name + side))
    _link(ledger, kept)
    sync(ledger.parent)
    return kept


def _fold_in(ledger: Path) -> bool:
    """Whether the write-ahead log is in the ledger itself, and gone; False for a damaged one.

    Left beside the copy it would be played into it. SQLite leaves that mode only while nobody else has the ledger open,
    so no other program will later write to, or clear away, what then belongs to the copy.
    """
    try:
        with closing(sqlite3.connect(ledger, timeout=2, isolation_level=None)) as db:
            return bool(db.execute("pragma journal_mode = delete").fetchone()[0] == "delete")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BusyError(f"{ledger}: another program has it open; close it and try again") from error
        raise LedgerError(f"{ledger}: {error}") from error
    except sqlite3.DatabaseError:
        return False


def _let_go_of_sides(ledger: Path) -> None:
    for side in _SIDES:
        ledger.with_name(ledger.name + side).unlink(missing_ok=True)
    sync(ledger.parent)


def _forget(draft: Path) -> None:
    """What an earlier attempt left that died."""
    for side in ("", *_SIDES):
        draft.with_name(draft.name + side).unlink(missing_ok=True)


def _link(path: Path, second: Path) -> None:
    try:
        second.hardlink_to(path)
    except OSError:  # a file system without links
        shutil.copy2(path, second)
        sync(second)


def _read_only(path: Path) -> sqlite3.Connection:
    """A copy beside which nothing lies is read without leaving anything there."""
    has_log = path.with_name(f"{path.name}-wal").exists()
    how = "mode=ro" if has_log else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, isolation_level=None)


def _check(db: sqlite3.Connection, path: Path) -> None:
    found = db.execute("pragma quick_check(1)").fetchone()[0]
    if found != "ok":
        raise LedgerError(f"{path} is damaged: {' '.join(str(found).split())}")
    version = db.execute("pragma user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise LedgerError(f"{path} was written by a later Estafeta (schema {version}, ours {SCHEMA_VERSION})")
    tables = {row[0] for row in db.execute("select name from sqlite_master where type = 'table'")}
    if not tables >= _TABLES:
        raise LedgerError(f"{path} is no ledger of Estafeta's")


@contextmanager
def border(path: Path) -> Iterator[None]:
    """Inside, whatever is wrong with a file or the disk is a LedgerError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise LedgerError(f"{path}: {error}") from error
    except OSError as error:
        raise LedgerError(f"{error.filename or path}: {error.strerror or error}") from error
