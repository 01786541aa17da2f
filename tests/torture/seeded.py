"""Faults planted on purpose in the process of a run: a harness that does not find them is worth nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from torture.runner import Blow, Runner
from torture.trial import Reference, Verdict, points, tried


@dataclass(frozen=True)
class Seeded:
    """A fault, and what it is."""

    what: str
    plant: Callable[[], None]
    where: str = ""  # the calls near which it shows
    mode: str = "kill"


def _ack_first() -> None:
    import mailer.inbox.collect as module
    from mailer.ledger.letters import known_keys, store_batch

    def collect_one(ledger, channel, now):
        letters = 0
        for batch in channel.fetch(lambda keys: known_keys(ledger, keys)):
            channel.ack(batch.keys)
            letters += store_batch(ledger, channel.name, batch, now)
        return letters

    module._collect_one = collect_one


def _queue_outside() -> None:
    import mailer.queueing as module

    real = module.queue

    def queue(ledger, mail, now):
        ledger.db.execute("commit")
        ledger.db.execute("begin immediate")
        return real(ledger, mail, now)

    module.queue = queue


def _sent_first() -> None:
    import mailer.outbox.send as module

    def mark_sending(ledger, mails):
        with ledger.transaction() as db:
            db.executemany("update outbox set state = 'sent' where id = ?", [(mail.id,) for mail in mails])

    module.mark_sending = mark_sending


def _sending_forgotten() -> None:
    import mailer.outbox.send as module

    real = module.due_numbers
    module.due_numbers = lambda ledger, now: [
        number for number in real(ledger, now) if module.due_mail(ledger, number).state != "sending"
    ]


def _day_first() -> None:
    import mailer.turnover as module

    real = module.close_day

    def close_day(ledger, *args, **named):
        real(ledger, *args, **named)
        ledger.db.execute("commit")
        ledger.db.execute("begin immediate")

    module.close_day = close_day


def _torn_mails() -> None:
    from mailer.outbox.maildir import MaildirTransport

    def write(self, name, data):
        (self._path / "new" / name).write_bytes(data)

    MaildirTransport._write = write


def _lock_file() -> None:
    import os
    from contextlib import contextmanager

    import mailer.run as module
    from mailer.errors import BusyError

    @contextmanager
    def hold(folder):
        path = folder / ".held"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            raise BusyError("held") from None
        yield
        path.unlink()

    module.hold = hold


def _no_sync() -> None:
    import mailer.ledger.ledger as module

    real = module._connect

    def connect(path):
        db = real(path)
        db.execute("pragma synchronous = normal")
        return db

    module._connect = connect


SEEDED = {
    "ack-first": Seeded("letters are marked done before they are committed", _ack_first, "rename /mail/in/cur"),
    "queue-outside": Seeded("a mail is queued outside the transaction of what it tells", _queue_outside),
    "sent-first": Seeded("a mail is called sent before it is handed over", _sent_first, "fsync /mail/out/tmp"),
    "sending-forgotten": Seeded(
        "a mail that was under way when a run died is not tried again", _sending_forgotten, "fsync /mail/out/tmp"
    ),
    "day-first": Seeded("a day is closed in one transaction and told in another", _day_first),
    "torn-mails": Seeded(
        "mails are written where they are read, not beside", _torn_mails, "write /mail/out/new", "torn"
    ),
    "lock-file": Seeded("the lock is a file that outlives its holder", _lock_file, "fsync /mail/out/tmp"),
}
POWER_CUT_SEEDED = {"no-sync": Seeded("commits are not flushed (synchronous=NORMAL)", _no_sync)}


def places(known: Reference, pattern: str, *, after: int = 0) -> list[int]:
    """The calls that a pattern matches, or those so many after them."""
    found = (at for at, call in enumerate(known.calls, 1) if re.search(pattern, call))
    return [at + after for at in found if at + after <= len(known.calls)]


def caught(runner: Runner, known: Reference, name: str, *, limit: int) -> Verdict | None:
    """The first try that finds the fault; None when none does in so many."""
    fault = SEEDED[name]
    tries = places(known, fault.where) if fault.where else points(known.calls)
    step = max(1, len(tries) // limit)
    for at in tries[step // 2 :: step][:limit]:
        verdict = tried(runner, known, Blow(at, fault.mode), seeded=name)
        if verdict.wrongs:
            return verdict
    return None
