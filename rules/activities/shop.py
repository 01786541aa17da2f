"""Buying and selling: what things cost at a place, what can be had, and what a purse allows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules import critical
from rules.atlas import Atlas, Item, Place
from rules.changed import replace
from rules.character import Character, Good
from rules.condition import restored
from rules.events import Audience, EventKind
from rules.names import CharacterId, ItemId, PlaceId
from rules.orders import Order, Purchase, Sale, Shop
from rules.scene import Scene
from rules.world import AtPlace

_PERCENT = 100
_ENDLESS = 1 << 40


@dataclass(frozen=True, slots=True)
class Quote:
    """What a purchase would come to at a place."""

    quantity: int  # whole packs, and no more than there are
    cost_cp: int  # for all of these
    reason: str = ""  # why it cannot be had: "no_market", "not_sold", "sold_out"
    missing: int = 0  # wanted, and not in stock


def pack_cp(place: Place, item: Item) -> int:
    """The price of one pack of a thing at a place, rounded up to whole coppers. Source: R10."""
    if item.id in place.stock:
        return place.stock[item.id].price_cp
    return -(-item.price_cp * place.price_percent // _PERCENT)


def quote(atlas: Atlas, place: Place, wanted: Purchase, *, bought: int = 0) -> Quote:
    """What a purchase comes to, whoever pays: `bought` of the day's stock, which counts in packs, are gone already.

    Things sold by the pack come in whole packs, so that 20 arrows by the dozen are 24. Source: R10.
    """
    item = atlas.items.get(wanted.item)
    if not place.market and wanted.item not in place.stock:
        return Quote(0, 0, "no_market")
    if item is None or item.id in place.not_sold:
        return Quote(0, 0, "not_sold")
    stock = place.stock[item.id].quantity if item.id in place.stock else None
    packs = -(-wanted.quantity // item.pack)
    there = packs if stock is None else min(packs, max(stock - bought // item.pack, 0))
    missing = max(wanted.quantity - there * item.pack, 0)
    if not there:
        return Quote(0, 0, "sold_out", missing)
    return Quote(there * item.pack, there * pack_cp(place, item), "", missing)


def offer_cp(atlas: Atlas, place: Place, good: Good, quantity: int) -> int:
    """What a shop pays for some of a thing, rounded down: a share of the list price, or what a find is worth.

    Source: R10.
    """
    item = atlas.items.get(good.item)
    if item is None:
        return good.worth_cp * quantity
    return item.price_cp * quantity * place.buys_at_percent // (item.pack * _PERCENT)


def shop(scene: Scene, order: Order) -> Scene:
    """The scene after a round of the shops, line by line as said; one line that fails hinders no other. Source: R10."""
    act, where = order.act, scene.party.where
    if not isinstance(act, Shop) or not isinstance(where, AtPlace):
        return scene
    place = scene.book.atlas.places[where.place]
    spent = 0
    for line in act.lines:
        start_cp = scene.people[order.character].purse_cp
        if isinstance(line, Sale):
            scene = _sell(scene, place, order.character, line)
            continue
        scene = _buy(scene, place, order.character, line, left_cp=_left(act.budget_cp, spent))
        spent += start_cp - scene.people[order.character].purse_cp
    return scene


def _left(budget_cp: int | None, spent: int) -> int:
    return _ENDLESS if budget_cp is None else budget_cp - spent


def _buy(scene: Scene, place: Place, who: CharacterId, wanted: Purchase, *, left_cp: int) -> Scene:
    bought = dict(scene.party.bought).get(wanted.item, 0)
    there = quote(scene.book.atlas, place, wanted, bought=bought)
    buyer = scene.people[who]
    reason = there.reason
    if not reason and there.cost_cp > min(left_cp, _ENDLESS if wanted.max_price_cp is None else wanted.max_price_cp):
        reason = "too_dear"
    if not reason and there.cost_cp > buyer.purse_cp:
        reason = "no_money"
    if reason:
        return _refused(scene, who, wanted.item, quantity=wanted.quantity, reason=reason, price_cp=there.cost_cp)
    scene = _handed_over(scene, buyer, wanted.item, there)
    if there.missing:
        scene = _refused(scene, who, wanted.item, quantity=there.missing, reason="sold_out", price_cp=0)
    return scene


def _refused(scene: Scene, who: CharacterId, item: ItemId, *, quantity: int, reason: str, price_cp: int) -> Scene:
    data = {"item": item, "quantity": quantity, "reason": reason, "price_cp": price_cp}
    return _told(scene, who, EventKind.NOT_BOUGHT, data)


def _told(scene: Scene, who: CharacterId, kind: EventKind, data: Mapping[str, Any]) -> Scene:
    return scene.tell(kind, characters=(who,), data=data, source="R10", audience=Audience.CHARACTERS)


def _handed_over(scene: Scene, buyer: Character, name: ItemId, there: Quote) -> Scene:
    item = scene.book.atlas.items[name]
    purse = buyer.purse_cp - there.cost_cp
    language = scene.book.house.language
    scene = scene.with_person(_with_goods(replace(buyer, purse_cp=purse), item, there.quantity, language=language))
    if name in scene.book.atlas.places[_place(scene)].stock:
        gone = dict(scene.party.bought)
        gone[name] = gone.get(name, 0) + there.quantity
        scene = scene.with_party(bought=tuple(sorted(gone.items())))
    data = {
        "item": name,
        "quantity": there.quantity,
        "cost_cp": there.cost_cp,
        "purse_cp": purse,
    }
    scene = _told(scene, buyer.id, EventKind.BOUGHT, data)
    return _served(scene, buyer.id, item, there.quantity) if item.category == "service" else scene


def _place(scene: Scene) -> PlaceId:
    assert isinstance(scene.party.where, AtPlace)
    return scene.party.where.place


def _with_goods(buyer: Character, item: Item, quantity: int, *, language: str) -> Character:
    """The buyer with what was bought: rations in the provisions, services nowhere, all else among the goods."""
    if item.category == "service":
        return buyer
    if item.category == "ration":
        return replace(buyer, rations=buyer.rations + quantity)
    return replace(buyer, goods=added(buyer.goods, item, quantity, language=language))


def added(goods: tuple[Good, ...], item: Item, quantity: int, *, language: str = "es") -> tuple[Good, ...]:
    """Goods with some more of a thing: on the heap of its kind where there is one."""
    for n, good in enumerate(goods):
        if good.item == item.id:
            return (*goods[:n], replace(good, quantity=good.quantity + quantity), *goods[n + 1 :])
    return (*goods, Good(item.id, item.label.in_(language), quantity, item.weight, item.price_cp // item.pack))


def _served(scene: Scene, who: CharacterId, item: Item, times: int) -> Scene:
    """What a bought restoration does, where Critical Condition is played. Source: C13, AC6, AC8."""
    person = scene.people[who]
    if not scene.book.house.critical_condition:
        return scene
    state = critical.of(person)
    for _ in range(times):
        state = restored(state, item.id, house=scene.book.house)
    if state.exhaustion == person.exhaustion:
        return scene
    scene = scene.with_person(critical.written(person, state))
    data = {"level": state.exhaustion, "was": person.exhaustion}
    return scene.tell(EventKind.EXHAUSTION, characters=(who,), data=data, source="C13, AC6, AC8")


def _sell(scene: Scene, place: Place, who: CharacterId, line: Sale) -> Scene:
    seller = scene.people[who]
    good = next((good for good in seller.goods if good.item == line.item), None)
    if good is None or good.quantity < (line.quantity or 1):
        return _kept(scene, who, line.item, "not_owned", 0)
    quantity = good.quantity if line.quantity is None else line.quantity
    if not place.market:
        return _kept(scene, who, line.item, "no_market", 0)
    gain = offer_cp(scene.book.atlas, place, good, quantity)
    if gain < (line.min_price_cp or 0):
        return _kept(scene, who, line.item, "too_cheap", gain)
    purse = seller.purse_cp + gain
    scene = scene.with_person(replace(seller, purse_cp=purse, goods=removed(seller.goods, good, quantity)))
    data = {"item": line.item, "quantity": quantity, "gain_cp": gain, "purse_cp": purse}
    return _told(scene, who, EventKind.SOLD, data)


def _kept(scene: Scene, who: CharacterId, item: ItemId, reason: str, offer: int) -> Scene:
    return _told(scene, who, EventKind.NOT_SOLD, {"item": item, "reason": reason, "offer_cp": offer})


def removed(goods: tuple[Good, ...], good: Good, quantity: int) -> tuple[Good, ...]:
    """Goods with some of a heap gone, and the heap with them when nothing is left of it."""
    left = replace(good, quantity=good.quantity - quantity)
    return tuple(left if other is good else other for other in goods if other is not good or left.quantity)
