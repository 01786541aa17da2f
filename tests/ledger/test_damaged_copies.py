"""A damaged ledger is found out before a copy of it drives the good ones out."""

import os

import pytest

from mailer.errors import LedgerError
from mailer.ledger.backup import back_up, daily_backups
from mailer.ledger.ledger import open_ledger


def test_no_copy_is_made_of_a_damaged_ledger_and_the_good_one_stays(tmp_path):
    path = tmp_path / "ledger.db"
    ledger = open_ledger(path, create=True)
    with ledger.transaction():
        for number in range(2_000):
            ledger.put(f"key {number}", "x" * 100)
    good = back_up(ledger, reason="daily")
    ledger.close()
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) // 2 // 4096 * 4096)
        file.write(b"\x2a" * 4096)
    ledger = open_ledger(path)
    with pytest.raises(LedgerError) as found:
        back_up(ledger, reason="daily")
    assert found.value.exit_code == os.EX_IOERR
    assert len(str(found.value).splitlines()) == 1
    assert daily_backups(ledger) == [good]
    ledger.close()
