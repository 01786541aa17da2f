"""Several letters in one breath, to a server that takes commands before it has answered the last.

    fates = list(in_one_breath(smtp, letters))      # in order; fewer than letters when the line went before the rest

With CHUNKING (RFC 3030) every letter is handed over whole before the first answer is read; with PIPELINING alone
(RFC 2920) one answer a letter is waited for instead of four. A letter whose bytes all left and that got no answer is
unknown, as ever; one that did not leave whole, or came behind a 421, was surely not taken and gets no fate at all.
"""

import socket
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mailer.inbox.line import one_line
from mailer.outbox.transport import Outgoing, Sent, SentState
from mailer.outbox.wire import LOGIN_CODES, as_lines, commands, on_the_wire, refusal, verdict

if TYPE_CHECKING:
    from smtplib import SMTP

_RSET = b"RSET\r\n"


class SpentError(Exception):
    """The line is of no more use; the fates that were given before stand."""


def in_one_breath(line: "SMTP", letters: Sequence[Outgoing]) -> Iterator[Sent]:
    """The fates, in order, as far as they are known; then SpentError where the line was lost on the way."""
    yield from (_in_chunks if line.has_extn("chunking") else _in_turn)(line, letters)


def _in_chunks(line: "SMTP", letters: Sequence[Outgoing]) -> Iterator[Sent]:
    """Everything is said before anything is heard."""
    handed = _hand_over(line, [_chunk(line, one, is_first=one is letters[0]) for one in letters])
    for number in range(handed):
        try:
            replies = _replies(line, ("MAIL", "RCPT", "BDAT"), is_first=number == 0)
        except _lost() as error:
            yield from [_unheard(error)] * (handed - number)
            raise SpentError from error
        yield _outcome(replies)
    if handed < len(letters):
        raise SpentError


def _hand_over(line: "SMTP", blocks: Sequence[bytes]) -> int:
    """How many of the blocks left us whole."""
    for number, block in enumerate(blocks):
        try:
            _say(line, block)
        except OSError:
            return number
    return len(blocks)


def _chunk(line: "SMTP", letter: Outgoing, *, is_first: bool) -> bytes:
    """A whole letter as one block, its text by length, so that nothing in it can pass for a command."""
    text = as_lines(letter.data)
    words = commands(letter, line, len(text), last=f"BDAT {len(text)} LAST")
    return (b"" if is_first else _RSET) + words + text


def _in_turn(line: "SMTP", letters: Sequence[Outgoing]) -> Iterator[Sent]:
    """The next envelope travels with the text before it."""
    texts = [on_the_wire(one.data) for one in letters]
    envelopes = [commands(one, line, len(text), last="DATA") for one, text in zip(letters, texts, strict=True)]
    try:
        _say(line, envelopes[0])
    except OSError as error:
        raise SpentError from error
    for number, text in enumerate(texts):
        following = _RSET + envelopes[number + 1] if number + 1 < len(envelopes) else b""
        try:
            replies = _replies(line, ("MAIL", "RCPT", "DATA"), is_first=number == 0)
            is_wanted = all(code // 100 == 2 for code, _ in replies[:-1])
            if replies[-1][0] == 354 and is_wanted:
                _say(line, text)
        except _lost() as error:
            raise SpentError from error
        try:
            if replies[-1][0] == 354:
                _say(line, b".\r\n" + following)  # a server that asks for a text nobody is to get is given none
                replies[-1] = line.getreply()
            elif following:
                _say(line, following)
        except _lost() as error:
            yield _unheard(error) if is_wanted and replies[-1][0] == 354 else _outcome(replies)
            raise SpentError from error
        yield _outcome(replies)


def _say(line: "SMTP", words: bytes) -> None:
    """Nothing comes back. Unlike smtplib, an error leaves the line open, for answers may still lie in it."""
    if line.sock is None:
        raise ConnectionResetError("the line is closed")
    line.sock.sendall(words)


def _hurry(line: "SMTP") -> None:
    """Nothing comes back; what arrives is confirmed at once, for the server may hold its next answer until then."""
    if line.sock is not None and hasattr(socket, "TCP_QUICKACK"):
        line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


def _replies(line: "SMTP", verbs: Sequence[str], *, is_first: bool) -> list[tuple[int, bytes]]:
    """The answers to one letter's commands."""
    if not is_first:
        _hurry(line)
        line.getreply()  # to RSET
    found: list[tuple[int, bytes]] = []
    for _ in verbs:
        _hurry(line)
        code, reply = line.getreply()
        found.append((code, reply))
        if code == 421:
            raise SpentError  # it hangs up: neither this letter nor those behind it were taken
    if found[0][0] in LOGIN_CODES:
        raise SpentError  # whoever sends the next letter alone is told what is wanted
    return found


def _outcome(replies: Sequence[tuple[int, bytes]]) -> Sent:
    """The fate of one letter by its answers, the last of which is that to its text."""
    *before, (code, reply) = replies
    for early, words in before:
        if early // 100 != 2:
            return refusal(early, words)
    return verdict(code, reply)


def _unheard(error: Exception) -> Sent:
    return Sent(SentState.UNKNOWN, 0, one_line(str(error) or type(error).__name__))


def _lost() -> tuple[type[Exception], ...]:
    import smtplib

    return (OSError, smtplib.SMTPException)
