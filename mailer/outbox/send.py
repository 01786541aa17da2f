"""Sending: what the outbox holds goes out, each mail's fate written down before the next ones.

A mail is marked 'sending' before its first byte and 'sent' after the server's word. If we die in between, the next run
sends it once more under the same Message-ID: better twice, and visibly the same, than never. So many are under way at
once as the transport can bear (its window, ten at most); one that was tried before goes alone.
"""

from collections import deque
from datetime import datetime

from mailer.errors import MailerError
from mailer.ledger.ledger import Ledger
from mailer.ledger.outbox import DueMail, due_mail, due_numbers, mark_sending, mark_sent, mark_untried
from mailer.outbox.delivery import Delivery
from mailer.outbox.transport import Outgoing, SentState, Transport

_MUST_NOT_BOUNCE = frozenset({"stranger_answer", "held_confirmation"})


def send(ledger: Ledger, transport: Transport, *, sender: str, now: datetime, at_most: int) -> Delivery:
    """Every due mail tried once, up to a ceiling."""
    counts = dict.fromkeys(("sent", "later", "dead"), 0)
    failure: MailerError | None = None
    waiting = deque(due_numbers(ledger, now))
    try:
        while waiting and sum(counts.values()) < at_most:
            group = _group(ledger, waiting, min(transport.window, at_most - sum(counts.values())))
            mark_sending(ledger, group)
            try:
                fates = transport.send_all([_outgoing(mail, sender) for mail in group])
            except MailerError as error:
                mark_untried(ledger, group)
                failure = error
                break
            mark_sent(ledger, tuple(zip(group, fates, strict=False)), now)
            mark_untried(ledger, group[len(fates) :])
            waiting.extendleft(mail.id for mail in reversed(group[len(fates) :]))
            for fate in fates:
                counts[_WORD[fate.state]] += 1
    finally:
        transport.close()
    return Delivery(**counts, failure=failure)


def _group(ledger: Ledger, waiting: deque[int], window: int) -> tuple[DueMail, ...]:
    """The next mails to be under way together, taken from those waiting."""
    group = [due_mail(ledger, waiting.popleft())]
    while waiting and len(group) < window and not group[0].attempts:
        mail = due_mail(ledger, waiting[0])
        if mail.attempts:
            break
        group.append(mail)
        waiting.popleft()
    return tuple(group)


_WORD = {SentState.SENT: "sent", SentState.DEAD: "dead", SentState.RETRY: "later", SentState.UNKNOWN: "later"}


def _outgoing(mail: DueMail, sender: str) -> Outgoing:
    envelope_from = "" if mail.kind in _MUST_NOT_BOUNCE else sender
    return Outgoing(mail.message_id, envelope_from, mail.recipient, mail.data)
