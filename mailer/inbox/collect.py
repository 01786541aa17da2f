"""Collecting: what the mailboxes hold comes into the ledger, and only then is the mailbox told.

Letters are known by the ledger's keys, never by the server's flags, which belong to everybody. A channel that fails
stops nothing but itself: what it gave before is kept, the rest is listed again by the next run. A ledger that fails
stops all of them: what one has to give must not be overtaken by what comes from the next.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from mailer.errors import LedgerError, MailerError
from mailer.inbox.channel import Channel, JunkLetter, Trace
from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import has_bytes, known_keys, store_batch


@dataclass(frozen=True, slots=True)
class Collected:
    """What one round of collecting brought."""

    letters: int
    failures: tuple[MailerError, ...]
    junk: tuple[JunkLetter, ...] = ()  # letters of registered senders in a junk folder: told, never obeyed
    unseen: tuple[MailerError, ...] = ()  # junk folders that could not be looked into; nothing waits for them
    traces: tuple[Trace | None, ...] = ()  # of every channel: what stays the same as long as nothing comes
    read: tuple[str, ...] = ()  # the names of the channels that were read to their end

    @property
    def is_whole(self) -> bool:
        """Whether every mailbox was read to its end: only then may a day be closed."""
        return not self.failures


def collect(ledger: Ledger, channels: Iterable[Channel], now: datetime, *, senders: Collection[str] = ()) -> Collected:
    """Every waiting letter of every channel, safe in the ledger; with `senders`, their letters in junk folders too."""
    letters = 0
    failures: list[MailerError] = []
    junk: list[JunkLetter] = []
    unseen: list[MailerError] = []
    traces: list[Trace | None] = []
    read: list[str] = []
    for channel in channels:
        try:
            letters += _collect_one(ledger, channel, now)
            traces.append(channel.trace())
            read.append(channel.name)
            _look_into_junk(channel, senders, junk, unseen)
        except LedgerError:
            raise
        except MailerError as error:
            failures.append(error)
        finally:
            channel.close()
    return Collected(letters, tuple(failures), tuple(junk), tuple(unseen), tuple(traces), tuple(read))


def _look_into_junk(
    channel: Channel, senders: Collection[str], junk: list[JunkLetter], unseen: list[MailerError]
) -> None:
    if not senders:
        return
    try:
        junk += channel.junk(senders)
    except MailerError as error:
        unseen.append(error)


def _collect_one(ledger: Ledger, channel: Channel, now: datetime) -> int:
    letters = 0
    for batch in channel.fetch(lambda keys: known_keys(ledger, keys)):
        letters += store_batch(ledger, channel.name, batch, now)
        channel.ack(batch.keys)
    return letters


def collect_again(ledger: Ledger, channel: Channel, now: datetime) -> int:
    """How many letters of a folder of read ones the ledger had lost; what it has, byte for byte, is left."""
    letters = 0
    try:
        for batch in channel.fetch(lambda keys: known_keys(ledger, keys)):
            lost = tuple(one for one in batch.letters if not has_bytes(ledger, one))
            letters += store_batch(ledger, channel.name, replace(batch, letters=lost), now)
    finally:
        channel.close()
    return letters
