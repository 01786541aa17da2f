"""Collecting: what the mailboxes hold comes into the ledger, and only then is the mailbox told.

Letters are known by the ledger's keys, never by the server's flags, which belong to everybody. A channel that fails
stops nothing but itself: what it gave before is kept, the rest is listed again by the next run.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from mailer.errors import MailerError
from mailer.inbox.channel import Channel
from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import known_keys, store_batch


@dataclass(frozen=True, slots=True)
class Collected:
    """What one round of collecting brought."""

    letters: int
    failures: tuple[MailerError, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every mailbox was read to its end: only then may a day be closed."""
        return not self.failures


def collect(ledger: Ledger, channels: Iterable[Channel], now: datetime) -> Collected:
    """Every waiting letter of every channel, safe in the ledger."""
    letters = 0
    failures: list[MailerError] = []
    for channel in channels:
        try:
            letters += _collect_one(ledger, channel, now)
        except MailerError as error:
            failures.append(error)
        finally:
            channel.close()
    return Collected(letters, tuple(failures))


def _collect_one(ledger: Ledger, channel: Channel, now: datetime) -> int:
    letters = 0
    for batch in channel.fetch(lambda keys: known_keys(ledger, keys)):
        letters += store_batch(ledger, channel.name, batch, now)
        channel.ack(batch.keys)
    return letters
