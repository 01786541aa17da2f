"""Mails out of the ledger to a server, each one's fate written down before and after.

Against smtplib on one connection with the same bytes. The server that keeps what it gets is the honest race; the sink
that throws all away shows what our own two commits a mail cost, against a loop that commits twice as well.
"""

import smtplib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.campaigns import NOON, folder, post
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from bench.servers import has_postfix, has_sink, postfix, sink, slow
from mailer.inbox.settings import Security, SmtpSettings
from mailer.ledger.outbox import Queued, queue
from mailer.outbox.send import send
from mailer.outbox.smtp import SmtpTransport

_SENDER = "estafeta@example.org"
_MILLISECONDS = 10  # one way


def rows(scale: Scale) -> Iterator[Row]:
    """To a real Postfix, to a sink, and to one far away."""
    mails = [(f"player{number % 7}@example.com", _mail(number)) for number in range(scale.mails)]
    if has_postfix():
        with postfix() as server:
            place = (server.host, server.port)
            yield _race("send {:,} mails, Postfix", mails, place, scale, loop=_smtplib, reach=1.2)
            yield _race("send {:,} mails, Postfix", mails, place, scale, loop=_committing, reach=1.2)
            with slow(*place, _MILLISECONDS / 1000) as line:
                far = mails[: scale.far]
                yield _race("send {:,} mails, Postfix 20 ms away", far, line, scale, loop=_smtplib, reach=1 / 3)
    if has_sink():
        with sink() as place:
            yield _race("send {:,} mails, sink", mails, place, scale, loop=_committing, reach=1.2)


def _race(
    work: str, mails: list[tuple[str, bytes]], place: tuple[str, int], scale: Scale, *, loop: Any, reach: float
) -> Row:
    return race(
        Contest(
            work.format(len(mails)), len(mails),
            Side("send", _send, lambda where: (*_queued(where, mails), place)),
            Side(loop.__doc__, loop, lambda where: (where, mails, place)), reach=reach,
        ),
        rounds=min(scale.rounds, 3),
    )  # fmt: skip


def _mail(number: int) -> bytes:
    """Five kilobytes, as an outcome is."""
    head = (
        f"From: <{_SENDER}>\r\nTo: <a@example.com>\r\nSubject: {number}\r\nMessage-ID: <{number}@example.org>\r\n\r\n"
    )
    return head.encode() + b"La guardia pasa sin novedad en la sala de las columnas.\r\n" * 90


def _queued(where: Path, mails: list[tuple[str, bytes]]) -> tuple[Any, int]:
    made = post(folder(where))
    with made.ledger.transaction():
        for number, (to, data) in enumerate(mails):
            name = f"<{number}@example.org>"
            queue(made.ledger, Queued(str(number), name, "outcome", None, to, "s", "t", data), NOON)
    return made.ledger, len(mails)


def _send(state: tuple[Any, int, tuple[str, int]]) -> int:
    ledger, count, (host, port) = state
    transport = SmtpTransport(SmtpSettings(host, port, Security.PLAIN))
    done = send(ledger, transport, sender=_SENDER, now=NOON, at_most=count)
    assert done.failure is None, done.failure
    ledger.close()
    return done.sent


def _smtplib(state: tuple[Path, list[tuple[str, bytes]], tuple[str, int]]) -> int:
    """smtplib, one connection"""
    _, mails, place = state
    with smtplib.SMTP(*place) as line:
        return sum(not line.sendmail(_SENDER, [to], data) for to, data in mails)


def _committing(state: tuple[Path, list[tuple[str, bytes]], tuple[str, int]]) -> int:
    """smtplib, two commits a mail"""
    where, mails, place = state
    db = sqlite3.connect(where / "floor.db", isolation_level=None)
    db.executescript("pragma journal_mode = wal; pragma synchronous = full; create table fate (id integer, state text)")
    done = 0
    with smtplib.SMTP(*place) as line:
        for number, (to, data) in enumerate(mails):
            db.execute("insert into fate values (?, 'sending')", (number,))
            done += not line.sendmail(_SENDER, [to], data)
            db.execute("update fate set state = 'sent' where rowid = ?", (number + 1,))
    db.close()
    return done
