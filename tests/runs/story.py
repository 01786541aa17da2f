"""A campaign on Maildir folders for tests: letters dropped in as a server would, runs at named hours."""

import email
import email.policy
import itertools
import os
import shutil
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from mailer.ledger.ledger import open_ledger
from mailer.resources import shipped
from mailer.run import run

MADRID = ZoneInfo("Europe/Madrid")
_numbers = itertools.count(1)


class Story:
    """The example campaign in a folder of its own."""

    def __init__(self, folder: Path, example: str = "example") -> None:
        self.folder = folder
        shutil.copytree(shipped("data") / example, folder, dirs_exist_ok=True)
        for name in ("new", "cur", "tmp"):
            (folder / "mail" / "in" / name).mkdir(parents=True, exist_ok=True)

    def set(self, old: str, new: str, file: str = "campaign.toml") -> None:
        """Change a setting in a file."""
        path = self.folder / file
        text = path.read_text()
        assert old in text, old
        path.write_text(text.replace(old, new))

    def letter(
        self, sender: str, at: str, words: str, *, subject: str = "", proof: str = "pass", to: str = "", **headers: str
    ) -> bytes:
        """A letter arrives at our mail server at that local time; `proof` is its DMARC verdict, "" for none."""
        when = datetime.fromisoformat(at).replace(tzinfo=MADRID)
        mail = EmailMessage()
        mail["From"] = sender
        mail["To"] = to or "estafeta@example.org"
        mail["Subject"] = subject
        mail["Date"] = format_datetime(when)
        mail["Message-ID"] = headers.pop("message_id", f"<{next(_numbers)}@{sender.partition('@')[2]}>")
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(words)
        domain = sender.partition("@")[2]
        trace = f"Received: from out.{domain} by mx.example.org; {format_datetime(when)}\r\n"
        verdict = f"Authentication-Results: mx.example.org; dmarc={proof} header.from={domain}\r\n" if proof else ""
        raw = f"Return-Path: <{sender}>\r\n{trace}{verdict}".encode() + mail.as_bytes()
        self.put(raw, when)
        return raw

    def put(self, raw: bytes, when: datetime) -> Path:
        """Raw bytes arrive."""
        path = self.folder / "mail" / "in" / "new" / f"{int(when.timestamp())}.{next(_numbers)}.host"
        path.write_bytes(raw)
        os.utime(path, (when.timestamp(), when.timestamp()))
        return path

    def run(self, at: str, **options):
        """A run at that local time."""
        return run(self.folder, now=datetime.fromisoformat(at).replace(tzinfo=MADRID), **options)

    def mails(self, player: str = "", kind: str = "") -> list[EmailMessage]:
        """The mails that went out, in the order they were queued."""
        ledger = open_ledger(self.folder / "ledger.db")
        rows = ledger.db.execute(
            "select data from outbox where (? = '' or player = ?) and (? = '' or kind = ?) and state = 'sent'"
            " order by id",
            (player, player, kind, kind),
        ).fetchall()
        ledger.close()
        return [email.message_from_bytes(row[0], policy=email.policy.default) for row in rows]

    def texts(self, player: str = "", kind: str = "") -> list[str]:
        return [mail.get_body(("plain",)).get_content() for mail in self.mails(player, kind)]

    def rows(self, question: str, *values) -> list[tuple]:
        ledger = open_ledger(self.folder / "ledger.db")
        found = [tuple(row) for row in ledger.db.execute(question, values)]
        ledger.close()
        return found
