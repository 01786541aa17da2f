"""Every order written in the short form reads back as the same order."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.reading.orders.gazetteer import Gazetteer
from mailer.reading.orders.read import read
from mailer.reading.orders.said import Said
from mailer.reading.orders.short import tables, write

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
SENT = date(2026, 3, 11)


def meant(value):
    """What a slot means, without how it was worded."""
    if isinstance(value, dict):
        if value.get("date") or value.get("campaign_day") is not None:
            return {key: value[key] for key in ("date", "campaign_day") if value.get(key) is not None}
        if value.get("days") is not None and "unit" in value:
            return {key: value[key] for key in ("n", "days", "approx", "minimum") if value.get(key)}
        kept = {k: v for k, v in value.items() if not k.endswith("_en") and v is not None and v is not False}
        return {
            k: meant(v)
            for k, v in kept.items()
            if (k, v) != ("per", "total") and k not in ("weekday", "notes", "detail")
        }
    if isinstance(value, list | tuple):
        return [meant(part) for part in value]
    return " ".join(value.split()) if isinstance(value, str) else value


def reads_back(said: Said, language: str) -> None:
    reading = read(write(said, language), character="Krom", sent=SENT, gazetteer=Gazetteer())
    assert [one.kind for one in reading.said] == [said.kind]
    expected = {k: v for k, v in said.slots.items() if v != "unspecified"} | {"who": said.slots.get("who", "self")}
    expected["who"] = "self" if expected["who"] == "unspecified" else expected["who"]
    assert meant(dict(reading.said[0].slots)) == meant(expected)


def _annotated():
    for name in ("orders_dev", "own_dev", "own_heldout"):
        for line in (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines():
            mail = json.loads(line)
            for number, order in enumerate(mail["orders"]):
                slots = {key: value for key, value in order.items() if key not in ("kind", "notes", "detail")}
                yield pytest.param(Said(order["kind"], slots, 0, ""), id=f"{mail['id']}-{number}")


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("said", list(_annotated()))
def test_annotated_orders_read_back(said, language):
    reads_back(said, language)


words = (
    st.text("abcdeñáéí ;:,.()[]+@=%«»'\"-0123456789", min_size=1, max_size=24)
    .map(lambda text: " ".join(text.replace("«", "").replace("»", "").split()))
    .filter(lambda text: any(char.isalpha() for char in text) and text.strip() == text)
)
money = st.fixed_dictionaries(
    {"amount": st.integers(1, 999), "currency": st.sampled_from(["cp", "sp", "ep", "gp", "plat"])}
)
days = st.integers(0, 300).map(
    lambda n: {"phrase": "x", "offset_days": n, "date": (SENT + timedelta(days=n)).isoformat()}
)
spans = st.tuples(st.integers(1, 9), st.sampled_from([("day", 1), ("week", 7), ("month", 30)])).map(
    lambda pair: {"phrase": "x", "n": pair[0], "unit": pair[1][0], "days": pair[0] * pair[1][1]}
)
items = st.lists(
    st.fixed_dictionaries(
        {
            "item": words,
            "qty": st.one_of(st.integers(1, 99), st.none(), st.just("all")),
            "verb": st.sampled_from(["buy", "sell"]),
        }
    ),
    min_size=1,
    max_size=4,
)
who = st.sampled_from(["self", "party", ["Krom", "Ulmo"]])
shops = st.fixed_dictionaries({"who": who, "items": items}, optional={"budget": money, "place": words, "when": days})
trips = st.fixed_dictionaries(
    {"who": who, "destination": words},
    optional={"via": st.lists(words, min_size=1, max_size=3), "depart": days, "companions": st.just([])},
)
studies = st.fixed_dictionaries(
    {"who": who, "topic": words}, optional={"source": words, "budget": money, "duration": spans}
)
limits = st.fixed_dictionaries(
    {"who": who, "pct": st.integers(1, 99)}, optional={"basis": st.sampled_from(["own", "any_member"])}
)


@given(
    said=st.one_of(
        shops.map(lambda slots: Said("shop", slots, 0, "")),
        trips.map(lambda slots: Said("travel", slots, 0, "")),
        studies.map(lambda slots: Said("research", slots, 0, "")),
        limits.map(lambda slots: Said("retreat", slots, 0, "")),
    ),
    language=st.sampled_from(["es", "en"]),
)
def test_any_order_reads_back(said, language):
    reads_back(said, language)


SPECIAL = [
    ("deshacer", "cancel", {"ref": "last", "target_kind": "all"}),
    ("undo", "cancel", {"ref": "last"}),
    ("nada hoy", "wait", {}),
    ("nothing today", "wait", {}),
    ("3: 2 antorchas", "correction", {"line": 3, "text": "2 antorchas"}),
    ("ayuda", "status", {"topics": ["help"]}),
    ("help", "status", {"topics": ["help"]}),
    ("estado", "status", {}),
    ("comprar 2 antorchas", "shop", {}),
    ("buy 2 torches", "shop", {}),
    ("retirada 40%", "retreat", {"pct": 40}),
    ("postura asegurar", "dungeon", {"stance": "secure"}),
    ("stance secure", "dungeon", {"stance": "secure"}),
    ("carga pesada", "encumbrance", {"level": "heavy"}),
    ("viajar a Brumal", "travel", {"destination": "Brumal"}),
]


@pytest.mark.parametrize(("text", "kind", "slots"), SPECIAL)
def test_the_simple_forms(orders, text, kind, slots):
    [order] = orders(text)
    assert order["kind"] == kind
    assert slots.items() <= order.items()


@pytest.mark.parametrize("text", ["ausente del 3 al 9", "away from 3 to 9", "ausente del 2026-04-03 al 2026-04-09"])
def test_absence(orders, text):
    [order] = orders(text)
    assert (order["from"]["date"], order["to"]["date"]) == ("2026-04-03", "2026-04-09")


def test_for_a_second_character(orders):
    [order] = orders("Chema: comprar 2 antorchas;", character="Joram")
    assert order["who"] == ["Chema"]


def test_a_numbered_list_is_no_row_of_corrections(orders):
    found = orders("1: compro 2 antorchas\n2: vendo la daga\n3: viajo a Brumal")
    assert "correction" not in [order["kind"] for order in found]


def test_both_languages_name_the_same_things():
    for part in ("heads", "labels", "words", "currency", "periods"):
        assert tables()["es"][part].keys() == tables()["en"][part].keys()


def test_the_page_shows_every_head_and_label():
    root = CORPUS.parent.parent
    for language in ("es", "en"):
        page = (root / "docs" / f"short-form.{language}.md").read_text("utf-8")
        table = tables()[language]
        shown = [words[0] for words in table["heads"].values()] + list(table["labels"].values())
        assert [word for word in shown if f"`{word}`" not in page] == []


def test_a_head_without_its_number_is_no_short_form(orders):
    assert orders("RETIRADA;") == []
