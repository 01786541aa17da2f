"""The letters of an open mailbox folder by UID, a block at a time: the beginning of each, and of large ones the rest.

Most letters are small: asking how large each is before its bytes would make the server open every one of them twice.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from mailer.inbox.ahead import Asked, answer, ask
from mailer.inbox.channel import BLOCK_BYTES, CUT_HEADER_BYTES, CUT_TEXT_BYTES, JunkLetter, blocks
from mailer.inbox.received import stamp, top_received
from mailer.inbox.responses import Piece, Value, fetched, number_set, numbers

if TYPE_CHECKING:
    from imaplib import IMAP4

EARLY_BYTES = 32 * 1024  # of every letter, many at a time: together no more than a block may weigh
EARLY_LETTERS = BLOCK_BYTES // EARLY_BYTES
_WHOLE = "(UID BODY.PEEK[])"
_CUT = f"(UID BODY.PEEK[HEADER]<0.{CUT_HEADER_BYTES}> BODY.PEEK[TEXT]<0.{CUT_TEXT_BYTES}>)"

_ADDRESS = re.compile(rb"[^\s<>(),;:\"]{1,64}@[^\s<>(),;:\"]{1,255}")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listed:
    """What is known of a letter before its text is fetched."""

    uid: int
    size: int  # 0 where the server does not say
    received: datetime | None
    provider_id: str | None


@dataclass(frozen=True, slots=True)
class Text:
    """One letter's bytes with what was known of it."""

    listed: Listed
    raw: bytes
    received: datetime
    cut: bool


def command(client: "IMAP4", *words: str | bytes) -> list[Piece]:
    """The pieces a UID command brings; RefusedError when the server says NO."""
    return answer(client, ask(client, *words), words[0])


def search(client: "IMAP4", criteria: str) -> list[int]:
    """The UIDs that answer to it, rising. No character set is named: some servers refuse any."""
    return numbers(command(client, "SEARCH", criteria))


def ask_beginnings(client: "IMAP4", uids: Sequence[int], *, gmail: bool) -> Asked:
    """The beginnings of those letters, asked for; at most EARLY_LETTERS at a time."""
    items = f"(UID FLAGS INTERNALDATE RFC822.SIZE{' X-GM-MSGID' if gmail else ''} BODY.PEEK[]<0.{EARLY_BYTES}>)"
    return Asked(client, uids, ask(client, "FETCH", number_set(uids), items))


def beginnings(asked: Asked, max_bytes: int) -> tuple[tuple[Text, ...], tuple[Listed, ...]]:
    """The letters that are whole by their beginning, and what is known of the others.

    Only those that are still there and not thrown away.
    """
    found = fetched(answer(asked.client, asked.tag, "FETCH"))
    whole, others = [], []
    for uid in asked.uids:
        if uid not in found or _is_deleted(found[uid]):
            continue
        listed, start = _listed(uid, found[uid]), _part(found[uid], "BODY[]")
        if isinstance(start, bytes) and len(start) < EARLY_BYTES and len(start) <= max_bytes:
            whole.append(_text(listed, {"BODY[]": start}))
        else:
            others.append(listed)
    return tuple(text for text in whole if text is not None), tuple(others)


def by_weight(listed: Sequence[Listed], max_bytes: int) -> Iterator[tuple[Listed, ...]]:
    """The letters in blocks that fit memory once fetched."""
    return blocks((letter, min(letter.size, max_bytes)) for letter in listed)


def texts(client: "IMAP4", block: Sequence[Listed], max_bytes: int) -> tuple[Text, ...]:
    """The bytes of those letters; one that has gone meanwhile is left out, to be listed again or never."""
    found: dict[int, dict[str, Value]] = {}
    for items, some in (
        (_WHOLE, [letter.uid for letter in block if letter.size <= max_bytes]),
        (_CUT, [letter.uid for letter in block if letter.size > max_bytes]),
    ):
        if some:
            found |= fetched(command(client, "FETCH", number_set(some), items))
    taken = (_text(letter, found.get(letter.uid, {})) for letter in block)
    return tuple(text for text in taken if text is not None)


def junk_letters(items: dict[str, Value], senders: frozenset[str]) -> Iterator[JunkLetter]:
    """One letter for each of the senders that this From line names."""
    date = items.get("INTERNALDATE")
    received = stamp(date) if isinstance(date, bytes) else None
    line = next((value for name, value in items.items() if name.startswith("BODY[HEADER")), None)
    if received is None or not isinstance(line, bytes):
        return
    for address in sorted({found.decode("ascii", "replace").lower() for found in _ADDRESS.findall(line)} & senders):
        yield JunkLetter(address, received)


def _listed(uid: int, items: dict[str, Value]) -> Listed:
    size, date, gmail_id = items.get("RFC822.SIZE"), items.get("INTERNALDATE"), items.get("X-GM-MSGID")
    return Listed(
        uid=uid,
        size=int(size) if isinstance(size, bytes) and size.isdigit() else 0,
        received=stamp(date) if isinstance(date, bytes) else None,
        provider_id=gmail_id.decode("ascii", "replace") if isinstance(gmail_id, bytes) else None,
    )


def _is_deleted(items: dict[str, Value]) -> bool:
    flags = items.get("FLAGS")
    return isinstance(flags, tuple) and any(isinstance(flag, bytes) and flag.lower() == rb"\deleted" for flag in flags)


def _text(listed: Listed, items: dict[str, Value]) -> Text | None:
    whole, head, body = items.get("BODY[]"), _part(items, "BODY[HEADER]"), _part(items, "BODY[TEXT]")
    raw = whole if isinstance(whole, bytes) else _joined(head, body)
    if not raw:
        _log.warning("letter %d came without its text; it is asked for again at the next run", listed.uid)
        return None
    received = listed.received or top_received(raw)
    if received is None:
        _log.warning("letter %d has no date of arrival; it is asked for again at the next run", listed.uid)
        return None
    cut = not isinstance(whole, bytes)
    if not cut and listed.size != len(raw):
        _log.warning("letter %d: the server spoke of %d bytes and sent %d", listed.uid, listed.size, len(raw))
    return Text(listed, raw, received, cut)


def _part(items: dict[str, Value], name: str) -> Value:
    """A cut part; some servers leave out where the cut begins."""
    return items.get(f"{name}<0>", items.get(name))


def _joined(head: Value, body: Value) -> bytes:
    """Header and text as one letter, also when the header itself had to be cut."""
    if not isinstance(head, bytes) or not head:
        return b""
    head, body = head[:CUT_HEADER_BYTES], body[:CUT_TEXT_BYTES] if isinstance(body, bytes) else b""
    gap = b"" if head.endswith((b"\r\n\r\n", b"\n\n")) else b"\r\n\r\n"
    return head + gap + body
