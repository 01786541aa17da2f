"""Orders of the rules as deeds of the templates: every id a word, every moment a day."""

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from mailer.writing.names import Names
from mailer.writing.views.orders import Deed, Standing
from rules.orders import Absence, Act, Carry, Purchase, Sale, Scope, Shop, Unite
from rules.standing import Stands

_WORDED = {
    "destination": "place",
    "site": "site",
    "target": "zone",
    "item": "item",
    "role": "role",
    "activity": "activity",
    "player": "player",
    "party": "party",
    "until": "moment_day",
    "since": "moment_day",
}
_BRACKETS = re.compile(r"\([^)]*\)")
_PEOPLE = ("healer", "body", "who")


def deed(act: Act, names: Names, *, every: int = 0) -> Deed:
    """The act in words, with after how many days it is done again; its macro is the class name in lower case."""
    if isinstance(act, Shop):
        lines = [_line(line, names) for line in act.lines]
        return Deed("shop", {"lines": lines, "budget_cp": act.budget_cp, "every": every})
    worded = {one.name: _word(one.name, getattr(act, one.name), names) for one in fields(act)}
    if isinstance(act, Absence):  # a player's own days: by the real calendar first
        worded |= {"since": names.both_days(act.since), "until": names.both_days(act.until - 1)}
    if isinstance(act, Carry):
        worded["lives"] = act.body in names.world.characters and names.world.characters[act.body].is_alive
    return Deed(type(act).__name__.lower(), {**worded, "every": every})


def standing(orders: Iterable[Stands], names: Names) -> tuple[Standing, ...]:
    """What stands, in the order it came, under the ledger's numbers: "cancel 12" means the same next week."""
    rows = sorted(orders, key=lambda one: (one.order.received, one.order.id))
    return tuple(_standing(one, names) for one in rows)


def _standing(one: Stands, names: Names) -> Standing:
    order, is_yours = one.order, one.order.by == names.reader
    starts = names.moment_day(order.starts) if order.starts is not None and order.starts > order.received else ""
    return Standing(
        order.id,
        deed(
            order.act if one.asks is None else Unite(one.asks, order.character if order.scope is Scope.ALONE else None),
            names,
            every=order.every,
        ),
        Scope(order.scope).value,
        starts,
        order.condition,
        one.force.value,
        by="" if is_yours or not order.by else names.player(order.by),
        decides=names.player(one.decides) if one.decides is not None and one.decides != names.reader else "",
        you_decide=one.decides is not None and one.decides == names.reader,
        is_suspended=one.is_suspended,
    )


def _line(line: Purchase | Sale, names: Names) -> dict[str, Any]:
    verb, limit = ("buy", line.max_price_cp) if isinstance(line, Purchase) else ("sell", line.min_price_cp)
    return {"verb": verb, "item": _plain(names.item(line.item)), "quantity": line.quantity, "limit_cp": limit}


def _plain(label: str) -> str:
    """A label of the price list without brackets and commas, which mean something in an order: "cerveza pinta"."""
    return " ".join(_BRACKETS.sub(" ", label).replace(",", " ").split())


def _word(name: str, value: Any, names: Names) -> Any:
    if value is None or value == ():
        return value
    if name in _WORDED:
        return getattr(names, _WORDED[name])(value)
    if name in _PEOPLE:
        return names.person(value).name
    if name == "bearers":
        return tuple(names.person(one).name for one in value)
    if name == "route":
        return tuple(names.zone(zone) for zone in value)
    if name == "via":
        return tuple(names.place(step) if step in names.book.atlas.places else names.route(step) for step in value)
    if name == "topics":
        return tuple(names.words.of("topic", topic) for topic in value)
    if name == "against":
        return _against(value, names)
    return value


def _against(value: str, names: Names) -> str:
    """Whom an attitude is for: a kind of creature in the plural, or a word; "any" stays, the phrase knows it."""
    if value == "any":
        return value
    if value in names.book.atlas.monsters:
        return names.words.plural(names.monster(value))
    return names.words.of("against", value)
