"""What goes with a mail for the reader's own calendar: a decision's deadline, the day a character or a player is back.

The same thing keeps its UID for ever, so that a later file moves the entry; of two files the one with the greater
number of its ledger row (step or order) is the newer.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mailer.post import Post
from rules.character import Character
from rules.events import Event, EventKind
from rules.orders import Absence, Order
from rules.time import MINUTES_A_DAY, Day
from rules.world import Decision, World

if TYPE_CHECKING:
    from mailer.writing.calendar_file import Entry
    from mailer.writing.mail import Attachment
    from mailer.writing.names import Names


def deadline(post: Post, decision: Decision, names: "Names") -> "Attachment":
    """The hour until which a question can be answered. Source: R69."""
    from mailer.writing.calendar_file import deadline_file
    from mailer.writing.outcomes import question
    from mailer.writing.templates import phrases

    asked = question(decision, names, post.moment)
    ask = phrases(names.language, post.folder / "templates").functions()["question_of"]
    entry = _entry(post, f"decision.{decision.id}", ask(asked))
    return deadline_file(entry, at=post.clock.instant(decision.deadline), words=names.words)


def free(
    post: Post, sheet: Character, names: "Names", *, number: int, before: World, events: Iterable[Event] = ()
) -> "tuple[Attachment, ...]":
    """The day on which somebody's owed days are over: when they are taken on, and when it has come. Source: R7, A37."""
    from mailer.writing.calendar_file import free_file

    was = before.characters.get(sheet.id)
    is_new = sheet.free_at is not None and sheet.free_at > post.moment and (was is None or was.free_at != sheet.free_at)
    has_come = any(one.kind is EventKind.FREE_AGAIN and sheet.id in one.characters for one in events)
    if sheet.free_at is None or not sheet.is_alive or not (is_new or has_come):
        return ()
    entry = _entry(post, f"free.{sheet.id}", names.person(sheet.id).name, number)
    day = post.clock.date_of(Day(-(-sheet.free_at // MINUTES_A_DAY)))
    return (free_file(entry, on=day, words=names.words),)


def back(post: Post, orders: Iterable[Order], names: "Names") -> "tuple[Attachment, ...]":
    """The day on which a player is back, as they said in a letter. Source: R70."""
    from mailer.writing.calendar_file import back_file

    return tuple(
        back_file(
            _entry(post, f"back.{order.by}", names.player(order.by), int(order.id)),
            on=post.clock.date_of(Day(order.act.until // MINUTES_A_DAY + 1)),
            words=names.words,
        )
        for order in orders
        if isinstance(order.act, Absence)
    )[-1:]


def _entry(post: Post, thing: str, what: str, number: int = 0) -> "Entry":
    """The UID names the campaign too, for one host may have several under one address."""
    from mailer.queueing import slug
    from mailer.writing.calendar_file import Entry

    domain = post.settings.address.partition("@")[2]
    return Entry(f"{thing}.{slug(post.settings.tag)}@{domain}", post.settings.tag, what, post.now, number)
