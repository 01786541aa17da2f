"""What was mailed of a step, its numbers beside those of the step's events and sheets."""

import email
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from sqlite3 import Row
from typing import TYPE_CHECKING

from mailer.earlier import chapters, step_again, told_by
from mailer.failures import line
from mailer.ledger.codec import encode
from mailer.ledger.days import events_of_step
from mailer.ledger.inputs import inputs_of
from mailer.ledger.orders import orders_numbered
from mailer.outcome import death, outcome, told_events
from mailer.post import Post
from mailer.proving.numbers import lies, lines_of, lines_of_html, numbers, numbers_in
from mailer.proving.walk import Taken
from mailer.steps import Step
from rules.names import CharacterId, PlayerId
from rules.orders import Order

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import View

_MAILS = (
    "select key, kind, player, text, data, chat from outbox where key >= ? and key < ?"
    " and kind in ('outcome', 'catch_up', 'death') order by id"
)
_DM_WORDS = "select own_words from letters where player in (select id from players where is_dm)"
_SMALL = frozenset(map(str, range(60)))  # days, hours and minutes: other templates told other ones


@dataclass(frozen=True, slots=True)
class MailProof:
    """What came of reading the mails of one step."""

    mails: int = 0
    wrong: tuple[str, ...] = ()


def prove_mails(post: Post, taken: Taken) -> MailProof:
    """Every outcome and death that was mailed of a step of the clock."""
    mark = taken.mark
    if mark.inputs is None:
        return MailProof()
    rows = post.ledger.db.execute(_MAILS, (f"step:{mark.number}:", f"step:{mark.number};")).fetchall()
    if not rows:
        return MailProof()
    events = events_of_step(post.ledger, mark.number)
    day = mark.day if mark.kind == "turnover" else None
    step = Step(mark.number, mark.kind, mark.until, events, taken.before, taken.after, day)
    orders = orders_numbered(post.ledger, inputs_of(mark.inputs).standing)
    reading = _Reading(post, step, orders, is_same=mark.is_of(post) and not mark.is_undone)
    wrong = [one for row in rows for one in reading.wrong(row)]
    return MailProof(len(rows), tuple(wrong))


@dataclass
class _Reading:
    """The mails of one step against the views that its events make."""

    post: Post
    step: Step
    orders: Sequence[Order]
    is_same: bool

    def wrong(self, row: Row) -> Iterator[str]:
        """What a mail says that does not come of its events."""
        player = self.post.campaign.roster.players.get(PlayerId(row["player"]))
        reader, several = told_by(row["key"])
        character = CharacterId(reader.partition(":")[0])
        if player is None or character not in self.step.world.characters:
            return
        steps = tuple(self.step if one == self.step.number else step_again(self.post, one) for one in several)
        view = self._view(row["kind"], steps, player, character)
        told = _told(row)
        said: list[str] = []
        found: list[str] = []
        for own in (self.post.folder / "templates", None):
            said += _said(view, own)
            found = list(lies(told, said, (), is_same=self.is_same))
            if not found:
                return
        facts = self._facts.union(*(numbers(one) for one in said))
        for one in dict.fromkeys(lies(told, said, facts, is_same=self.is_same)):
            yield line("wrong_mail", self.post.settings.language, key=row["key"].rpartition(":")[0], told=one[:120])

    def _view(self, kind: str, steps: Sequence[Step], player: "Player", character: CharacterId) -> "View":
        """The mail as it would be told now."""
        from mailer.writing.views import CatchUpView

        last = steps[-1]
        if kind == "death":
            return death(self.post, last, player, last.world.characters[character], told_events(self.post, last))
        told = [(one, outcome(self.post, one, player, character, self.orders)) for one in steps]
        if kind == "outcome":
            return told[-1][1]
        days = chapters(told)
        return CatchUpView(days[-1].view.head, tuple(day.view for day in days))

    @cached_property
    def _facts(self) -> frozenset[str]:
        """The numbers of everything that happened in the step, and of what people had said."""
        events = told_events(self.post, self.step)
        plain = [
            [dict(one.data), [face.value for face in one.faces], [face.sides for face in one.faces]] for one in events
        ]
        sheets = encode(self.step.world)
        words = [row[0] for row in self.post.ledger.db.execute(_DM_WORDS)]
        said = [one.text for one in self.orders]
        return frozenset(numbers_in([plain, sheets, words, said])) | (frozenset() if self.is_same else _SMALL)


def _told(row: Row) -> list[str]:
    """What the mail says, in all the forms it goes out in."""
    found = lines_of(row["text"])
    for part in email.message_from_bytes(row["data"]).walk():
        if part.get_content_type() in ("text/plain", "text/html") and not part.get_filename():
            words = part.get_payload(decode=True)
            text = words.decode("utf-8", "replace") if isinstance(words, bytes) else ""
            found += lines_of(text) if part.get_content_subtype() == "plain" else lines_of_html(text)
    return found + lines_of(row["chat"])


def _said(view: "View", own: Path | None) -> list[str]:
    """What it would say now, in all the forms."""
    from mailer.writing.render import chat_words, render

    mail = render(view, own=own)
    return [*lines_of(mail.text), *lines_of_html(mail.html), *lines_of(chat_words(view, own=own))]
