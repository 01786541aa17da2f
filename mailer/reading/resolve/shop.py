"""Buying and selling: the good lines of a list are one order, each of the others has its doubt. Source: R10."""

from dataclasses import replace
from typing import Any

from mailer.reading.resolve.asking import ask
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.ruin import confirm, why_confirm
from mailer.reading.resolve.shop_line import Line, lines_of
from mailer.reading.resolve.talk import Meaning, Talk, doubtful
from rules.orders import Purchase, Sale, Shop


def shop(talk: Talk) -> Meaning:
    """A shopping list: its good lines, and the doubts about the others."""
    lines = lines_of(talk)
    good = tuple(line for line in lines if line.deal is not None)
    doubts = tuple(line.doubt for line in lines if line.doubt is not None)
    if not lines:
        return doubtful(ask(talk.said, Code.NO_ITEM))
    if not good:
        return Meaning(doubts=doubts)
    order = Shop(tuple(line.deal for line in good if line.deal is not None), talk.money("budget"))
    told = Meaning((order,), doubts, tuple(name for line in good for name in line.names), _forecast(talk, good))
    told = told.noting(*dict.fromkeys(note for line in good for note in line.notes), *_notes(talk, order, told.facts))
    return told if talk.confirmed else _weighed(talk, told, good, order)


def _weighed(talk: Talk, told: Meaning, good: tuple[Line, ...], order: Shop) -> Meaning:
    """The list, asked about first if it is ruinous."""
    facts = told.facts
    reason = why_confirm(talk, order.lines, cost_cp=facts["cost_cp"], gain_cp=facts["gain_cp"])
    if not reason:
        return told
    shown = {name: facts[name] for name in ("cost_cp", "gain_cp", "purse_cp", "purse_left_cp") if name in facts}
    asked = confirm(talk, reason, only=tuple(dict.fromkeys(line.path for line in good)), **shown)
    return replace(told + doubtful(asked), needs_confirm=True)


def _forecast(talk: Talk, lines: tuple[Line, ...]) -> dict[str, Any]:
    """Costs, gains and what is left, as far as the price list tells."""
    cost = sum(line.cp or 0 for line in lines if isinstance(line.deal, Purchase))
    gain = sum(line.cp or 0 for line in lines if isinstance(line.deal, Sale))
    left = talk.actor.purse_cp - cost + gain
    short = {"short_cp": -left} if left < 0 else {"purse_left_cp": left}
    table = [_row(line) for line in lines]
    return {"lines": table, "cost_cp": cost, "gain_cp": gain, "purse_cp": talk.actor.purse_cp, **short}


def _row(line: Line) -> dict[str, Any]:
    """One line of the list for the receipt."""
    assert line.deal is not None
    verb = "buy" if isinstance(line.deal, Purchase) else "sell"
    return {"item": line.deal.item, "quantity": line.deal.quantity, "verb": verb, "cp": line.cp}


def _notes(talk: Talk, order: Shop, facts: Any) -> tuple[Note, ...]:
    """Remarks on the list as a whole."""
    over = (Note.OVER_BUDGET,) if order.budget_cp is not None and facts["cost_cp"] > order.budget_cp else ()
    party = (Note.FOR_PARTY,) if talk.said.slots.get("who") == "party" else ()
    return (*over, *party)
