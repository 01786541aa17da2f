"""A glance at a mailbox: whether it was numbered on since a run that found nothing, without opening it.

    {"host": "imap.example.org", "user": ..., "secret": ["env", "ESTAFETA_IMAP_PASSWORD"], ...}    (never a password)

The mark is what the server says of the folder: its numbering and the number its next letter will get.
"""

import imaplib
import re
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from mailer.errors import MailerError
from mailer.inbox.secret import Secret, SecretSource
from mailer.inbox.settings import Auth, ImapSettings, Security
from mailer.inbox.wire import connect, quoted, sign_in

_STATUS = re.compile(rb"\b(UIDVALIDITY|UIDNEXT) (\d+)", re.IGNORECASE)


def plain(settings: ImapSettings) -> dict[str, Any]:
    """The settings as JSON has them; the password only by where it is kept."""
    found = {field.name: getattr(settings, field.name) for field in fields(settings)}
    found["secret"] = [settings.secret.source, settings.secret.value]
    found["ca_file"] = str(settings.ca_file) if settings.ca_file else None
    return found


def settings_of(words: dict[str, Any]) -> ImapSettings:
    """The settings that were made plain."""
    source, value = words["secret"]
    return ImapSettings(**words | {
        "secret": Secret(SecretSource(source), value), "ca_file": words["ca_file"] and Path(words["ca_file"]),
        "security": Security(words["security"]), "auth": Auth(words["auth"]),
    })  # fmt: skip


def mark_of(words: dict[str, Any]) -> str | None:
    """`UIDVALIDITY:UIDNEXT` of that mailbox; None whenever it cannot be had, which a whole run will then tell of."""
    settings = settings_of(words)
    if settings.is_exposed:
        return None
    try:
        secret = settings.secret.reveal()
        line = connect(settings)
        try:
            sign_in(line, settings, secret)
            said, data = line.status(_folder(settings.folder), "(UIDVALIDITY UIDNEXT)")
        finally:
            with suppress(OSError):
                line.send(b"bye LOGOUT\r\n")
            with suppress(OSError):
                line.shutdown()
    except (MailerError, OSError, imaplib.IMAP4.error):
        return None
    return mark(*_numbers(data)) if said == "OK" else None


def mark(validity: int, following: int) -> str | None:
    """The mark of a folder with that numbering whose next letter gets that number; None when one is not told."""
    return f"{validity}:{following}" if validity and following else None


def _numbers(data: list[Any]) -> tuple[int, int]:
    pieces = b" ".join(one for one in data if isinstance(one, bytes))
    told = {name.upper(): int(number) for name, number in _STATUS.findall(pieces)}
    return told.get(b"UIDVALIDITY", 0), told.get(b"UIDNEXT", 0)


def _folder(name: str) -> str:
    """What that folder is called on the line."""
    if name.isascii() and "&" not in name:
        return quoted(name)
    from imap_tools.imap_utf7 import utf7_encode

    return quoted(utf7_encode(name).decode("ascii"))
