"""The ledger as JSON Lines and back, so that it can be read, compared and kept without SQLite.

One file a table, one object a row, in the order of the rows; bytes as {"base64": "…"}:

    tables/days.jsonl     {"day": 0, "step": 2, "closed_at": "2026-01-15T22:05:00+00:00", "commitment": "…", …}

Everything is there, the secrets too: without them the campaign could not go on.
"""

import json
import os
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mailer.errors import LedgerError
from mailer.ledger.ledger import Ledger, open_ledger

_BYTES = "base64"
Progress = Callable[[int], object]  # hears how many rows more are done


def unwatched(_rows: int) -> None:
    """Nobody watches."""


def tables(ledger: Ledger) -> tuple[str, ...]:
    """The names of the tables; how they came about is no content, nor what other programs keep in theirs."""
    rows = ledger.db.execute("select name from sqlite_master where type = 'table' order by name")
    return tuple(row[0] for row in rows if not row[0].startswith(("sqlite_", "_")))


def count_rows(ledger: Ledger) -> int:
    """How many rows there are in all tables."""
    return sum(ledger.db.execute(f"select count(*) from {table}").fetchone()[0] for table in tables(ledger))


def count_lines(folder: Path) -> int:
    """How many rows stand in the files of a folder, as far as they can be read."""
    with suppress(OSError):
        return sum(path.read_bytes().count(b"\n") for path in folder.glob("*.jsonl"))
    return 0


def write_tables(ledger: Ledger, folder: Path, *, progress: Progress = unwatched) -> int:
    """How many rows were written, all of one instant, though somebody may be writing."""
    count = 0
    ledger.db.execute("begin")
    try:
        for table in tables(ledger):
            with open(folder / f"{table}.jsonl", "x", encoding="utf-8", newline="\n", opener=private) as file:
                for row in ledger.db.execute(f"select * from {table} order by {_order(ledger, table)}"):
                    plain = {name: _plain(row[name]) for name in row.keys()}  # noqa: SIM118 - a Row is no dict
                    file.write(json.dumps(plain, ensure_ascii=False) + "\n")
                    count += 1
                    progress(1)
    finally:
        ledger.db.execute("rollback")
    return count


def read_tables(folder: Path, path: Path, *, progress: Progress = unwatched) -> int:
    """How many rows came into a new ledger at that path. LedgerError names file and line of what cannot be taken."""
    ledger = open_ledger(path, create=True)
    try:
        ledger.db.execute("pragma foreign_keys = off")  # rows point to each other both ways; checked at the end
        with ledger.transaction():
            files = ((table, folder / f"{table}.jsonl") for table in tables(ledger))
            count = sum(_read_table(ledger, table, file, progress) for table, file in files)
            _check_references(ledger)
        return count
    finally:
        ledger.close()


def private(path: str, flags: int) -> int:
    """An opener of files that their owner alone may read."""
    return os.open(path, flags | os.O_CLOEXEC, 0o600)


def _order(ledger: Ledger, table: str) -> str:
    """The order in which rows were written, where the table keeps it, else that of its key."""
    about = ledger.db.execute("select wr from pragma_table_list where schema = 'main' and name = ?", (table,))
    if not about.fetchone()[0]:
        return "rowid"
    keys = ledger.db.execute("select name from pragma_table_info(?) where pk > 0 order by pk", (table,))
    return ", ".join(row[0] for row in keys)


def _plain(value: object) -> object:
    return {_BYTES: b64encode(value).decode()} if isinstance(value, bytes) else value


def _read_table(ledger: Ledger, table: str, file: Path, progress: Progress) -> int:
    columns = [row[0] for row in ledger.db.execute("select name from pragma_table_info(?)", (table,))]
    marks = ", ".join("?" * len(columns))
    count = 0
    for number, row in _rows(file):
        if row.keys() != set(columns):
            raise LedgerError(f"{file}: line {number}: it must have exactly {', '.join(columns)}")
        try:
            ledger.db.execute(f"insert into {table} values ({marks})", [_value(row[name]) for name in columns])
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError, ValueError, OverflowError) as error:
            raise LedgerError(f"{file}: line {number}: {error}") from error
        count += 1
        progress(1)
    return count


def _rows(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise LedgerError(f"{file}: line {number}: no JSON object")
                yield number, row
    except OSError as error:
        raise LedgerError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise LedgerError(f"{file}: no JSON Lines: {error}") from error


def _value(plain: Any) -> Any:
    if not isinstance(plain, dict):
        return plain
    if plain.keys() != {_BYTES} or not isinstance(plain[_BYTES], str):
        raise ValueError(f'only {{"{_BYTES}": "…"}} may stand inside a row')
    return b64decode(plain[_BYTES], validate=True)


def _check_references(ledger: Ledger) -> None:
    broken = ledger.db.execute("pragma foreign_key_check").fetchone()
    if broken:
        raise LedgerError(f"tables/{broken[0]}.jsonl: a row points to one that is missing in {broken[2]}.jsonl")
