"""The folders of a mailbox: where done letters go, and which one is the junk, whatever the server calls them.

Names travel as the bytes that go into a command: quoted, in IMAP's own UTF-7.
"""

import re
from typing import TYPE_CHECKING

from mailer.inbox.line import RefusedError
from mailer.inbox.responses import Value, answers

if TYPE_CHECKING:
    from imap_tools import BaseMailBox


def encoded(name: str) -> bytes:
    """A folder's name as a command takes it."""
    from imap_tools.utils import encode_folder

    return encode_folder(name)


def archive_name(mailbox: "BaseMailBox", can: frozenset[str], wanted: str) -> bytes:
    """`Estafeta/Leídas` in the server's own way: its separator, below its prefix (`INBOX.Estafeta.Le&AO0-das`)."""
    prefix, separator = _namespace(mailbox) if "NAMESPACE" in can else ("", "/")
    parts = [part for part in wanted.split("/") if part]
    name = separator.join(parts) if separator else "-".join(parts)
    return encoded(name if name.startswith(prefix) else prefix + name)


def make_folder(mailbox: "BaseMailBox", name: bytes) -> None:
    """Nothing comes back; the folder is there and shown in mail programs. A server that says NO is let be."""
    mailbox.client.create(name)  # type: ignore[arg-type]  # bytes go through as they are
    mailbox.client.subscribe(name)  # type: ignore[arg-type]


def junk_folder(mailbox: "BaseMailBox", can: frozenset[str], wanted: str) -> bytes | None:
    r"""The junk folder by its \Junk mark (RFC 6154), or the one the settings name; None where there is none."""
    if wanted:
        return encoded(wanted)
    pattern = '"*" RETURN (SPECIAL-USE)' if {"SPECIAL-USE", "LIST-EXTENDED"} <= can else '"*"'
    status, data = mailbox.client.list('""', pattern)
    if status != "OK":
        raise RefusedError("the server does not list its folders")
    for answer in answers(data):
        match answer:
            case (tuple(flags), _, bytes(name)) if any(_is(flag, b"\\junk") for flag in flags):
                return _quoted(name)
    return None


def _namespace(mailbox: "BaseMailBox") -> tuple[str, str]:
    """Prefix and separator of our own folders."""
    _, data = mailbox.client.namespace()
    for answer in answers(data):
        match answer:
            case (((bytes(prefix), separator), *_), *_):
                return prefix.decode("ascii", "replace"), (separator or b"").decode("ascii", "replace")  # type: ignore[union-attr]
    return "", "/"


def _is(flag: Value, word: bytes) -> bool:
    return isinstance(flag, bytes) and flag.lower() == word


def _quoted(name: bytes) -> bytes:
    return b'"' + re.sub(rb'(["\\])', rb"\\\1", name) + b'"'
