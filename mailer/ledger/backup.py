"""Copies of the ledger, made by SQLite's own online backup: whole, though somebody may be writing."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mailer.errors import LedgerError
from mailer.ledger.disk import disk_border, sync

if TYPE_CHECKING:  # the ledger makes a copy of itself before a migration
    from mailer.ledger.ledger import Ledger

_PIECE = 256  # pages copied between two words of progress


def back_up(
    ledger: "Ledger", *, reason: str, now: datetime | None = None, progress: Callable[[int], object] | None = None
) -> Path:
    """A copy in `backups/` beside the ledger, named by time and reason; complete or not there at all.

    `progress` hears how many pages more are copied.
    """
    folder = ledger.path.parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{_stamp(now or datetime.now(UTC))}-{reason}.db"
    for left in folder.glob(f"*-{reason}.part*"):  # by a run that died
        left.unlink()
    draft = target.with_suffix(".part")
    copy = sqlite3.connect(draft)
    try:
        with disk_border(ledger.path):
            if progress is None:
                ledger.db.backup(copy)
            else:
                _copy_watched(ledger.db, copy, progress)
            _check(copy, ledger.path)
    finally:
        copy.close()
    for left in folder.glob(f"{draft.name}-*"):  # SQLite says nothing when it could not take its own files away
        left.unlink()
    sync(draft)
    draft.replace(target)
    sync(folder)
    return target


def pages(ledger: "Ledger") -> int:
    """How many pages a copy will have."""
    return int(ledger.db.execute("pragma page_count").fetchone()[0])


def _copy_watched(source: sqlite3.Connection, copy: sqlite3.Connection, progress: Callable[[int], object]) -> None:
    """The same piece by piece; whoever writes between two pieces makes it begin anew, so all of it stands still."""
    done = 0

    def tell(_status: int, left: int, total: int) -> None:
        nonlocal done
        progress(max(0, total - left - done))
        done = max(done, total - left)

    source.execute("begin")
    try:
        source.execute("select count(*) from sqlite_master").fetchone()  # from here on we see one instant
        source.backup(copy, pages=_PIECE, progress=tell)
    finally:
        source.execute("rollback")


def _check(copy: sqlite3.Connection, path: Path) -> None:
    """Nothing comes back; a damaged ledger is told here once a day, and never drives good copies out."""
    found = copy.execute("pragma quick_check(1)").fetchone()[0]
    if found != "ok":
        what = " ".join(str(found).split())
        raise LedgerError(f"{path}: {what}; older copies are whole: see `estafeta restore --list`")


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def is_copied_since(ledger: "Ledger", moment: datetime) -> bool:
    """Whether the run has made a copy at that moment or later."""
    copies = daily_backups(ledger)
    return bool(copies) and copies[-1].name >= _stamp(moment)


def daily_backups(ledger: "Ledger") -> list[Path]:
    """The copies made by the run, oldest first."""
    return sorted((ledger.path.parent / "backups").glob("*-daily.db"))


def prune(ledger: "Ledger", *, keep: int) -> None:
    """Forget all but the newest `keep` daily copies."""
    for old in daily_backups(ledger)[:-keep] if keep else []:
        old.unlink()
