"""Receipts that go into a chat together: one message tells several, and they share its fate."""

from dataclasses import replace

from mailer.ledger.ledger import Ledger
from mailer.ledger.outbox import DueMail, due_mail

_TOGETHER = ("receipt", "apology")
_MOST = 200
# When the letter was fetched that it answers: "letter:12:receipt:marta@example.com"
_FETCHED = "(select l.stored from letters l where l.id = cast(substr(outbox.key, 8) as integer))"


def followers(ledger: Ledger, mail: DueMail) -> tuple[DueMail, ...]:
    """What the same message could tell: the receipts next after it, for letters fetched with its own, yet untried."""
    if mail.kind not in _TOGETHER or mail.attempts or mail.part or mail.state != "queued" or not mail.recipient:
        return ()
    rows = ledger.db.execute(
        f"select id, kind, recipient, state, attempts, part, {_FETCHED} = (select {_FETCHED} from outbox where id = ?)"
        " as is_of_that_breath from outbox where channel = ? and conv = ? and id > ? and within is null"
        " order by id limit ?",
        (mail.id, mail.channel, mail.conv, mail.id, _MOST),
    )
    found = []
    for row in rows:
        is_like = row["kind"] in _TOGETHER and row["recipient"] == mail.recipient and row["is_of_that_breath"]
        if not is_like or row["state"] != "queued" or row["attempts"] or row["part"]:
            break  # what is told in between keeps its place
        found.append(row["id"])
    return tuple(due_mail(ledger, number) for number in found)


def gather(ledger: Ledger, mail: DueMail, with_it: tuple[DueMail, ...], words: str) -> DueMail:
    """The mail that tells all of them, answering the last; committed before any of it goes out."""
    answers = with_it[-1].answers
    with ledger.transaction() as db:
        db.execute("update outbox set chat = ?, answers = ? where id = ?", (words, answers, mail.id))
        db.executemany("update outbox set within = ? where id = ?", [(mail.id, one.id) for one in with_it])
    return replace(mail, chat=words, answers=answers)


def follow(ledger: Ledger, mail: DueMail) -> None:
    """What another message tells has the fate of that message, inside the transaction that writes it down.

    Where it goes by mail after all, each goes by itself.
    """
    ledger.db.execute(
        "update outbox set (state, due, reply, attempts, sent, posted, channel, within) ="
        " (select o.state, o.due, o.reply, o.attempts, o.sent, o.posted, o.channel,"
        "  case o.channel when 'mail' then null else o.id end from outbox o where o.id = outbox.within)"
        " where within = ?",
        (mail.id,),
    )
