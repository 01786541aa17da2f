"""One line of a shopping list: the thing found, how many, and what it comes to where the actor is. Source: R10."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, pick, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.draft import Named
from mailer.reading.resolve.gazetteer import How, Match, Noun
from mailer.reading.resolve.money import copper
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Talk, named
from mailer.reading.resolve.words import words
from rules.activities.shop import offer_cp, quote
from rules.character import Good
from rules.names import ItemId
from rules.orders import Purchase, Sale


@dataclass(frozen=True, slots=True)
class Line:
    """What a line came to: a deal, or a doubt."""

    path: str  # the slot it stands in: "items.0"
    deal: Purchase | Sale | None = None
    doubt: Doubt | None = None
    names: tuple[Named, ...] = ()
    cp: int | None = None  # what it costs or brings, as far as the price list tells
    notes: tuple[str, ...] = ()


def lines_of(talk: Talk) -> tuple[Line, ...]:
    """Each line of the list, "everything" as a line for each thing."""
    return tuple(_lines(talk))


def _lines(talk: Talk) -> Iterator[Line]:
    for index, item in enumerate(talk.slots.inners("items")):
        path = f"items.{index}"
        if item.text("verb") != "sell":
            yield _purchase(talk, item, path)
        elif folded(item.text("item")) in words().lists["everything"]:
            yield from _everything(talk, path)
        else:
            yield _sale(talk, item, path)


def _everything(talk: Talk, path: str) -> Iterator[Line]:
    """A sale of all that is on the sheet."""
    if not talk.actor.goods:
        yield Line(path, doubt=ask(talk.said, Code.UNKNOWN_GOOD, offers=(to_dm(talk.said),)))
    for good in talk.actor.goods:
        yield Line(path, Sale(good.item, None), cp=_offer(talk, good, good.quantity), notes=(Note.EVERYTHING,))


def _purchase(talk: Talk, item: Slots, path: str) -> Line:
    """One thing to buy."""
    written = item.text("item")
    match = talk.find(written, Noun.ITEM)
    if match.entry is None:
        return Line(path, doubt=_unknown(talk, written, match, path, Noun.ITEM))
    quantity = _quantity(item)
    if quantity is None or quantity < 1:
        return Line(path, doubt=_how_many(talk, written, path, (1, 2, 6)))
    thing = talk.context.atlas.items.get(ItemId(match.entry.id))
    pack = 1 if thing is None else thing.pack
    whole = -(-quantity // pack) * pack
    deal = Purchase(ItemId(match.entry.id), whole, _limit(talk, item, "max_price", quantity))
    cost, notes = _quote(talk, deal)
    notes = notes if whole == quantity else (*notes, Note.WHOLE_PACKS)
    dear = deal.max_price_cp is not None and cost is not None and cost > deal.max_price_cp
    return Line(path, deal, None, named(written, match), cost, (*notes, Note.TOO_DEAR) if dear else notes)


def _sale(talk: Talk, item: Slots, path: str) -> Line:
    """One thing to sell."""
    written = item.text("item")
    match = talk.find(written, Noun.GOOD, owner=talk.actor.id)
    good = next((g for g in talk.actor.goods if match.entry is not None and g.item == match.entry.id), None)
    if good is None:
        return Line(path, doubt=_unknown(talk, written, match, path, Noun.GOOD))
    quantity = _quantity(item)
    wants_all = item.raw("qty") == "all" or (quantity is None and good.quantity == 1)
    if not wants_all and (quantity is None or quantity < 1):
        return Line(path, doubt=_how_many(talk, written, path, (1, "all"), owned=good.quantity))
    if quantity is not None and quantity > good.quantity:
        return Line(path, doubt=_not_so_many(talk, written, good, path))
    sold = good.quantity if wants_all or quantity is None else quantity
    sale = Sale(good.item, None if wants_all else sold, _limit(talk, item, "min_price", sold))
    gain = _offer(talk, good, sold)
    cheap = gain is not None and sale.min_price_cp is not None and gain < sale.min_price_cp
    notes = (Note.NO_MARKET,) if gain is None else (Note.TOO_CHEAP,) if cheap else ()
    return Line(path, sale, None, named(written, match), gain, notes)


def _quantity(item: Slots) -> int | None:
    """How many pieces; none if it is vague, or a length or weight, which says nothing of pieces."""
    unit = folded(item.text("unit"))
    return None if unit and unit not in words().lists["pieces"] else item.whole("qty")


def _limit(talk: Talk, item: Slots, name: str, quantity: int) -> int | None:
    """A price limit for all the pieces."""
    money = item.inner(name)
    each = None if money is None else copper(money, language=talk.context.language)
    if money is None or each is None:
        return None
    return each * quantity if money.text("per") in {"unit", "each"} else each


def _quote(talk: Talk, wanted: Purchase) -> tuple[int | None, tuple[str, ...]]:
    """What a purchase comes to where the actor is, else by the bare price list; and why it cannot be had."""
    atlas = talk.context.atlas
    place = atlas.places.get(talk.place) if talk.place is not None else None
    line = atlas.items.get(wanted.item)
    if place is None or not (place.market or wanted.item in place.stock):
        return (None if line is None else line.price_cp * -(-wanted.quantity // line.pack)), (Note.NO_MARKET,)
    there = quote(atlas, place, wanted)
    notes = (there.reason,) if there.reason else (Note.NOT_ENOUGH_STOCK,) if there.missing else ()
    return (None if there.reason else there.cost_cp), notes


def _offer(talk: Talk, good: Good, quantity: int) -> int | None:
    """What a shop here pays for some of a thing; unknown where there is none."""
    place = talk.context.atlas.places.get(talk.place) if talk.place is not None else None
    return None if place is None or not place.market else offer_cp(talk.context.atlas, place, good, quantity)


def _unknown(talk: Talk, written: str, match: Match, path: str, noun: Noun) -> Doubt:
    """The doubt about a thing that nothing, or more than one thing, is called."""
    kind = "ambiguous" if match.how is How.AMBIGUOUS else "unknown"
    offers = pick(match.candidates, f"{path}.item", only=[path])
    return ask(talk.said, Code(f"{kind}_{noun}"), written, offers=(*offers, to_dm(talk.said)), name=written)


def _how_many(talk: Talk, written: str, path: str, choices: tuple[int | str, ...], **args: Any) -> Doubt:
    """The doubt about a quantity."""
    offers = tuple(
        Offer("quantity", {f"{path}.qty": n, f"{path}.unit": None, "only": [path]}, facts={"quantity": n})
        for n in choices
    )
    return ask(talk.said, Code.HOW_MANY, written, offers=offers, name=written, **args)


def _not_so_many(talk: Talk, written: str, good: Good, path: str) -> Doubt:
    """The doubt about selling more than one has."""
    sell_all = Offer("all", {f"{path}.qty": "all", "only": [path]}, facts={"quantity": good.quantity})
    return ask(talk.said, Code.NOT_SO_MANY, written, offers=(sell_all,), name=written, owned=good.quantity)
