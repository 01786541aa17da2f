"""The ledger made fit to be looked at in a browser: a copy without secrets, and Datasette's page about it.

What is taken out is overwritten, not hidden: the copy holds no whole letter, no mail, no address, no token and no
secret of a day that is not told yet, and may be handed on.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mailer.ledger.days import DAY_TOLD
from mailer.ledger.ledger import Ledger
from mailer.resources import shipped

# Statements that leave every row and every reference where it is.
_REDACTIONS = (
    "delete from meta",
    "delete from notices",
    "update players set addresses = '[]'",
    "delete from addresses",
    "update letters set own_words = '' where id in (select letter from rulings where kind = 'address')"
    " or id in (select letter from doubts where code like 'ruling_%address%')",
    "update lines set text = '' where letter in (select letter from rulings where kind = 'address')"
    " or letter in (select letter from doubts where code like 'ruling_%address%')",
    "update doubts set text = '', args = '{}' where code like 'ruling_%address%'",
    "update rulings set text = '' where kind = 'address'",
    "update letters set raw = x'', sender = '', message_id = '', effect_key = null, error = '', uid = cast(id as text),"
    " account = '', provider_id = null, folder = '', target = ''",
    "update outbox set data = x'', text = '', recipient = '', message_id = cast(id as text), key = cast(id as text),"
    " conv = '', chat = '', answers = '', posted = '[]', reply = ''",
    "update links set author = cast(id as text), conv = '', name = '', lost = ''",
    "delete from codes",
    "update days set secret = '' where day >= (select max(day) from days) - 1",
    "drop table if exists _sqlite_migrations",
    f"update events as e set day = {DAY_TOLD} from steps s where s.id = e.step",  # as everything else tells it
)


def safe_copy(ledger: Ledger, path: Path) -> None:
    """Nothing comes back; a copy without anything secret lies there, readable for its owner alone."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    copy = sqlite3.connect(path, isolation_level=None)
    copy.row_factory = sqlite3.Row
    try:
        ledger.db.backup(copy)
        copy.execute("pragma journal_mode = delete")
        copy.execute("pragma foreign_keys = off")
        copy.execute("pragma secure_delete = on")
        for statement in _REDACTIONS:
            copy.execute(statement)
        _name_columns(copy)
        copy.execute("vacuum")
    finally:
        copy.close()


def _name_columns(copy: sqlite3.Connection) -> None:
    """Nothing comes back; every foreign key names its column: Datasette breaks on one that leaves it out."""
    copy.execute("pragma writable_schema = on")
    for name, sql in copy.execute("select name, sql from sqlite_master where type = 'table'").fetchall():
        named = sql
        for key in copy.execute(f"pragma foreign_key_list('{name}')").fetchall():
            if key["to"] is None:
                target = key["table"]
                first = next(row["name"] for row in copy.execute(f"pragma table_info('{target}')") if row["pk"] == 1)
                named = re.sub(rf"(references\s+{target})\b(?!\s*\()", rf"\1 ({first})", named, flags=re.IGNORECASE)
        copy.execute("update sqlite_master set sql = ? where type = 'table' and name = ?", (named, name))
    copy.execute("pragma writable_schema = reset")


@cache
def _words() -> Mapping[str, Any]:
    import tomllib

    with (shipped("data") / "browse.toml").open("rb") as file:
        return tomllib.load(file)


def say(code: str, language: str, **args: object) -> str:
    """A sentence of `data/browse.toml`."""
    return str(_words()[code][language]).format(**args)


def queries(language: str) -> Iterator[tuple[str, str, str]]:
    """Questions that are ready to be asked: name, title, SQL."""
    for name, one in _words()["queries"].items():
        yield name, one[language], one["sql"]


def page_about(campaign: str, language: str, *, database: str) -> dict[str, Any]:
    """Datasette's metadata: what tables are, which columns sort them, and the ready questions."""
    tables = {name: _table(one, language) for name, one in _words()["tables"].items()}
    ready = {name: {"title": title, "sql": sql} for name, title, sql in queries(language)}
    return {
        "title": say("title", language, campaign=campaign),
        "description": say("about", language),
        "databases": {database: {"tables": tables, "queries": ready}},
    }


def _table(one: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What a table is, and what sorts it: the latest first where its rows have an order."""
    told: dict[str, Any] = {"description": one[language], "facets": one["facets"]}
    return {**told, "sort_desc": one["latest"]} if "latest" in one else told


def prepare(ledger: Ledger, folder: Path, *, campaign: str, language: str) -> tuple[Path, Path]:
    """The copy and the page about it, in a folder."""
    copy, about = folder / "ledger.db", folder / "metadata.json"
    safe_copy(ledger, copy)
    page = page_about(campaign, language, database=copy.stem)
    about.write_text(json.dumps(page, ensure_ascii=False, indent=2), "utf-8")
    return copy, about
