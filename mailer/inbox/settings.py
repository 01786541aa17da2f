"""What a mailbox, a mail server, a Maildir and a chat need to be told, as frozen values of the campaign file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from mailer.inbox.secret import Secret


class Security(StrEnum):
    """How the line is guarded."""

    TLS = "tls"  # from the first byte: IMAP 993, SMTP 465
    STARTTLS = "starttls"  # IMAP 143, SMTP 587; a server without it is refused, never used in plain text
    PLAIN = "plain"  # only to this very machine


class Auth(StrEnum):
    """What the secret is."""

    PASSWORD = "password"  # noqa: S105 - the word itself; also an app password
    XOAUTH2 = "xoauth2"  # an access token, usually by a command that renews it


def is_loopback(host: str) -> bool:
    """Whether that host can only be this machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """One mailbox that letters are collected from."""

    host: str
    user: str
    secret: Secret
    port: int = 993
    security: Security = Security.TLS
    auth: Auth = Auth.PASSWORD
    ca_file: Path | None = None  # certificate of a server of one's own
    folder: str = "INBOX"
    move_to: str = "Estafeta/Leídas"  # "/" parts the levels on every server; "" leaves letters and only marks them
    junk_folder: str = ""  # empty: the one the server marks as junk
    max_bytes: int = 1_000_000  # a larger letter is cut
    timeout_seconds: float = 30  # one wait
    line_seconds: float = 600  # all of one run's work with it; the next run goes on from there

    @property
    def account(self) -> str:
        """The mailbox in one word, stable between runs."""
        return self.user if "@" in self.user else f"{self.user}@{self.host}"

    @property
    def is_exposed(self) -> bool:
        """Whether the password would cross a network in plain text; such a mailbox is refused."""
        return self.security is Security.PLAIN and not is_loopback(self.host)


@dataclass(frozen=True, slots=True)
class MaildirSettings:
    """One Maildir that letters are collected from."""

    path: Path
    account: str = ""  # a name that stays when the folder is moved; empty: its path
    max_bytes: int = 1_000_000
    # The topmost Received line is that of our own server: believed when it is earlier than the file's time.
    trust_received: bool = True


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """The mail server that letters go out by."""

    host: str
    port: int = 587
    security: Security = Security.STARTTLS
    user: str = ""  # empty: no login
    secret: Secret | None = None
    auth: Auth = Auth.PASSWORD
    ca_file: Path | None = None
    hello: str = ""  # the name we greet with; empty: this machine's
    timeout_seconds: float = 30  # one wait
    line_seconds: float = 1800  # one connection; a longer round of sending calls again
    verdict_seconds: float = 120  # after the text is handed over; giving up then leaves the letter's fate unknown

    @property
    def is_exposed(self) -> bool:
        """Whether mail and password would cross a network in plain text; such a server is refused."""
        return self.security is Security.PLAIN and not is_loopback(self.host)


@dataclass(frozen=True, slots=True)
class MaildirOutSettings:
    """A folder that letters go out into: the demo, or a server that takes mail from there."""

    path: Path


def _no_groups() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TelegramSettings:
    """One bot that messages come to and go out by."""

    secret: Secret  # the token that BotFather gave
    bot: str = ""  # its name without @, for the link in our mails
    url: str = "https://api.telegram.org"  # or a Bot API server of one's own
    rulings: bool = False  # whether the DM's word counts by chat
    groups: Mapping[str, str] = field(default_factory=_no_groups)  # party → chat of the whole party
    ca_file: Path | None = None
    timeout_seconds: int = 20
    kind: ClassVar[str] = "telegram"

    retention_hours: ClassVar[int] = 24  # an unread message is thrown away by Telegram after that

    @property
    def is_exposed(self) -> bool:
        """Whether the token would cross a network in plain text; such a server is refused."""
        return is_plain(self.url)


@dataclass(frozen=True, slots=True)
class MatrixSettings:
    """One Matrix account that messages come to and go out by."""

    url: str  # of its homeserver
    user: str  # @estafeta:example.org
    secret: Secret  # its password
    session: Path  # where the access token of its one login is kept, beside the ledger
    device: str = "ESTAFETA"  # one campaign, one device: what was sent twice is known by it
    rulings: bool = False
    groups: Mapping[str, str] = field(default_factory=_no_groups)  # party → room of the whole party
    ca_file: Path | None = None
    timeout_seconds: int = 20
    kind: ClassVar[str] = "matrix"

    retention_hours: ClassVar[int] = 0  # a room keeps everything

    @property
    def is_exposed(self) -> bool:
        """Whether the password would cross a network in plain text; such a server is refused."""
        return is_plain(self.url)


ChatSettings = TelegramSettings | MatrixSettings


def is_plain(url: str) -> bool:
    """Whether what is said to that address would cross a network in plain text."""
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    return parts.scheme != "https" and not is_loopback(parts.hostname or "")
