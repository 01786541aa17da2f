"""Nobody else on the machine reads the ledger."""

import os
import stat

from mailer.ledger.backup import back_up
from mailer.ledger.ledger import open_ledger


def test_ledger_log_and_copies_are_their_owners_alone(tmp_path):
    before = os.umask(0o022)
    try:
        ledger = open_ledger(tmp_path / "ledger.db", create=True)
        with ledger.transaction():
            ledger.put("secret", "x")
        copy = back_up(ledger, reason="by-hand")
        files = [path for path in tmp_path.iterdir() if path.name.startswith("ledger.db")]
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in files}
        assert modes == dict.fromkeys(("ledger.db", "ledger.db-wal", "ledger.db-shm"), 0o600)
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
        ledger.close()
    finally:
        os.umask(before)
