"""Answers to open questions, matched to their options. Source: A25, R35, R69."""

from dataclasses import replace

import pytest

from mailer.reading.resolve.asking import settle
from mailer.reading.resolve.resolve import resolve
from rules.orders import Answer, Scope
from rules.time import Moment
from rules.world import Band, Decision, Option

NOW = 20 * 1440 + 600


def deal(party="los-cuatro", monsters=(("goblin", 6),), deadline=NOW + 600):
    options = (Option("A", "accept", 1000, 4), Option("B", "refuse"))
    return Decision(
        f"{party}.1", "deal", party, Moment(NOW - 60), Moment(deadline), options, "dm", Band(monsters, 1000, 4)
    )


@pytest.fixture
def asked(world):
    def with_(*decisions):
        parties = {d.party: replace(world.parties[d.party], decision=d) for d in decisions}
        return replace(world, parties={**world.parties, **parties})

    return with_


FOOD = [{"item": "raciones", "item_en": "ration", "qty": 4}]
ANSWERS = [
    ({"answer": "accept"}, Answer("los-cuatro.1", "A")),
    (
        {"answer": "accept", "pay": {"amount": 10, "currency": "gp"}, "gives": FOOD},
        Answer("los-cuatro.1", "A", 1000, 4),
    ),
    (
        {"answer": "accept", "pay": {"amount": 5, "currency": "gp"}},
        Answer("los-cuatro.1", "counter", 500, None, "lo dicho"),
    ),
    (
        {"answer": "accept", "gives": [{"item": "jamón", "qty": 1}]},
        Answer("los-cuatro.1", "counter", None, None, "lo dicho"),
    ),
    ({"answer": "refuse"}, Answer("los-cuatro.1", "B")),
    ({"answer": "choose", "choice": "b"}, Answer("los-cuatro.1", "B")),
    ({"answer": "choose", "choice": "la A"}, Answer("los-cuatro.1", "A")),
    ({"answer": "choose", "choice": "accept"}, Answer("los-cuatro.1", "A")),
    ({"answer": "choose", "choice": "Z"}, None),
    (
        {"answer": "counter", "pay": {"amount": 20, "currency": "pp"}, "terms": "sin caballos"},
        Answer("los-cuatro.1", "counter", 200, None, "sin caballos"),
    ),
]


@pytest.mark.parametrize(("slots", "act"), ANSWERS, ids=str)
def test_answers(at, say, asked, slots, act):
    found = resolve(say("decision", who="party", **slots), context=at("ana", world_=asked(deal())))
    if act is None:
        assert found.orders == () and [d.code for d in found.doubts] == ["which_option"]
        return
    assert [order.act for order in found.orders] == [act]
    assert found.orders[0].scope is Scope.PARTY


def test_no_question_and_a_closed_one(at, say, asked):
    assert [d.code for d in resolve(say("decision", answer="accept"), context=at("ana")).doubts] == ["no_open_decision"]
    closed = at("ana", world_=asked(deal(deadline=NOW - 1)))
    assert [d.code for d in resolve(say("decision", answer="accept"), context=closed).doubts] == ["decision_closed"]


def test_nobody_answers_for_another_party(at, say, asked):
    found = resolve(say("decision", answer="accept"), context=at("marta", world_=asked(deal())))
    assert [d.code for d in found.doubts] == ["no_open_decision"]


def test_of_two_questions_the_offer_tells_which(at, say, asked):
    world = asked(deal(), deal("sabela", (("ogre", 1),)))
    told = resolve(say("decision", answer="refuse", offer="el ogro"), context=at("gil", world_=world))
    assert [order.act for order in told.orders] == [Answer("sabela.1", "B")]
    asked_which = resolve(said := say("decision", answer="refuse"), context=at("gil", world_=world))
    assert [d.code for d in asked_which.doubts] == ["which_decision"]
    assert [option["es"] for option in asked_which.doubts[0].args["options"]] == ["Los Cuatro: goblin", "Sabela: ogro"]
    again = settle(said, asked_which.doubts[0], "b")
    assert [order.act for order in resolve(again, context=at("gil", world_=world)).orders] == [Answer("sabela.1", "B")]
