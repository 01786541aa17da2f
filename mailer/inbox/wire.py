"""The wire to a mailbox: a connection with an end to its patience from the first byte on, guarded and signed in on.

Kept apart from imap-tools, whose import takes a tenth of a second, for a run that only asks whether anything came.
"""

import imaplib
import socket
import ssl
from contextlib import suppress

from mailer.inbox.patience import Patience
from mailer.inbox.settings import Auth, ImapSettings, Security
from mailer.inbox.tls import tls_context


class _Line(imaplib.IMAP4):
    """A connection that is cut after so many seconds."""

    def __init__(self, settings: ImapSettings, **guard: ssl.SSLContext) -> None:
        self._seconds = settings.line_seconds
        self._patience: Patience | None = None
        super().__init__(settings.host, settings.port, timeout=settings.timeout_seconds, **guard)

    def open(self, host: str = "", port: int = 143, timeout: float | None = None) -> None:
        """Nothing comes back; connected, and the clock runs."""
        super().open(host, port, timeout)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a second command does not wait for the first
        self._patience = Patience(self._seconds, lambda: self.sock)

    def shutdown(self) -> None:
        """Nothing comes back; hung up, and the clock stands."""
        if self._patience is not None:
            self._patience.end()
        super().shutdown()


class _GuardedLine(_Line, imaplib.IMAP4_SSL):
    """The same with TLS from the first byte."""

    def __init__(self, settings: ImapSettings) -> None:
        super().__init__(settings, ssl_context=tls_context(settings.ca_file))

    def open(self, host: str = "", port: int | None = 993, timeout: float | None = None) -> None:
        """Nothing comes back; connected, and the clock runs."""
        super().open(host, port or 993, timeout)


def connect(settings: ImapSettings) -> imaplib.IMAP4:
    """A line that is guarded as the settings say, nobody signed in."""
    if settings.security == Security.TLS:
        return _GuardedLine(settings)
    line = _Line(settings)
    if settings.security == Security.STARTTLS:
        try:
            line.starttls(tls_context(settings.ca_file))
        except BaseException:
            with suppress(OSError):  # a failed handshake has closed the socket already
                line.shutdown()
            raise
    return line


def sign_in(line: imaplib.IMAP4, settings: ImapSettings, secret: str) -> None:
    """Nothing comes back; we are logged in. imaplib's error with the server's words when it says no."""
    if settings.auth == Auth.XOAUTH2:
        # A refusal comes as a challenge first, and wants an empty answer before it is spoken out.
        words = iter((f"user={settings.user}\1auth=Bearer {secret}\1\1".encode(), b""))
        line.authenticate("XOAUTH2", lambda _challenge: next(words, b""))
    elif settings.user.isascii() and secret.isascii():
        line.login(quoted(settings.user), secret)  # which quotes the password only
    else:
        line.authenticate("PLAIN", lambda _challenge: f"\0{settings.user}\0{secret}".encode())


def quoted(word: str) -> str:
    """The word as IMAP wants a string."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
