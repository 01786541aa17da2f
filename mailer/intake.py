"""Taking letters in: each opened, judged, read, recorded and answered, whole or not at all.

Some letters are one transaction, for a commit costs a slow disk more than reading a letter. Where one of them crashes
us all are rolled back and read again, each in a transaction of its own: that one is counted, and the rest go on. After
some attempts it is set aside with its traceback; where the machine may have been at fault it is tried once more on
another evening. What the disk refuses ends the run and is counted against none. Nothing here decides what a
letter means: the gate, the reading and the resolving do.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from mailer.blame import Blame
from mailer.deadline import within
from mailer.doorman import gate_roster, gate_trust, signed_by
from mailer.errors import MailerError, ShortageError
from mailer.gate.addresses import sender_of
from mailer.gate.case import Gate, Verdict
from mailer.gate.gate import judge
from mailer.gate.repeat import effect_key
from mailer.gate.roster import GateRoster, Trust
from mailer.handful import handful
from mailer.inbox.chat import CHATS
from mailer.ledger.letters import Reading, StoredLetter, has_effect, settle, waiting
from mailer.ledger.outbox import bounce, texts_sent_to
from mailer.lines import Record
from mailer.pauses import without_pauses
from mailer.post import Post
from mailer.queueing import Recipient, Thread, queue_view
from mailer.reading.words.letter import OpenedLetter, open_letter
from mailer.reading.words.limits import Limits
from mailer.reading.words.own_words import OwnWords, own_words
from mailer.recording import record
from rules.names import PlayerId

if TYPE_CHECKING:
    from mailer.campaign.campaign import Roster

SECONDS = 10  # of wall clock for one letter


@dataclass
class Intake:
    """The letters that came in one run."""

    post: Post
    blame: Blame = field(init=False)
    accepted: int = 0
    ignored: int = 0
    held: int = 0
    repeats: int = 0
    _before: datetime | None = None  # up to when letters are read now
    _has_released: bool = False  # a letter vouched for an older one, which waits again
    _known: "tuple[Roster, GateRoster] | None" = None

    def __post_init__(self) -> None:
        self.blame = Blame(self.post)

    def take_in(self, before: datetime | None = None) -> None:
        """Read every waiting letter, oldest first; with `before`, those received earlier."""
        self._has_released, self._before = True, before
        while self._has_released:
            self._has_released = False
            letters = iter(waiting(self.post.ledger, before))
            while not self._has_released and (letter := next(letters, None)):
                if self.blame.is_wary:
                    self._take_alone([letter])
                else:
                    self._take_together(letter, letters)
                # What was let in is the oldest now: read next, as a run would that comes after this died.

    def _take_together(self, first: StoredLetter, others: Iterator[StoredLetter]) -> None:
        """Take some letters in one transaction; where one of them fails, each in its own."""
        taken: list[StoredLetter] = []
        counts: Counter[str] = Counter()
        try:
            with without_pauses(), self.post.ledger.transaction():
                for letter in handful(first, others):
                    taken.append(letter)
                    with within(SECONDS):
                        counts[self._take(letter)] += 1
                    if self._has_released:
                        break
        except MailerError:  # a full disk is no letter's fault
            raise
        except Exception:
            self._forget()
            self._has_released = False
            self._take_alone(taken)
        else:
            self._count(counts)

    def _take_alone(self, letters: Iterable[StoredLetter]) -> None:
        """Take letters one by one, until one lets another in."""
        for letter in letters:
            if not self.blame.is_deadly(letter):
                self._take_one(letter)
            if self._has_released:
                break

    def _count(self, counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            setattr(self, name, getattr(self, name) + count)

    def _forget(self) -> None:
        """What is remembered of a transaction that was rolled back."""
        self.post.forget_world()
        self.post.know_addresses()

    def _take_one(self, letter: StoredLetter) -> None:
        try:
            with self.post.ledger.transaction(), within(SECONDS):
                counted = self._take(letter)
        except ShortageError:
            raise  # it may be the letter's: the next run is wary of it, as if this one had died
        except MailerError:  # a full disk is no letter's fault
            self.blame.take_back(letter)
            raise
        except Exception:
            self._forget()
            self.blame.note(letter)
        else:
            self._count({counted: 1})

    def _take(self, letter: StoredLetter) -> str:
        """What the letter is to be counted under, once its transaction is through."""
        if letter.channel in CHATS:
            from mailer.chatting import take_message

            return take_message(self.post, letter, before=self._before)
        opened = open_letter(letter.raw, limits=Limits(letter_bytes=self.post.settings.limits.letter_bytes))
        own_dkim = signed_by(letter.raw) if self._trust.verify_dkim else frozenset()
        verdict = judge(opened, roster=self._roster, trust=self._trust, now=letter.received, own_dkim=own_dkim)
        if self._confirms(letter, opened, verdict):
            self._settle(letter, opened, replace(verdict, reason="address"), state="ignored")
            return "accepted"
        if letter.is_confirmed and verdict.gate is Gate.HELD:
            verdict = self._confirmed(opened, verdict)
        if verdict.gate is Gate.ACCEPTED:
            return self._accept(letter, opened, verdict)
        if verdict.gate is Gate.HELD:
            self._hold(letter, opened, verdict)
            return "held"
        self._ignore(letter, opened, verdict)
        return "ignored"

    def _confirms(self, letter: StoredLetter, opened: OpenedLetter, verdict: Verdict) -> bool:
        """Whether a stranger's letter is the answer of an address that the DM has given to a player."""
        if verdict.reason not in ("stranger", "alias"):
            return False
        from mailer.registering import confirms

        sender = sender_of(opened.from_fields).address
        return confirms(self.post, opened, verdict, sender=sender, received=letter.received)

    def _accept(self, letter: StoredLetter, opened: OpenedLetter, verdict: Verdict) -> str:
        player = PlayerId(str(verdict.player_id))
        own = self._own_words(opened, player)
        key = effect_key(opened, own)
        if has_effect(self.post.ledger, key):
            self._settle(letter, opened, verdict, state="repeat")
            return "repeats"
        self._settle(letter, opened, verdict, state="accepted", key=key, own=own)
        if self._release(own, player):
            return "accepted"
        received = self.post.clock.moment(letter.received)
        thread = Thread(opened.message_id, opened.references, opened.subject, is_answer=True)
        record(self.post, Record(letter.id, player, received, opened, own, thread, dm_power=verdict.dm_power))
        if verdict.dm_power:  # "C1 yes", "X1 again": what was let in is read before what follows from this is done
            let_in = "select 1 from letters where state = 'stored' and reason in ('confirmed', 'again') limit 1"
            self._has_released |= self.post.ledger.db.execute(let_in).fetchone() is not None
        return "accepted"

    def _confirmed(self, opened: OpenedLetter, verdict: Verdict) -> Verdict:
        """A held letter that its owner or the DM has vouched for: it counts, without any power of the DM's."""
        address = verdict.player or verdict.confirm_to or sender_of(opened.from_fields).address
        person = self._roster.person(address)
        if not person:
            return verdict
        return replace(verdict, gate=Gate.ACCEPTED, reason="confirmed", player=address, player_id=person)

    def _release(self, own: OwnWords, player: PlayerId) -> bool:
        """Whether the letter vouches for held ones of the same player, by the code we mailed for each."""
        from mailer.notices import confirmation_code

        said = " ".join(own.texts)
        rows = self.post.ledger.db.execute("select id from letters where state = 'held' and player = ?", (player,))
        known = [row[0] for row in rows.fetchall() if confirmation_code(self.post, row[0]) in said]
        self.post.ledger.db.executemany(
            "update letters set state = 'stored', reason = 'confirmed' where id = ?", [(one,) for one in known]
        )
        self._has_released = self._has_released or bool(known)
        return bool(known)

    def _own_words(self, opened: OpenedLetter, player: PlayerId) -> OwnWords:
        ids = (opened.in_reply_to, *opened.references)
        sent = texts_sent_to(self.post.ledger, player, ids=[one for one in ids if one])
        return own_words(opened, sent=[one.text for one in sent], subjects=[one.subject for one in sent])

    def _hold(self, letter: StoredLetter, opened: OpenedLetter, verdict: Verdict) -> None:
        """Nothing is obeyed and nothing is lost: the registered address is asked, once a day."""
        self._settle(letter, opened, verdict, state="held")
        known = self._roster.person(verdict.confirm_to) if verdict.confirm_to else None
        if known is None or not self._once_a("confirm", verdict.confirm_to, days=1):
            return
        from mailer.notices import held_confirmation

        player = self.post.campaign.roster.players[PlayerId(str(known))]
        view = held_confirmation(self.post, player, letter, opened)
        to = Recipient(player.name, verdict.confirm_to, player)
        queue_view(self.post, view, to=to, key=f"letter:{letter.id}:confirm")

    def _ignore(self, letter: StoredLetter, opened: OpenedLetter, verdict: Verdict) -> None:
        self._settle(letter, opened, verdict, state="ignored")
        for back in verdict.bounces:
            if back.message_id and back.kind != "delivered":
                bounce(self.post.ledger, back.message_id, hard=back.kind == "hard", reply=back.status)
        if verdict.reason == "stranger":
            self._answer_stranger(letter, opened)

    def _answer_stranger(self, letter: StoredLetter, opened: OpenedLetter) -> None:
        """One kind answer a while, to somebody who wrote to us by mistake or does not play yet."""
        from mailer.notices import stranger_answer

        address = sender_of(opened.from_fields).address
        if not self._once_a("stranger", address, days=self.post.settings.limits.strangers_answer_days):
            return
        thread = Thread(opened.message_id, opened.references)
        to = Recipient(address, address)
        queue_view(self.post, stranger_answer(self.post), to=to, key=f"letter:{letter.id}:stranger", thread=thread)

    def _once_a(self, what: str, whom: str, *, days: int) -> bool:
        """Whether this may be said to them again; if so it is noted that it was said now."""
        from mailer.ledger.notices import may_say

        return may_say(self.post.ledger, f"{what}:{whom}", self.post.now, days=days)

    def _settle(
        self,
        letter: StoredLetter,
        opened: OpenedLetter,
        verdict: Verdict,
        *,
        state: str,
        key: str | None = None,
        own: OwnWords | None = None,
    ) -> None:
        reading = Reading(
            state=state,
            reason=verdict.reason,
            player=str(verdict.player_id) if verdict.player_id else None,
            message_id=opened.message_id,
            subject=opened.subject,
            effect_key=key,
            own_words="\n".join(own.texts) if own else "",
            sender=verdict.player or "",
        )
        settle(self.post.ledger, letter.id, reading)

    @property
    def _roster(self) -> GateRoster:
        """Whom the gate knows by now: a letter may have made an address a player's."""
        roster = self.post.campaign.roster
        if self._known is None or self._known[0] is not roster:
            self._known = roster, gate_roster(self.post.campaign, self.post.ledger.get("secret"))
        return self._known[1]

    @cached_property
    def _trust(self) -> Trust:
        return gate_trust(self.post.settings.trust)
