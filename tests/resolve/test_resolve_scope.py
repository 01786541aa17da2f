"""Whose order it is: I, we, names; spokesperson, member, loner, DM. Source: A46, A47."""

import pytest

from mailer.reading.resolve.asking import settle
from mailer.reading.resolve.resolve import resolve
from rules.orders import BreakAway, Scope

SECURE = {"stance": "secure"}
PARTY, ALONE, PERSONAL = Scope.PARTY, Scope.ALONE, Scope.PERSONAL

# kind, slots, who writes → (character, scope) of each order, codes of doubts, notes
CASES = [
    ("dungeon", {**SECURE, "who": "party"}, "ana", [("duric", PARTY)], [], set()),
    ("dungeon", {**SECURE, "who": "party"}, "luis", [("krom", PARTY)], [], {"proposal"}),
    ("dungeon", {**SECURE, "who": "unspecified"}, "luis", [("krom", PARTY)], [], {"proposal"}),
    ("dungeon", {**SECURE, "who": "self"}, "luis", [("krom", ALONE)], [], {"alone"}),
    ("dungeon", {**SECURE, "who": ["Krom"]}, "luis", [("krom", ALONE)], [], {"alone"}),
    ("dungeon", {**SECURE, "who": ["Krom"]}, "eva", [], ["not_yours"], set()),
    ("dungeon", {**SECURE, "who": ["Krom", "Ulmo"]}, "luis", [("krom", ALONE)], ["not_yours"], {"alone"}),
    ("dungeon", {**SECURE, "who": ["Krom"]}, "ana", [], ["split_party"], set()),
    ("dungeon", {**SECURE, "who": "self"}, "ana", [], ["alone_or_party"], set()),
    ("dungeon", {**SECURE, "who": "self", "as_spokesperson": True}, "ana", [("duric", PARTY)], [], set()),
    (
        "dungeon",
        {**SECURE, "who": "self", "as_spokesperson": True},
        "luis",
        [("krom", PARTY)],
        [],
        {"not_spokesperson", "proposal"},
    ),
    ("dungeon", {**SECURE, "who": ["Duric", "Krom", "Ulmo", "Joram"]}, "ana", [("duric", PARTY)], [], set()),
    ("dungeon", {**SECURE, "who": ["Kron"]}, "luis", [], ["unknown_character"], set()),
    (
        "dungeon",
        {**SECURE, "who": "party", "except": ["Krom"]},
        "luis",
        [("krom", PARTY), ("krom", ALONE)],
        [],
        {"proposal", "alone"},
    ),
    ("dungeon", {**SECURE, "who": "party", "except": ["Krom"]}, "ana", [], ["split_party"], set()),
    ("travel", {"destination": "Valdecuervo", "who": "self"}, "marta", [], ["already_there"], set()),
    ("travel", {"destination": "Paso Quebrado", "who": "party"}, "marta", [("brisna", PARTY)], [], {"vote"}),
    ("travel", {"destination": "Paso Quebrado", "who": "self"}, "marta", [("brisna", ALONE)], [], {"alone"}),
    ("travel", {"destination": "Paso Quebrado", "who": ["Sabela"]}, "gil", [("sabela", PARTY)], [], set()),
    ("encounter", {"attitude": "avoid", "vs": "any", "who": "self"}, "luis", [("krom", PARTY)], [], {"proposal"}),
    ("encounter", {"attitude": "avoid", "vs": "any", "who": "self"}, "ana", [("duric", PARTY)], [], set()),
    ("retreat", {"pct": 40, "who": ["Krom"]}, "luis", [("krom", PERSONAL)], [], set()),
    ("retreat", {"pct": 40, "who": ["Krom"]}, "ana", [], ["not_yours"], set()),
    ("retreat", {"pct": 40, "who": ["Sabela"]}, "gil", [("sabela", PERSONAL)], [], set()),
    ("retreat", {"pct": 40, "who": ["Joram", "Sabela"]}, "gil", [("joram", PERSONAL), ("sabela", PERSONAL)], [], set()),
    ("rest", {"mode": "rest", "who": ["Tam"]}, "luis", [("tam", PERSONAL)], [], {"not_safe"}),
    ("rest", {"mode": "rest", "who": "party"}, "marta", [("brisna", PARTY)], [], set()),
    ("encounter", {"attitude": "avoid", "vs": "any", "who": "party"}, "marta", [("brisna", PARTY)], [], set()),
    ("retreat", {"pct": 40, "who": "party"}, "marta", [("brisna", PARTY)], [], set()),
    ("rest", {"mode": "rest", "who": "party"}, "ana", [("duric", PARTY)], [], set()),
    ("retreat", {"pct": 40, "who": "party"}, "luis", [("krom", PERSONAL)], [], {"own_only"}),
    ("retreat", {"pct": 40, "who": "party"}, "ana", [("duric", PARTY)], [], set()),
    (
        "travel",
        {"destination": "Paso Quebrado", "who": "unspecified", "companions": []},
        "marta",
        [("brisna", ALONE)],
        [],
        {"alone"},
    ),
    (
        "travel",
        {"destination": "Paso Quebrado", "companions": ["Fray Anselmo"]},
        "marta",
        [("brisna", PARTY)],
        [],
        {"vote"},
    ),
    (
        "travel",
        {"destination": "Paso Quebrado", "companions": ["la caravana de la sal"]},
        "marta",
        [("brisna", ALONE)],
        [],
        {"alone"},
    ),
    (
        "travel",
        {"destination": "Paso Quebrado", "companions": ["Krom"]},
        "marta",
        [("brisna", ALONE)],
        ["not_yours"],
        {"alone"},
    ),
    ("shop", {"items": [{"item": "daga", "qty": 1, "verb": "sell"}], "who": ["Krom"]}, "eva", [], ["not_yours"], set()),
    ("wait", {"who": "self"}, "marta", [("brisna", PERSONAL)], [], set()),
    ("spokesperson", {"action": "lead", "who": ["Krom"]}, "eva", [], ["not_yours"], set()),
    ("spokesperson", {"action": "watch", "who": ["Krom"]}, "luis", [("krom", PERSONAL)], [], {"for_dm"}),
    ("dungeon", {**SECURE, "who": ["Krom"]}, "dm", [("krom", ALONE)], [], set()),
    ("dungeon", {**SECURE, "who": "party"}, "dm", [], ["which_party"], set()),
    ("shop", {"items": [{"item": "torch", "qty": 1, "verb": "buy"}]}, "dm", [], ["unknown_character"], set()),
    ("dungeon", {"stance": "explore", "who": "party", "place": "aquí"}, "marta", [], ["unknown_site"], set()),
    ("dungeon", {**SECURE, "who": "party", "party": "Los Cuatro"}, "dm", [("duric", PARTY)], [], set()),
    ("rest", {"mode": "rest", "who": ["Fray Anselmo"]}, "dm", [("anselmo", PERSONAL)], [], set()),
]


@pytest.mark.parametrize(("kind", "slots", "player", "each", "codes", "notes"), CASES, ids=str)
def test_whose_order_it_is(at, say, kind, slots, player, each, codes, notes):
    found = resolve(say(kind, **slots), context=at(player))
    assert [(order.character, order.scope) for order in found.orders] == each
    assert [doubt.code for doubt in found.doubts] == codes
    assert notes <= set(found.gloss.notes)


def test_who_is_left_out_breaks_away(at, say):
    found = resolve(say("dungeon", **SECURE, **{"who": "party", "except": ["Krom"]}), context=at("luis"))
    assert isinstance(found.orders[1].act, BreakAway)


def test_refusing_says_nothing_but_the_names(at, say):
    found = resolve(say("retreat", pct=40, who=["Krom"]), context=at("eva"))
    assert dict(found.doubts[0].args) == {"names": ["Krom"]}


def test_breaking_away_tells_both_strengths(at, say):
    found = resolve(say("independence", scope="this_plan"), context=at("luis"))
    assert found.gloss.facts["alone_hd"] == "2"
    assert found.gloss.facts["rest_hd"] == "11"
    assert (found.gloss.facts["alone_chance"], found.gloss.facts["party_chance"]) == (0, 50)


def test_the_dead_do_nothing_but_their_player_may_speak(at, say, world):
    from dataclasses import replace

    from rules.character import Life

    dead = replace(world.characters["duric"], life=Life.DEAD, hp=0)
    after = replace(world, characters={**world.characters, "duric": dead})
    assert [d.code for d in resolve(say("retreat", pct=40), context=at("ana", world_=after)).doubts] == [
        "character_dead"
    ]
    spoken = resolve(say("dungeon", stance="return", who="party"), context=at("ana", world_=after))
    assert [order.scope for order in spoken.orders] == [PARTY]
    dead_member = replace(world.characters["krom"], life=Life.DEAD, hp=0)
    after = replace(world, characters={**world.characters, "krom": dead_member})
    assert resolve(say("status", topics=["hp"]), context=at("luis", world_=after)).orders[0].character == "krom"
    named = resolve(say("retreat", pct=40, who=["Krom"]), context=at("luis", world_=after))
    assert [doubt.code for doubt in named.doubts] == ["character_dead"]
    silent = resolve(say("dungeon", stance="return", who="party"), context=at("luis", world_=after))
    assert silent.orders == ()


def test_a_garbled_name_of_somebody_left_out_can_be_put_right(at, say):
    said, context = say("dungeon", **SECURE, **{"who": "party", "except": ["el cuerpo de Krom"]}), at("luis")
    (doubt,) = resolve(said, context=context).doubts
    again = settle(said, doubt, doubt.answers[0])
    assert again.slots["except"] == ["Krom"]
    assert [type(order.act) for order in resolve(again, context=context).orders][1:] == [BreakAway]
