"""Every way in, alike for tests: somebody writes, and a channel of ours fetches; a real server behind each."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from servers.people import OtherClient, deliver, letter, mailbox_settings
from servers.synapse import PASSWORD, Synapse
from servers.telegram import TOKEN, Telegram

from mailer.inbox.chat import unpacked
from mailer.inbox.imap import ImapChannel
from mailer.inbox.maildir import MaildirChannel
from mailer.inbox.matrix import MatrixChannel
from mailer.inbox.secret import Secret, SecretSource
from mailer.inbox.settings import MaildirSettings, MatrixSettings, TelegramSettings
from mailer.inbox.telegram import TelegramChannel
from mailer.ledger.ledger import Ledger

WAYS = ("imap", "maildir", "telegram", "matrix")


def secret(name: str, value: str) -> Secret:
    os.environ[name] = value
    return Secret(SecretSource.ENV, name)


def telegram_settings(server: Telegram, **settings) -> TelegramSettings:
    return TelegramSettings(secret("ESTAFETA_TEST_TELEGRAM", TOKEN), url=server.url, **{"groups": {}, **settings})


def matrix_settings(server: Synapse, user: str, session: Path, **settings) -> MatrixSettings:
    password = secret("ESTAFETA_TEST_MATRIX", PASSWORD)
    return MatrixSettings(server.url, user, password, session, **{"groups": {}, **settings})


class MailBox:
    """A mailbox on a real server."""

    def __init__(self, server, user: str) -> None:
        self.settings = mailbox_settings(server, user)
        self.other = OtherClient(server, user)

    def says(self, words: str) -> None:
        self.other.put(letter(words), datetime.now(UTC))

    def channel(self, _ledger: Ledger, *, readonly: bool = False):
        return ImapChannel(self.settings, readonly=readonly)

    def close(self) -> None:
        self.other.close()


class FolderBox:
    """A Maildir."""

    def __init__(self, path: Path) -> None:
        self.settings, self.count = MaildirSettings(path), 0
        for name in ("tmp", "new", "cur"):
            (path / name).mkdir(parents=True)

    def says(self, words: str) -> None:
        self.count += 1
        deliver(self.settings.path, letter(words), f"17{self.count:06}.M1P2.host", datetime.now(UTC))

    def channel(self, _ledger: Ledger, *, readonly: bool = False):
        return MaildirChannel(self.settings, readonly=readonly)

    def close(self) -> None:
        pass


class TelegramBox:
    """A bot that Ana writes to."""

    author, other = "7", "8"

    def __init__(self, server: Telegram) -> None:
        self.server, self.settings = server, telegram_settings(server)
        server.person(7, "Ana")
        server.person(8, "Eva")

    @property
    def conv(self) -> str:
        return "7"

    def says(self, words: str) -> str:
        return str(self.server.says(7, words))

    def edits(self, number: str, words: str) -> None:
        self.server.edits(7, int(number), words)

    def channel(self, ledger: Ledger, *, readonly: bool = False):
        return TelegramChannel(self.settings, cursors=cursors(ledger), readonly=readonly)

    def close(self) -> None:
        pass


class MatrixBox:
    """A room of Ana and our account."""

    def __init__(self, server: Synapse, session: Path) -> None:
        self.server = server
        self.bot, self.ana, self.eva = (server.register(name) for name in ("estafeta", "ana", "eva"))
        self.settings = matrix_settings(server, self.bot.id, session)
        self.conv = server.room(self.bot, self.ana.id)
        server.join(self.ana, self.conv)
        self.author, self.other = self.ana.id, self.eva.id

    def says(self, words: str) -> str:
        return self.server.says(self.ana, self.conv, words)

    def edits(self, number: str, words: str) -> None:
        self.server.edits(self.ana, self.conv, number, words)

    def channel(self, ledger: Ledger, *, readonly: bool = False):
        return MatrixChannel(self.settings, cursors=cursors(ledger), readonly=readonly)

    def aged(self, seconds: int) -> "MatrixSettings":
        """The same account with another patience."""
        return replace(self.settings, timeout_seconds=seconds)

    def close(self) -> None:
        pass


def cursors(ledger: Ledger):
    return lambda account: ledger.get(f"cursor:{account}")


def box_of(way: str, request, folder: Path):
    """The box of that name, with its server."""
    match way:
        case "imap":
            return MailBox(request.getfixturevalue("dovecot"), request.getfixturevalue("player_mailbox"))
        case "maildir":
            return FolderBox(folder / "maildir")
        case "telegram":
            return TelegramBox(request.getfixturevalue("telegram"))
        case _:
            return MatrixBox(request.getfixturevalue("synapse"), folder / ".matrix-session")


def words_in(ledger: Ledger) -> list[str]:
    """What every letter of the ledger says, in the order it would be read."""
    rows = ledger.db.execute("select channel, raw from letters order by received, id").fetchall()
    return [
        unpacked(raw).text if channel in ("telegram", "matrix") else raw.split(b"\r\n\r\n")[1].decode().strip()
        for channel, raw in rows
    ]
