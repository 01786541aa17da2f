"""What is asked about before it is done: spending nearly all, selling the last armour or weapon, selling everything."""

from typing import Any

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.talk import Talk
from mailer.reading.resolve.words import words
from rules.orders import Purchase, Sale

_KEPT = frozenset({"armour", "weapon"})  # categories whose last piece nobody sells without being asked


def confirm(talk: Talk, reason: str, *, only: tuple[str, ...] = (), **facts: Any) -> Doubt:
    """Yes or no: the order waits for the yes. `only` are the things of a list that it is about."""
    yes = {"confirmed": True, **({"only": list(only)} if only else {})}
    offers = (Offer("yes", yes), Offer("no", {"kind": "withdrawn"}))
    return ask(talk.said, Code.CONFIRM, offers=offers, reason=reason, **facts)


def spends_much(cost_cp: int, *, of_cp: int) -> bool:
    """Whether a cost takes more of a purse than one line should without being asked."""
    return cost_cp * 100 > of_cp * words().confirm_spend_percent


def why_confirm(talk: Talk, deals: tuple[Purchase | Sale, ...], *, cost_cp: int, gain_cp: int) -> str:
    """Why a shopping list is asked about first: "" for no reason, nor for one that cannot be paid anyway."""
    sold = {deal.item for deal in deals if isinstance(deal, Sale)}
    if sold and len(talk.actor.goods) > 1 and sold >= {good.item for good in talk.actor.goods}:
        return "sells_everything"
    if any(_is_last_of_its_kind(talk, deal) for deal in deals if isinstance(deal, Sale)):
        return "sells_gear"
    spendable = talk.actor.purse_cp + gain_cp
    return "spends_much" if 0 < cost_cp <= spendable and spends_much(cost_cp, of_cp=spendable) else ""


def _is_last_of_its_kind(talk: Talk, sale: Sale) -> bool:
    """Whether a sale leaves its owner without armour or without a weapon."""
    items = talk.context.atlas.items
    category = items[sale.item].category if sale.item in items else ""
    if category not in _KEPT:
        return False
    kept = {
        good.item: good.quantity
        for good in talk.actor.goods
        if good.item in items and items[good.item].category == category
    }
    kept[sale.item] = 0 if sale.quantity is None else kept.get(sale.item, 0) - sale.quantity
    return not any(quantity > 0 for quantity in kept.values())
