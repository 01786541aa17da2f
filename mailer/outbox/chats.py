"""Sending into chats: part by part, in the order of each conversation, each part's fate written down before the next.

Nothing waits here for a network that asks for time: the ledger does. A message that cannot be delivered there goes by
mail after all. Where the network knows no repetition, one whose fate is not known goes once more, marked as such.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from mailer.errors import LedgerError, MailerError
from mailer.ledger.gathering import followers, gather
from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc
from mailer.ledger.outbox import DueMail, due_mail, due_numbers, mark_untried
from mailer.ledger.posting import (
    fall_back,
    held_back,
    is_repeated_enough,
    mark_posted,
    mark_trying,
    resting_until,
)
from mailer.outbox.gathered import gathered
from mailer.outbox.parts import parts
from mailer.outbox.transport import ChatTransport, Outgoing

_MOST_STEPS = 200  # of one message: its parts, and a room that is made or moved

Chats = Callable[[str], ChatTransport | None]  # the way into a chat by its name; None: the campaign has none such


@dataclass(frozen=True, slots=True)
class Posted:
    """What one round came to."""

    sent: int = 0
    later: int = 0
    dead: int = 0
    mail: int = 0  # go by mail after all
    failures: tuple[MailerError, ...] = ()  # networks that are down or refuse us: the rest of theirs was not tried


@dataclass
class _Round:
    """One round under way."""

    ledger: Ledger
    chats: Chats
    now: datetime
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("sent", "later", "dead", "mail"), 0))
    failures: dict[str, MailerError] = field(default_factory=dict)  # by channel
    waiting: set[tuple[str, str]] = field(default_factory=set)  # conversations in which nothing may go now
    opened: dict[str, ChatTransport | None] = field(default_factory=dict)

    def send(self, mail: DueMail) -> None:
        """One mail, tried once."""
        if mail.channel in self.failures:
            return
        try:
            word = self._chat(mail)
        except LedgerError:  # no network's fault, and all of them share one ledger
            raise
        except MailerError as error:
            self.failures[mail.channel] = error
            return
        if word:
            self.counts[word] += 1

    def close(self) -> None:
        """Nothing comes back; every line that was opened is closed."""
        for way in self.opened.values():
            if way is not None:
                way.close()

    def _chat(self, mail: DueMail) -> str:
        """Every part of it that goes now; "" where it must wait for its turn."""
        if (mail.channel, mail.conv) in self.waiting or resting_until(self.ledger, mail.channel) > utc(self.now):
            return ""
        way = self._way(mail.channel)
        mail = _with_others(self.ledger, mail, way.limit) if way else mail
        pieces = parts(mail.chat, way.limit) if way else ()
        if way is None or not pieces:
            return fall_back(self.ledger, mail, "no such chat in the campaign" if way is None else "no words", self.now)
        word = "more"
        for _ in range(_MOST_STEPS):
            word, mail = self._part(mail, pieces, way)
            if word != "more":
                break
        if word in ("later", "more"):
            self.waiting.add((mail.channel, mail.conv))
            return "later"
        return word

    def _part(self, mail: DueMail, pieces: tuple[str, ...], way: ChatTransport) -> tuple[str, DueMail]:
        """The fate of the next part, and the mail as it stands then."""
        if is_repeated_enough(mail, is_idempotent=way.is_idempotent):
            return fall_back(self.ledger, mail, "its fate is not known", self.now), mail
        mark_trying(self.ledger, mail)
        try:
            sent = way.send(posted(mail, pieces, is_marked=mail.is_repeat and not way.is_idempotent))
        except MailerError:
            mark_untried(self.ledger, (mail,))
            raise
        word = mark_posted(self.ledger, mail, sent, self.now, parts=len(pieces), is_idempotent=way.is_idempotent)
        if word == "more":
            return word, replace(mail, part=mail.part + 1, state="queued", attempts=0)
        if sent.moved_to and word == "later":
            return "more", replace(mail, conv=sent.moved_to)
        return word, mail

    def _way(self, channel: str) -> ChatTransport | None:
        if channel not in self.opened:
            self.opened[channel] = self.chats(channel)
        return self.opened[channel]


def _with_others(ledger: Ledger, mail: DueMail, limit: int) -> DueMail:
    """The mail, telling also as many of the receipts that come next as fit one message."""
    others, words = followers(ledger, mail), ""
    while others and not (words := gathered(_texts((mail, *others)), limit)):
        others = others[: len(others) - 1]
    return gather(ledger, mail, others, words) if others else mail


def _texts(mails: tuple[DueMail, ...]) -> tuple[str, ...]:
    """Their words; the same apology is made once."""
    told = [one.chat for one in mails]
    return tuple(text for at, text in enumerate(told) if mails[at].kind != "apology" or text not in told[:at])


def send_chats(ledger: Ledger, chats: Chats, *, now: datetime, at_most: int) -> Posted:
    """Everything due tried once, up to a ceiling. A network that fails stops only itself."""
    under_way = _Round(ledger, chats, now, waiting=held_back(ledger, now))
    try:
        for number in due_numbers(ledger, now, is_chat=True):
            if sum(under_way.counts.values()) >= at_most:
                break
            mail = due_mail(ledger, number)
            if mail.within is None:  # else the one before it told it
                under_way.send(mail)
    finally:
        under_way.close()
    return Posted(**under_way.counts, failures=tuple(under_way.failures.values()))


def posted(mail: DueMail, pieces: tuple[str, ...], *, is_marked: bool) -> Outgoing:
    """The next part as a message; a repetition that the network does not know by itself says which one it repeats."""
    words = pieces[min(mail.part, len(pieces) - 1)]
    number = f"{mail.message_id}/{mail.part}"
    if is_marked:
        words = f"[ref {hashlib.sha256(number.encode()).hexdigest()[:6]}] {words}"
    answers = mail.answers if mail.part == 0 else ""
    return Outgoing(number, "", mail.conv, words.encode(), answers, is_group=not mail.recipient)
