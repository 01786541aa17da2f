"""What the disk refuses is told as a failure of the world; a mistake of ours is not hidden among them."""

import os
import sqlite3

import pytest

from mailer.errors import LedgerError
from mailer.ledger.ledger import open_ledger


@pytest.fixture
def ledger(tmp_path):
    ledger = open_ledger(tmp_path / "ledger.db", create=True)
    yield ledger
    ledger.close()


def fill(ledger):
    """No page more than there are: what SQLite says then is what it says on a full disk."""
    pages = ledger.db.execute("pragma page_count").fetchone()[0]
    ledger.db.execute(f"pragma max_page_count = {pages}")


def test_a_full_disk_is_told_with_its_exit_code_and_nothing_is_half_written(ledger):
    fill(ledger)
    with pytest.raises(LedgerError) as found, ledger.transaction():
        ledger.put("a", "1")
        ledger.put("b", "x" * 1_000_000)
    assert found.value.exit_code == os.EX_IOERR
    assert "full" in str(found.value)
    assert ledger.get("a") == ""


def test_the_ledger_can_be_written_again_once_there_is_room(ledger):
    fill(ledger)
    with pytest.raises(LedgerError), ledger.transaction():
        ledger.put("b", "x" * 1_000_000)
    ledger.db.execute("pragma max_page_count = 1000000")
    with ledger.transaction():
        ledger.put("b", "x" * 1_000_000)
    assert len(ledger.get("b")) == 1_000_000


def test_wrong_sql_of_ours_is_no_failure_of_the_disk(ledger):
    with pytest.raises(sqlite3.OperationalError), ledger.transaction() as db:
        db.execute("insert into nowhere values (1)")


def test_a_broken_rule_of_a_table_is_no_failure_of_the_disk(ledger):
    with pytest.raises(sqlite3.IntegrityError), ledger.transaction() as db:
        db.execute("insert into lines values (1, 1, 'a', 'order')")
