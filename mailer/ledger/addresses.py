"""Addresses by ruling in the ledger: asked about, counting from the day their owner confirmed them, or taken away."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from rules.names import PlayerId

GOOD_FOR = timedelta(days=2)  # an address that was asked about and did not answer by then stays a stranger's


@dataclass(frozen=True, slots=True)
class AddressRow:
    """What was ruled about an address."""

    id: int
    player: PlayerId
    address: str
    state: str  # asked, added, removed; dropped: no more
    asked_at: str


_FIELDS = "id, player, address, state, asked_at"


def settled_addresses(ledger: Ledger) -> tuple[AddressRow, ...]:
    """Those that were added or taken away and stand so, in the order in which that came to be."""
    rows = ledger.db.execute(
        f"select {_FIELDS} from addresses where state in ('added', 'removed') order by settled_at, id"
    )
    return tuple(AddressRow(*row) for row in rows)


def asked_address(ledger: Ledger, address: str, at: datetime) -> AddressRow | None:
    """The open question whether that address is a player's; None where there is none, or it has run out."""
    row = ledger.db.execute(
        f"select {_FIELDS} from addresses where address = ? and state = 'asked' and asked_at > ?",
        (address, utc(at - GOOD_FOR)),
    ).fetchone()
    return AddressRow(*row) if row else None


def address_row(ledger: Ledger, number: int) -> AddressRow:
    """The row of that number."""
    return AddressRow(*ledger.db.execute(f"select {_FIELDS} from addresses where id = ?", (number,)).fetchone())


def ask_address(ledger: Ledger, player: PlayerId, address: str, now: datetime) -> AddressRow:
    """A new question; whatever was asked about that address before is asked no more."""
    ledger.db.execute("update addresses set state = 'dropped' where address = ? and state = 'asked'", (address,))
    return _written(ledger, player, address, "asked", now)


def remove_address(ledger: Ledger, player: PlayerId, address: str, now: datetime) -> AddressRow:
    """The address is that player's no more."""
    row = _written(ledger, player, address, "removed", now)
    settle_address(ledger, row.id, "removed", now)
    return row


def settle_address(ledger: Ledger, number: int, state: str, now: datetime) -> None:
    """What became of it."""
    ledger.db.execute("update addresses set state = ?, settled_at = ? where id = ?", (state, utc(now), number))


def _written(ledger: Ledger, player: PlayerId, address: str, state: str, now: datetime) -> AddressRow:
    row = ledger.db.execute(
        f"insert into addresses (player, address, state, asked_at) values (?, ?, ?, ?) returning {_FIELDS}",
        (player, address, state, utc(now)),
    ).fetchone()
    return AddressRow(*row)
