"""The line to a mailbox: connected, guarded and logged in; and the border where foreign errors become ours."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from mailer.errors import ChannelError, LoginError
from mailer.inbox.responses import GarbledError
from mailer.inbox.secret import hidden
from mailer.inbox.settings import ImapSettings, Security

if TYPE_CHECKING:
    from imap_tools import BaseMailBox

_ID = '("name" "Estafeta" "vendor" "Estafeta")'
# Codes by which a server says that name and password are not the matter (RFC 5530, section 3).
_PASSING = re.compile(r"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN)\]|try again|temporar", re.IGNORECASE)

_TLS_PORT = 993

_log = logging.getLogger(__name__)


class RefusedError(Exception):
    """The server understood and said NO; the line is still good."""


@contextmanager
def border(channel: str, step: str) -> Iterator[None]:
    """Whatever goes wrong on the line inside rises as ChannelError with one line of reason."""
    import imaplib

    from imap_tools.errors import ImapToolsError

    try:
        yield
    except TimeoutError as error:
        raise ChannelError(channel, step, "the server does not answer") from error
    except OSError as error:
        raise ChannelError(channel, step, one_line(error.strerror or str(error) or type(error).__name__)) from error
    except (imaplib.IMAP4.error, ImapToolsError, GarbledError, RefusedError) as error:
        raise ChannelError(channel, step, _reason(error)) from error


def open_line(settings: ImapSettings, channel: str) -> "BaseMailBox":
    """A mailbox logged in, nothing selected. The password is looked up before anything is connected."""
    if settings.is_exposed:
        raise ChannelError(channel, "connect", "plain text is only for this very machine: set security to tls")
    secret = settings.secret.reveal()
    with border(channel, "connect"):
        mailbox = _connect(settings)
    try:
        _login(mailbox, settings, secret=secret, channel=channel)
    except ChannelError:
        hang_up(mailbox)
        raise
    return mailbox


def capabilities(mailbox: "BaseMailBox") -> frozenset[str]:
    """What the server can do for us now: many say more after the login than before, most without being asked."""
    _, data = mailbox.client.response("CAPABILITY")
    if not data or data[-1] is None:
        _, data = mailbox.client.capability()
    words = b" ".join(piece for piece in data if isinstance(piece, bytes))
    return frozenset(words.decode("ascii", "replace").upper().split())


def greet(mailbox: "BaseMailBox") -> None:
    """Nothing comes back; the server hears who we are, which some want before they show any folder (RFC 2971).

    The answer is not waited for: it comes before that of the next command, and whether it is yes or no is all one.
    """
    import imaplib

    imaplib.Commands.setdefault("ID", ("AUTH", "SELECTED"))
    mailbox.client._command("ID", _ID)


def leave(mailbox: "BaseMailBox") -> None:
    """Nothing comes back, and nothing rises: goodbye is said, not waited for, and the line hung up."""
    with suppress(Exception):
        mailbox.client.send(b"bye LOGOUT\r\n")
    hang_up(mailbox)


def hang_up(mailbox: "BaseMailBox") -> None:
    """Nothing comes back; the socket is closed without a word, also on a dead line."""
    try:
        mailbox.client.shutdown()
    except Exception as error:  # a dying line may raise anything, and we are leaving
        _log.debug("hanging up: %s", error)


def one_line(words: bytes | str) -> str:
    """Foreign words made fit for a log and the ledger: one line, printable, shortened."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return re.sub(r"[^\x20-\x7e\xa0-\uffff]+", " ", text).strip()[:200]


def _connect(settings: ImapSettings) -> "BaseMailBox":
    from mailer.inbox.sockets import Mailbox

    if settings.security == Security.STARTTLS and settings.port == _TLS_PORT:
        raise RefusedError(f"port {_TLS_PORT} speaks TLS from the first byte: set security to tls")
    return Mailbox(settings)


def _login(mailbox: "BaseMailBox", settings: ImapSettings, *, secret: str, channel: str) -> None:
    import imaplib

    from imap_tools.errors import ImapToolsError

    from mailer.inbox.wire import sign_in

    try:
        with border(channel, "login"):
            sign_in(mailbox.client, settings, secret)
    except ChannelError as error:
        cause, reason = error.__cause__, hidden(error.reason, secret, settings.user)
        refused = isinstance(cause, (imaplib.IMAP4.error, ImapToolsError)) and not isinstance(
            cause, imaplib.IMAP4.abort
        )
        if refused and not _PASSING.search(reason):
            raise LoginError(channel, "login", f"{settings.user} was refused: {reason}") from cause
        raise ChannelError(channel, "login", reason) from cause


def _reason(error: Exception) -> str:
    """The server's own words where there are any."""
    result = getattr(error, "command_result", None)
    words = result[1][-1] if result and result[1] else next(iter(error.args), "")
    return one_line(words if isinstance(words, bytes) else str(words))
