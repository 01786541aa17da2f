"""One table a kind: what is said, in either language, and the act it becomes."""

import pytest

from mailer.reading.resolve.resolve import resolve
from rules.character import LoadLevel
from rules.orders import (
    Absence,
    Ask,
    Attitude,
    BreakAway,
    Carry,
    Designate,
    Do,
    Free,
    Hire,
    LoadUpTo,
    Meet,
    Purchase,
    Rest,
    RetreatAt,
    Sale,
    Scope,
    Shop,
    Stance,
    StanceKind,
    Travel,
    Wait,
)
from rules.time import Moment

DAY = 1440


def dawn(day):
    return Moment(day * DAY)


def close(day):
    return Moment(day * DAY + 1380)


def buy(item, qty=1, **more):
    return {"item": item, "qty": qty, "verb": "buy", **more}


def sell(item, qty=1, **more):
    return {"item": item, "qty": qty, "verb": "sell", **more}


def gp(amount, **more):
    return {"amount": amount, "currency": "gp", **more}


SHOPS = [
    ([buy("antorchas", 3)], (Purchase("torch", 3),)),
    ([buy("torches", 3)], (Purchase("torch", 3),)),
    ([buy("ANTORCHA", 1)], (Purchase("torch", 1),)),
    ([buy("antorchitas", 2)], (Purchase("torch", 2),)),
    ([buy("unas antorchas buenas", 2)], (Purchase("torch", 2),)),
    ([buy("anttorchas", 2)], (Purchase("torch", 2),)),
    ([buy("cuerda de seda")], (Purchase("rope_silk", 1),)),
    ([buy("silk rope 50'")], (Purchase("rope_silk", 1),)),
    ([buy("soga")], (Purchase("rope_hemp", 1),)),
    ([buy("thieves tools (set)")], (Purchase("tools", 1),)),
    ([buy("ganzuas", 2)], (Purchase("tools", 2),)),
    ([buy("raciones", 8)], (Purchase("rations", 8),)),
    ([buy("frascos de aceite", 5)], (Purchase("oil", 5),)),
    ([buy("oil", 2, unit="flask")], (Purchase("oil", 2),)),
    ([buy("flechas", 20, max_price=gp(5, per="total"))], (Purchase("arrows", 24, 500),)),  # by the dozen
    ([buy("torch", 3, max_price=gp(1, per="unit"))], (Purchase("torch", 3, 300),)),
    ([sell("daga", 1, min_price=gp(1))], (Sale("dagger", 1, 100),)),
    ([sell("piel de lobo", "all")], (Sale("pelt", None),)),
    ([sell("idolo de jade")], None),
    ([sell("idolillo", None)], (Sale("idol", None),)),
    ([buy("palanca"), sell("pieles de lobo", 2)], (Purchase("crowbar", 1), Sale("pelt", 2))),
]


@pytest.mark.parametrize(("items", "lines"), SHOPS, ids=str)
def test_shopping(at, say, items, lines):
    found = resolve(say("shop", items=items), context=at("luis"))
    if lines is None:
        assert found.orders == () and found.doubts
    else:
        assert [order.act for order in found.orders] == [Shop(lines)]
        assert found.doubts == ()
        assert found.orders[0].scope is Scope.PERSONAL


# kind, slots, player, act, scope
ORDERS = [
    ("travel", {"who": "party", "destination": "puerto salitre"}, "marta", Travel("salitre"), Scope.PARTY),
    ("travel", {"destination": "Port Salitre"}, "marta", Travel("salitre"), Scope.ALONE),
    ("travel", {"destination": "Saltire"}, "marta", Travel("salitre"), Scope.ALONE),
    (
        "travel",
        {"who": "party", "destination": "Salitre", "pace": "forced", "stealth": True, "via": ["camino del norte"]},
        "marta",
        Travel("salitre", ("north-road",), "forced", True),
        Scope.PARTY,
    ),
    ("travel", {"who": "party", "destination": "Cripta de Osur"}, "marta", Travel("crypt-mouth"), Scope.PARTY),
    (
        "travel",
        {"who": ["Brisna", "Fray Anselmo"], "destination": "Paso Quebrado"},
        "marta",
        Travel("paso"),
        Scope.PARTY,
    ),
    ("dungeon", {"who": "party", "stance": "secure"}, "ana", Stance(StanceKind.SECURE), Scope.PARTY),
    (
        "dungeon",
        {"who": "unspecified", "stance": "explore", "until": {"phrase": "hasta zona segura", "event": "safe_zone"}},
        "ana",
        Stance(StanceKind.EXPLORE),
        Scope.PARTY,
    ),
    (
        "dungeon",
        {
            "who": "party",
            "stance": "raid",
            "target": "osario",
            "objective": "las urnas",
            "route": "escalera de caracol - pozo - pasillo de los frescos",
        },
        "ana",
        Stance(StanceKind.RAID, None, "ossuary", ("stair", "well", "hall")),
        Scope.PARTY,
    ),
    ("dungeon", {"who": "party", "stance": "return", "route": "by the spiral stair"}, "ana", None, None),
    ("dungeon", {"who": "party", "stance": "return"}, "ana", Stance(StanceKind.RETURN), Scope.PARTY),
    (
        "dungeon",
        {
            "who": "party",
            "stance": "secure",
            "place": "pasillo de los frescos",
            "until": {"phrase": "hasta el viernes", "date": "2026-02-06"},
        },
        "ana",
        Stance(StanceKind.SECURE, None, "hall", (), close(22)),
        Scope.PARTY,
    ),
    ("dungeon", {"stance": "secure", "place": "aquí"}, "luis", Stance(StanceKind.SECURE), Scope.ALONE),
    ("dungeon", {"stance": "secure", "place": "la posición"}, "luis", Stance(StanceKind.SECURE), Scope.ALONE),
    ("dungeon", {"stance": "secure", "place": "our position"}, "luis", Stance(StanceKind.SECURE), Scope.ALONE),
    (
        "dungeon",
        {"who": "party", "stance": "explore", "place": "Torre del Mago Ciego"},
        "marta",
        Stance(StanceKind.EXPLORE, "tower"),
        Scope.PARTY,
    ),
    (
        "encounter",
        {"who": "party", "attitude": "parley", "vs": "los goblins"},
        "ana",
        Meet(Attitude.PARLEY, "goblin"),
        Scope.PARTY,
    ),
    (
        "encounter",
        {"who": "party", "attitude": "bribe", "vs": "trasgos", "pay": {"amount": 20, "currency": "sp"}},
        "ana",
        Meet(Attitude.BRIBE, "goblin", 200),
        Scope.PARTY,
    ),
    ("encounter", {"who": "party", "attitude": "avoid", "vs": "any"}, "ana", Meet(Attitude.AVOID), Scope.PARTY),
    (
        "encounter",
        {"who": "party", "attitude": "parley", "vs": "Anything that talks"},
        "ana",
        Meet(Attitude.PARLEY, "talkers"),
        Scope.PARTY,
    ),
    (
        "encounter",
        {"who": "party", "attitude": "avoid", "vs": "Anything that doesn't"},
        "ana",
        Meet(Attitude.AVOID, "mute"),
        Scope.PARTY,
    ),
    (
        "encounter",
        {"who": "party", "attitude": "avoid", "vs": "lo que no hable"},
        "ana",
        Meet(Attitude.AVOID, "mute"),
        Scope.PARTY,
    ),
    ("encounter", {"who": "party", "attitude": "avoid", "vs": "Anything bigger than a rat"}, "ana", None, None),
    (
        "encounter",
        {
            "who": "party",
            "attitude": "bribe",
            "vs": "ogro",
            "gives": [{"item": "raciones", "item_en": "ration", "qty": 4}],
        },
        "ana",
        Meet(Attitude.BRIBE, "ogre", None, 4),
        Scope.PARTY,
    ),
    ("retreat", {"pct": 40, "basis": "own"}, "luis", RetreatAt(percent=40), Scope.PERSONAL),
    ("retreat", {"who": "party", "pct": 50, "basis": "any_member"}, "ana", RetreatAt(percent=50), Scope.PARTY),
    ("retreat", {"hp": 4}, "luis", RetreatAt(hp=4), Scope.PERSONAL),
    ("retreat", {"pct": 140}, "luis", None, None),
    ("encumbrance", {"level": "moderate"}, "luis", LoadUpTo(level=LoadLevel.MEDIUM), Scope.PERSONAL),
    ("encumbrance", {"level": "max"}, "luis", LoadUpTo(level=LoadLevel.SEVERE), Scope.PERSONAL),
    ("encumbrance", {"weight": {"amount": 100, "unit": "lb"}}, "luis", LoadUpTo(weight=1000), Scope.PERSONAL),
    ("encumbrance", {"weight": {"amount": 30, "unit": "kg"}}, "luis", LoadUpTo(weight=661), Scope.PERSONAL),
    ("encumbrance", {"weight": {"amount": 400, "unit": "coin"}}, "luis", LoadUpTo(weight=400), Scope.PERSONAL),
    ("encumbrance", {"fraction": 0.75}, "ana", LoadUpTo(weight=1200), Scope.PERSONAL),
    ("encumbrance", {"level": "heavy", "on": "mule"}, "luis", Free("lo dicho"), Scope.PERSONAL),
    (
        "rest",
        {"mode": "rest", "duration": {"phrase": "tres días", "n": 3, "unit": "day", "days": 3}},
        "marta",
        Rest(3),
        Scope.PERSONAL,
    ),
    (
        "rest",
        {"mode": "heal", "until": {"phrase": "hasta que esté entero", "event": "full_hp"}},
        "luis",
        Rest(None, 10),
        Scope.PERSONAL,
    ),
    (
        "rest",
        {"mode": "rest", "goal": {"hp": 8}, "healer": "Fray Anselmo"},
        "marta",
        Rest(None, 8, "anselmo"),
        Scope.PERSONAL,
    ),
    (
        "rest",
        {"mode": "rest", "until": {"phrase": "hasta el viernes", "date": "2026-02-06"}},
        "marta",
        Rest(2),
        Scope.PERSONAL,
    ),
    ("rest", {"mode": "heal", "targets": ["Duric"], "method": "curar"}, "eva", Free("lo dicho"), Scope.PERSONAL),
    (
        "research",
        {"topic": "the barrow", "budget": gp(10), "place": "abbey"},
        "marta",
        Do("research:barrow", "the barrow · abbey", None, 1000),
        Scope.PERSONAL,
    ),
    (
        "research",
        {"topic": "la campana negra", "duration": {"days": 4}},
        "marta",
        Do("research", "la campana negra", 4),
        Scope.PERSONAL,
    ),
    (
        "train",
        {"skill": "longsword", "duration": {"days": 14}, "budget": gp(6)},
        "marta",
        Do("train", "longsword", 14, 600),
        Scope.PERSONAL,
    ),
    ("carouse", {"spend": gp(10)}, "marta", Do("carouse", "", None, 1000), Scope.PERSONAL),
    ("carouse", {"spend": {"fraction": 0.5, "of": "purse"}}, "marta", Do("carouse", "", None, 1500), Scope.PERSONAL),
    (
        "explore_town",
        {"mode": "rumours", "topics": ["el alcalde", "la viuda"]},
        "marta",
        Do("explore_town", "el alcalde · la viuda"),
        Scope.PERSONAL,
    ),
    (
        "class_work",
        {"work": "prayer", "detail": "al alba", "spend": {"amount": 15, "currency": "sp"}},
        "nico",
        Do("prayer", "al alba", None, 150),
        Scope.PERSONAL,
    ),
    (
        "craft",
        {"items": [{"item": "flechas", "qty": 20}], "duration": {"days": 3}},
        "marta",
        Do("craft", "20 flechas", 3),
        Scope.PERSONAL,
    ),
    (
        "hire",
        {"role": "cargadores", "qty": 2, "pay": {"amount": 3, "currency": "sp", "per": "day"}, "duration": {"days": 8}},
        "marta",
        Hire("pack_handler", 2, 30, 8),
        Scope.PERSONAL,
    ),
    ("hire", {"role": "torchbearer", "qty": 1}, "marta", Hire("linkboy"), Scope.PERSONAL),
    (
        "hire",
        {"role": "porteadores", "qty": 1, "pay": gp(6, per="month")},
        "marta",
        Hire("pack_handler", 1, 20),
        Scope.PERSONAL,
    ),
    ("hire", {"role": "dragón", "qty": 1}, "marta", None, None),
    ("wait", {"until": {"phrase": "hasta el 8", "date": "2026-02-08"}}, "marta", Wait(close(24)), Scope.PERSONAL),
    ("wait", {"who": "party", "duration": {"days": 2}}, "marta", Wait(close(21)), Scope.PARTY),
    ("wait", {}, "luis", None, None),
    ("spokesperson", {"action": "designate", "who": ["Krom"]}, "ana", Designate("luis"), Scope.PARTY),
    ("spokesperson", {"action": "designate", "who": ["Eva"]}, "luis", Designate("eva"), Scope.PARTY),
    ("spokesperson", {"action": "designate", "who": "self"}, "luis", Designate("luis"), Scope.PARTY),
    ("spokesperson", {"action": "designate", "who": ["Brisna"]}, "luis", None, None),
    ("spokesperson", {"action": "lead", "who": ["Krom"], "text": "Krom delante"}, "ana", Free("lo dicho"), Scope.PARTY),
    ("independence", {"scope": "this_plan"}, "luis", BreakAway(), Scope.ALONE),
    ("independence", {"scope": "all"}, "luis", BreakAway(lasting=True), Scope.ALONE),
    ("independence", {"scope": "all"}, "gil", BreakAway(lasting=True), Scope.ALONE),
    ("rejoin", {}, "luis", None, None),
    ("status", {"topics": ["hp", "money"]}, "luis", Ask(("hp", "money")), Scope.PERSONAL),
    ("status", {}, "luis", Ask(("help",)), Scope.PERSONAL),
    ("other", {"text": "ocupo muérdago"}, "luis", Free("ocupo muérdago"), Scope.PERSONAL),
    (
        "absence",
        {"since": {"date": "2026-02-10"}, "until": {"date": "2026-02-12"}},
        "luis",
        Absence(dawn(26), close(28)),
        Scope.PERSONAL,
    ),
    ("absence", {"until": {"date": "2026-02-01"}}, "luis", None, None),
    ("decision", {"answer": "accept"}, "ana", None, None),
    ("bailar", {}, "luis", Free("lo dicho"), Scope.PERSONAL),
]


@pytest.mark.parametrize(("kind", "slots", "player", "act", "scope"), ORDERS, ids=lambda value: str(value)[:60])
def test_each_kind(at, say, kind, slots, player, act, scope):
    found = resolve(say(kind, **slots), context=at(player))
    if act is None:
        assert found.orders == () and found.doubts
        return
    assert [order.act for order in found.orders] == [act], found.doubts
    assert found.orders[0].scope is scope
    assert found.doubts == ()
    assert found.orders[0].text == "lo dicho"


def test_a_zone_named_with_its_dungeon(at, say):
    inside = say("dungeon", who="party", stance="secure", place="el osario de la Cripta de Ossur")
    assert resolve(inside, context=at("ana")).orders[0].act == Stance(StanceKind.SECURE, None, "ossuary")
    outside = say("dungeon", who="party", stance="explore", place="sótano de la Torre del Mago Ciego")
    assert resolve(outside, context=at("marta")).orders[0].act == Stance(StanceKind.EXPLORE, "tower", "cellar")


def test_carrying_a_body(at, say, world):
    from dataclasses import replace

    from rules.character import Life

    dead = replace(world.characters["ulmo"], life=Life.DEAD, hp=0)
    after = replace(world, characters={**world.characters, "ulmo": dead})
    said = say("spokesperson", action="carry", who=["Duric", "Krom"], object="el cuerpo de Ulmo")
    assert [o.act for o in resolve(said, context=at("ana", world_=after)).orders] == [Carry("ulmo", ("duric", "krom"))]
    own = say("spokesperson", action="carry", who=["Krom"], object="the body")
    assert [o.act for o in resolve(own, context=at("luis", world_=after)).orders] == [Carry("ulmo", ("krom",))]
    theirs = say("spokesperson", action="carry", who=["Duric"], object="the body")
    refused = resolve(theirs, context=at("luis", world_=after))
    assert refused.orders == () and [doubt.code for doubt in refused.doubts] == ["not_yours"]


def test_answers_need_a_question(at, say):
    found = resolve(say("decision", answer="accept"), context=at("ana"))
    assert [doubt.code for doubt in found.doubts] == ["no_open_decision"]
