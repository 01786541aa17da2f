"""What every way out gives: one attempt a letter, and its fate in one of four words.

    class Transport(Protocol):
        def open(self) -> None
        def send(self, outgoing: Outgoing) -> Sent
        window: int
        def send_all(self, group: Sequence[Outgoing]) -> tuple[Sent, ...]
        def close(self) -> None

`SmtpTransport(settings)` and `MaildirTransport(settings)` carry mails, `TelegramTransport` and `MatrixTransport` what
goes into a chat, where `is_idempotent` says whether the network knows a repetition by itself. The queue, its back-off
and its memory are the ledger's: a transport only tries. `open` and `send` raise ChannelError when the server cannot be
reached, LoginError when it refuses us: then this letter was not tried, and the others need not be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class SentState(StrEnum):
    """What one attempt came to."""

    SENT = "sent"  # the server has it and answers for it
    RETRY = "retry"  # surely not taken; worth trying later
    DEAD = "dead"  # surely not taken, and it will not be
    UNKNOWN = "unknown"  # handed over, no answer came: it may have gone


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One letter to one person, its bytes final."""

    message_id: str
    envelope_from: str  # "" for letters that must not bounce
    recipient: str  # an address; in a chat, the conversation
    data: bytes
    answers: str = ""  # in a chat: the message it answers, by the network's number
    is_group: bool = False  # in a chat: meant for more than one reader


@dataclass(frozen=True, slots=True)
class Sent:
    """The fate of one attempt."""

    state: SentState
    code: int = 0  # the server's reply code, 0 when it gave none
    reply: str = ""  # its words, one line, shortened
    retry_at: datetime | None = None  # when the server itself names a time
    number: str = ""  # what the network calls the message now
    moved_to: str = ""  # the conversation goes on under another name
    is_for_all: bool = False  # the time named is for whatever else we would send there


class Transport(Protocol):
    """A way out."""

    def open(self) -> None:
        """Nothing comes back; the line is there. `send` opens by itself, this is for asking before."""

    def send(self, outgoing: Outgoing) -> Sent:
        """The fate of one attempt at one letter."""

    @property
    def window(self) -> int:
        """How many letters it can now have under way at once; as many may come twice after a death in between."""

    def send_all(self, group: Sequence[Outgoing]) -> tuple[Sent, ...]:
        """The fates of the letters, in order, one at the least; a letter without one was surely not taken."""

    def close(self) -> None:
        """Nothing comes back, and nothing rises."""


class ChatTransport(Protocol):
    """A way into a chat."""

    @property
    def limit(self) -> int:
        """Characters of one message."""

    @property
    def is_idempotent(self) -> bool:
        """Whether the network knows a repetition by itself."""

    def open(self) -> None:
        """Nothing comes back; the network will have us."""

    def send(self, outgoing: Outgoing) -> Sent:
        """The fate of one attempt at one message."""

    def close(self) -> None:
        """Nothing comes back, and nothing rises."""
