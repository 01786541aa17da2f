"""What becomes of a mail that goes into a chat: part by part, in the order of its conversation, or by mail after all.

A network that knows no repetition is trusted with one: where the answer to that is lost too, the mail goes by mail.
"""

import json
from datetime import datetime

from mailer.ledger.gathering import follow
from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from mailer.ledger.outbox import BACK_OFF, MAIL, DueMail
from mailer.outbox.transport import Sent, SentState
from rules.names import PlayerId

_WAITS = BACK_OFF[:4]  # a day; then the mail brings it
_REPEATS = 4  # of an uncertain message, where the network knows a repetition by itself


def held_back(ledger: Ledger, now: datetime) -> set[tuple[str, str]]:
    """Conversations in which an older message waits for its time: none may overtake it."""
    rows = ledger.db.execute(
        "select distinct channel, conv from outbox"
        " where state in ('queued', 'sending', 'unknown') and due > ? and +channel <> 'mail'"
        " and review is null",  # an outcome that waits for the DM's word holds up nothing
        (utc(now),),
    )
    return {(row[0], row[1]) for row in rows}


def resting_until(ledger: Ledger, channel: str) -> str:
    """Until when a network asked us to be quiet; "" where it did not."""
    return ledger.get(f"rest:{channel}")


def mark_posted(ledger: Ledger, mail: DueMail, sent: Sent, now: datetime, *, parts: int, is_idempotent: bool) -> str:
    """Write down the fate of one part; the word for it: sent, more, later, dead or mail."""
    with ledger.transaction():
        if sent.moved_to:
            _move(ledger, mail, sent.moved_to)
        if sent.is_for_all and sent.retry_at is not None:
            ledger.put(f"rest:{mail.channel}", utc(sent.retry_at))
        word = _fate(ledger, mail, sent, now, parts=parts, is_idempotent=is_idempotent)
        follow(ledger, mail)
        return word


def _fate(ledger: Ledger, mail: DueMail, sent: Sent, now: datetime, *, parts: int, is_idempotent: bool) -> str:
    if sent.state is SentState.SENT:
        return _gone(ledger, mail, sent, now, parts=parts)
    tries = mail.attempts + 1
    most = _REPEATS if is_idempotent else 1
    is_over = sent.state is SentState.DEAD or tries > (most if sent.state is SentState.UNKNOWN else len(_WAITS))
    if sent.retry_at is None and is_over:
        return _by_mail(ledger, mail, sent, now)
    state = "unknown" if sent.state is SentState.UNKNOWN or mail.is_repeat else "queued"
    due = sent.retry_at or now + _WAITS[min(tries, len(_WAITS)) - 1]
    tries = mail.attempts if sent.retry_at is not None else tries  # the network's own time counts against nobody
    ledger.db.execute(
        "update outbox set state = ?, due = ?, reply = ?, attempts = ? where id = ?",
        (state, utc(due), sent.reply, tries, mail.id),
    )
    return "later"


def _gone(ledger: Ledger, mail: DueMail, sent: Sent, now: datetime, *, parts: int) -> str:
    row = ledger.db.execute("select posted from outbox where id = ?", (mail.id,)).fetchone()
    posted = json.dumps([*json.loads(row[0]), sent.number])
    is_last = mail.part + 1 >= parts
    ledger.db.execute(
        "update outbox set state = ?, part = ?, posted = ?, attempts = 0, reply = '', sent = ? where id = ?",
        ("sent" if is_last else "queued", mail.part + 1, posted, utc(now) if is_last else None, mail.id),
    )
    return "sent" if is_last else "more"


def fall_back(ledger: Ledger, mail: DueMail, reply: str, now: datetime) -> str:
    """The word for what became of a mail whose chat cannot be used: mail, or dead where it has no address."""
    with ledger.transaction():
        word = _by_mail(ledger, mail, Sent(SentState.DEAD, 0, reply), now)
        follow(ledger, mail)
        return word


def _by_mail(ledger: Ledger, mail: DueMail, sent: Sent, now: datetime) -> str:
    """Queued for the registered address; answers go there until the player writes from the chat again."""
    ledger.db.execute(
        "update links set lost = ? where channel = ? and conv = ? and ended_at is null",
        (sent.reply or "?", mail.channel, mail.conv),
    )
    if not mail.recipient:
        ledger.db.execute("update outbox set state = 'dead', reply = ? where id = ?", (sent.reply, mail.id))
        return "dead"
    ledger.db.execute(
        "update outbox set channel = ?, state = 'queued', attempts = 0, due = ?, reply = ? where id = ?",
        (MAIL, utc(now), sent.reply, mail.id),
    )
    return "mail"


def bring_home(ledger: Ledger, player: PlayerId, channel: str, conv: str, *, now: datetime) -> None:
    """What waits to go into a chat that is the player's no more goes to the registered address, in a transaction."""
    ledger.db.execute(
        "update outbox set channel = ?, state = 'queued', attempts = 0, due = ?, reply = 'unlinked', within = null"
        " where state in ('queued', 'sending', 'unknown') and +player = ? and channel = ? and conv = ?"
        " and recipient <> ''",
        (MAIL, utc(now), player, channel, conv),
    )


def _move(ledger: Ledger, mail: DueMail, conv: str) -> None:
    """A conversation has another name now: for what waits, for whoever writes there, and for the party it is of."""
    ledger.db.execute(
        "update outbox set conv = ? where channel = ? and conv = ? and state in ('queued', 'sending', 'unknown')",
        (conv, mail.channel, mail.conv),
    )
    moved(ledger, mail.channel, mail.conv, conv)


def moved(ledger: Ledger, channel: str, was: str, conv: str) -> None:
    """Remember it, inside a transaction."""
    ledger.db.execute(
        "update links set conv = ? where channel = ? and conv = ? and ended_at is null", (conv, channel, was)
    )
    ledger.put(f"moved:{channel}:{was}", conv)


def mark_trying(ledger: Ledger, mail: DueMail) -> None:
    """Committed before the first byte of a part goes out."""
    with ledger.transaction() as db:
        db.execute("update outbox set state = 'sending', attempts = attempts + 1 where id = ?", (mail.id,))


def is_repeated_enough(mail: DueMail, *, is_idempotent: bool) -> bool:
    """Whether it may have gone twice already, to a network that would show it a third time."""
    return mail.is_repeat and not is_idempotent and mail.attempts > 1
