"""Commands sent before the answer to the last one was read: the server works while we write down what it gave.

    tag = ask(client, "STORE", "1:5", "+FLAGS.SILENT", "($Estafeta)")
    ...
    pieces = answer(client, tag, "STORE")

A server answers in the order it was asked. What a FETCH brings lies with the client until its own answer is taken, so
no second FETCH may be asked for meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mailer.inbox.line import RefusedError
from mailer.inbox.responses import Piece

if TYPE_CHECKING:
    from imaplib import IMAP4

_TELLING = ("FETCH", "SEARCH")  # what they bring comes in lines of its own


@dataclass(frozen=True, slots=True)
class Asked:
    """A FETCH whose answer was not read yet."""

    client: "IMAP4"
    uids: Sequence[int]
    tag: bytes


def ask(client: "IMAP4", *words: str | bytes) -> bytes:
    """The tag under which the answer to a UID command will come."""
    tag: bytes = client._command("UID", *words)  # bytes go through as they are
    return tag


def answer(client: "IMAP4", tag: bytes, name: str | bytes) -> list[Piece]:
    """The pieces that command brought, waited for where need be; RefusedError when the server says NO."""
    status, data = client._command_complete("UID", tag)
    if name in _TELLING:
        status, data = client._untagged_response(status, data, name)
    if status != "OK":
        reason = data[-1] if data else b""
        raise RefusedError(reason.decode("utf-8", "replace") if isinstance(reason, bytes) else "refused")
    return list(data)
