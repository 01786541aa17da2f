"""A run over real IMAP and SMTP whose line is cut at any command: the server did not hear it, or we not its answer."""

import itertools
import re
import threading
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from runs.story import MADRID, Story
from servers.chaos import Chaos
from servers.people import OtherClient
from torture.runner import PASSWORD, Blow, Runner
from torture.snapshot import message_id

EVENING = datetime(2026, 1, 15, 23, 5, tzinfo=MADRID)
LATER = datetime(2026, 1, 15, 23, 25, tzinfo=MADRID)
MUCH_LATER = datetime(2026, 1, 16, 2, 0, tzinfo=MADRID)
_POST = """
[[inbox]]
kind = "imap"
host = "127.0.0.1"
port = {imap}
user = "{user}"
password = {{ env = "{password}" }}
security = "plain"

[out]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
security = "plain"

[trust]
"""
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Cut:
    """Where a line is cut."""

    line: str  # imap or smtp
    command: int  # the how-manieth, from 1
    is_heard: bool  # the server got it, and its answer is lost


@dataclass(frozen=True)
class Ended:
    """What there is in the end."""

    letters: Counter  # by their bytes
    orders: tuple[tuple, ...]
    days: tuple[tuple, ...]
    mails: Counter  # how many of each Message-ID the server took
    unread: int


class Wired:
    """A campaign on real servers, two letters in its mailbox, a day over."""

    def __init__(self, folder: Path, dovecot, smtp) -> None:
        self.imap, self.out = Chaos((dovecot.host, dovecot.imap_port)), Chaos((smtp.host, smtp.port))
        self.smtp, self.user = smtp, f"torture{next(_numbers)}"
        self.story = Story(folder)
        settings = (folder / "campaign.toml").read_text()
        post = _POST.format(imap=self.imap.port, smtp=self.out.port, user=self.user, password=PASSWORD)
        settings = re.sub(r"\[\[inbox\]\].*?\[trust\]", lambda _: post.strip(), settings, flags=re.DOTALL)
        (folder / "campaign.toml").write_text(settings)
        self.other = OtherClient(dovecot, self.user)
        for sender, words, minute in (("luis", "Retirada al 30 %.", 0), ("marta", "Retirada al 40 %.", 1)):
            raw = self.story.letter(
                f"{sender}@example.com", f"2026-01-15 22:0{minute}", words, message_id=f"<{words[-5:-3]}@x>"
            )
            self.other.put(raw, datetime(2026, 1, 15, 22, minute, tzinfo=MADRID))
        for path in (smtp.maildir / "new").iterdir():
            path.unlink()

    def run(self, now: datetime):
        from mailer.run import run

        return run(self.story.folder, now=now)

    def strike(self, cut: Cut) -> None:
        """The line will be cut there, once."""
        line = self.imap if cut.line == "imap" else self.out
        lock, seen = threading.Lock(), 0

        def rewrite(way: str, data: bytes) -> bytes:
            nonlocal seen
            if way == "c2s":
                with lock:
                    seen += 1
                    if seen == cut.command:
                        line.rewrite = None
                        line.drop_on = ("s2c" if cut.is_heard else "c2s", b"")
            return data

        line.rewrite = rewrite

    @property
    def commands(self) -> dict[str, int]:
        """How many pieces were sent on each line so far."""
        lines = {"imap": self.imap, "smtp": self.out}
        return {name: sum(way == "c2s" and bool(data) for way, data in line.log) for name, line in lines.items()}

    def end(self) -> Ended:
        rows = self.story.rows
        mails = Counter(message_id(path.read_bytes()) for path in (self.smtp.maildir / "new").iterdir())
        return Ended(
            Counter(row[0] for row in rows("select raw from letters")),
            tuple(rows("select player, kind, json, state from orders order by id")),
            tuple(rows("select day, secret from days order by day")),
            mails,
            len(self.other.uids()),
        )

    def close(self) -> None:
        self.other.close()
        self.imap.close()
        self.out.close()


def uncut(folder: Path, dovecot, smtp) -> tuple[Ended, dict[str, int]]:
    """How it ends when no line is cut, and how many commands each line hears."""
    wired = Wired(folder, dovecot, smtp)
    try:
        assert wired.run(EVENING).exit_code == 0
        return wired.end(), wired.commands
    finally:
        wired.close()


@dataclass(frozen=True)
class Verdict:
    """What came of one cut or kill."""

    where: str
    was_struck: bool  # pieces run together on their way: the last of them may never come by themselves
    wrongs: tuple[str, ...]
    twins: int  # mails that the server took twice, under one Message-ID

    def __str__(self) -> str:
        return f"{self.where}: " + ("; ".join(self.wrongs) or "well")


def cut_line(folder: Path, cut: Cut, expected: Ended, dovecot, smtp) -> Verdict:
    """What is lost or done twice after a cut and the runs that follow it."""
    wired = Wired(folder, dovecot, smtp)
    try:
        wired.strike(cut)
        wired.run(EVENING)
        was_struck = wired.imap.fired + wired.out.fired == 1
        wrongs, twins = _mended(wired, expected, twins=1 if cut.line == "smtp" and cut.is_heard else 0)
    finally:
        wired.close()
    where = f"{cut.line} cut at {cut.command}, {'heard' if cut.is_heard else 'not heard'}"
    return Verdict(where, was_struck, wrongs, twins)


def sends(runner: Runner, folder: Path, dovecot, smtp) -> list[int]:
    """The calls of a run over real servers that say something to one."""
    wired = Wired(folder, dovecot, smtp)
    try:
        ran = runner.run(folder, EVENING, Blow(sockets=True), log=True)
        assert ran.code == 0, ran.said
        return [at for at, call in enumerate(ran.calls, 1) if call.endswith(" socket")]
    finally:
        wired.close()


def killed_at(runner: Runner, folder: Path, at: int, expected: Ended, dovecot, smtp) -> Verdict:
    """What is lost or done twice after a kill at that call, and the runs that follow it."""
    wired = Wired(folder, dovecot, smtp)
    try:
        ran = runner.run(folder, EVENING, Blow(at, sockets=True))
        wrongs, twins = _mended(wired, expected, twins=1)
    finally:
        wired.close()
    return Verdict(f"killed at {at}", ran.code == -9, wrongs, twins)


def _mended(wired: Wired, expected: Ended, *, twins: int) -> tuple[tuple[str, ...], int]:
    """What is wrong after the runs that mend, and how many mails went twice; so many may."""
    reports = [wired.run(moment) for moment in (EVENING, LATER, MUCH_LATER)]
    found = wired.end()
    told = [f"the next run ends with {one.exit_code}: {one.failures}" for one in reports[1:] if one.exit_code]
    told += [
        name for name in ("letters", "orders", "days", "unread") if getattr(found, name) != getattr(expected, name)
    ]
    told += [f"mail lost: {name}" for name in expected.mails if name not in found.mails]
    told += [f"mail too many: {name}" for name in found.mails if name not in expected.mails]
    doubled = sum(count - 1 for count in found.mails.values())
    if doubled > twins:
        told.append(f"{doubled} twins")
    return tuple(told), doubled
