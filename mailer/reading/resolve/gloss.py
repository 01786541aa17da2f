"""The facts and remarks of a receipt's line: what an order means, and what its giver should know. Source: A39, A46."""

from typing import Any

from mailer.reading.orders.said import Said
from mailer.reading.resolve.codes import Note
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import DraftOrder, Gloss
from mailer.reading.resolve.people import Actors
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning
from rules.orders import Absence, Answer, Ask, BreakAway, Cancel, Designate, Rejoin, Resume, Scope, Stance, Wait
from rules.orders import Travel as TravelAct

_LIMITS = frozenset({"retreat", "encumbrance"})
# Acts that take effect though their character owes days. Source: R8, A39.
_AT_ONCE = (Answer, Ask, Cancel, Resume, Absence, Designate, BreakAway, Rejoin)


def gloss_of(
    said: Said, slots: Slots, who: Actors, *, meaning: Meaning, orders: tuple[DraftOrder, ...], context: Context
) -> Gloss:
    """The facts for the receipt."""
    facts: dict[str, Any] = dict(meaning.facts)
    notes = dict.fromkeys(meaning.notes)
    if orders:
        facts["scope"] = orders[0].scope.value
        facts["characters"] = list(dict.fromkeys(order.character for order in orders))
        starts = sorted({order.starts for order in orders if order.starts is not None})
        facts |= {"starts": starts} if starts else {}
        facts |= {"condition": orders[0].condition} if orders[0].condition else {}
    queued = _queued(orders, context)
    if queued:
        facts["queued_until"] = queued
        notes[Note.QUEUED] = None
    notes |= dict.fromkeys(_remarks(said, slots, orders, context))
    return Gloss(said.kind, (*who.names, *meaning.names), facts, tuple(notes), slots.unread)


def _queued(orders: tuple[DraftOrder, ...], context: Context) -> int | None:
    """When the first order can begin whose character owes days: it waits till then. Source: A39."""
    free = (
        context.world.characters[order.character].free_at
        for order in orders
        if order.character in context.world.characters and not isinstance(order.act, _AT_ONCE)
    )
    late = [moment for moment in free if moment is not None and moment > context.received]
    return max(late) if late else None


def _remarks(said: Said, slots: Slots, orders: tuple[DraftOrder, ...], context: Context) -> tuple[str, ...]:
    """Remarks on who speaks: a tentative word, a claim to the office, a proposal of somebody without it."""
    notes: list[str] = []
    if slots.text("certainty") == "tentative":
        notes.append(Note.TENTATIVE)
    if not orders or context.player.is_dm or context.party is None:
        return tuple(notes)
    if slots.flag("as_spokesperson") and not context.speaks_for_party:
        notes.append(Note.NOT_SPOKESPERSON)
    others = set(context.companions(context.party)) - set(context.own)
    if said.kind in _LIMITS and slots.raw("who") == "party" and orders[0].scope is Scope.PERSONAL and others:
        notes.append(Note.OWN_ONLY)
    if orders[0].scope is Scope.PARTY and others and not context.speaks_for_party:
        notes += _without_authority(orders[0], context)
    if any(order.scope is Scope.ALONE and not isinstance(order.act, Rejoin) for order in orders):
        notes.append(Note.ALONE)
    return tuple(notes)


def _without_authority(order: DraftOrder, context: Context) -> tuple[Note, ...]:
    """What a party order of somebody who does not speak for it is: a proposal, or a vote where nobody does."""
    if not context.is_leaderless and not (isinstance(order.act, Answer) and context.is_speechless):
        return (Note.PROPOSAL,)
    return (Note.VOTE,) if isinstance(order.act, Stance | TravelAct | Wait | Answer | Designate) else ()
