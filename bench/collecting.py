"""Letters out of a mailbox into the ledger, safe against a power cut."""

import imaplib
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from bench.campaigns import NOON, senders
from bench.letters import letters
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from bench.servers import deliver, dovecot, has_dovecot, slow
from mailer.inbox.collect import collect
from mailer.inbox.imap import ImapChannel
from mailer.inbox.secret import Secret, SecretSource
from mailer.inbox.settings import ImapSettings, Security
from mailer.ledger.ledger import open_ledger

BLOCK = 500
_MILLISECONDS = 10  # one way: 20 a round trip
_TABLE = "create table letters (uid text primary key, received text, raw blob)"
_users = count()


def rows(scale: Scale) -> Iterator[Row]:
    """Against the simplest FETCH in blocks with an INSERT a letter, with and without the server's marks.

    Over a slow line against imap_tools as it comes.
    """
    if not has_dovecot():
        return
    with dovecot() as server:
        raws = [raw for raw, _ in letters(scale.letters, senders())]
        yield race(
            Contest(
                f"collect {scale.letters:,} letters", scale.letters,
                Side("collect", _collect, lambda where: filled(server, raws, where)),
                Side("FETCH 500, INSERT", _fetch_blocks, lambda where: filled(server, raws, where)),
                reach=1.5,
            ),
            rounds=min(scale.rounds, 3),
        )  # fmt: skip
        yield race(
            Contest(
                f"collect {scale.letters:,} letters", scale.letters,
                Side("collect", _collect, lambda where: filled(server, raws, where)),
                Side("the same, and a mark on each", partial(_fetch_blocks, marks=True),
                     lambda where: filled(server, raws, where)),
                reach=1.5,
            ),
            rounds=min(scale.rounds, 3),
        )  # fmt: skip
        with slow(server.host, server.imap_port, _MILLISECONDS / 1000) as line:
            yield race(
                Contest(
                    f"collect {scale.far} letters, 20 ms away", scale.far,
                    Side("collect", _collect, lambda where: filled(server, raws[: scale.far], where, line)),
                    Side("imap_tools", _fetch_singly, lambda where: filled(server, raws[: scale.far], where, line)),
                    reach=1 / 25,
                ),
                rounds=min(scale.rounds, 3),
            )  # fmt: skip


def filled(server: Any, raws: list[bytes], where: Path, line: tuple[str, int] | None = None) -> tuple[Path, Any, str]:
    """A mailbox of its own for each round, listed once so that the server's own first indexing is not timed."""
    user = f"reader{next(_users)}"
    deliver(server, user, raws)
    with imaplib.IMAP4(server.host, server.imap_port) as client:
        client.login(user, "secret")
        client.select("INBOX", readonly=True)
    return where, line or (server.host, server.imap_port), user


def channel(place: tuple[str, int], user: str) -> ImapChannel:
    """Our way in."""
    os.environ["ESTAFETA_BENCH_PASSWORD"] = "secret"
    secret = Secret(SecretSource.ENV, "ESTAFETA_BENCH_PASSWORD")
    return ImapChannel(ImapSettings(place[0], user, secret, port=place[1], security=Security.PLAIN, move_to=""))


def _collect(state: tuple[Path, Any, str]) -> int:
    where, place, user = state
    ledger = open_ledger(where / "ledger.db", create=True)
    done = collect(ledger, [channel(place, user)], NOON)
    assert done.is_whole, done.failures
    ledger.close()
    return done.letters


def _fetch_blocks(state: tuple[Path, Any, str], *, marks: bool = False) -> int:
    """With `marks`, each letter is marked on the server once it is safe, as ours are."""
    where, place, user = state
    db = _database(where)
    line = imaplib.IMAP4(*place)
    line.login(user, "secret")
    line.select("INBOX", readonly=not marks)
    uids = line.uid("SEARCH", "ALL")[1][0].split()
    for start in range(0, len(uids), BLOCK):
        asked = b",".join(uids[start : start + BLOCK]).decode()
        for part in line.uid("FETCH", asked, "(UID INTERNALDATE BODY.PEEK[])")[1]:
            if isinstance(part, tuple):
                (uid,) = re.findall(rb"UID (\d+)", part[0])
                db.execute("insert into letters values (?, ?, ?)", (uid.decode(), "", part[1]))
        db.commit()
        if marks:
            line.uid("STORE", asked, "+FLAGS.SILENT", "($Estafeta)")
    line.logout()
    return _stored(db)


def _fetch_singly(state: tuple[Path, Any, str]) -> int:
    from imap_tools import MailBoxUnencrypted

    where, place, user = state
    db = _database(where)
    with MailBoxUnencrypted(*place).login(user, "secret") as box:
        for mail in box.fetch(mark_seen=False):
            db.execute("insert into letters values (?, ?, ?)", (mail.uid, str(mail.date), mail.obj.as_bytes()))
            db.commit()
    return _stored(db)


def _database(where: Path) -> sqlite3.Connection:
    db = sqlite3.connect(where / "floor.db")
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    with suppress(sqlite3.OperationalError):
        db.execute(_TABLE)
    return db


def _stored(db: sqlite3.Connection) -> int:
    found: int = db.execute("select count(*) from letters").fetchone()[0]
    db.close()
    return found
