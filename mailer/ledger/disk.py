"""What a disk may do to a ledger: refuse, and forget what was not forced down to it."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailer.errors import LedgerError, ShortageError, is_of_the_machine

# What SQLite says when the disk, and not our SQL, is at fault. Of too little memory (SQLITE_NOMEM) Python makes a
# MemoryError.
_OF_THE_DISK = frozenset(
    {
        sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_NOLFS,
    }
)  # fmt: skip


@contextmanager
def disk_border(path: Path) -> Iterator[None]:
    """Inside, a disk that is full, read-only, damaged or gone is a LedgerError; mistakes of ours rise as they are.

    So is a machine that has no files or no memory left to give.
    """
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _OF_THE_DISK:
            raise
        raise LedgerError(f"{path}: {error}") from error
    except OSError as error:
        if not is_of_the_machine(error):
            raise
        raise LedgerError(f"{error.filename or path}: {error.strerror}") from error
    except MemoryError as error:
        raise ShortageError(f"{path}: {os.strerror(errno.ENOMEM)}") from error


def sync(path: Path) -> None:
    """Nothing comes back; a file's bytes, or a folder's names, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
