"""Letters out by SMTP: one connection a run, and for every letter its fate told apart by when the line broke.

    transport = SmtpTransport(SmtpSettings(host="mail.example.org", user="estafeta@example.org", secret=...))

Until the final dot is on its way a letter has surely not gone (retry, or dead by a 5xx); after it, without an answer,
nobody knows (unknown). A server that hangs up before that is called once more for the same letter. Once a server has
taken a letter and says that it listens ahead, up to ten go in one breath; after a line that broke, again one by one.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mailer.errors import ChannelError, LoginError
from mailer.inbox.line import one_line
from mailer.inbox.settings import SmtpSettings
from mailer.outbox.breath import SpentError, in_one_breath
from mailer.outbox.line import Line, is_silence, open_line
from mailer.outbox.transport import Outgoing, Sent, SentState
from mailer.outbox.wire import LOGIN_CODES, envelope, on_the_wire, refusal, verdict

if TYPE_CHECKING:
    from smtplib import SMTP

_PATIENCE = 2  # so many letters in a row may break the line; after that the server is taken to be down
_WINDOW = 10  # so many letters may be under way at once: as many can come twice after a death in between
_WINDOW_BYTES = 512 * 1024
_ADDRESS = re.compile(r"[!-;=?-~]{1,254}")  # printable ASCII without blanks and angle brackets


class BrokenError(Exception):
    """The line broke before the letter can have been taken; `slow` when it was by silence."""

    def __init__(self, reason: str, *, slow: bool) -> None:
        super().__init__(reason)
        self.slow = slow


class SmtpTransport:
    """One mail server. Connects when first needed and stays connected until `close`."""

    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings
        self._line: Line | None = None
        self._broken = 0  # letters in a row that broke the line
        self._window = 1
        self._is_wary = False  # a line broke in this run

    @property
    def name(self) -> str:
        """`smtp:host:port`."""
        return f"smtp:{self._settings.host}:{self._settings.port}"

    def open(self) -> None:
        """Nothing comes back; connected and logged in. ChannelError, LoginError, SecretError."""
        if self._line is None:
            self._line = open_line(self._settings, self.name)

    def send(self, outgoing: Outgoing) -> Sent:
        """The fate of one letter; ChannelError when it was not tried and the rest need not be."""
        if not _is_writable(outgoing):
            return Sent(SentState.DEAD, 0, "the address cannot be written in an SMTP command")
        if self._broken >= _PATIENCE:
            raise ChannelError(self.name, "send", f"the line broke at {self._broken} letters in a row")
        sent = self._attempt(outgoing, again=True)
        self._broken = self._broken + 1 if self._line is None else 0
        self._is_wary |= self._line is None
        self._window = _WINDOW if sent.state is SentState.SENT and self._listens_ahead() else 1
        return sent

    @property
    def window(self) -> int:
        """One, until this server has taken a letter and can take more before it answers."""
        return self._window

    def send_all(self, group: Sequence[Outgoing]) -> tuple[Sent, ...]:
        """The fates in order; of letters that were not handed over none. Never none at all."""
        if len(group) == 1 or self._line is None or not self._listens_ahead() or not all(map(_is_writable, group)):
            return (self.send(group[0]),)
        fates: list[Sent] = []
        _wait_up_to(self._live, max(self._settings.verdict_seconds, self._settings.timeout_seconds))
        try:
            for fate in in_one_breath(self._live, _light(group)):
                fates.append(fate)  # noqa: PERF402 - those known before a line breaks must stay
            _wait_up_to(self._live, self._settings.timeout_seconds)
        except SpentError:
            self._hang_up()
            self._is_wary, self._window = True, 1
        return tuple(fates) or (self.send(group[0]),)

    def _listens_ahead(self) -> bool:
        return not self._is_wary and self._line is not None and self._line.smtp.has_extn("pipelining")

    def close(self) -> None:
        """Nothing comes back; said goodbye, or hung up where the line is dead."""
        line, self._line = self._line, None
        if line is not None:
            line.leave()

    def _attempt(self, outgoing: Outgoing, *, again: bool) -> Sent:
        self.open()
        try:
            sent = self._converse(outgoing)
        except BrokenError as error:
            self._hang_up()
            if again and not error.slow:
                return self._attempt(outgoing, again=False)
            return Sent(SentState.RETRY, 0, one_line(str(error)))
        if sent.code == 421:
            self._hang_up()
            if again and sent.state is SentState.RETRY:
                return self._attempt(outgoing, again=False)
        if sent.state is SentState.UNKNOWN:
            self._hang_up()
        return sent

    def _converse(self, outgoing: Outgoing) -> Sent:
        """One letter's conversation, from MAIL to the answer to its last dot."""
        line = self._live
        wire = on_the_wire(outgoing.data)
        with _breaking():
            for verb, words in (*envelope(outgoing, line, len(wire)), ("DATA", "")):
                code, reply = line.docmd(verb, words)
                if code in LOGIN_CODES and verb == "MAIL":
                    raise LoginError(self.name, "send", f"{code} {one_line(reply)}")
                if not (code == 354 if verb == "DATA" else 200 <= code < 300):
                    return self._declined(code, reply)
            line.send(wire)
            line.send(b".\r\n")  # an error here means that the server has no whole dot, so no letter
        return self._answer(line)

    def _answer(self, line: "SMTP") -> Sent:
        """The answer to the last dot. Silence from here on means that the letter may have gone."""
        import smtplib

        seconds = self._settings.timeout_seconds
        try:
            _wait_up_to(line, max(self._settings.verdict_seconds, seconds))
            code, reply = line.getreply()
            _wait_up_to(line, seconds)
        except (OSError, smtplib.SMTPException) as error:
            return Sent(SentState.UNKNOWN, 0, one_line(str(error) or type(error).__name__))
        return verdict(code, reply)

    def _declined(self, code: int, reply: bytes) -> Sent:
        """The fate by a reply other than yes; the conversation is at its beginning again."""
        if code != 421:
            try:
                with _breaking():
                    self._live.docmd("RSET")
            except BrokenError:
                self._hang_up()
        return refusal(code, reply)

    @property
    def _live(self) -> "SMTP":
        if self._line is None:
            raise BrokenError("the line is closed", slow=False)
        return self._line.smtp

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.hang_up()


def _is_writable(outgoing: Outgoing) -> bool:
    """Whether its addresses can be written in an SMTP command."""
    return bool(_ADDRESS.fullmatch(outgoing.recipient) and _ADDRESS.fullmatch(outgoing.envelope_from or "-"))


def _light(group: Sequence[Outgoing]) -> Sequence[Outgoing]:
    """As many of them as are light enough to be under way at once, one at the least."""
    total = 0
    for number, one in enumerate(group):
        total += len(one.data)
        if number and total > _WINDOW_BYTES:
            return group[:number]
    return group


@contextmanager
def _breaking() -> Iterator[None]:
    """A line that breaks inside rises as BrokenError."""
    import smtplib

    try:
        yield
    except (OSError, smtplib.SMTPException) as error:
        if is_silence(error):
            raise BrokenError("the server does not answer", slow=True) from error
        raise BrokenError(str(error) or type(error).__name__, slow=False) from error


def _wait_up_to(line: "SMTP", seconds: float) -> None:
    if line.sock is not None:
        line.sock.settimeout(seconds)
