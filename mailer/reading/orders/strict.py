"""Lines in the short form read back into orders; `short.py` writes what this reads.

deshacer · nada hoy · ausente del 3 al 9 · 3: 2 antorchas · Krom: comprar 2 antorchas;
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from mailer.reading.orders.dates import Calendar
from mailer.reading.orders.said import Said
from mailer.reading.orders.short import (
    ALONE,
    CLOSED,
    CONDITIONS,
    DATES,
    ENUMS,
    FLAGS,
    ITEMS,
    LISTS,
    MAIN,
    MONEY,
    tables,
)
from mailer.reading.orders.tokens import fold

_CORRECTION = re.compile(r"(\d{1,2})\s*:\s+(\S.*)$")
_ABSENCE = re.compile(
    r"(?:ausente|away|fuera)\s+(?:del?|desde el|from(?: the)?)\s+(\S+)"
    r"\s+(?:al|hasta el|to(?: the)?|until(?: the)?)\s+(\S+?)\s*[;.]?$"
)
_MONEY = re.compile(r"(\d+(?:\.\d+)?) (\w+)(?:/(\S+))?$")
_SPAN = re.compile(r"(~?)((?:>=)?)(\d+(?:\.\d+)?) (\w+)$")
_ITEM = re.compile(
    r"(-?)(~?)(?:\[(\w+)\] )?(?:(\d+(?:\.\d+)?)(?:\[(\w+)\])? )?((?:[^«(]{0,12} )?"
    r"«[^»]*»|[^(]+?)(?: \((\S+) ([^()]+)\))?$"
)
_DAYS = {"day": 1, "week": 7, "fortnight": 14, "month": 30, "hour": 0, "turn": 0}


class NotShort(Exception):  # noqa: N818 - a value of the grammar, not a failure
    """The line is not in the short form."""


def parse(text: str, *, line: int, sender: str, calendar: Calendar) -> Said | None:
    """The order a line gives in the short form, or nothing."""
    stripped = text.strip().strip("*•").strip()
    special = _special(stripped, line, calendar)
    if special is not None:
        return special
    if ";" not in stripped:
        return None
    try:
        return _order(stripped, line, sender, calendar)
    except (NotShort, ValueError, KeyError, IndexError):
        return None


def _special(text: str, line: int, calendar: Calendar) -> Said | None:
    folded = fold(text).strip(" .!;")
    words = [tables()[language]["words"] for language in ("es", "en")]
    if any(folded in map(fold, table["undo"]) for table in words):
        slots: dict[str, Any] = {"who": "self", "target_kind": "all", "ref": "last", "replaced": False}
        return Said("cancel", slots, line, text, (f"{text}: undo",))
    if any(folded in map(fold, table["nothing"]) for table in words):
        span = {"phrase": text, "n": 1, "unit": "day", "days": 1}
        return Said("wait", {"who": "self", "duration": span}, line, text, (f"{text}: wait",))
    absence = _ABSENCE.match(fold(text))
    if absence:
        first, last = (_day(part, calendar) for part in absence.groups())
        if first and last:
            return Said("absence", {"from": first, "to": last}, line, text, (f"{text}: absence",))
    correction = _CORRECTION.match(text)
    if correction:
        slots = {"line": int(correction[1]), "text": correction[2].strip()}
        return Said("correction", slots, line, text, (f"{correction[1]}: correction",))
    return None


def _day(text: str, calendar: Calendar) -> dict[str, Any] | None:
    plain = text.rstrip("stndrh,.;")
    if plain.isdecimal() and 1 <= int(plain) <= 31:
        value = calendar.numbered(int(plain))
        return {"phrase": text, **value} if value else None
    try:
        return {"phrase": text, **calendar.value(date.fromisoformat(plain))}
    except ValueError:
        return None


@cache
def _heads() -> tuple[tuple[str, str], ...]:
    """Every head, the longest first, with the kind it begins."""
    found = [
        (fold(word), name)
        for language in ("es", "en")
        for name, words in tables()[language]["heads"].items()
        for word in words
    ]
    return tuple(sorted(found, key=lambda one: -len(one[0])))


@cache
def _labels() -> Mapping[str, str]:
    return {fold(label): slot for language in ("en", "es") for slot, label in tables()[language]["labels"].items()}


def _pieces(text: str, sign: str) -> Iterator[str]:
    """The pieces between signs, guillemets respected."""
    begin, inside = 0, False
    for at, char in enumerate(text):
        inside = char == "«" or (inside and char != "»")
        if char == sign and not inside:
            yield text[begin:at].strip()
            begin = at + 1
    yield text[begin:].strip()


def _order(text: str, line: int, sender: str, calendar: Calendar) -> Said:
    first, *rest = list(_pieces(text, ";"))
    name = next((name for head, name in _heads() if fold(first) == head or fold(first).startswith(head + " ")), None)
    if name is None:
        raise NotShort
    head = next(
        head
        for head, found in _heads()
        if found == name and (fold(first) == head or fold(first).startswith(head + " "))
    )
    kind, _, enum = name.partition(".")
    slots: dict[str, Any] = {"who": "self"}
    if kind in ENUMS:
        slots[ENUMS[kind]] = enum
    _main(kind, enum, first[len(head) :].strip(), slots, calendar)
    for piece in filter(None, rest):
        label, sign, value = piece.partition(":")
        slot = _labels().get(fold(label.strip()))
        if not sign or slot is None:
            raise NotShort
        slots[slot] = _value(slot, value.strip(), sender, calendar)
    return Said(kind, slots, line, text, (f"{first.split()[0]}: {name}",))


def _main(kind: str, enum: str, text: str, slots: dict[str, Any], calendar: Calendar) -> None:
    if kind == "shop":
        slots["items"] = [_item(piece, enum) for piece in _pieces(text, ",")]
    elif kind == "retreat":
        found = re.match(r"(\d+)\s*(%?)", text)
        if found is None:
            raise NotShort
        number, percent = found.groups()
        slots["pct" if percent else "hp"] = int(number)
    elif kind == "encumbrance":
        _load(text, slots)
    elif text and kind in MAIN:
        slots[MAIN[kind]] = _value(MAIN[kind], text, "", calendar)
    elif text:
        raise NotShort


def _load(text: str, slots: dict[str, Any]) -> None:
    weight = re.match(r"(\d+(?:\.\d+)?) (kg|lb|coin)$", text)
    if weight:
        slots["weight"] = {"amount": _number(weight[1]), "unit": weight[2]}
    elif re.match(r"\d*\.?\d+$", text):
        slots["fraction"] = float(text)
    elif _spelled("level", text) in ("light", "moderate", "heavy", "max"):
        slots["level"] = _spelled("level", text)
    else:
        raise NotShort


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _plain(text: str) -> str:
    if text.startswith("«") and text.endswith("»"):
        return text[1:-1]
    if not text:
        raise NotShort
    return text


def _value(slot: str, text: str, sender: str, calendar: Calendar) -> Any:
    if slot in FLAGS:
        return True
    if slot in MONEY:
        return _money(text)
    if slot in DATES:
        days = [_date(part, calendar) for part in _pieces(text, "+")]
        return days if len(days) > 1 else days[0]
    if slot == "duration":
        return _span(text)
    if slot in CLOSED:
        return _spelled(slot, text)
    if slot == "topics":
        return [_spelled(slot, _plain(part)) for part in _pieces(text, "+")]
    if slot in CONDITIONS:
        words, _, event = text.rpartition("@")
        return {
            "text": _plain(words.strip()),
            "event": _spelled("event", event.strip("! ")),
            **({"negated": True} if "!" in event else {}),
        }
    if slot in ITEMS:
        return [_item(piece, "") for piece in _pieces(text, ",")]
    if slot == "goal":
        return {key: int(part) for key, part in (piece.split("=") for piece in _pieces(text, ","))}
    if slot == "who":
        return _who(text)
    if slot in LISTS:
        return [] if text == ALONE else [_plain(part) for part in _pieces(text, "+")]
    if slot in ("qty", "every"):
        return int(_plain(text))
    return _plain(text)


def _who(text: str) -> Any:
    parties = {fold(tables()[language]["words"]["party"]) for language in ("es", "en")}
    return "party" if fold(text) in parties else [_plain(part) for part in _pieces(text, "+")]


def _money(text: str) -> dict[str, Any]:
    if text.startswith("«"):
        return {"amount": None, "text": text.strip("«»")}
    if " x " in text:
        fraction, _, of = text.partition(" x ")
        return {"fraction": float(fraction), "of": _plain(of)}
    found = _MONEY.match(text)
    if found is None:
        raise NotShort
    currencies = {word: code for language in ("en", "es") for code, word in tables()[language]["currency"].items()}
    currencies |= {"pp": "sp", "sp": "sp"}
    value: dict[str, Any] = {"amount": _number(found[1]), "currency": currencies[found[2]]}
    if found[3]:
        periods = {word: name for language in ("es", "en") for name, word in tables()[language]["periods"].items()}
        value["per"] = periods[found[3]]
    return value


def _date(text: str, calendar: Calendar) -> dict[str, Any]:
    if text.startswith("#"):
        return {"phrase": text, "campaign_day": int(text[1:]), "offset_days": None, "date": None}
    if re.match(r"\d{4}-\d{2}-\d{2}$", text):
        return {"phrase": text, **calendar.value(date.fromisoformat(text))}
    words, sign, event = text.rpartition("@")
    if not sign:
        return {"phrase": _plain(text), "offset_days": None, "date": None}
    return {
        "phrase": _plain(words.strip()),
        "event": _spelled("event", event.strip()),
        "offset_days": None,
        "date": None,
    }


def _span(text: str) -> dict[str, Any]:
    found = _SPAN.match(text)
    if found is None:
        return {"phrase": _plain(text), "offset_days": None, "date": None}
    number = _number(found[3])
    unit = _spelled("unit", found[4])
    value: dict[str, Any] = {"phrase": text, "n": number, "unit": unit, "days": int(number * _DAYS[unit])}
    return value | ({"approx": True} if found[1] else {}) | ({"minimum": True} if found[2] else {})


def _item(text: str, verb: str) -> dict[str, Any]:
    found = _ITEM.match(text)
    if found is None:
        raise NotShort
    sign, about, outer, count, unit, name, limit, price = found.groups()
    words = [tables()[language]["words"] for language in ("es", "en")]
    quantity: Any = _number(count) if count else 1
    for table in words:
        for word, meaning in ((table["all"], "all"), (table["some"], None)):
            if not count and name.startswith(f"{word} "):
                quantity, name = meaning, name[len(word) + 1 :]
    item: dict[str, Any] = {"item": _plain(name.strip()), "qty": quantity}
    if count and name.startswith("x "):
        item = {"item": _plain(name[2:].strip()), "qty": None, "fraction": float(count)}
    if about:
        item["approx"] = True
    if unit or outer:
        item["unit"] = unit or outer
    if verb:
        item["verb"] = "sell" if sign or verb == "sell" else "buy"
    if limit and price:
        item["max_price" if fold(limit) == "max" else "min_price"] = _price(price, words)
    return item


def _price(text: str, words: list[Any]) -> dict[str, Any]:
    each = next((table["each"] for table in words if text.endswith(" " + table["each"])), "")
    return {**_money(text.removesuffix(each).strip()), "per": "unit" if each else "total"}


def _spelled(slot: str, text: str) -> str:
    """The closed value a spelling stands for."""
    for language in ("es", "en"):
        for value, spelling in tables()[language].get("values", {}).get(slot, {}).items():
            if fold(spelling) == fold(text):
                return str(value)
    return text
