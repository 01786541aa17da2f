"""A mailbox of imap-tools on a line that has an end to its patience from the first byte on.

Kept apart because importing imap-tools takes a tenth of a second, which a run without a mailbox need not pay.
"""

import imaplib
import socket
import ssl
from contextlib import suppress

from imap_tools import BaseMailBox

from mailer.inbox.patience import Patience
from mailer.inbox.settings import ImapSettings, Security
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


class Mailbox(BaseMailBox):
    """imap-tools' login and folders on such a line."""

    def __init__(self, settings: ImapSettings) -> None:
        self._settings = settings
        super().__init__()

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        if self._settings.security == Security.TLS:
            return _GuardedLine(self._settings)
        line = _Line(self._settings)
        if self._settings.security == Security.STARTTLS:
            try:
                line.starttls(tls_context(self._settings.ca_file))
            except BaseException:
                with suppress(OSError):  # a failed handshake has closed the socket already
                    line.shutdown()
                raise
        return line
