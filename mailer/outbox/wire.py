"""How a letter travels by SMTP: its commands, its lines, and what the answers mean for it."""

from typing import TYPE_CHECKING

from mailer.inbox.line import one_line
from mailer.outbox.transport import Outgoing, Sent, SentState

if TYPE_CHECKING:
    from smtplib import SMTP

LOGIN_CODES = (530, 534, 535, 538)


def refusal(code: int, reply: bytes) -> Sent:
    """The fate of a letter whose text was not asked for: 5xx dead, all others worth another try."""
    return Sent(SentState.DEAD if 500 <= code < 600 else SentState.RETRY, code, one_line(reply))


def verdict(code: int, reply: bytes) -> Sent:
    """The fate of a letter whose text was handed over; an answer that is none leaves it unknown."""
    match code // 100:
        case 2:
            return Sent(SentState.SENT, code, one_line(reply))
        case 4 | 5:
            return refusal(code, reply)
    return Sent(SentState.UNKNOWN, max(code, 0), one_line(reply))


def as_lines(data: bytes) -> bytes:
    """A letter's bytes with every line ended by CRLF."""
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return (lines if lines.endswith(b"\n") else lines + b"\n").replace(b"\n", b"\r\n")


def on_the_wire(data: bytes) -> bytes:
    """The lines with a leading dot doubled, as they travel behind DATA; the last dot is not among them."""
    return (b"\r\n" + as_lines(data)).replace(b"\r\n.", b"\r\n..")[2:]


def envelope(outgoing: Outgoing, line: "SMTP", size: int) -> tuple[tuple[str, str], ...]:
    """The commands before the text, with what this server understands."""
    size_word = f" SIZE={size}" if line.has_extn("size") else ""
    eight_bit = " BODY=8BITMIME" if line.has_extn("8bitmime") and not outgoing.data.isascii() else ""
    return (("MAIL", f"FROM:<{outgoing.envelope_from}>{size_word}{eight_bit}"), ("RCPT", f"TO:<{outgoing.recipient}>"))


def commands(outgoing: Outgoing, line: "SMTP", size: int, *, last: str) -> bytes:
    """The same as bytes, with the command that the text follows."""
    words = [f"{verb} {rest}" for verb, rest in envelope(outgoing, line, size)]
    return "".join(f"{one}\r\n" for one in (*words, last)).encode("ascii")
