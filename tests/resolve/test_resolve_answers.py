"""Doubts with ready answers, and what an answer of one letter makes of what was said."""

import json
from dataclasses import replace

import pytest

from mailer.reading.orders.said import Doubt, Said
from mailer.reading.resolve.asking import settle
from mailer.reading.resolve.resolve import resolve, resolve_all
from rules.names import OrderId
from rules.orders import Cancel, Do, Free, Meet, Order, Purchase, Rest, Sale, Scope, Shop, Stance, Travel, Wait


def buy(item, qty=1):
    return {"item": item, "qty": qty, "verb": "buy"}


def sell(item, qty=1):
    return {"item": item, "qty": qty, "verb": "sell"}


# said, who, code of its doubt, answer, the acts it then becomes (None: nothing at all)
ANSWERS = [
    (
        "shop",
        {"items": [buy("torch"), buy("cuerda", 2)]},
        "gil",
        "ambiguous_item",
        "B",
        [Shop((Purchase("rope_silk", 2),))],
    ),
    ("shop", {"items": [buy("catapulta")]}, "luis", "unknown_item", "A", [Free("lo dicho")]),
    ("shop", {"items": [buy("antorcha mágica")]}, "luis", "unknown_item", "a)", [Shop((Purchase("torch", 1),))]),
    ("shop", {"items": [buy("torch", None)]}, "luis", "how_many", "C", [Shop((Purchase("torch", 6),))]),
    (
        "shop",
        {"items": [{**buy("soga", 10), "unit": "m"}]},
        "luis",
        "how_many",
        "A",
        [Shop((Purchase("rope_hemp", 1),))],
    ),
    ("shop", {"items": [sell("piel", None)]}, "luis", "how_many", "B", [Shop((Sale("pelt", None),))]),
    ("shop", {"items": [sell("piel", 5)]}, "luis", "not_so_many", "A", [Shop((Sale("pelt", None),))]),
    ("shop", {"items": [sell("laúd")]}, "luis", "unknown_good", "A", [Free("lo dicho")]),
    ("travel", {"destination": "Atlántida", "who": "party"}, "marta", "unknown_place", "A", [Free("lo dicho")]),
    (
        "travel",
        {"destination": "salitre", "via": ["bordeando"], "who": "party"},
        "marta",
        "unknown_way",
        "A",
        [Travel("salitre")],
    ),
    ("dungeon", {"stance": "secure", "who": "self"}, "ana", "alone_or_party", "A", [Stance("secure")]),
    (
        "dungeon",
        {"stance": "secure", "who": "party", "place": "detras de la estatua"},
        "ana",
        "unknown_zone",
        "A",
        [Stance("secure")],
    ),
    ("dungeon", {"stance": "secure", "who": "party"}, "marta", "unknown_site", "A", [Wait()]),
    ("wait", {"who": "party"}, "ana", "wait_inside", "A", [Stance("secure")]),
    (
        "encounter",
        {"attitude": "avoid", "vs": "basiliscos", "who": "party"},
        "ana",
        "unknown_monster",
        "A",
        [Meet("avoid")],
    ),
    (
        "encounter",
        {"attitude": "avoid", "vs": "basiliscos", "who": "party"},
        "ana",
        "unknown_monster",
        "B",
        [Free("lo dicho")],
    ),
    ("carouse", {"spend": {"amount": None, "text": "lo q sobre"}}, "nico", None, None, [Do("carouse", "", None, 800)]),
    (
        "train",
        {"skill": "arco", "budget": {"amount": 29, "currency": "gp"}},
        "marta",
        "confirm",
        "A",
        [Do("train", "arco", None, 2900)],
    ),
    ("train", {"skill": "arco", "budget": {"amount": 29, "currency": "gp"}}, "marta", "confirm", "B", None),
    ("train", {"skill": "arco", "who": ["Brisnna"]}, "marta", None, None, [Do("train", "arco")]),
]


@pytest.mark.parametrize(
    ("kind", "slots", "player", "code", "answer", "acts"), ANSWERS, ids=lambda value: str(value)[:50]
)
def test_an_answer_of_one_letter(at, say, kind, slots, player, code, answer, acts):
    said = say(kind, **slots)
    first = resolve(said, context=at(player))
    if code is None:
        assert [order.act for order in first.orders] == acts
        return
    doubt = next(doubt for doubt in first.doubts if doubt.code == code)
    kept = Doubt(doubt.code, doubt.text, doubt.line, json.loads(json.dumps(dict(doubt.args))), doubt.answers)
    again = settle(said, kept, answer)
    if again is None:
        assert acts is None
        return
    found = resolve(again, context=at(player))
    assert [order.act for order in found.orders] == (acts or [])
    assert not any(order.needs_confirm for order in found.orders)


def test_good_lines_go_while_one_is_asked(at, say):
    found = resolve(say("shop", items=[buy("torch"), buy("cuerda")]), context=at("luis"))
    assert [order.act for order in found.orders] == [Shop((Purchase("torch", 1),))]
    assert not found.orders[0].needs_confirm
    assert [doubt.code for doubt in found.doubts] == ["ambiguous_item"]
    assert found.doubts[0].text == "cuerda"
    assert found.doubts[0].answers == ("A", "B", "C")


def test_each_doubt_of_a_line_is_answered_alone(at, say):
    said = say("shop", items=[buy("torch"), buy("cuerda"), buy("farol"), buy("catapulta")])
    context = at("gil")
    first = resolve(said, context=context)
    assert [doubt.answers for doubt in first.doubts] == [("A", "B", "C"), ("D", "E", "F"), ("G",)]
    rope, lantern, engine = first.doubts
    assert settle(said, rope, "E") is None
    one = resolve(settle(said, lantern, "E"), context=context)
    assert [order.act for order in one.orders] == [Shop((Purchase("lantern_bullseye", 1),))]
    assert one.doubts == ()
    two = resolve(settle(said, rope, "A"), context=context)
    assert [order.act for order in two.orders] == [Shop((Purchase("rope_hemp", 1),))]
    assert [order.act for order in resolve(settle(said, engine, "G"), context=context).orders] == [Free("lo dicho")]


def test_a_yes_is_for_the_good_lines_only(at, say):
    said = say("shop", items=[buy("cota de malla"), buy("cuerda"), buy("espada larga", 2)])
    first = resolve(said, context=at("gil"))
    assert [doubt.code for doubt in first.doubts] == ["ambiguous_item", "confirm"]
    assert first.orders[0].needs_confirm
    sure = resolve(settle(said, first.doubts[1], "D"), context=at("gil"))
    assert [order.act for order in sure.orders] == [Shop((Purchase("mail", 1), Purchase("sword", 2)))]
    assert sure.doubts == ()


def test_letters_go_on_through_a_line(at, say):
    found = resolve_all([say("shop", items=[buy("cuerda")]), say("shop", items=[buy("farol")])], context=at("gil"))
    assert [doubt.answers for one in found for doubt in one.doubts] == [("A", "B", "C"), ("D", "E", "F")]
    apart = resolve_all(
        [say("shop", items=[buy("cuerda")]), say("shop", line=1, items=[buy("farol")])], context=at("gil")
    )
    assert [doubt.answers for one in apart for doubt in one.doubts] == [("A", "B", "C"), ("A", "B", "C")]


def test_another_letter_answers_nothing(at, say):
    said = say("shop", items=[buy("cuerda")])
    doubt = resolve(said, context=at("luis")).doubts[0]
    assert settle(said, doubt, "Z") is None
    assert settle(said, doubt, "") is None


CONFIRMED = [
    ({"items": [buy("cota de malla")]}, "gil", False),  # 75 of 120 gp
    ({"items": [buy("cota de malla"), buy("espada larga", 2)]}, "gil", True),  # 105 of 120
    ({"items": [sell("cota")]}, "ana", True),
    ({"items": [sell("espada larga")]}, "ana", True),
    ({"items": [sell("daga")]}, "luis", False),  # two are left
    ({"items": [sell("daga", 3)]}, "luis", True),
    ({"items": [sell("todo")]}, "luis", True),
    ({"items": [buy("cota de malla")]}, "luis", False),  # cannot pay it anyway: the forecast says so
]


@pytest.mark.parametrize(("slots", "player", "asks"), CONFIRMED, ids=str)
def test_ruin_is_asked_about_first(at, say, slots, player, asks):
    found = resolve(say("shop", **slots), context=at(player))
    assert [order.needs_confirm for order in found.orders] == [asks]
    assert ("confirm" in [doubt.code for doubt in found.doubts]) is asks
    sure = resolve(say("shop", **slots, confirmed=True), context=at(player))
    assert [order.needs_confirm for order in sure.orders] == [False]


def test_a_forecast_of_what_is_left(at, say):
    found = resolve(say("shop", items=[buy("torch", 10), buy("oil", 2)]), context=at("marta"))
    facts = found.gloss.facts
    assert (facts["cost_cp"], facts["purse_cp"], facts["purse_left_cp"]) == (30, 3000, 2970)
    dear = resolve(say("shop", items=[buy("caballo de monta", 9)]), context=at("marta"))
    assert dear.gloss.facts["short_cp"] == 19500
    there = resolve(say("shop", items=[buy("oil", 2)], who=["Sabela"]), context=at("gil"))
    assert there.gloss.facts["cost_cp"] == 30  # half as dear again in Puerto Salitre


STANDING = (
    Order(OrderId(4), "luis", "krom", Scope.PERSONAL, 0, Rest(3), text="descanso tres días"),
    Order(OrderId(7), "luis", "krom", Scope.PERSONAL, 0, Do("train", "arco"), text="entreno el arco"),
    Order(OrderId(9), "luis", "krom", Scope.PERSONAL, 0, Do("research", "túmulo"), text="investigo el túmulo"),
)
CANCELS = [
    ({"target_kind": "rest"}, [Cancel("rest", 4)]),
    ({"target_kind": "train", "ref": "lo del arco"}, [Cancel("do", 7)]),
    ({"target_kind": "research", "ref": "el túmulo"}, [Cancel("do", 9)]),
    ({"target_kind": "train", "ref": "eso"}, ["which_order"]),
    ({"target_kind": "all"}, [Cancel("all")]),
    ({"target_kind": "all", "ref": "la 9"}, [Cancel("do", 9)]),
    ({"target_kind": "shop", "ref": "las antorchas"}, ["nothing_to_cancel"]),
]


@pytest.mark.parametrize(("slots", "expected"), CANCELS, ids=str)
def test_taking_back(at, say, slots, expected):
    found = resolve(say("cancel", **slots), context=at("luis", standing=STANDING))
    assert [*(order.act for order in found.orders), *(doubt.code for doubt in found.doubts)] == expected


def test_taking_back_without_a_list(at, say):
    found = resolve(say("cancel", target_kind="travel"), context=at("luis"))
    assert [order.act for order in found.orders] == [Cancel("travel")]


def test_undo_takes_back_the_last_letter(at, say):
    found = resolve(say("undo"), context=at("luis", last_letter=(OrderId(4), OrderId(7))))
    assert [order.act for order in found.orders] == [Cancel("all", 4), Cancel("all", 7)]
    assert [doubt.code for doubt in resolve(say("undo"), context=at("luis")).doubts] == ["nothing_to_undo"]


def test_a_correction_is_text_to_read_again(at):
    found = resolve(Said("correction", {"line": 3, "text": "2 antorchas"}, 0, "3: 2 antorchas"), context=at("luis"))
    assert (found.correction.line, found.correction.text) == (3, "2 antorchas")


def test_a_numbered_draft_is_an_order(at, say):
    draft = resolve(say("retreat", pct=40), context=at("luis")).orders[0]
    order = draft.numbered(OrderId(12))
    assert (order.id, order.by, order.character, order.act) == (12, "luis", "krom", draft.act)


def test_rejoining_wants_a_party_left(at, say, world):
    apart = replace(world.parties["sabela"], left="los-cuatro")
    after = replace(world, parties={**world.parties, "sabela": apart})
    context = at("gil", world_=after, character="sabela")
    found = resolve(say("rejoin"), context=context)
    assert found.orders[0].scope is Scope.ALONE
    assert found.gloss.facts["party"] == "los-cuatro"
