"""The line to a mail server: connected, guarded and logged in; and the border where foreign errors become ours."""

import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mailer.errors import ChannelError, LoginError
from mailer.inbox.line import one_line
from mailer.inbox.patience import Patience
from mailer.inbox.secret import hidden
from mailer.inbox.settings import Auth, Security, SmtpSettings
from mailer.inbox.tls import tls_context

if TYPE_CHECKING:
    from smtplib import SMTP

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Line:
    """A conversation with a mail server, and our patience with it."""

    smtp: "SMTP"
    patience: Patience

    def leave(self) -> None:
        """Nothing comes back, and nothing rises: said goodbye, hung up."""
        try:
            self.smtp.quit()
        except Exception as error:  # whatever a dying line says: what mattered is written down
            _log.debug("leaving: %s", error)
        self.hang_up()

    def hang_up(self) -> None:
        """Nothing comes back, and nothing rises."""
        self.patience.end()
        with suppress(Exception):
            self.smtp.close()


def open_line(settings: SmtpSettings, name: str) -> Line:
    """A line greeted, guarded and logged in. The password is looked up before anything is connected."""
    if settings.is_exposed:
        raise ChannelError(name, "connect", "plain text is only for this very machine: set security to starttls")
    secret = settings.secret.reveal() if settings.user and settings.secret else ""
    smtp = _unconnected(settings)
    line = Line(smtp, Patience(settings.line_seconds, lambda: smtp.sock))
    try:
        with _border(name, "connect"):
            _greet(smtp, settings)
        if secret:
            with _border(name, "login", hide=lambda words: hidden(words, secret, settings.user)):
                _login(smtp, settings, secret)
    except BaseException:
        line.hang_up()
        raise
    return line


def is_silence(error: Exception) -> bool:
    """Whether it is a time-out, which smtplib tells as a closed connection."""
    return isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError)


def _unconnected(settings: SmtpSettings) -> "SMTP":
    """A line that knows whom it will call: the clock must run before the first byte is awaited."""
    import smtplib

    hello, timeout = settings.hello or _own_name(), settings.timeout_seconds
    if settings.security == Security.TLS:
        context = tls_context(settings.ca_file)
        smtp: SMTP = smtplib.SMTP_SSL(local_hostname=hello, timeout=timeout, context=context)
    else:
        smtp = smtplib.SMTP(local_hostname=hello, timeout=timeout)
    smtp._host = settings.host  # type: ignore[attr-defined]  # the name that TLS checks
    return smtp


def _greet(smtp: "SMTP", settings: SmtpSettings) -> None:
    import smtplib

    code, reply = smtp.connect(settings.host, settings.port)
    if code != 220:
        raise smtplib.SMTPConnectError(code, reply)
    if smtp.sock is not None:
        # A letter's last dot is a small write of its own, and must not wait until the text before it is confirmed.
        smtp.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    smtp.ehlo_or_helo_if_needed()
    if settings.security == Security.STARTTLS:
        smtp.starttls(context=tls_context(settings.ca_file))
        smtp.ehlo_or_helo_if_needed()


def _own_name() -> str:
    """The name of this machine where it is a full one; looking it up in the DNS could take half a minute."""
    name = socket.gethostname()
    return name if re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", name) else "[127.0.0.1]"


def _login(smtp: "SMTP", settings: SmtpSettings, secret: str) -> None:
    if settings.auth == Auth.XOAUTH2:
        # A refusal comes as a challenge first, and wants an empty answer before it is spoken out.
        words = f"user={settings.user}\1auth=Bearer {secret}\1\1"
        smtp.auth("XOAUTH2", lambda challenge=None: "" if challenge else words)
    elif settings.user.isascii() and secret.isascii():
        smtp.login(settings.user, secret)
    else:
        _login_utf8(smtp, settings.user, secret)


def _login_utf8(smtp: "SMTP", user: str, secret: str) -> None:
    """Logged in with what smtplib cannot spell."""
    import base64
    import smtplib

    words = base64.b64encode(f"\0{user}\0{secret}".encode()).decode("ascii")
    code, reply = smtp.docmd("AUTH", f"PLAIN {words}")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, reply)


@contextmanager
def _border(name: str, step: str, *, hide: Callable[[str], str] = str) -> Iterator[None]:
    """Whatever goes wrong inside rises as ChannelError or LoginError with one line of reason."""
    import smtplib

    try:
        yield
    except smtplib.SMTPAuthenticationError as error:
        told = f"{error.smtp_code} {hide(one_line(error.smtp_error))}"
        kind = LoginError if error.smtp_code >= 500 else ChannelError
        raise kind(name, step, told) from error
    except smtplib.SMTPResponseException as error:
        raise ChannelError(name, step, f"{error.smtp_code} {hide(one_line(error.smtp_error))}") from error
    except (OSError, smtplib.SMTPException) as error:
        if is_silence(error):
            raise ChannelError(name, step, "the server does not answer") from error
        strerror = getattr(error, "strerror", None)
        raise ChannelError(name, step, hide(one_line(strerror or str(error) or type(error).__name__))) from error
