"""A letter of ours that came back: to whom, which, and whether for good.

    Final-Recipient: rfc822; ivan@example.net      -> recipient
    Status: 5.1.1                                   -> hard
    Message-ID: <e.20260120.ivan.x@example.org>     -> message_id, from the returned header

Only the report and the header of what came back are read, never its words.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mailer.reading.words.letter import OpenedLetter

_STATUS = re.compile(r"\b([245])\.\d{1,3}\.\d{1,3}\b")
_ID = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,200}>")
_FIELD = re.compile(r"([A-Za-z-]{1,60}):[ \t]*(.*)")
_ADDRESS = re.compile(r"[^\s<>;,:\"@]{1,64}@[A-Za-z0-9.-]{1,255}")
_MOST = 20
_MOST_CHARS = 8_000


@dataclass(frozen=True, slots=True)
class Bounce:
    """One recipient that a letter of ours did not reach."""

    recipient: str  # lower case, "" if the report does not say
    message_id: str  # of our letter, "" if unknown
    kind: str  # "hard", "soft" or "delivered"
    status: str  # "5.1.1", "" if unknown


def _fields(block: str) -> Mapping[str, str]:
    """The fields of one block of a report; the first of a name counts."""
    found: dict[str, str] = {}
    for line in block.replace("\n ", " ").replace("\n\t", " ").split("\n"):
        match = _FIELD.match(line)
        if match:
            found.setdefault(match[1].lower(), match[2].strip())
    return found


def _kind(action: str, status: str) -> str:
    if action in ("delivered", "relayed", "expanded"):
        return "delivered"
    if action == "delayed" or status.startswith("4"):
        return "soft"
    return "hard" if action == "failed" or status.startswith("5") else "soft"


def _address(value: str) -> str:
    match = _ADDRESS.search(value.rpartition(";")[2][:400])
    return match[0].lower() if match else ""


def _named_id(fields: Mapping[str, str]) -> str:
    """The id of our letter, where a report names it."""
    match = _ID.search(fields.get("x-original-message-id") or fields.get("original-message-id") or "")
    return match[0] if match else ""


def _from_report(text: str, message_id: str) -> Iterator[Bounce]:
    """The recipients of a delivery-status report."""
    for block in text.replace("\r\n", "\n").split("\n\n"):
        fields = _fields(block)
        recipient = fields.get("original-recipient") or fields.get("final-recipient")
        if recipient:
            match = _STATUS.search(fields.get("status", "")) or _STATUS.search(fields.get("diagnostic-code", "")[:400])
            status = match[0] if match else ""
            kind = _kind(fields.get("action", "").lower(), status)
            yield Bounce(_address(recipient), _named_id(fields) or message_id, kind, status)


def _returned_id(letter: OpenedLetter) -> str:
    """The id of our letter, from the returned header, else from the thread."""
    for kind, text in letter.reports:
        if kind in ("message/rfc822", "message/global", "text/rfc822-headers"):
            found = _ID.search(_fields(text.replace("\r\n", "\n")).get("message-id", ""))
            if found:
                return found[0]
    return letter.in_reply_to or (letter.references[-1] if letter.references else "")


def bounces_of(letter: OpenedLetter) -> tuple[Bounce, ...]:
    """Every recipient a returned letter names; one without a name if there is no report to read."""
    message_id = _returned_id(letter)
    reports = [text for kind, text in letter.reports if kind.endswith("delivery-status")]
    found = [bounce for text in reports for bounce in _from_report(text, message_id)]
    if found:
        return tuple(found[:_MOST])
    return (_unstructured(letter, message_id),)


def _unstructured(letter: OpenedLetter, message_id: str) -> Bounce:
    """The best guess at a bounce in plain words."""
    words = letter.text[:_MOST_CHARS]
    match = _STATUS.search(words)
    status = match[0] if match else ""
    recipient = letter.header.first("x-failed-recipients").partition(",")[0].strip().lower()
    return Bounce(recipient, message_id, "hard" if status.startswith("5") else "soft", status)
