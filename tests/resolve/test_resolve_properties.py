"""Whatever is said, resolving does not fail and loses nothing."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailer.reading.orders.said import Said
from mailer.reading.resolve.asking import settle
from mailer.reading.resolve.resolve import KINDS, resolve
from rules.orders import Carry, Order

WORDS = st.sampled_from(
    [
        "antorchas cuerda",
        "de seda",
        "Krom",
        "Fray Anselmo",
        "osario",
        "la Torre",
        "Puerto Salitre",
        "goblins",
        "todo",
        "trocha vieja",
        "pozo - osario",
        "aquí",
        "any",
        "self",
        "el cuerpo de Ulmo",
        "porteadores",
        "hp",
        "A",
        "B",
        "lo que sobre",
        "3",
        "2026-02-06",
    ]
) | st.text(max_size=12)
NUMBERS = st.integers() | st.floats() | st.none() | st.booleans() | st.sampled_from(["all", "1/2", 0.75, 3, 12])
MONEY = st.fixed_dictionaries(
    {"amount": NUMBERS, "currency": st.sampled_from(["cp", "sp", "ep", "gp", "plat", "pp", "po", "x"]) | WORDS},
    optional={
        "per": st.sampled_from(["unit", "day", "week", "month", "trip", "total"]),
        "fraction": NUMBERS,
        "text": WORDS,
    },
)
DATE = st.fixed_dictionaries(
    {},
    optional={
        "phrase": WORDS,
        "date": st.dates().map(str) | WORDS | st.none(),
        "offset_days": NUMBERS,
        "campaign_day": NUMBERS,
        "event": st.sampled_from(["after_previous", "before_departure", "safe_zone", "full_hp", "arrival", "npc", ""]),
    },
)
CONDITION = st.fixed_dictionaries(
    {
        "text": WORDS,
        "event": st.sampled_from(["encounter", "otherwise", "detected", "member_down", "arrival", "resource", "load"]),
    },
    optional={"negated": st.booleans()},
)
DURATION = st.fixed_dictionaries({"days": NUMBERS}, optional={"n": NUMBERS, "unit": WORDS})
ITEM = st.fixed_dictionaries(
    {"item": WORDS, "qty": NUMBERS, "verb": st.sampled_from(["buy", "sell"])},
    optional={"unit": WORDS, "max_price": MONEY, "min_price": MONEY},
)
ENUMS = st.sampled_from(
    [
        "secure",
        "explore",
        "raid",
        "return",
        "fight",
        "parley",
        "avoid",
        "bribe",
        "rest",
        "heal",
        "accept",
        "refuse",
        "counter",
        "choose",
        "designate",
        "carry",
        "lead",
        "careful",
        "forced",
        "light",
        "max",
        "moderate",
        "theft",
        "prayer",
        "rumours",
        "this_plan",
        "all",
        "shop",
        "travel",
        "dungeon",
    ]
)
WHO = st.sampled_from(["self", "party", "unspecified"]) | st.lists(WORDS, max_size=3)
VALUES = WORDS | NUMBERS | MONEY | DATE | CONDITION | DURATION | ENUMS | st.lists(ITEM | WORDS, max_size=3)
SLOTS = st.fixed_dictionaries(
    {"who": WHO},
    optional={
        **dict.fromkeys(
            ["when", "depart", "until", "deadline", "arrive_by", "fallback_when", "since"],
            DATE | st.lists(DATE, max_size=2),
        ),
        **dict.fromkeys(["condition", "unless"], CONDITION),
        **dict.fromkeys(["budget", "spend", "pay", "bonus"], MONEY),
        **dict.fromkeys(
            ["stance", "attitude", "mode", "action", "answer", "scope", "level", "pace", "target_kind", "work"], ENUMS
        ),
        **dict.fromkeys(
            [
                "destination",
                "origin",
                "place",
                "target",
                "objective",
                "route",
                "vs",
                "topic",
                "role",
                "text",
                "object",
                "choice",
                "offer",
                "ref",
            ],
            WORDS,
        ),
        **dict.fromkeys(["via", "targets", "topics", "companions", "except", "loot"], st.lists(WORDS, max_size=3)),
        **dict.fromkeys(["qty", "pct", "hp", "fraction", "line"], NUMBERS),
        "items": st.lists(ITEM, max_size=4),
        "gives": st.lists(ITEM, max_size=2),
        "duration": DURATION,
        "weight": st.fixed_dictionaries({"amount": NUMBERS, "unit": st.sampled_from(["lb", "kg", "coin", "t"])}),
        "goal": st.fixed_dictionaries({}, optional={"hp": NUMBERS, "fatigue": NUMBERS}),
        "as_spokesperson": st.booleans(),
        "confirmed": st.booleans(),
    },
)
WILD = st.dictionaries(
    st.sampled_from(
        ["who", "when", "condition", "items", "via", "qty", "pay", "stance", "duration", "target", "destination"]
    ),
    VALUES,
)
KIND = st.sampled_from([*KINDS, "correction", "nothing", "withdrawn", "", "???"])
SILENT = {"correction", "nothing", "withdrawn"}
QUICK = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.mark.parametrize("player", ["ana", "luis", "gil", "marta", "dm"])
@QUICK
@given(kind=KIND, slots=SLOTS | WILD, text=st.text(max_size=20))
def test_nothing_fails_and_nothing_is_lost(at, player, kind, slots, text):
    context = at(player)
    said = Said(kind, slots, 0, text)
    found = resolve(said, context=context)
    assert found.orders or found.doubts or kind in SILENT
    for draft in found.orders:
        assert isinstance(draft.numbered(1), Order)
        assert context.player.is_dm or draft.character in context.own
        assert draft.by == player
        if isinstance(draft.act, Carry) and not context.player.is_dm:
            assert context.speaks_for_party or set(draft.act.bearers) <= set(context.own)
    json.dumps([dict(found.gloss.facts), found.gloss.notes, found.gloss.unused])
    for doubt in found.doubts:
        json.dumps(dict(doubt.args))
        assert len(doubt.answers) == len(doubt.args.get("options", ()))


@pytest.mark.parametrize("player", ["luis", "ana"])
@settings(QUICK, max_examples=100)
@given(kind=KIND, slots=SLOTS, text=st.text(max_size=20))
def test_every_ready_answer_leads_somewhere(at, player, kind, slots, text):
    context = at(player)
    said = Said(kind, slots, 0, text)
    for doubt in resolve(said, context=context).doubts:
        for answer in doubt.answers:
            again = settle(said, doubt, answer)
            assert again is not None
            found = resolve(again, context=context)
            assert found.orders or found.doubts or again.kind in SILENT
            assert doubt not in found.doubts or found.orders


@QUICK
@given(slots=SLOTS)
def test_the_same_said_twice_is_the_same(at, slots):
    said = Said("shop", slots, 0, "x")
    assert resolve(said, context=at("luis")) == resolve(said, context=at("luis"))
