"""A letter's own lines on their way into the ledger, and what they say where they stand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from string import ascii_uppercase
from typing import cast

from mailer.post import Post
from mailer.queueing import Thread
from mailer.reading.orders.said import Doubt, DoubtCode, Reading, Said
from mailer.reading.orders.tokens import fold
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import DraftOrder, Gloss
from mailer.reading.words.letter import OpenedLetter
from mailer.reading.words.own_words import SUBJECT, OwnWords
from rules.names import OrderId, PlayerId
from rules.orders import Order
from rules.time import MINUTES_A_DAY, Moment
from rules.world import InSite

_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Record:
    """An accepted letter on its way into the ledger."""

    letter: int
    player: PlayerId
    received: Moment
    opened: OpenedLetter
    own: OwnWords
    thread: Thread
    dm_power: bool = False
    answers: str = ""  # in a chat: the kind of mail of ours that it answers
    notes: tuple[str, ...] = ()  # what the receipt says about the letter itself
    lines_before: int = 0  # in a chat: of what was fetched with it and read before; lines are counted on from there
    is_followed: bool = False  # in a chat: more was fetched with it


@dataclass(slots=True)
class Line:
    """A line of the player's own, and what became of it."""

    number: int  # as the receipt counts, from 1; 0 is the subject
    text: str
    orders: list[tuple[Order, Gloss]] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    glosses: list[Gloss] = field(default_factory=list)  # of what needs no order: "nothing today"
    said: list[Said] = field(default_factory=list)
    answers: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)  # of the ledger's own: topic and rows
    replaced: dict[OrderId, tuple[Order, ...]] = field(default_factory=dict)  # what each order stands in the place of
    meant: dict[int, tuple[DraftOrder, ...]] = field(default_factory=dict)  # by a doubt's place, what a yes orders
    joined: int | None = None  # the line whose order these words belong to: a list goes on, a sentence was wrapped

    @property
    def verdict(self) -> str:
        """Order, doubt or talk: an order counts though there is a doubt beside it."""
        if self.orders or self.glosses or (self.joined is not None and not self.doubts):
            return "order"
        return "doubt" if self.doubts else "talk"


def lines_of(own: OwnWords, *, before: int = 0) -> list[Line]:
    """The own lines with words in them, under the numbers of the receipt, which may have had others before them."""
    body = [line for line in own.lines if line.number != SUBJECT and line.text.strip()]
    numbered = [Line(number, line.text) for number, line in enumerate(body, before + 1)]
    subject = [Line(0, line.text) for line in own.lines if line.number == SUBJECT]
    return subject + numbered + _quoted(own, before + len(numbered))


def _quoted(own: OwnWords, before: int) -> list[Line]:
    """Words edited into a quote or typed inside it: never obeyed, never lost, asked about."""
    return [
        Line(number, found.text, doubts=[Doubt(cast(DoubtCode, found.code), found.text, 0, {"was": found.sent or ""})])
        for number, found in enumerate(own.doubts, before + 1)
    ]


def said_in(words: str, line: Line, among: Sequence[Line]) -> Line:
    """The line that has these words: the one they are taken for, else another that says them."""
    wanted = _plain(words)
    if not wanted or wanted in _plain(line.text):
        return line
    return next((one for one in among if wanted in _plain(one.text)), line)


def goes_on(line: Line, above: Line) -> bool:
    """Whether a line's words went into an order of the line above: a wrapped sentence, or a list with one verb more."""
    here, there = _plain(line.text), _plain(above.text)
    for said in above.said:
        ends = _plain(said.text).split()
        if any(here.startswith(f" {' '.join(ends[at:])} ") for at in range(len(ends)) if len(ends) - at > 1):
            return True
        things = (str(one.get("item", "")) for one in said.slots.get("items", ()) if isinstance(one, Mapping))
        if any(_plain(thing) in here and _plain(thing) not in there for thing in things if thing):
            return True
    return False


def _plain(text: str) -> str:
    """The words alone, with a blank on both sides."""
    return f" {' '.join(_WORDS.findall(fold(text)))} "


def lettered(doubt: Doubt, *, after: Sequence[Doubt]) -> Doubt:
    """The doubt with its ready answers lettered on from those of other doubts of the line."""
    options = doubt.args.get("options", ())
    taken = sum(len(one.args.get("options", ())) for one in after)
    if not options or taken + len(options) > len(ascii_uppercase):
        return doubt
    keys = ascii_uppercase[taken : taken + len(options)]
    named = [{**option, "key": key} for option, key in zip(options, keys, strict=True)]
    return replace(doubt, args={**doubt.args, "options": named}, answers=tuple(keys) if doubt.answers else ())


def replied(post: Post, text: str, context: Context) -> Sequence[Said]:
    """What a line says where it stands; to an open question alike with its handle and without."""
    from mailer.answering import answered, unhandled
    from mailer.reading.replies import Standing, reply
    from mailer.waiting import handles_of

    names = tuple(one.name for one in post.world.characters.values())
    party = context.party
    below = party is not None and isinstance(party.where, InSite)
    apart = party is not None and party.left is not None
    if not context.decisions:
        return reply(text, standing=Standing(below=below, apart=apart, names=names))
    handle, bare = unhandled(text)
    found = reply(bare, standing=Standing(asked=True, below=below, apart=apart, names=names))
    one = answered(text, context.decisions, handles=handles_of(post.ledger)) if not found or handle else None
    if one is not None:
        return (one,)
    return found or (read_lines(post, [Line(1, bare)], context).said if handle else ())


def read_lines(post: Post, lines: Sequence[Line], context: Context, *, sure: str = "") -> Reading:
    """What the lines say; line indexes count those of the body. `sure`: another limit than the campaign's."""
    from mailer.reading.orders.read import read
    from mailer.reading.orders.sure.weigh import sureness

    sheet = context.sheet
    return read(
        "\n".join(line.text for line in lines if line.number),
        subject="".join(line.text for line in lines if not line.number),
        character=sheet.name if sheet else "",
        sent=sent_on(post, context.received),
        gazetteer=post.names,
        language=context.language,
        limit=sureness().limits[sure or post.settings.sure],
    )


def sent_on(post: Post, received: Moment) -> date:
    """The real date on which a letter reached our server: "tomorrow" counts from it."""
    return post.clock.local(Moment(received // MINUTES_A_DAY * MINUTES_A_DAY)).date()
