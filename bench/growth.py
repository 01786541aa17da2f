"""What grows and what must not: the cost of one letter, one character's day, one run, as everything gets more.

Each race is ours against ours: the larger against the smaller, each for one of its own. 1.0 is linear.
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from bench.campaigns import LATE, NOON, crowd, folder, post, senders
from bench.days import resolve, sealed
from bench.letters import letters
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from mailer.inbox.channel import BLOCK_LETTERS, Batch, Incoming, IncomingKey
from mailer.intake import Intake
from mailer.ledger.disk import sync
from mailer.ledger.ledger import open_ledger
from mailer.ledger.letters import store_batch
from mailer.people import keep_people
from mailer.post import Post
from mailer.run import run
from mailer.turnover import begin_world, close
from rules.time import Day

_MOST = 100  # parties
_NEARLY = 1.3  # caches fall out and machines breathe
_AN_EVENT = '{"checks": 12, "since": 100}'
_AT = "2026-01-15T12:00:00+00:00"


def rows(scale: Scale) -> Iterator[Row]:
    """Everything that grows."""
    rounds = min(scale.rounds, 3)
    for few, many in pairwise(scale.crowds):
        if many > _MOST:  # so many mails would take minutes; the game alone shows the line
            yield race(_days(few, many), rounds=rounds)
            continue
        yield race(_days(few, many), rounds=rounds)
        yield race(_turnovers(few, many), rounds=rounds)
        yield race(_letters(few, many), rounds=rounds)
        yield race(_in_a_crowd(few, many), rounds=rounds)
    for few, many in pairwise(scale.kept):
        yield race(_kept(few, many), rounds=rounds)
    for young, old in pairwise(scale.ages):
        yield race(_ages(young, old), rounds=rounds)


def _days(few: int, many: int) -> Contest:
    worlds = {parties: crowd(parties) for parties in (few, many)}

    def side(parties: int) -> Side:
        world = worlds[parties]
        return Side(f"{5 * parties:,} characters", lambda _: resolve(world, (), sealed()), count=5 * parties)

    return Contest(f"a character's day, of {5 * many:,}", 5 * many, side(many), side(few), _NEARLY)


def _turnovers(few: int, many: int) -> Contest:
    """The day written down and told: one mail a player."""

    def work(made: Post) -> int:
        close(made, Day(0))
        told: int = made.ledger.db.execute("select count(*) from outbox where kind in ('outcome', 'death')").fetchone()[
            0
        ]
        made.ledger.close()
        return told

    def side(parties: int) -> Side:
        return Side(f"{4 * parties:,} players", work, lambda where: begun(where, parties), count=4 * parties + 3)

    return Contest(f"an outcome told, of {4 * many:,}", 4 * many + 3, side(many), side(few), _NEARLY)


def _kept(few: int, many: int) -> Contest:
    """Letters that come into the ledger, a block at a time."""

    def side(count: int) -> Side:
        return Side(f"{count:,} letters", partial(keep, count=count), count=count)

    return Contest(f"a letter kept, of {many:,}", many, side(many), side(few), _NEARLY)


def keep(where: Path, count: int) -> int:
    """How many of so many letters are in a new ledger."""
    ledger = open_ledger(where / "kept.db", create=True)
    waiting = _incoming(letters(count, senders()))
    done = 0
    while block := tuple(islice(waiting, BLOCK_LETTERS)):
        done += store_batch(ledger, "bench", Batch(block, ""), NOON)
    ledger.close()
    return done


def _letters(few: int, many: int) -> Contest:
    """As many letters a player, more players and letters: ten a party."""
    return Contest(f"a letter taken in, of {10 * many:,}", 10 * many, _reading(many, 10 * many),
                   _reading(few, 10 * few), _NEARLY)  # fmt: skip


def _in_a_crowd(few: int, many: int) -> Contest:
    """As many letters, in a campaign of more people."""
    return Contest(f"a letter among {4 * many:,} people", 10 * few, _reading(many, 10 * few), _reading(few, 10 * few),
                   _NEARLY)  # fmt: skip


def _reading(parties: int, count: int) -> Side:
    def prepare(where: Path) -> Post:
        made = begun(where, parties)
        store(made, count, senders(parties))
        return made

    return Side(f"{4 * parties:,} people", read_all, prepare, count=count)


def read_all(made: Post) -> int:
    """How many letters were accepted."""
    intake = Intake(made)
    intake.take_in()
    made.ledger.close()
    if intake.blame.failed:
        raise AssertionError(f"{intake.blame.failed} letters failed")
    return intake.accepted


def store(made: Post, count: int, who: list[str]) -> None:
    """So many letters wait in the ledger."""
    store_batch(made.ledger, "bench", Batch(tuple(_incoming(letters(count, who))), ""), NOON)


def _incoming(found: Iterator[tuple[bytes, datetime]]) -> Iterator[Incoming]:
    return (
        Incoming(IncomingKey("a", "", 0, str(n)), raw, when, None, len(raw), cut=False)
        for n, (raw, when) in enumerate(found)
    )


def begun(where: Path, parties: int, now: datetime = LATE) -> Post:
    """A campaign with its files read and its world written down."""
    made = post(folder(where, parties=parties), now)
    keep_people(made)
    begin_world(made)
    return made


def _ages(young: int, old: int) -> Contest:
    """An idle run of a campaign that has gone on for so many days."""

    def side(days: int) -> Side:
        return Side(f"{days} days", _idle, lambda where: aged(where, days), count=1)

    return Contest(f"idle run after {old} days", 1, side(old), side(young), _NEARLY)


def _idle(where: tuple[Path, Any]) -> int:
    folder_, now = where
    report = run(folder_, now=now)
    assert report.is_idle
    assert not report.exit_code
    return 1


def aged(where: Path, days: int, *, letters_a_day: int = 20) -> tuple[Path, Any]:
    """A campaign's folder as so many days leave it, and the instant it then is: written straight into the ledger."""
    run(folder(where), now=NOON)
    run(where, now=LATE)
    ledger = open_ledger(where / "ledger.db")
    with ledger.transaction() as db:
        for day in range(2, days + 1):
            step = db.execute(
                "insert into steps (until, kind, ran_at, rules, data) values (?, 'turnover', ?, '0', '') returning id",
                (day * 1440 + 1380, _AT),
            ).fetchone()[0]
            db.execute(f"insert into days values (?, ?, '{_AT}', '', '')", (day, step))
            db.executemany(
                "insert into events (step, day, at, party, kind, characters, data, source, audience)"
                " values (?, ?, ?, 'los-cuatro', 'quiet', '[]', ?, 'R2', 'party')",
                [(step, day, day * 1440 + n, _AN_EVENT) for n in range(100)],
            )
            db.executemany("insert into sheets select character, ?, json from sheets where step = 1", [(step,)])
            db.executemany("insert into parties select party, ?, json from parties where step = 1", [(step,)])
            _post_of(db, day, letters_a_day)
    ledger.close()
    sync(where / "ledger.db")  # else the run's own commit waits for all of this to reach the disk
    return where, LATE + timedelta(days=days - 1, minutes=15)  # the first run closed day 1


def _post_of(db: Any, day: int, count: int) -> None:
    """A day's letters, orders and mails, all settled."""
    numbers = [day * 1000 + n for n in range(count)]
    db.executemany(
        "insert into letters (id, channel, account, folder, uidvalidity, uid, received, stored, raw, size, state,"
        f" player) values (?, 'bench', 'b', '', 0, ?, '{_AT}', '{_AT}', zeroblob(4000), 4000, 'accepted', 'luis')",
        [(n, str(n)) for n in numbers],
    )
    db.executemany(
        "insert into orders (letter, line, text, player, character, kind, json, received, state)"
        " values (?, 1, 'x', 'luis', 'duric', 'stance', ?, ?, 'done')",
        [(n, json.dumps({}), day * 1440) for n in numbers],
    )
    db.executemany(
        "insert into outbox (key, message_id, kind, player, recipient, subject, text, data, created, due, state,"
        f" sent) values (?, ?, 'receipt', 'luis', 'luis@example.com', 's', 't', zeroblob(6000), '{_AT}', '{_AT}',"
        f" 'sent', '{_AT}')",
        [(f"b{n}", f"<b{n}@example.org>") for n in numbers],
    )
