"""A ledger of an earlier version is brought up to date where it lies, with a copy made first, and loses nothing."""

import sqlite3

import pytest
from sqlite_utils import Database

from mailer.errors import LedgerError
from mailer.ledger.days import Settled, settle_decision
from mailer.ledger.ledger import SCHEMA_VERSION, open_ledger
from mailer.ledger.migrations import LATEST, migrations

_FILL = """
insert into players (id, name, addresses, language, is_dm) values ('luis', 'Luis', '[]', 'es', 0);
insert into letters (id, channel, account, folder, uidvalidity, uid, received, stored, raw, size)
    values (1, 'maildir', 'a', 'b', 0, 'u', '2026-01-16T09:00', '2026-01-16T09:01', x'00', 1);
insert into steps (id, until, kind, ran_at, rules, data) values (1, 0, 'start', '2026-01-15T00:00', '0.1', 'x');
insert into orders (id, letter, line, text, player, character, kind, json, received, state, reason)
    values (1, 1, 1, 'B', 'luis', 'duric', 'answer', '{}', 10, 'replaced', 'order 2'),
           (2, 1, 1, 'A', 'luis', 'duric', 'answer', '{}', 11, 'standing', '');
insert into decisions (id, party, kind, json, opened, deadline, step) values ('d', 'p', 'deal', '{}', 1, 9, 1);
"""
_NAMES = ["m001_post", "m002_chat", "m003_word", "m004_answers", "m005_heard", "m006_gathered", "m007_inputs"]


def old(path, first_missing):
    """A ledger as the version before that migration wrote it."""
    db = sqlite3.connect(path, autocommit=True) if hasattr(sqlite3, "LEGACY_TRANSACTION_CONTROL") else None
    db = db or sqlite3.connect(path, isolation_level=None)
    migrations.apply(Database(db), stop_before=first_missing)
    db.execute(f"pragma user_version = {_NAMES.index(first_missing)}")
    db.executescript(_FILL)
    db.close()


def test_every_migration_is_known_here():
    assert [one.name for one in migrations._migrations] == _NAMES
    assert len(_NAMES) == SCHEMA_VERSION
    assert _NAMES[-1] == LATEST


@pytest.mark.parametrize("first_missing", _NAMES[1:])
def test_a_ledger_of_an_earlier_version_is_brought_up_to_date(tmp_path, first_missing):
    path = tmp_path / "ledger.db"
    old(path, first_missing)
    ledger = open_ledger(path)
    assert ledger.db.execute("pragma user_version").fetchone()[0] == SCHEMA_VERSION
    assert ledger.db.execute("select count(*) from orders").fetchone()[0] == 2
    settle_decision(ledger, "d", Settled("answered", "accept", "luis", 11, 2), step=1)
    row = ledger.db.execute("select state, choice, answered_by, answered_at, answer from decisions").fetchone()
    assert tuple(row) == ("answered", "accept", "luis", 11, 2)
    assert ledger.db.execute("pragma foreign_key_check").fetchall() == []
    ledger.close()
    (copy,) = tmp_path.glob("backups/*.db")
    assert sqlite3.connect(copy).execute("pragma user_version").fetchone()[0] == _NAMES.index(first_missing)


def test_a_ledger_of_a_later_version_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "ledger.db"
    open_ledger(path, create=True).close()
    db = sqlite3.connect(path)
    db.execute("pragma user_version = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(LedgerError, match="later Estafeta"):
        open_ledger(path)
    assert path.read_bytes() == before
