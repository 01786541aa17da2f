"""The short form: a strict little language in which every order can be written and read back.

    comprar 2 antorchas, 10[m] soga (máx 3 po c/u); lugar: Brumal; cuándo: 2026-03-20
    viajar a Saltmire; quién: grupo; paso: careful;
    retirada 40%;

A head, what it is about, then `label: value` between semicolons. A line in the short form has a semicolon somewhere;
without one it is read as free words, which understand the simple forms just as well.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from mailer.reading.orders.said import Said
from mailer.resources import shipped

_COUNTS = ("todo ", "all ", "algo ", "some ", "~", "-")
ENUMS = {
    "dungeon": "stance", "encounter": "attitude", "rest": "mode", "explore_town": "mode", "class_work": "work",
    "decision": "answer", "spokesperson": "action",
}  # fmt: skip
MAIN = {
    "travel": "destination", "research": "topic", "train": "skill", "hire": "role", "other": "text", "cancel": "ref",
    "decision": "offer", "carouse": "spend", "encounter": "vs", "wait": "place", "status": "topics", "craft": "items",
    "independence": "scope",
}  # fmt: skip
MONEY = frozenset({"budget", "pay", "spend", "bonus"})
DATES = frozenset({"when", "depart", "until", "deadline", "arrive_by", "fallback_when"})
CONDITIONS = frozenset({"condition", "unless"})
ITEMS = frozenset({"items", "gives", "receives"})
LISTS = frozenset({"via", "companions", "topics", "targets", "loot", "except"})
FLAGS = frozenset({"stealth", "as_spokesperson", "commission", "replaced", "approx"})
CLOSED = frozenset({"pace", "basis", "level", "scope", "target_kind", "certainty"})
ALONE = "-"  # an empty list: nobody comes along


@cache
def tables() -> Mapping[str, Any]:
    """The words of the short form in both languages."""
    return tomllib.loads((shipped("data") / "reading" / "short.toml").read_text("utf-8"))


def write(said: Said, language: str) -> str:
    """The order in the short form; reading it gives the same order back."""
    if said.kind == "correction":
        return f"{said.slots['line']}: {said.slots['text']}"
    if said.kind == "absence":
        return f"{_head('absence', language)} {_span(said.slots, language)};"
    slots = dict(said.slots)
    name = _head_name(said.kind, slots)
    words = [_head(name, language)]
    main = _main(said.kind, slots, language)
    if main:
        words.append(main)
    labels = tables()[language]["labels"]
    pieces = [" ".join(words)]
    for slot, value in slots.items():
        if slot in labels and _worth(slot, value):
            pieces.append(f"{labels[slot]}: {_value(slot, value, language)}")
    return "; ".join(pieces) + (";" if len(pieces) == 1 else "")


def _span(slots: Mapping[str, Any], language: str) -> str:
    first, last = slots["from"]["date"], slots["to"]["date"]
    return f"del {first} al {last}" if language == "es" else f"from {first} to {last}"


def _head(name: str, language: str) -> str:
    return str(tables()[language]["heads"][name][0])


def _head_name(kind: str, slots: dict[str, Any]) -> str:
    if kind in ENUMS:
        return f"{kind}.{slots.pop(ENUMS[kind])}"
    if kind == "shop":
        verbs = {item.get("verb", "buy") for item in slots.get("items", ())}
        return "shop.sell" if verbs == {"sell"} else "shop.buy"
    return kind


def _main(kind: str, slots: dict[str, Any], language: str) -> str:
    """What stands right behind the head, taken out of the slots."""
    if kind == "shop":
        items = slots.pop("items", [])
        verbs = {item.get("verb", "buy") for item in items}
        marked = len(verbs) > 1
        return ", ".join(item_text(item, language, marked=marked) for item in items)
    if kind == "retreat":
        return f"{slots.pop('pct')}%" if "pct" in slots else f"{slots.pop('hp')} {'pg' if language == 'es' else 'hp'}"
    if kind == "encumbrance":
        return _load(slots, language)
    if kind in MAIN and MAIN[kind] in slots:
        name = MAIN[kind]
        return _value(name, slots.pop(name), language)
    return ""


def spelled(slot: str, value: str, language: str) -> str:
    """A closed value in the language of the reader."""
    return str(tables()[language].get("values", {}).get(slot, {}).get(value, value))


def _load(slots: dict[str, Any], language: str) -> str:
    if "weight" in slots:
        weight = slots.pop("weight")
        return f"{weight['amount']} {weight['unit']}"
    if "fraction" in slots:
        return f"{slots.pop('fraction'):.4g}"
    return spelled("level", str(slots.pop("level", "max")), language)


def _worth(slot: str, value: Any) -> bool:
    """Whether a slot says more than what is understood without it."""
    return not (
        value is None
        or (slot == "basis" and value == "unspecified")
        or value is False
        or (slot == "who" and value in ("self", "unspecified"))
        or (value == [] and slot != "companions")
    )


def _value(slot: str, value: Any, language: str) -> str:
    words = tables()[language]["words"]
    if slot == "who":
        return str(words["party"]) if value == "party" else " + ".join(quoted(str(part)) for part in listed(value))
    if slot in FLAGS:
        return str(words["yes"])
    if slot in MONEY:
        return money_text(value, language)
    if slot in DATES:
        return " + ".join(date_text(part, language) for part in listed(value))
    if slot == "duration":
        return duration_text(value, language)
    if slot in CLOSED:
        return spelled(slot, str(value), language)
    if slot in CONDITIONS:
        mark = "!" if value.get("negated") else ""
        return f"{quoted(value['text'])} @{mark}{spelled('event', value['event'], language)}"
    if slot in ITEMS:
        return ", ".join(item_text(item, language, marked=False) for item in value)
    if slot == "goal":
        return ", ".join(f"{key}={part}" for key, part in value.items())
    if slot == "topics" and value:
        return " + ".join(quoted(spelled("topics", str(part), language)) for part in value)
    if slot in LISTS:
        return " + ".join(quoted(str(part)) for part in value) if value else ALONE
    return quoted(str(value))


def listed(value: Any) -> Sequence[Any]:
    """A list as it is, anything else as a list of one."""
    return value if isinstance(value, list | tuple) else [value]


def quoted(text: str) -> str:
    """The text, in guillemets where its signs would mislead the reader."""
    plain = text.replace("«", '"').replace("»", '"').strip()
    risky = (
        any(sign in plain for sign in ";,()[]+@:=%")
        or plain != text
        or not plain
        or plain == ALONE
        or plain[0].isdigit()
        or plain.lower().startswith(_COUNTS)
    )
    return f"«{plain}»" if risky else plain


def money_text(value: Mapping[str, Any], language: str) -> str:
    """A sum: 40 po, 2 pp/día, 0.5 de «mi lana»."""
    if value.get("fraction") is not None:
        return f"{value['fraction']:.4g} x {quoted(str(value.get('of') or ''))}"
    if value.get("amount") is None:
        return f"«{value.get('text', '')}»"
    table = tables()[language]
    period = f"/{table['periods'][value['per']]}" if value.get("per") in table["periods"] else ""
    return f"{value['amount']} {table['currency'][value['currency']]}{period}"


def date_text(value: Mapping[str, Any], language: str) -> str:
    """A day: 2026-03-20, #47 of the campaign, or words with the event they mean."""
    if value.get("date"):
        return str(value["date"])
    if value.get("campaign_day") is not None:
        return f"#{value['campaign_day']}"
    return (
        f"{quoted(str(value.get('phrase', '')))} @{spelled('event', value['event'], language)}"
        if value.get("event")
        else quoted(str(value.get("phrase", "")))
    )


def duration_text(value: Mapping[str, Any], language: str) -> str:
    """A span of time: 2 week, ~5 day, >=3 day."""
    if value.get("n") is None:
        return quoted(str(value.get("phrase", "")))
    mark = ("~" if value.get("approx") else "") + (">=" if value.get("minimum") else "")
    return f"{mark}{value['n']} {spelled('unit', value['unit'], language)}"


def item_text(item: Mapping[str, Any], language: str, *, marked: bool) -> str:
    """Goods: 2 antorchas, 10[m] soga, todo «gemas», algo de incienso, -daga (mín 8 po)."""
    words = tables()[language]["words"]
    quantity, unit = item.get("qty"), f"[{item['unit']}]" if item.get("unit") else ""
    count = (
        f"{words['all']} " if quantity == "all" else f"{words['some']} " if quantity is None else f"{quantity}{unit} "
    )
    if quantity in (None, "all") and unit:
        count = f"{unit} {count}"
    if item.get("fraction") is not None:
        count = f"{item['fraction']:.4g} x "
    if item.get("approx"):
        count = f"~{count}"
    sign = "-" if marked and item.get("verb") == "sell" else ""
    price = ""
    for limit in ("max_price", "min_price"):
        if item.get(limit):
            sum_ = dict(item[limit])
            each = f" {words['each']}" if sum_.pop("per", "total") == "unit" else ""
            price = f" ({words[limit[:3]]} {money_text(sum_, language)}{each})"
    return f"{sign}{count}{quoted(str(item['item']))}{price}"
