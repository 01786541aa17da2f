"""People around a mailbox in tests: a player's letters, and another mail program that reads the same mailbox."""

import imaplib
import os
from datetime import UTC, datetime
from pathlib import Path

from mailer.inbox.secret import Secret, SecretSource
from mailer.inbox.settings import ImapSettings, Security

NOON = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)


def letter(words: str = "Exploramos la cripta", size: int = 0) -> bytes:
    """A player's letter as it lies on a server, filled up to about that many bytes."""
    head = f"From: Marta <marta@example.org>\r\nTo: estafeta@example.com\r\nSubject: {words}\r\n\r\n{words}\r\n"
    line = "y seguimos por el pasillo hasta que se apaga la antorcha\r\n"
    return (head + line * (max(0, size - len(head)) // len(line))).encode()


def mailbox_settings(server, user: str, **settings) -> ImapSettings:
    """A plain line to a test server or to a `Chaos` before it, the password in the environment."""
    os.environ["ESTAFETA_TEST_MAILBOX"] = settings.pop("password", "secret")
    secret = Secret(SecretSource.ENV, "ESTAFETA_TEST_MAILBOX")
    port = getattr(server, "imap_port", None) or server.port
    defaults = {"host": server.host, "port": port, "security": Security.PLAIN, "timeout_seconds": 5}
    return ImapSettings(user=user, secret=secret, **(defaults | settings))


class OtherClient:
    """The game master's own mail program, reading the same mailbox."""

    def __init__(self, server, user: str, password: str = "secret") -> None:
        self.client = imaplib.IMAP4(server.host, server.imap_port, timeout=10)
        if password.isascii():
            self.client.login(user, password)
        else:
            self.client.authenticate("PLAIN", lambda _: f"\0{user}\0{password}".encode())
        self.client.select("INBOX")

    def put(self, raw: bytes, when: datetime = NOON, folder: str = "INBOX") -> None:
        status, data = self.client.append(folder, "", imaplib.Time2Internaldate(when), raw)
        assert status == "OK", data

    def uids(self, folder: str = "INBOX", criteria: str = "ALL") -> list[str]:
        """Quoted and encoded folder names only."""
        status, _ = self.client.select(folder)
        if status != "OK":
            return []
        return self.client.uid("SEARCH", criteria)[1][0].decode().split()

    def subjects(self, folder: str = "INBOX") -> list[str]:
        uids = self.uids(folder)
        if not uids:
            return []
        _, data = self.client.uid("FETCH", ",".join(uids), "(BODY.PEEK[HEADER.FIELDS (SUBJECT)])")
        return [piece[1].decode().partition(": ")[2].strip() for piece in data if isinstance(piece, tuple)]

    def flags(self, folder: str = "INBOX") -> list[str]:
        """The flags of every letter, as the server writes them."""
        uids = self.uids(folder)
        _, data = self.client.uid("FETCH", ",".join(uids), "(FLAGS)") if uids else ("OK", [])
        return [
            imaplib.ParseFlags(piece) and piece.decode().partition("FLAGS (")[2].partition(")")[0] for piece in data
        ]

    def throw_away(self, uid: str, *, for_good: bool = False) -> None:
        self.client.select("INBOX")
        self.client.uid("STORE", uid, "+FLAGS", r"(\Deleted)")
        if for_good:
            self.client.uid("EXPUNGE", uid)

    def close(self) -> None:
        self.client.logout()


def deliver(maildir: Path, raw: bytes, name: str, when: datetime = NOON, folder: str = "new") -> Path:
    """A letter's file in a Maildir, with its time."""
    path = maildir / folder / name
    path.write_bytes(raw)
    os.utime(path, (when.timestamp(), when.timestamp()))
    return path
