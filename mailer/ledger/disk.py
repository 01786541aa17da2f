"""What a disk may do to a ledger: refuse, and forget what was not forced down to it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailer.errors import LedgerError

# What SQLite says when the disk, and not our SQL, is at fault.
_OF_THE_DISK = frozenset(
    {
        sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB,
    }
)  # fmt: skip


@contextmanager
def disk_border(path: Path) -> Iterator[None]:
    """Inside, a disk that is full, read-only, damaged or gone is a LedgerError; mistakes of ours rise as they are."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _OF_THE_DISK:
            raise
        raise LedgerError(f"{path}: {error}") from error


def sync(path: Path) -> None:
    """Nothing comes back; a file's bytes, or a folder's names, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
