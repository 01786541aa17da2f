"""The bytes of a mail as they go over the wire: headers by hand, text first, HTML beside it.

    build(mail, envelope=envelope) -> bytes

Written by hand because the standard library's modern policy breaks thread ids and takes some milliseconds a mail.
The same arguments give the same bytes.
"""

from binascii import b2a_base64, b2a_qp
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from hashlib import sha256

from mailer.writing import headers
from mailer.writing.mail import Attachment, Mail, MailKind

_REPLIES = {MailKind.RECEIPT, MailKind.APOLOGY, MailKind.STRANGER_ANSWER, MailKind.HELD_CONFIRMATION}


@dataclass(frozen=True, slots=True)
class Envelope:
    """Everything about a mail that is not what it says."""

    message_id: str  # "<e.20260120.marta.7f3c2a@example.org>": fixed when the mail is queued
    sent: datetime  # aware
    from_name: str
    from_address: str
    to_name: str
    to_address: str  # of the roster; one person
    campaign: str  # slug, for X-Estafeta-Campaign
    reply_to: str = ""  # with the reply token; "" for none
    in_reply_to: str = ""  # the Message-ID answered
    references: tuple[str, ...] = ()  # of the letter answered, oldest first
    subject: str = ""  # "" takes the mail's own; a thread keeps its first one here
    list_id: str = ""  # "los-cuatro.example.org": only for digests
    unsubscribe: str = ""  # address that takes a "baja"


def build(mail: Mail, *, envelope: Envelope) -> bytes:
    """The message, ready for a server: CRLF, seven bits, no line over 998 octets."""
    seed = sha256(envelope.message_id.encode()).hexdigest()[:24]
    kind, body = _alternative(mail, seed)
    for_all = [_head(mail, envelope).encode("ascii"), b"MIME-Version: 1.0\r\n"]
    if not mail.attachments:
        return b"".join((*for_all, kind, b"\r\n", body))
    outer = f"=_m{seed}".encode()
    parts = [kind + b"\r\n" + body, *(_attached(one) for one in mail.attachments)]
    return b"".join((*for_all, _multipart(b"mixed", outer), b"\r\n", _joined(parts, outer)))


def _head(mail: Mail, envelope: Envelope) -> str:
    subject = headers.one_line(envelope.subject or mail.subject, headers.SUBJECT_LIMIT)
    return "".join(
        (
            headers.mailbox("From", envelope.from_name, envelope.from_address),
            headers.mailbox("To", envelope.to_name, envelope.to_address),
            headers.mailbox("Reply-To", envelope.from_name, envelope.reply_to) if envelope.reply_to else "",
            headers.unstructured("Subject", subject),
            headers.plain("Date", format_datetime(envelope.sent)),
            headers.ids("Message-ID", (envelope.message_id,)),
            headers.ids("In-Reply-To", (envelope.in_reply_to,)),
            headers.ids("References", (*envelope.references, envelope.in_reply_to)),
            _machine(mail, envelope),
        )
    )


def _machine(mail: Mail, envelope: Envelope) -> str:
    """Headers for programs: we are one, answer none, and this is how to be left alone. Source: RFC 3834, RFC 2369."""
    lines = [
        f"Auto-Submitted: {'auto-replied' if mail.kind in _REPLIES else 'auto-generated'}\r\n",
        "X-Auto-Response-Suppress: All\r\n",
        headers.plain("X-Estafeta-Campaign", envelope.campaign),
    ]
    if envelope.list_id and mail.kind is MailKind.DIGEST:
        lines.append(headers.plain("List-Id", f"<{envelope.list_id}>"))
    if envelope.unsubscribe:
        lines.append(headers.plain("List-Unsubscribe", f"<mailto:{envelope.unsubscribe}?subject=baja>"))
    return "".join(lines)


def _alternative(mail: Mail, seed: str) -> tuple[bytes, bytes]:
    boundary = f"=_a{seed}".encode()
    parts = [_text(b"plain", mail.text), _text(b"html", mail.html)]
    return _multipart(b"alternative", boundary), _joined(parts, boundary)


def _multipart(subtype: bytes, boundary: bytes) -> bytes:
    return b'Content-Type: multipart/%s;\r\n boundary="%s"\r\n' % (subtype, boundary)


def _joined(parts: list[bytes], boundary: bytes) -> bytes:
    # "=_" never stands in quoted-printable or base64, so no text can hold a boundary.
    return b"".join(b"--%s\r\n%s\r\n" % (boundary, part) for part in parts) + b"--%s--\r\n" % boundary


def _text(subtype: bytes, body: str) -> bytes:
    raw = body.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
    quoted = b2a_qp(raw, istext=True).replace(b"\n", b"\r\n")
    return (
        b'Content-Type: text/%s; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n' % subtype
        + quoted
    )


def _attached(one: Attachment) -> bytes:
    encoded = b2a_base64(one.content, newline=False)
    lines = b"\r\n".join(encoded[start : start + 76] for start in range(0, len(encoded), 76))
    head = (
        f"Content-Type: {one.media_type}\r\nContent-Transfer-Encoding: base64\r\n"
        f'Content-Disposition: attachment; filename="{one.name}"\r\n\r\n'
    )
    return head.encode("ascii") + lines
