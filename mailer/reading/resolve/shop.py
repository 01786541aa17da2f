"""Buying and selling: things found on the price list and the sheet, costs forecast by the prices of the place.

Source: R10.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, pick, to_dm
from mailer.reading.resolve.draft import Named
from mailer.reading.resolve.gazetteer import How, Match, Noun
from mailer.reading.resolve.money import copper
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk, named
from mailer.reading.resolve.words import words
from rules.activities.shop import offer_cp, quote
from rules.character import Good
from rules.names import ItemId
from rules.orders import Purchase, Sale, Shop

_KEPT = frozenset({"armour", "weapon"})  # categories whose last piece nobody sells without being asked


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a shopping list, or the doubt about it."""

    deal: Purchase | Sale | None = None
    doubt: Doubt | None = None
    names: tuple[Named, ...] = ()
    cp: int | None = None  # what it costs or brings, as far as the price list tells
    notes: tuple[str, ...] = ()


def shop(talk: Talk) -> Meaning:
    """A shopping list: its good lines, and the doubts about the others."""
    lines = tuple(_lines(talk))
    deals = tuple(line.deal for line in lines if line.deal is not None)
    doubts = tuple(line.doubt for line in lines if line.doubt is not None)
    notes = tuple(dict.fromkeys(note for line in lines for note in line.notes))
    names = tuple(name for line in lines for name in line.names)
    if not deals:
        return Meaning(doubts=doubts or (ask(talk.said, "no_item"),), names=names, notes=notes)
    order = Shop(deals, talk.money("budget"))
    facts = _facts(talk, lines)
    if order.budget_cp is not None and facts["cost_cp"] > order.budget_cp:
        notes = (*notes, "over_budget")
    reason = "" if talk.confirmed else _why_confirm(talk, deals, facts)
    confirm = (_confirm(talk, reason, facts),) if reason else ()
    return Meaning((order,), (*doubts, *confirm), names, facts, notes, needs_confirm=bool(reason))


def _lines(talk: Talk) -> Iterator[_Line]:
    """Each line of the list, "everything" as a line for each thing."""
    for index, item in enumerate(talk.slots.inners("items")):
        if item.text("verb") != "sell":
            yield _purchase(talk, item, index)
        elif folded(item.text("item")) in words().lists["everything"]:
            yield from _everything(talk)
        else:
            yield _sale(talk, item, index)


def _everything(talk: Talk) -> Iterator[_Line]:
    """A sale of all that is on the sheet."""
    for good in talk.actor.goods:
        yield _Line(Sale(good.item, None), cp=_offer(talk, good, good.quantity), notes=("everything",))


def _purchase(talk: Talk, item: Slots, index: int) -> _Line:
    """One thing to buy."""
    written = item.text("item")
    match = talk.find(written, Noun.ITEM)
    if match.entry is None:
        return _Line(doubt=_unknown(talk, written, match, f"items.{index}", Noun.ITEM))
    quantity = _quantity(item)
    if quantity is None or quantity < 1:
        return _Line(doubt=_how_many(talk, written, f"items.{index}", (1, 2, 6)))
    thing = ItemId(match.entry.id)
    deal = Purchase(thing, quantity, _limit(talk, item, "max_price", quantity))
    cost, notes = _quote(talk, deal)
    dear = deal.max_price_cp is not None and cost is not None and cost > deal.max_price_cp
    return _Line(deal, None, named(written, match), cost, (*notes, "too_dear") if dear else notes)


def _sale(talk: Talk, item: Slots, index: int) -> _Line:
    """One thing to sell."""
    written = item.text("item")
    match = talk.find(written, Noun.GOOD, owner=talk.actor.id)
    if match.entry is None:
        return _Line(doubt=_unknown(talk, written, match, f"items.{index}", Noun.GOOD))
    good = _good(talk, ItemId(match.entry.id))
    if good is None:
        return _Line(doubt=_unknown(talk, written, Match(How.NONE), f"items.{index}", Noun.GOOD))
    quantity = _quantity(item)
    wants_all = item.raw("qty") == "all" or (quantity is None and good.quantity == 1)
    if not wants_all and (quantity is None or quantity < 1):
        return _Line(doubt=_how_many(talk, written, f"items.{index}", (1, "all"), owned=good.quantity))
    if quantity is not None and quantity > good.quantity:
        return _Line(doubt=_not_so_many(talk, written, good, f"items.{index}"))
    sold = good.quantity if wants_all or quantity is None else quantity
    sale = Sale(good.item, None if wants_all else sold, _limit(talk, item, "min_price", sold))
    gain = _offer(talk, good, sold)
    cheap = gain is not None and sale.min_price_cp is not None and gain < sale.min_price_cp
    notes = ("no_market",) if gain is None else ("too_cheap",) if cheap else ()
    return _Line(sale, None, named(written, match), gain, notes)


def _good(talk: Talk, item: ItemId) -> Good | None:
    """What the actor has of a thing."""
    return next((good for good in talk.actor.goods if good.item == item), None)


def _quantity(item: Slots) -> int | None:
    """How many pieces; none if it is vague, or a length or weight, which says nothing of pieces."""
    unit = folded(item.text("unit"))
    if unit and unit not in words().lists["pieces"]:
        return None
    return item.whole("qty")


def _limit(talk: Talk, item: Slots, name: str, quantity: int) -> int | None:
    """A price limit for all the pieces."""
    money = item.inner(name)
    each = None if money is None else copper(money, language=talk.context.language)
    if money is None or each is None:
        return None
    return each * quantity if money.text("per") in {"unit", "each"} else each


def _unknown(talk: Talk, written: str, match: Match, path: str, noun: Noun) -> Doubt:
    """The doubt about a thing that nothing, or more than one thing, is called."""
    kind = "ambiguous" if match.how is How.AMBIGUOUS else "unknown"
    offers = pick(match.candidates, f"{path}.item", only=path)
    return ask(talk.said, f"{kind}_{noun}", written, offers=(*offers, to_dm(talk.said)), name=written)


def _how_many(talk: Talk, written: str, path: str, choices: tuple[int | str, ...], **args: Any) -> Doubt:
    """The doubt about a quantity."""
    offers = tuple(
        Offer("quantity", {f"{path}.qty": n, f"{path}.unit": None, "only": path}, facts={"quantity": n})
        for n in choices
    )
    return ask(talk.said, "how_many", written, offers=offers, name=written, **args)


def _not_so_many(talk: Talk, written: str, good: Good, path: str) -> Doubt:
    """The doubt about selling more than one has."""
    sell_all = Offer("all", {f"{path}.qty": "all", "only": path}, facts={"quantity": good.quantity})
    return ask(talk.said, "not_so_many", written, offers=(sell_all,), name=written, owned=good.quantity)


def _quote(talk: Talk, wanted: Purchase) -> tuple[int | None, tuple[str, ...]]:
    """What a purchase comes to where the actor is, else by the bare price list; and why it cannot be had."""
    atlas = talk.context.atlas
    place = atlas.places.get(talk.place) if talk.place is not None else None
    line = atlas.items.get(wanted.item)
    if place is None or not (place.market or wanted.item in place.stock):
        return (None if line is None else line.price_cp * -(-wanted.quantity // line.pack)), ("no_market",)
    there = quote(atlas, place, wanted)
    notes = (there.reason,) if there.reason else ("not_enough_stock",) if there.missing else ()
    return (None if there.reason else there.cost_cp), notes


def _offer(talk: Talk, good: Good, quantity: int) -> int | None:
    """What a shop here pays for some of a thing; unknown where there is none."""
    place = talk.context.atlas.places.get(talk.place) if talk.place is not None else None
    return None if place is None or not place.market else offer_cp(talk.context.atlas, place, good, quantity)


def _facts(talk: Talk, lines: tuple[_Line, ...]) -> dict[str, Any]:
    """The forecast: costs, gains and what is left."""
    cost = sum(line.cp or 0 for line in lines if isinstance(line.deal, Purchase))
    gain = sum(line.cp or 0 for line in lines if isinstance(line.deal, Sale))
    left = talk.actor.purse_cp - cost + gain
    table = [
        {
            "item": line.deal.item,
            "quantity": line.deal.quantity,
            "verb": "buy" if isinstance(line.deal, Purchase) else "sell",
            "cp": line.cp,
        }
        for line in lines
        if line.deal is not None
    ]
    short = {"short_cp": -left} if left < 0 else {"purse_left_cp": left}
    return {"lines": table, "cost_cp": cost, "gain_cp": gain, "purse_cp": talk.actor.purse_cp, **short}


def _why_confirm(talk: Talk, deals: tuple[Purchase | Sale, ...], facts: dict[str, Any]) -> str:
    """Why a list is asked about before it is acted on: "" for no reason."""
    sold = {deal.item for deal in deals if isinstance(deal, Sale)}
    if sold and len(talk.actor.goods) > 1 and sold >= {good.item for good in talk.actor.goods}:
        return "sells_everything"
    if any(_is_last_of_its_kind(talk, deal) for deal in deals if isinstance(deal, Sale)):
        return "sells_gear"
    spendable = talk.actor.purse_cp + facts["gain_cp"]
    affordable = 0 < facts["cost_cp"] <= spendable
    return "spends_much" if affordable and spends_much(talk, facts["cost_cp"], of=spendable) else ""


def spends_much(talk: Talk, cost_cp: int, *, of: int | None = None) -> bool:
    """Whether a cost takes more of the purse than one line should without being asked."""
    purse = talk.actor.purse_cp if of is None else of
    return cost_cp * 100 > purse * words().confirm_spend_percent


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


def _confirm(talk: Talk, reason: str, facts: dict[str, Any]) -> Doubt:
    """The question before something that cannot be undone."""
    told = {name: facts[name] for name in ("cost_cp", "gain_cp", "purse_cp", "purse_left_cp") if name in facts}
    return confirm(talk, reason, **told)


def confirm(talk: Talk, reason: str, **facts: Any) -> Doubt:
    """Yes or no, before something ruinous: the order waits for the yes."""
    offers = (Offer("yes", {"confirmed": True}), Offer("no", {"kind": "withdrawn"}))
    return ask(talk.said, "confirm", offers=offers, reason=reason, **facts)
