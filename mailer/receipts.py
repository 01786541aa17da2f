"""The receipt of a letter: each of the player's own lines with what we made of it, in numbers where there are any."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mailer.lines import Line, Record
from mailer.post import Post
from mailer.readers import letterhead_for, names_for
from mailer.reading.resolve.draft import Gloss
from mailer.standing import standing_of_player
from rules.orders import Ask, Order
from rules.time import Day, end_of_day

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.reading.words.letter import OpenedLetter
    from mailer.reading.words.own_words import OwnWords
    from mailer.writing.names import Names
    from mailer.writing.views import ApologyView, DoubtView, Forecast, ReceiptLine, ReceiptView

# Doubts that no answer of the player's can settle: they are told as refused.
REFUSED = frozenset({"not_yours", "no_authority", "character_dead", "no_character"})
_WHY_EMPTY = (
    ("encrypted", "encrypted"), ("winmail", "encrypted"), ("attachment_only", "attachment"), ("undecodable", "charset"),
    ("forward", "forward"), ("attached_letter", "forward"),
)  # fmt: skip


def apology_reason(opened: "OpenedLetter", own: "OwnWords") -> str:
    """Why there is nothing to read in a letter; empty if there is something."""
    if any(line.text.strip() for line in own.lines) or own.doubts:
        return ""
    flags = {*opened.flags, *own.flags}
    return next((reason for flag, reason in _WHY_EMPTY if flag in flags), "empty")


def apology_view(post: Post, player: "Player", reason: str, subject: str) -> "ApologyView":
    """We could not read it, and what would help."""
    from mailer.writing.views import ApologyView

    head = letterhead_for(post, player).head(post.clock.today(post.now), names_for(post, player))
    return ApologyView(head, reason, subject)


def receipt_view(post: Post, rec: Record, player: "Player", lines: Sequence[Line]) -> "ReceiptView":
    """The whole receipt."""
    from mailer.seals import promise_of
    from mailer.writing.deeds import standing
    from mailer.writing.views import AnswerView, ReceiptView

    names = names_for(post, player)
    today = post.clock.today(post.now)
    mine = [one for one in post.world.characters.values() if one.player == player.id]
    asked = [
        topic for line in lines for order, _ in line.orders if isinstance(order.act, Ask) for topic in order.act.topics
    ]
    return ReceiptView(
        head=letterhead_for(post, player).head(today, names),
        character=mine[0].name if mine else "",
        lines=tuple(
            _line(line, names, several=len(mine) > 1) for line in lines if line.number or line.verdict != "talk"
        ),
        deadline=names.deadline(end_of_day(today, post.settings.turnover), post.moment),
        standing=standing(standing_of_player(post, player.id), names),
        answers=tuple(
            AnswerView(topic, rows)
            for topic, rows in (
                *_answers(post, asked, player, names),
                *(one for line in lines for one in line.answers),
            )
        ),
        notes=_notes(rec),
        seal=promise_of(post, Day(today + 1), names),
        is_one_of_several=bool(rec.lines_before or rec.is_followed),
    )


def _answers(post: Post, topics: Sequence[str], player: "Player", names: "Names") -> list[tuple[str, tuple[str, ...]]]:
    from mailer.answers import answer

    return [(topic, answer(post, topic, player, names)) for topic in dict.fromkeys(topics)]


def _notes(rec: Record) -> tuple[str, ...]:
    """Warnings for the foot: what we did not read, or read with care."""
    flags = {*rec.opened.flags, *rec.own.flags, *(doubt.code for doubt in rec.own.doubts)}
    known = {"cut": "cut", "attachment": "attachment", "undecodable": "charset"}
    kept = [word for flag, word in known.items() if flag in flags]
    return (*rec.notes, *kept, *sorted({doubt.code for doubt in rec.own.doubts}))


def _line(line: Line, names: "Names", *, several: bool) -> "ReceiptLine":
    from mailer.writing.deeds import deed
    from mailer.writing.views import Deed, Forecast, ReceiptLine, Verdict

    verdict = {"order": Verdict.ACCEPTED, "doubt": Verdict.DOUBT, "talk": Verdict.TALK}[line.verdict]
    doubts = tuple(_doubt(line, place, names) for place in range(len(line.doubts)))
    if verdict is Verdict.DOUBT and all(one.is_refusal for one in doubts):
        verdict = Verdict.REFUSED
    if line.orders and all(isinstance(order.act, Ask) for order, _ in line.orders):
        verdict = Verdict.ANSWERED
    if line.answers and not line.orders:
        verdict = Verdict.ANSWERED
    return ReceiptLine(
        number=line.number,
        words=line.text,
        verdict=verdict,
        deeds=tuple(
            (deed(order.act, names, every=order.every), _forecast(line, order, gloss, names))
            for order, gloss in line.orders
            if not isinstance(order.act, Ask)
        )
        + tuple((Deed(one.kind, one.facts), Forecast()) for one in line.glosses if one.kind in ("ruling", "reminder")),
        joined=line.joined or 0,
        who=names.words.listed(_doers(line, names)) if several and line.orders else "",
        doubts=doubts,
    )


def _doubt(line: Line, place: int, names: "Names") -> "DoubtView":
    """A doubt of a line; where a yes would give one order, that order is the first ready answer."""
    from mailer.writing.deeds import deed
    from mailer.writing.receipts import doubt_view

    doubt, drafts = line.doubts[place], line.meant.get(place, ())
    code = str(doubt.code)
    view = doubt_view(code, doubt.text, doubt.args, names=names, is_refusal=code in REFUSED)
    acts = list(dict.fromkeys(draft.act for draft in drafts))
    if len(acts) != 1 or not view.choices:
        return view
    starts = [draft.starts for draft in drafts if draft.starts is not None and draft.starts > draft.received]
    args = {"meant": True, "starts": names.moment_day(starts[0]) if starts else "", "condition": drafts[0].condition}
    return replace(
        view,
        args={**view.args, **args},
        choices=(replace(view.choices[0], deed=deed(acts[0], names, every=drafts[0].every)), *view.choices[1:]),
    )


def _forecast(line: Line, order: Order, gloss: Gloss, names: "Names") -> "Forecast":
    """What an order will cost and bring, and what it takes the place of."""
    from mailer.writing.deeds import deed
    from mailer.writing.receipts import forecast

    older = tuple((one.id, deed(one.act, names, every=one.every)) for one in line.replaced.get(order.id, ()))
    return replace(forecast(gloss.facts, gloss.notes, names, condition=order.condition), replaces=older)


def _doers(line: Line, names: "Names") -> list[str]:
    """Whose orders a line gave, each once."""
    return [names.person(one).name for one in dict.fromkeys(order.character for order, _ in line.orders)]
