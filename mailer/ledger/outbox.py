"""The outbox: mails queued in the transaction of what they tell, sent after it, each with its fate."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from sqlite3 import Row

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from mailer.outbox.transport import Sent, SentState
from rules.names import PlayerId

MAIL = "mail"
UNCERTAIN = "uncertain: "  # begins the last word on a mail that may have arrived, or not
# Five days in all, as mail servers wait for one another.
BACK_OFF = (timedelta(minutes=15), timedelta(hours=1), timedelta(hours=4), *(timedelta(hours=24),) * 5)


@dataclass(frozen=True, slots=True)
class Queued:
    """A mail ready to go."""

    key: str  # what it tells, to whom: queued once, however often the run is killed
    message_id: str
    kind: str
    player: PlayerId | None
    recipient: str
    subject: str
    text: str
    data: bytes
    channel: str = MAIL
    conv: str = ""  # the chat it goes to
    chat: str = ""  # its words there, before they are parted
    answers: str = ""  # the message it answers there


@dataclass(frozen=True, slots=True)
class DueMail:
    """A mail whose turn has come."""

    id: int
    message_id: str
    recipient: str
    data: bytes
    state: str
    attempts: int
    kind: str
    channel: str = MAIL
    conv: str = ""
    chat: str = ""
    answers: str = ""
    part: int = 0  # parts of it that have gone
    within: int | None = None  # the message that tells it too

    @property
    def is_repeat(self) -> bool:
        """Whether it may have gone before: a run died over it, or its answer was lost."""
        return self.state in ("sending", "unknown")


def queue(ledger: Ledger, mail: Queued, now: datetime) -> bool:
    """Whether the mail is new; inside the transaction of what it tells."""
    done = ledger.db.execute(
        "insert into outbox (key, message_id, kind, player, recipient, subject, text, data, created, due, channel,"
        " conv, chat, answers) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
        (
            mail.key, mail.message_id, mail.kind, mail.player, mail.recipient, mail.subject, mail.text, mail.data,
            utc(now), utc(now), mail.channel, mail.conv, mail.chat, mail.answers,
        ),
    )  # fmt: skip
    return done.rowcount == 1


def untried(ledger: Ledger, kind: str) -> tuple[str, ...]:
    """The keys of a kind's mails that wait and were never handed to a server, oldest first."""
    waiting = "state in ('queued', 'sending', 'unknown') and state = 'queued'"  # said twice: the index is for the first
    found = f"select id, key from outbox where {waiting} and attempts = 0 and kind = ? and review is null"
    return tuple(row[1] for row in sorted(map(tuple, ledger.db.execute(found, (kind,)))))


def requeue(ledger: Ledger, mail: Queued) -> bool:
    """Whether a mail that never left the house says something else now, under the id that it had."""
    done = ledger.db.execute(
        "update outbox set subject = ?, text = ?, data = ?, chat = ?"
        " where key = ? and state = 'queued' and attempts = 0",
        (mail.subject, mail.text, mail.data, mail.chat, mail.key),
    )
    return done.rowcount == 1


def id_of(ledger: Ledger, key: str) -> str:
    """The Message-ID of a mail that waits and was never tried; empty where there is none."""
    found = "select message_id from outbox where key = ? and state = 'queued' and attempts = 0"
    row = ledger.db.execute(found, (key,)).fetchone()
    return str(row[0]) if row else ""


def was_told(ledger: Ledger, order: int) -> bool:
    """Whether anybody was written that an order goes before theirs, or turns their party round."""
    row = ledger.db.execute("select 1 from outbox where key like ? limit 1", (f"override:{order}:%",)).fetchone()
    return row is not None


def take_back(ledger: Ledger, keys: Iterable[str]) -> None:
    """Take mails back that never left the house, inside the transaction that says the same in another mail."""
    ledger.db.executemany(
        "delete from outbox where key = ? and state = 'queued' and attempts = 0 and part = 0", [(key,) for key in keys]
    )


def take_steps_mails_back(ledger: Ledger, steps: Sequence[int]) -> None:
    """Take back what tells of steps that stand no more, and asks what they asked, as far as it never left the house."""
    keys = [(f"step:{step}:", f"step:{step};") for step in steps]
    asked = ledger.db.execute(
        f"select id from decisions where step in ({', '.join(str(int(step)) for step in steps) or 0})"
    )
    keys += [(f"decision:{row[0]}:", f"decision:{row[0]};") for row in asked.fetchall()]
    ledger.db.executemany(
        "delete from outbox where key >= ? and key < ? and state = 'queued' and attempts = 0 and part = 0", keys
    )


def due_numbers(ledger: Ledger, now: datetime, *, is_chat: bool = False) -> list[int]:
    """The mails to try now, oldest first, or messages into chats. One found 'sending' was under way when a run died."""
    found = "select id from outbox where state in ('queued', 'sending', 'unknown') and due <= ? and within is null"
    found += " and +channel <> 'mail'" if is_chat else " and +channel = 'mail'"  # by due, and no other index
    # Sorted here: asked for in the order of numbers, SQLite would rather walk through every mail that was ever sent.
    return sorted(row[0] for row in ledger.db.execute(found, (utc(now),)))


def due_mail(ledger: Ledger, number: int) -> DueMail:
    """One of them, its bytes read only now."""
    whole = (
        "select id, message_id, recipient, data, state, attempts, kind, channel, conv, chat, answers, part, within"
        " from outbox where id = ?"
    )
    row: Row = ledger.db.execute(whole, (number,)).fetchone()
    return DueMail(**dict(row))


def mark_sending(ledger: Ledger, mails: Sequence[DueMail]) -> None:
    """Committed before the first byte goes out, so that a death in between is known afterwards."""
    with ledger.transaction() as db:
        db.executemany(
            "update outbox set state = 'sending', attempts = attempts + 1 where id = ?", [(mail.id,) for mail in mails]
        )


def mark_sent(ledger: Ledger, fates: Sequence[tuple[DueMail, Sent]], now: datetime) -> None:
    """Write down the fates of attempts: an uncertain one is repeated as one refused for now is, with its Message-ID.

    Better a twin for each line that broke, visibly the same mail, than one that never came.
    """
    with ledger.transaction() as db:
        db.executemany(
            "update outbox set state = ?, due = ?, reply = ?, sent = ? where id = ?",
            [(*_fate(mail, sent, now), mail.id) for mail, sent in fates],
        )


def _fate(mail: DueMail, sent: Sent, now: datetime) -> tuple[str, str, str, str | None]:
    """State, due, reply and sent of a mail after that attempt."""
    tries = mail.attempts + 1
    state = {SentState.SENT: "sent", SentState.DEAD: "dead", SentState.RETRY: "queued"}.get(sent.state, "unknown")
    reply = sent.reply
    if state in ("queued", "unknown") and tries > len(BACK_OFF):
        reply = f"{UNCERTAIN}{sent.reply}" if state == "unknown" else sent.reply
        state = "dead"
    due = sent.retry_at or now + BACK_OFF[min(tries, len(BACK_OFF)) - 1]
    return state, utc(due), reply, utc(now) if state == "sent" else None


def mark_untried(ledger: Ledger, mails: Sequence[DueMail]) -> None:
    """The line broke before these mails were handed over: they are as they were."""
    if not mails:
        return
    with ledger.transaction() as db:
        db.executemany(
            "update outbox set state = ?, attempts = ? where id = ?",
            [(mail.state, mail.attempts, mail.id) for mail in mails],
        )


@dataclass(frozen=True, slots=True)
class SentText:
    """What one of our mails said."""

    subject: str
    text: str


def texts_to_address(ledger: Ledger, address: str, *, limit: int = 8) -> tuple[SentText, ...]:
    """The latest mails to an address, whoever is there."""
    rows = ledger.db.execute(
        "select subject, text from outbox where recipient = ? order by id desc limit ?", (address, limit)
    )
    return tuple(SentText(*row) for row in rows)


def texts_sent_to(ledger: Ledger, player: PlayerId, *, ids: Iterable[str] = (), limit: int = 8) -> tuple[SentText, ...]:
    """Our mails that a player may be quoting: those with one of the ids first, then the latest.

    Not the question about a held letter: it shows that letter's own words, and they would pass for ours.
    """
    wanted = tuple(ids)
    marks = ", ".join("?" * len(wanted)) or "''"
    ours = "kind <> 'held_confirmation'"
    select = "select id, subject, text from outbox where"
    quoted = f"{select} message_id in ({marks}) and player = ? and {ours} order by id desc"
    latest = f"{select} player = ? and {ours} order by id desc limit ?"
    # Two questions: asked as one, SQLite would sort every mail that this player ever got.
    rows = [*ledger.db.execute(quoted, (*wanted, player)), *ledger.db.execute(latest, (player, limit))]
    found = {row[0]: SentText(row[1], row[2]) for row in rows}
    return tuple(found.values())[:limit]


def bounce(ledger: Ledger, message_id: str, *, hard: bool, reply: str) -> bool:
    """Whether a mail of ours came back; a hard bounce makes it dead."""
    done = ledger.db.execute(
        "update outbox set reply = ?, state = case when ? then 'dead' else state end where message_id = ?",
        (reply, hard, message_id),
    )
    return done.rowcount == 1
