"""The example campaign played for some days: its players' letters delivered one by one, a run after each.

The letters are files of `data/demo/letters`, named by the local time at which the server has them. Marks in them stand
for what a mail program would put there when one answers the last mail of a kind:

    {{id decision luis}}  {{subject decision luis}}  {{reply_to decision luis}}  {{quote decision luis}}  {{text ...}}
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from mailer.campaign.head import load_settings
from mailer.campaign.starter import write_starter
from mailer.ledger.ledger import Ledger, open_ledger
from mailer.resources import shipped
from mailer.run import Report, run

_MARK = re.compile(rb"\{\{(id|subject|reply_to|quote|text) ([a-z_]+) ([a-z-]+)\}\}")
_LATER = timedelta(minutes=5)  # cron calls so long after a letter, or after the turnover


@dataclass(frozen=True, slots=True)
class SentMail:
    """A mail that went out."""

    id: int
    kind: str
    player: str | None
    recipient: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One run of the story, and what it brought."""

    now: datetime
    letter: str  # file name; "" where only time passed
    words: str  # the letter's own words as they were read, "" if it was not read
    report: Report
    mails: tuple[SentMail, ...]


def play(folder: Path, *, language: str = "es") -> Iterator[Scene]:
    """The story, run by run, in a new campaign folder."""
    write_starter(folder, example=True, language=language)
    zone = load_settings(folder).zone
    letters = sorted((shipped("data") / "demo" / "letters").glob("*.eml"))
    beats = [(datetime.strptime(path.name[:15], "%Y-%m-%dT%H%M").replace(tzinfo=zone), path) for path in letters]
    seen = 0
    for now, path in _with_turnovers(beats):
        if path is not None:
            _deliver(folder, path, now)
        report = run(folder, now=now + _LATER)
        ledger = open_ledger(folder / "ledger.db")
        mails = _mails_after(ledger, seen)
        words = _own_words(ledger) if path is not None else ""
        ledger.close()
        seen = mails[-1].id if mails else seen
        yield Scene(now + _LATER, path.name if path else "", words, report, mails)


def _with_turnovers(beats: list[tuple[datetime, Path]]) -> Iterator[tuple[datetime, Path | None]]:
    """The letters, and a run after every turnover from the evening before the first on."""
    evening = (beats[0][0] - timedelta(days=1)).replace(hour=23, minute=0)
    for now, path in beats:
        while evening < now:
            yield evening, None
            evening += timedelta(days=1)
        yield now, path
    for _ in range(2):
        yield evening, None
        evening += timedelta(days=1)


def _deliver(folder: Path, path: Path, now: datetime) -> None:
    """Put a letter where the mail server would."""
    target = folder / "mail" / "in" / "new" / f"{int(now.timestamp())}.{path.stem}"
    ledger = open_ledger(folder / "ledger.db")
    target.write_bytes(_MARK.sub(lambda mark: _filled(ledger, mark), path.read_bytes()))
    ledger.close()
    os.utime(target, (now.timestamp(), now.timestamp()))


def _filled(ledger: Ledger, mark: re.Match[bytes]) -> bytes:
    """What a mail program would write in place of a mark."""
    what, kind, player = (group.decode() for group in mark.groups())
    row = ledger.db.execute(
        "select message_id, subject, text, data from outbox where kind = ? and player = ? order by id desc limit 1",
        (kind, player),
    ).fetchone()
    if row is None:
        return b""
    found = {
        "id": row["message_id"],
        "subject": row["subject"],
        "reply_to": _reply_to(row["data"]),
        "text": row["text"].strip(),
        "quote": "\n".join(f"> {line}".rstrip() for line in row["text"].strip().splitlines()),
    }
    return str(found[what]).encode()


def _reply_to(data: bytes) -> str:
    from email import message_from_bytes, policy

    return str(message_from_bytes(data, policy=policy.default)["Reply-To"])


def _mails_after(ledger: Ledger, seen: int) -> tuple[SentMail, ...]:
    rows = ledger.db.execute(
        "select id, kind, player, recipient, subject, text from outbox where id > ? order by id", (seen,)
    )
    return tuple(SentMail(*row) for row in rows)


def _own_words(ledger: Ledger) -> str:
    row = ledger.db.execute("select own_words, state, reason from letters order by id desc limit 1").fetchone()
    return str(row["own_words"]) if row["own_words"] else f"({row['state']}: {row['reason']})"
