"""When a run last came by and the mailboxes were last read: the ledger's note, or the stamp of quiet runs since."""

from datetime import UTC, datetime
from typing import Literal

from mailer.ledger.ledger import Ledger
from mailer.quiet import held_at

Note = Literal["last_run", "mailboxes_read"]


def heard(ledger: Ledger, note: Note) -> datetime | None:
    """The later of what the ledger noted and the last run that found the stamp to hold; None when neither is there."""
    noted = ledger.get(note)
    instants = [datetime.fromisoformat(noted)] if noted else []
    if noted and (seconds := held_at(str(ledger.path.parent))) is not None:
        instants.append(datetime.fromtimestamp(seconds, UTC))
    return max(instants, default=None)


def last_read(ledger: Ledger) -> datetime:
    """The instant up to which everything that came was read; at first that of the campaign's first run."""
    return heard(ledger, "mailboxes_read") or datetime.fromisoformat(ledger.get("begun"))
