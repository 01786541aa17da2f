"""Frozen values go into the ledger and come out the same."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.ledger.codec import decode, encode
from rules.character import Character, ClassLevel, Good, Life, Limits, LoadLevel, Spell
from rules.orders import Answer, Carry, Meet, Order, Purchase, Sale, Scope, Shop, Stance, Travel
from rules.orders import Attitude as How
from rules.orders import StanceKind as Kind
from rules.world import AtPlace, Band, Decision, Foray, InSite, OnRoute, Option, Party, World

NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
WHERE = st.one_of(
    st.builds(AtPlace, NAMES),
    st.builds(OnRoute, NAMES, NAMES, st.lists(NAMES, max_size=2).map(tuple), NAMES, st.integers(0, 900)),
    st.builds(InSite, NAMES, NAMES, st.frozensets(NAMES, max_size=3), st.integers(0, 90)),
)
ACTS = st.one_of(
    st.builds(
        Shop, st.lists(st.builds(Purchase, NAMES, st.integers(1, 9)) | st.builds(Sale, NAMES, st.none())).map(tuple)
    ),
    st.builds(Travel, NAMES),
    st.builds(Stance, st.sampled_from(Kind)),
    st.builds(Meet, st.sampled_from(How), pay_up_to_cp=st.none() | st.integers(0, 900)),
    st.builds(Answer, st.none() | NAMES, NAMES),
    st.builds(Carry, NAMES, st.lists(NAMES, max_size=2).map(tuple)),
)
ORDERS = st.builds(Order, st.integers(0, 99), NAMES, NAMES, st.sampled_from(Scope), st.integers(0, 10**6), ACTS)
SHEETS = st.builds(
    Character,
    NAMES,
    NAMES,
    st.lists(st.builds(ClassLevel, NAMES, st.integers(0, 20)), min_size=1, max_size=2).map(tuple),
    st.integers(-10, 99),
    st.integers(1, 99),
    life=st.sampled_from(Life),
    abilities=st.dictionaries(st.sampled_from(["str", "cha"]), st.integers(3, 18)),
    goods=st.lists(st.builds(Good, NAMES, NAMES, st.integers(1, 9), st.integers(0, 99), st.integers(0, 99))).map(tuple),
    spells=st.lists(st.builds(Spell, NAMES, st.integers(1, 9), st.booleans())).map(tuple),
    limits=st.builds(Limits, load_level=st.none() | st.sampled_from(LoadLevel)),
    hit_dice=st.none() | st.fractions(min_value=0, max_value=20),
)
DECISIONS = st.builds(
    Decision,
    NAMES,
    NAMES,
    NAMES,
    st.integers(0, 99),
    st.integers(0, 99),
    st.lists(st.builds(Option, NAMES, NAMES)).map(tuple),
    NAMES,
    band=st.none() | st.builds(Band, st.lists(st.tuples(NAMES, st.integers(1, 20))).map(tuple)),
)
PARTIES = st.builds(
    Party,
    NAMES,
    NAMES,
    st.lists(NAMES, max_size=3).map(tuple),
    st.integers(0, 10**6),
    WHERE,
    foray=st.none() | st.builds(Foray, st.sampled_from(Kind), st.integers(0, 99)),
    standing=st.lists(ORDERS, max_size=2).map(tuple),
    bodies=st.dictionaries(NAMES, st.lists(NAMES, max_size=2).map(tuple), max_size=2),
    decision=st.none() | DECISIONS,
)
WORLDS = st.builds(
    World,
    st.dictionaries(NAMES, SHEETS, max_size=2),
    st.dictionaries(NAMES, PARTIES, max_size=2),
    sprung=st.frozensets(st.tuples(NAMES, NAMES, st.integers(0, 3)), max_size=2),
)


@given(WORLDS)
def test_what_is_written_is_read_back(world):
    assert decode(World, json.loads(json.dumps(encode(world)))) == world


@given(ORDERS)
def test_an_order_is_read_back_with_its_kind_of_act(order):
    again = decode(Order, json.loads(json.dumps(encode(order))))
    assert again == order
    assert type(again.act) is type(order.act)


def test_fractions_stay_exact():
    sheet = Character("rata", "Rata", (ClassLevel("fighter", 0),), 1, 1, hit_dice=Fraction(1, 3))
    assert decode(Character, encode(sheet)).hit_dice == Fraction(1, 3)


def test_an_unknown_field_is_an_error_not_a_guess():
    with pytest.raises(KeyError):
        decode(AtPlace, {"is": "AtPlace", "place": "x", "later_field": 1})
