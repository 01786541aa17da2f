"""What was said to whom and when, so that it is not said again too soon."""

from datetime import datetime, timedelta

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc


def may_say(ledger: Ledger, key: str, now: datetime, *, days: int) -> bool:
    """Whether enough time has passed since this was last said; if so, it is noted as said now."""
    row = ledger.db.execute("select at from notices where key = ?", (key,)).fetchone()
    if row and datetime.fromisoformat(row["at"]) > now - timedelta(days=days):
        return False
    ledger.db.execute("insert into notices values (?, ?) on conflict do update set at = excluded.at", (key, utc(now)))
    return True
