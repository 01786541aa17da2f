"""The whole thread on real servers: letters by SMTP into a mailbox, a run over IMAP, answers back by SMTP."""

import email
import email.policy
import itertools
import os
import re
import shutil
import smtplib
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from servers.people import OtherClient

from mailer.ledger.ledger import open_ledger
from mailer.resources import shipped
from mailer.run import run

MADRID = ZoneInfo("Europe/Madrid")
POST = """
[[inbox]]
kind = "imap"
host = "{imap.host}"
port = {imap.imaps_port}
user = "{user}"
password = {{ env = "ESTAFETA_TEST_PASSWORD" }}
security = "tls"
junk_folder = "Junk"
ca_file = "{imap.certificate}"

[out]
kind = "smtp"
host = "{smtp.host}"
port = {smtp.port}
security = "starttls"
ca_file = "{smtp.certificate}"
"""
_numbers = itertools.count(1)


class Table:
    """A campaign on real servers, begun yesterday evening, and the people around it."""

    def __init__(self, folder: Path, imap, smtp) -> None:
        self.folder, self.imap, self.smtp = folder, imap, smtp
        self.name = f"t{os.getpid()}n{next(_numbers)}"
        self.address = f"estafeta-{self.name}@example.org"
        self.began = (datetime.now(MADRID) - timedelta(days=1)).date()
        shutil.copytree(shipped("data") / "example", folder)
        for path in folder.glob("*.toml"):
            text = path.read_text().replace("2026-01-15", self.began.isoformat())
            path.write_text(re.sub(r"\b(\w+)@example\.(com|net)", rf"\1-{self.name}@example.\2", text))
        settings = (folder / "campaign.toml").read_text().replace("estafeta@example.org", self.address)
        settings = re.sub(r"\[\[inbox\]\].*?(?=\[trust\])", "", settings, flags=re.DOTALL)
        settings = settings.replace('weekday = "jueves de hierro"', "")
        post = POST.format(imap=imap, smtp=smtp, user=f"estafeta-{self.name}")
        (folder / "campaign.toml").write_text(settings.replace("[trust]", f"{post}\n[trust]"))

    def run(self, days: int = 0):
        now = datetime.now(UTC) if not days else self.evening(days)
        return run(self.folder, now=now)

    def evening(self, days: int) -> datetime:
        """Five minutes after the turnover, so many days after the campaign began."""
        return datetime(*(self.began + timedelta(days=days)).timetuple()[:3], 23, 5, tzinfo=MADRID)

    def mails(self, player: str, expected: int) -> list[email.message.EmailMessage]:
        """What lies in a player's real mailbox, once as many mails as expected have come through the server."""
        client = OtherClient(self.imap, f"{player}-{self.name}")
        for _ in range(100):
            uids = client.uids()
            if len(uids) >= expected:
                break
            time.sleep(0.1)
        raws = [client.client.uid("FETCH", uid, "(BODY.PEEK[])")[1][0][1] for uid in uids]
        client.close()
        return [email.message_from_bytes(raw, policy=email.policy.default) for raw in raws]

    def reply(self, player: str, to, words: str) -> None:
        """A player's mail program answers one of our mails by SMTP, quoting it."""
        letter = email.message.EmailMessage()
        letter["From"] = f"{player}-{self.name}@example.com"
        letter["To"] = to["Reply-To"]
        letter["Subject"] = f"Re: {to['Subject']}"
        letter["In-Reply-To"] = to["Message-ID"]
        letter["Message-ID"] = f"<{time.time_ns()}@example.com>"
        quoted = "".join(f"> {line}\n" for line in text_of(to).splitlines())
        letter.set_content(
            f"{words}\n\nEl mar, 20 ene 2026 a las 23:05, Los Cuatro (<{self.address}>) escribió:\n{quoted}"
        )
        with smtplib.SMTP(self.smtp.host, self.smtp.port, timeout=10) as line:
            line.send_message(letter)

    def waiting(self, expected: int) -> None:
        """Returns when so many letters lie in our mailbox."""
        client = OtherClient(self.imap, f"estafeta-{self.name}")
        for _ in range(100):
            if len(client.uids()) >= expected:
                break
            time.sleep(0.1)
        client.close()


def text_of(mail) -> str:
    return mail.get_body(("plain",)).get_content()


@pytest.fixture
def table(tmp_path, dovecot, postfix, monkeypatch):
    monkeypatch.setenv("ESTAFETA_TEST_PASSWORD", "secret")
    return Table(tmp_path / "campaign", dovecot, postfix)


def test_a_reply_is_read_answered_and_carried_out(table):
    assert table.run().exit_code == 0
    _, outcome = table.mails("luis", 2)  # after the welcome
    assert "sala de las columnas" in text_of(outcome)

    table.reply("luis", outcome, "Retirada al 30 %.")
    table.waiting(1)
    report = table.run()
    assert (report.accepted, report.held, report.exit_code) == (1, 0, 0)
    receipt = table.mails("luis", 3)[-1]
    assert "Retirada al 30 %" in text_of(receipt)
    assert "escribió" not in text_of(receipt)  # nothing of the quote was read as the player's own
    assert receipt["In-Reply-To"]

    again = table.run()
    assert again.is_idle
    assert len(table.mails("luis", 3)) == 3

    later = table.run(days=2)
    assert later.days
    assert len(table.mails("luis", 4)) >= 4


def test_a_reply_with_the_token_of_another_is_held_and_asked_about(table):
    table.run()
    _, to_marta = table.mails("marta", 2)
    table.reply("luis", to_marta, "Exploramos hacia el fondo.")
    table.waiting(1)
    report = table.run()
    assert (report.accepted, report.held) == (0, 1)
    ledger = open_ledger(table.folder / "ledger.db")
    assert ledger.db.execute("select count(*) from orders").fetchone()[0] == 0
    assert len(table.mails("luis", 3)) == 3  # the welcome, the day, and the question whether that letter was his


def test_letters_leave_the_inbox_only_once_they_are_in_the_ledger(table):
    table.run()
    _, outcome = table.mails("luis", 2)
    for words in ("estado", "Retirada al 40 %."):
        table.reply("luis", outcome, words)
    table.waiting(2)
    table.run()
    client = OtherClient(table.imap, f"estafeta-{table.name}")
    assert client.uids() == []
    client.close()
    ledger = open_ledger(table.folder / "ledger.db")
    states = [row[0] for row in ledger.db.execute("select state from letters")]
    assert states == ["accepted", "accepted"]


def test_a_wrong_password_is_one_clear_line_and_no_day_is_closed(table, monkeypatch):
    monkeypatch.setenv("ESTAFETA_TEST_PASSWORD", "wrong")
    report = table.run()
    assert report.exit_code == os.EX_NOPERM
    assert report.waiting_for_mailbox
    assert report.days == []
    assert len(report.failures) == 1
    assert "wrong" not in report.failures[0]


def test_letters_in_the_junk_folder_are_told_and_never_obeyed(table):
    client = OtherClient(table.imap, f"estafeta-{table.name}")
    client.client.create("Junk")
    junk = f"From: luis-{table.name}@example.com\r\nTo: {table.address}\r\nSubject: x\r\n\r\nExploramos.\r\n"
    client.put(junk.encode(), folder="Junk")
    client.close()
    report = table.run()
    assert report.accepted == 0
    ledger = open_ledger(table.folder / "ledger.db")
    assert ledger.db.execute("select count(*) from letters").fetchone()[0] == 0
    digest = table.mails("alba", 1)[-1]
    assert f"luis-{table.name}@example.com" in text_of(digest)
