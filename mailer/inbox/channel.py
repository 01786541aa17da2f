"""What every way in gives: letters in blocks, marked done on the server only after we have them.

    class Channel(Protocol):
        name: str
        def fetch(self, known: Known) -> Iterator[Batch]
        def ack(self, keys: Iterable[IncomingKey]) -> None
        def junk(self, senders: Collection[str]) -> tuple[JunkLetter, ...]
        def trace(self) -> Trace | None
        def close(self) -> None

    Known = Callable[[Collection[IncomingKey]], Collection[IncomingKey]]    # of these, the ones the ledger has

One round of collecting, the same for every channel:

    for batch in channel.fetch(ledger.known):
        ledger.store(batch.letters, batch.cursor)       # one transaction, committed here
        channel.ack(batch.keys)                         # may fail or be lost; the next run repeats it
    channel.close()

`ImapChannel(settings, readonly=False)` and `MaildirChannel(settings, readonly=False)` know their letters by the keys;
`TelegramChannel` and `MatrixChannel` by a cursor besides, which is kept with the letters: asking with it is what tells
the network that we have them. A read-only channel (a dry run) fetches the same letters and leaves everything as it is.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

BLOCK_LETTERS = 500
BLOCK_BYTES = 8 * 1024 * 1024
CUT_HEADER_BYTES = 128 * 1024  # of a letter too large to take whole we keep this much header
CUT_TEXT_BYTES = 64 * 1024  # and this much text

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class IncomingKey:
    """Where one letter lies: what the ledger knows it by. All four together are unique and fit four columns."""

    account: str  # "user@host" of a mailbox, path of a Maildir
    folder: str  # "INBOX"; "" where the channel has no folders
    uidvalidity: int  # 0 where the channel has none
    uid: str  # IMAP: the UID in digits; Maildir: the file name before ":2,", printable ASCII, the rest as %XX

    def __str__(self) -> str:
        return f"{self.account}/{self.folder};{self.uidvalidity}/{self.uid}"


Known = Callable[[Collection[IncomingKey]], Collection[IncomingKey]]
Trace = dict[str, Any]  # {"signs": {path: sign}} or {"mailbox": {...}}, as `mailer.quiet` compares them


@dataclass(frozen=True, slots=True)
class Incoming:
    """One letter as the server has it."""

    key: IncomingKey
    raw: bytes
    received: datetime  # aware, UTC: when the mail server had it, never what its Date: header says
    provider_id: str | None  # X-GM-MSGID: one letter under several labels has one
    size: int  # what the server says; of a cut letter it is more than len(raw)
    cut: bool  # too large to take whole: `raw` is its header and the beginning of its text
    target: str = ""  # of an edit or a deletion in a chat: the `uid` of what it changes


@dataclass(frozen=True, slots=True)
class Batch:
    """One block of letters, small enough for memory, to be stored in one transaction."""

    letters: tuple[Incoming, ...]
    cursor: str  # opaque; for a mailbox only told, its letters are known by their keys
    # Letters the ledger has and the server still shows as not done: a run died between the two, or the mark failed.
    lingering: tuple[IncomingKey, ...] = ()
    account: str = ""  # of a chat: its cursor is to be kept under this name, in the letters' own transaction

    @property
    def keys(self) -> tuple[IncomingKey, ...]:
        """What may be marked done once this block is committed."""
        return tuple(letter.key for letter in self.letters) + self.lingering


@dataclass(frozen=True, slots=True)
class JunkLetter:
    """A letter in the junk folder that claims a sender we know: to be told, never to be obeyed."""

    sender: str
    received: datetime


class Channel(Protocol):
    """A way in. Network and server failures rise as ChannelError, a refused login as LoginError."""

    @property
    def name(self) -> str:
        """The word for this channel in logs and errors."""

    def fetch(self, known: Known) -> Iterator[Batch]:
        """Every letter waiting that is not known, oldest first, but large ones may follow the others of their block.

        Nothing is changed on the server.
        """

    def ack(self, keys: Iterable[IncomingKey]) -> None:
        """Nothing comes back: those letters are marked done. Harmless to repeat, and with keys long gone."""

    def junk(self, senders: Collection[str]) -> tuple[JunkLetter, ...]:
        """The newest letters in the junk folder by one of these addresses (lower case); nothing is touched."""

    def trace(self) -> Trace | None:
        """What stays the same from the last fetch on as long as nothing comes; None where only a fetch can tell."""

    def close(self) -> None:
        """Nothing comes back, and nothing rises, also on a dead line."""


def blocks(items: Iterable[tuple[T, int]]) -> Iterator[tuple[T, ...]]:
    """The items, in order, in blocks of at most BLOCK_LETTERS and, beyond the first of each, BLOCK_BYTES.

    Items come with their size in bytes.
    """
    block: list[T] = []
    weight = 0
    for item, size in items:
        if block and (len(block) == BLOCK_LETTERS or weight + size > BLOCK_BYTES):
            yield tuple(block)
            block, weight = [], 0
        block.append(item)
        weight += size
    if block:
        yield tuple(block)
