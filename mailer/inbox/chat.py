"""A chat message as a letter: what the network said of it, packed as the letter's bytes.

    {"author": "7", "name": "Ana", "text": "Compro 2 antorchas"}   # a new one
    {"author": "7", "kind": "edit", "target": "101", "text": "Compro 3 antorchas"}   # other words
    {"author": "7", "kind": "unreadable", "why": "encrypted"}   # nobody can read it

Its key is the network's: account of the bot, conversation, id of the message. Fields that hold their default are left
out. Whoever wrote is known by a number or a Matrix id; names are only shown.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from enum import StrEnum

from mailer.inbox.channel import Incoming, IncomingKey

TELEGRAM, MATRIX = "telegram", "matrix"
_NAME_CHARS = 1_000
CHATS = (TELEGRAM, MATRIX)  # as `letters.channel` and `outbox.channel` call them

Cursors = Callable[[str], str]  # what the ledger remembers of an account, "" where nothing


class Kind(StrEnum):
    """What a message is."""

    NEW = "new"
    EDIT = "edit"  # of `target`
    DELETE = "delete"  # of `target`
    UNREADABLE = "unreadable"  # a picture, a voice, something encrypted
    MOVED = "moved"  # the conversation goes on as `target`


@dataclass(frozen=True, slots=True)
class Message:
    """One message, as far as we look at it."""

    author: str  # numeric id, or @user:server; never a name
    name: str = ""  # for show only
    text: str = ""  # the author's own: what was quoted is taken out
    kind: Kind = Kind.NEW
    target: str = ""  # of an edit or a deletion: the id of the message it changes
    reply_to: str = ""  # the id of the message it answers
    why: str = ""  # what cannot be read in it: "encrypted", "attachment", "forward"
    is_private: bool = True  # nobody else reads along
    is_bot: bool = False


def packed(message: Message) -> bytes:
    """The message as the ledger keeps it: the same message gives the same bytes."""
    held = ((one, getattr(message, one.name)) for one in fields(Message))
    plain = {one.name: value for one, value in held if one.default is MISSING or value != one.default}
    return json.dumps(plain, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")


def unpacked(raw: bytes) -> Message:
    """The message again."""
    plain = json.loads(raw)
    return Message(**{**plain, "kind": Kind(plain.get("kind", Kind.NEW))})


def incoming(account: str, conversation: str, number: str, message: Message, *, received: datetime) -> Incoming:
    """The message as a letter."""
    raw = packed(message)
    key = IncomingKey(account, _plain(conversation), 0, _plain(number))
    return Incoming(key, raw, received, None, len(raw), cut=False, target=_plain(message.target))


def _plain(name: str) -> str:
    """A name that a column can hold, whatever a server sent: half a character would stop every letter beside it."""
    return name.encode("utf-8", "replace").decode().replace("\0", "?")[:_NAME_CHARS]
