"""The ledger and the disk it lies on: whole, roomy, private, and copied."""

import getpass
import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mailer.desk.finding import Finding, doctor_words, mend, note, well
from mailer.desk.peek import Peek
from mailer.errors import LedgerError
from mailer.inbox.secret import Secret, SecretSource

_LITTLE = 200_000_000  # bytes
_OLD_COPY = timedelta(hours=50)  # a day is closed every day, and copied with it
_OTHERS = 0o004
_UNITS = ("B", "kB", "MB", "GB", "TB")


def ledger(peek: Peek) -> Iterator[Finding]:
    """The ledger's own check of itself."""
    if peek.ledger is None:
        if not peek.ledger_error:
            yield note("ledger_none")
        elif "earlier Estafeta" in peek.ledger_error:
            yield note("ledger_earlier")
        elif "schema" in peek.ledger_error:
            yield mend("ledger_later")
        else:
            yield _damaged(peek, peek.ledger_error)
        return
    try:
        wrong = whole(peek.ledger.db)
    except sqlite3.DatabaseError as error:
        wrong = str(error)
    if wrong:
        yield _damaged(peek, wrong)
        return
    letters, days = (
        peek.ledger.db.execute(f"select count(*) from {name}").fetchone()[0] for name in ("letters", "days")
    )
    yield well("ledger_well", size=size(peek.ledger.path.stat().st_size), letters=letters, days=days)


def whole(db: sqlite3.Connection) -> str:
    """What is wrong with a ledger, "" when nothing."""
    said = str(db.execute("pragma quick_check(1)").fetchone()[0])
    if said != "ok":
        return said
    lost = db.execute("pragma foreign_key_check").fetchone()
    return f"{lost[0]} #{lost[1]} → {lost[2]}" if lost else ""


def disk(peek: Peek) -> Iterator[Finding]:
    """Room, and whether the folder may be written to."""
    for path in (peek.folder, peek.folder / "ledger.db"):
        if path.exists() and not os.access(path, os.W_OK):
            yield mend("folder_closed", path=path.resolve(), user=getpass.getuser())
    path = peek.folder / "ledger.db"
    needed = max(_LITTLE, 3 * path.stat().st_size if path.exists() else 0)
    free = shutil.disk_usage(peek.folder).free
    yield mend("disk_full", free=size(free)) if free < needed else well("disk_well", free=size(free))


def private(peek: Peek) -> Iterator[Finding]:
    """Files that only their owner should read."""
    kinds = doctor_words()["file"]
    held = [(path, kinds["secret"]) for path in _password_files(peek)]
    held += [(path, kinds["ledger"]) for path in (peek.folder / "ledger.db", *sorted(_copies(peek))[-1:])]
    for path, what in held:
        if _is_open(path):
            yield mend("file_open", path=path, what=what)


def _is_open(path: Path) -> bool:
    """Whether everybody may read a file: its own mode, and that of every folder above it."""
    try:
        if not path.stat().st_mode & _OTHERS:
            return False
        return all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)
    except OSError:
        return False


def _password_files(peek: Peek) -> Iterator[Path]:
    if peek.settings is None:
        return
    for one in (*peek.settings.inbox, peek.settings.out):
        secret = getattr(one, "secret", None)
        if isinstance(secret, Secret) and secret.source is SecretSource.FILE:
            yield Path(secret.value).expanduser()


def backups(peek: Peek) -> Iterator[Finding]:
    """How old the newest copy is, and whether it can be read."""
    if peek.ledger is None or not peek.ledger.db.execute("select 1 from days limit 1").fetchone():
        return
    copies = sorted(_copies(peek))
    if not copies:
        yield mend("backup_none")
        return
    newest = copies[-1]
    age = peek.now - _stamped(newest)
    if not _is_whole(newest):
        yield mend("backup_damaged", name=newest.name)
    elif age > _OLD_COPY:
        yield mend("backup_old", age=age)
    else:
        yield well("backup_fresh", name=newest.name, age=age)


def _is_whole(path: Path) -> bool:
    """Whether `estafeta restore` would take it, also one from before an update."""
    from mailer.ledger.restore import reach

    try:
        reach(path)
    except LedgerError:
        return False
    return True


def _copies(peek: Peek) -> list[Path]:
    return list((peek.folder / "backups").glob("*.db"))


def _stamped(path: Path) -> datetime:
    """When a copy was made, by its name, else by its file."""
    try:
        return datetime.strptime(path.name.partition("-")[0], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _damaged(peek: Peek, wrong: str) -> Finding:
    copies = sorted(_copies(peek), reverse=True)
    good = next((path for path in copies if _is_whole(path)), None)
    return mend("ledger_damaged", told=wrong, folder=peek.folder, backup=good.name if good else "—")


def size(count: int) -> str:
    """Bytes in the unit that fits: "34 MB"."""
    power = 0
    while count >= 1000 and power < len(_UNITS) - 1:
        count, power = count // 1000, power + 1
    return f"{count} {_UNITS[power]}"
