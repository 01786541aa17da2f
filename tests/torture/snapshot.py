"""What a campaign folder holds, in a form in which two can be compared; and what must be true of any wreck."""

import email
import email.policy
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

# What may differ between a run that was killed and one that was not: times of work, counts of tries, the log of runs;
# and the digest of settings in which each try has a server of its own.
_LOOSE = {
    "letters": {"stored", "attempts", "error"},
    "outbox": {"created", "due", "sent", "attempts", "reply", "posted"},
    "steps": {"ran_at", "data", "inputs"},  # up to when answers were heard: a time of work, too
    "days": {"closed_at"},
    "notices": {"at"},
}
# After an error a day may have waited for the mailbox, and the DM been alarmed: other words, and the same facts.
_LOOSER = _LOOSE | {"outbox": _LOOSE["outbox"] | {"id", "subject", "text", "data", "chat"}}
_ALARM = "alarm:"
_LOOSE_META = {"last_run", "mailboxes_read", "begun", "roster_seen"}  # roster_seen: the sign of a file of this folder
_NOT_COMPARED = {"runs", "sqlite_sequence", "_sqlite_migrations"}


@dataclass(frozen=True)
class Snapshot:
    """A campaign folder."""

    tables: dict[str, tuple[tuple, ...]]
    facts: dict[str, tuple[tuple, ...]]  # the tables without what an alarm and a day's waiting change
    mails: dict[str, bytes]  # file: bytes
    unread: tuple[str, ...]  # letters still in new/
    done: tuple[str, ...]  # letters in cur/
    copies: tuple[str, ...]  # the evening's copies of the ledger

    @property
    def ids(self) -> Counter:
        """How many mails went out under each Message-ID."""
        return Counter(message_id(data) for data in self.mails.values())


def message_id(data: bytes) -> str:
    return str(email.message_from_bytes(data, policy=email.policy.default)["Message-ID"])


def snapshot(folder: Path) -> Snapshot:
    """The folder as it is; the ledger is read in a copy, so that looking changes nothing."""
    boxes = (tuple(sorted(_names(folder, one))) for one in ("new", "cur"))
    copies = tuple(sorted(path.name for path in (folder / "backups").glob("*-daily.*")))
    return Snapshot(*_tables(folder), _mails(folder), *boxes, copies)


def _tables(folder: Path) -> tuple[dict[str, tuple[tuple, ...]], dict[str, tuple[tuple, ...]]]:
    with _ledger_copy(folder) as db:
        found = "select name from sqlite_master where type = 'table' order by name"
        names = [row[0] for row in db.execute(found) if row[0] not in _NOT_COMPARED]
        tables = {name: _rows(db, name, _LOOSE) for name in names}
        facts = {name: _rows(db, name, _LOOSER) for name in names if name not in ("meta", "notices")}
        return tables, facts | {"outbox": tuple(row for row in facts.get("outbox", ()) if not _is_alarm(row))}


def _is_alarm(row: tuple) -> bool:
    return any(str(value).startswith(_ALARM) for value in row)


def _rows(db: sqlite3.Connection, table: str, loose: dict[str, set[str]]) -> tuple[tuple, ...]:
    if table == "meta":
        return tuple(
            row
            for row in db.execute("select * from meta order by key")
            if row[0] not in _LOOSE_META and row[0] != "asked:telegram"
        )
    columns = [row[1] for row in db.execute(f"pragma table_info({table})")]
    kept = ", ".join(column for column in columns if column not in loose.get(table, ()))
    return tuple(sorted(db.execute(f"select {kept} from {table}"), key=repr))


@contextmanager
def _ledger_copy(folder: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy of ledger and write-ahead log, as they are on disk now."""
    with tempfile.TemporaryDirectory() as scratch:
        for path in folder.glob("ledger.db*"):
            if not path.name.endswith("-shm"):
                shutil.copyfile(path, Path(scratch, path.name))
        with closing(sqlite3.connect(Path(scratch, "ledger.db"))) as db:
            yield db


def _names(folder: Path, where: str) -> list[str]:
    return [path.name.partition(":2,")[0] for path in (folder / "mail" / "in" / where).iterdir()]


def _mails(folder: Path) -> dict[str, bytes]:
    out = folder / "mail" / "out" / "new"
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())} if out.exists() else {}


def differences(expected: Snapshot, found: Snapshot) -> list[str]:
    """Where they differ in anything, one line each."""
    told = _of_tables(expected.tables, found.tables) + _of_folders(expected, found)
    told += [f"mail lost: {name}" for name in expected.mails.keys() - found.mails.keys()]
    told += [f"mail too many: {name}" for name in found.mails.keys() - expected.mails.keys()]
    both = expected.mails.keys() & found.mails.keys()
    return told + [f"mail has other bytes: {name}" for name in both if expected.mails[name] != found.mails[name]]


def other_facts(expected: Snapshot, found: Snapshot) -> list[str]:
    """Where they differ in what happened: letters, orders, days, dice, who was told what; not in words."""
    told = _of_tables(expected.facts, found.facts) + _of_folders(expected, found)
    return told + [f"mail lost: {name}" for name in expected.mails.keys() - found.mails.keys()]


def _of_tables(expected: dict[str, tuple[tuple, ...]], found: dict[str, tuple[tuple, ...]]) -> list[str]:
    told = []
    for table, rows in expected.items():
        ours = found.get(table, ())
        told += [f"{table}: lacks {_short(row)}" for row in _less(rows, ours)]
        told += [f"{table}: has {_short(row)}" for row in _less(ours, rows)]
    return told


def _of_folders(expected: Snapshot, found: Snapshot) -> list[str]:
    told = [f"mail twice: {name}" for name, count in found.ids.items() if count > 1]
    if (expected.unread, expected.done) != (found.unread, found.done):
        told.append(f"mailbox: {len(found.unread)} unread and {len(found.done)} done")
    if expected.copies != found.copies:
        told.append(f"copies: {found.copies}, should be {expected.copies}")
    return told


def _less(these: tuple[tuple, ...], those: tuple[tuple, ...]) -> list[tuple]:
    return list((Counter(these) - Counter(those)).elements())


def _short(row: tuple) -> str:
    return repr(row)[:160]


def faults_of_wreck(folder: Path, letters: dict[str, bytes]) -> list[str]:
    """What may never be, not even while a run lies dead: checked before anything mends it."""
    if not (folder / "ledger.db").exists():
        unread = set(_names(folder, "new"))
        return [f"letter gone: {name}" for name in letters if name not in unread]
    with _ledger_copy(folder) as db:
        told = [f"ledger: {row[0]}" for row in db.execute("pragma integrity_check") if row[0] != "ok"]
        tables = {row[0] for row in db.execute("select name from sqlite_master")}
        kept = {row[0] for row in db.execute("select uid from letters")} if "letters" in tables else set()
        has_chats = any(row[1] == "channel" for row in db.execute("pragma table_info(outbox)"))
        queued = "select message_id, data, state from outbox" + (" where channel = 'mail'" if has_chats else "")
        outbox = {row[0]: row for row in db.execute(queued)} if "outbox" in tables else {}
    unread = set(_names(folder, "new"))
    told += [f"letter gone: {name}" for name in letters if name not in unread and name not in kept]
    return told + _faults_of_mails(_mails(folder), outbox)


def _faults_of_mails(mails: dict[str, bytes], outbox: dict[str, tuple]) -> list[str]:
    told = []
    gone = {message_id(data) for data in mails.values()}
    for name, data in mails.items():
        row = outbox.get(message_id(data))
        if row is None:
            told.append(f"mail tells what the ledger does not know: {name}")
        elif row[1] != data:
            told.append(f"mail is torn: {name}")
        elif row[2] not in ("sending", "sent"):
            told.append(f"mail went out unmarked: {name}")
    told += [
        f"mail called sent and not there: {key}" for key, row in outbox.items() if row[2] == "sent" and key not in gone
    ]
    return told
