"""Sending: what the outbox holds goes out, one mail at a time, each with its fate written down before the next.

A mail is marked 'sending' before its first byte and 'sent' after the server's word. If we die in between, the next run
sends it once more under the same Message-ID: better twice, and visibly the same, than never.
"""

from dataclasses import dataclass
from datetime import datetime

from mailer.errors import MailerError
from mailer.ledger.ledger import Ledger
from mailer.ledger.outbox import DueMail, due_mails, mark_sending, mark_sent, mark_untried
from mailer.outbox.transport import Outgoing, SentState, Transport

_MUST_NOT_BOUNCE = frozenset({"stranger_answer", "held_confirmation"})


@dataclass(frozen=True, slots=True)
class Delivery:
    """What one round of sending came to."""

    sent: int = 0
    later: int = 0
    dead: int = 0
    failure: MailerError | None = None  # the line is down or refuses us: the rest was not tried


def send(ledger: Ledger, transport: Transport, *, sender: str, now: datetime, at_most: int) -> Delivery:
    """Every due mail tried once, up to a ceiling."""
    counts = dict.fromkeys(("sent", "later", "dead"), 0)
    failure: MailerError | None = None
    try:
        for mail in due_mails(ledger, now):
            if sum(counts.values()) >= at_most:
                break
            mark_sending(ledger, mail)
            try:
                sent = transport.send(_outgoing(mail, sender))
            except MailerError as error:
                mark_untried(ledger, mail)
                failure = error
                break
            mark_sent(ledger, mail, sent, now)
            counts[_WORD[sent.state]] += 1
    finally:
        transport.close()
    return Delivery(**counts, failure=failure)


_WORD = {SentState.SENT: "sent", SentState.DEAD: "dead", SentState.RETRY: "later", SentState.UNKNOWN: "later"}


def _outgoing(mail: DueMail, sender: str) -> Outgoing:
    envelope_from = "" if mail.kind in _MUST_NOT_BOUNCE else sender
    return Outgoing(mail.message_id, envelope_from, mail.recipient, mail.data)
