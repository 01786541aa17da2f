"""When an order comes into force: dates, sequence, conditions, owed days. Source: A39, A40, A49."""

from dataclasses import replace

import pytest

from mailer.reading.resolve.resolve import resolve, resolve_all
from rules.orders import Free, Rest, Shop, Travel
from rules.time import Moment

DAY = 1440
REST = {"mode": "rest", "duration": {"days": 2}}

DATES = [
    ({"date": "2026-02-06"}, [22 * DAY], []),
    ({"offset_days": 2}, [22 * DAY], []),
    ({"date": None, "offset_days": None, "campaign_day": 25}, [25 * DAY], []),
    ({"date": "2026-02-04", "offset_days": 0}, [None], []),
    ({"date": "2026-01-30"}, [None], ["past_date"]),
    ([{"date": "2026-02-06"}, {"date": "2026-02-08"}], [22 * DAY, 24 * DAY], []),
    ({"phrase": "luego", "event": "after_previous", "date": None}, [None], ["in_order"]),
    ({"phrase": "antes", "event": "before_departure"}, [None], ["in_order"]),
]


@pytest.mark.parametrize(("when", "starts", "notes"), DATES, ids=str)
def test_dates(at, say, when, starts, notes):
    found = resolve(say("rest", when=when, **REST), context=at("marta"))
    assert [order.starts for order in found.orders] == starts
    assert set(notes) <= set(found.gloss.notes)
    assert found.doubts == ()


def test_a_date_nobody_can_tell_is_asked(at, say):
    said = say("rest", when={"phrase": "entre semana", "date": None, "offset_days": None}, **REST)
    found = resolve(said, context=at("marta"))
    assert found.orders == () and [doubt.code for doubt in found.doubts] == ["unclear_date"]


def test_an_end_in_the_past_is_asked(at, say):
    found = resolve(say("dungeon", who="party", stance="explore", until={"date": "2026-01-20"}), context=at("ana"))
    assert found.orders == () and [doubt.code for doubt in found.doubts] == ["past_date"]


# condition, kind and slots → the event waited for, or None where the DM must judge
CONDITIONS = [
    ({"text": "si te encuentras con algo", "event": "encounter"}, "dungeon", {"stance": "return"}, "encounter"),
    ({"text": "aparezca el espectro", "event": "encounter"}, "dungeon", {"stance": "return"}, None),
    ({"text": "si muere alguien", "event": "member_down"}, "dungeon", {"stance": "return"}, "died"),
    (
        {"text": "si alguien entra en estado crítico", "event": "member_down"},
        "dungeon",
        {"stance": "return"},
        "critical",
    ),
    ({"text": "al llegar", "event": "arrival"}, "rest", REST, "arrived"),
    ({"text": "cuando salgamos", "event": "arrival"}, "rest", REST, "left_site"),
    ({"text": "si Krom no vuelve", "event": "other_pc", "negated": True}, "dungeon", {"stance": "return"}, None),
    ({"text": "si llueve", "event": "weather"}, "rest", REST, None),
    ({"text": "si no", "event": "otherwise"}, "rest", REST, None),
    ({"text": "si nos atacan goblins", "event": "encounter"}, "encounter", {"attitude": "avoid", "vs": "goblins"}, ""),
    ({"text": "si se ponen tontos", "event": "npc"}, "encounter", {"attitude": "avoid", "vs": "goblins"}, None),
    (
        {"text": "si me alcanza", "event": "resource"},
        "shop",
        {"items": [{"item": "torch", "qty": 1, "verb": "buy"}]},
        "",
    ),
    ([{"event": "arrival"}, {"event": "weather"}], "rest", REST, None),
    ("si llueve", "rest", REST, None),
]


@pytest.mark.parametrize(("condition", "kind", "slots", "event"), CONDITIONS, ids=str)
def test_conditions(at, say, condition, kind, slots, event):
    writes = "marta" if kind == "shop" else "ana"
    found = resolve(say(kind, who="party", condition=condition, **slots), context=at(writes))
    assert len(found.orders) == 1
    order = found.orders[0]
    if event is None:
        assert order.act == Free("lo dicho")
        assert "for_dm" in found.gloss.notes
    else:
        assert order.condition == event
        assert not isinstance(order.act, Free)


@pytest.mark.parametrize("clause", ["unless", "fallback_when"])
def test_what_the_rules_cannot_call_off_goes_to_the_dm(at, say, clause):
    found = resolve(
        say("rest", **REST, **{clause: {"text": "si hay perro", "event": "encounter"}}), context=at("marta")
    )
    assert [order.act for order in found.orders] == [Free("lo dicho")]


def test_after_something_without_an_end_the_dm_judges(at, say):
    then = say("travel", who="party", destination="Paso Quebrado", depart={"event": "after_previous"})
    sure = resolve_all([say("rest", **REST), then], context=at("marta"))
    assert isinstance(sure[1].orders[0].act, Travel)
    unsure = resolve_all([say("rest", mode="rest"), then], context=at("marta"))
    assert [order.act for order in unsure[0].orders] == [Rest()]
    assert [order.act for order in unsure[1].orders] == [Free("lo dicho")]


def test_owed_days_queue_what_is_not_an_answer(at, say, world):
    owing = replace(world.characters["brisna"], free_at=Moment(30 * DAY))
    after = replace(world, characters={**world.characters, "brisna": owing})
    shop = say("shop", items=[{"item": "torch", "qty": 1, "verb": "buy"}])
    found = resolve(shop, context=at("marta", world_=after))
    assert isinstance(found.orders[0].act, Shop)
    assert found.gloss.facts["queued_until"] == 30 * DAY
    assert "queued_until" not in resolve(say("status"), context=at("marta", world_=after)).gloss.facts


def test_a_journey_tells_its_arrival(at, say):
    found = resolve(say("travel", who="party", destination="Puerto Salitre"), context=at("marta"))
    assert found.gloss.facts["arrives_day"] >= 20
    late = say("travel", who="party", destination="Puerto Salitre", arrive_by={"date": "2026-02-04"})
    assert "late_arrival" in resolve(late, context=at("marta")).gloss.notes


def test_what_is_for_another_town_is_not_done_here(at, say, world):
    there = say("shop", place="tienda de Puerto Salitre", items=[{"item": "torch", "qty": 1, "verb": "buy"}])
    asked = resolve(there, context=at("marta"))
    assert asked.orders == () and [doubt.code for doubt in asked.doubts] == ["elsewhere"]
    assert isinstance(resolve(there, context=at("gil", character="sabela")).orders[0].act, Shop)
    going = say("travel", who="party", destination="Puerto Salitre")
    then = resolve_all([going, there], context=at("marta"))
    assert isinstance(then[1].orders[0].act, Shop)


TORCH = [{"item": "torch", "qty": 1, "verb": "buy"}]
WAITING = [
    ("luis", "shop", {"items": TORCH}, "arrived"),
    ("luis", "shop", {"items": TORCH, "place": "Valdecuervo"}, "arrived"),
    ("luis", "shop", {"items": TORCH, "place": "boca de la cripta"}, "left_site"),
    ("luis", "class_work", {"work": "prayer", "place": "capilla de Valdecuervo"}, "arrived"),
    ("luis", "class_work", {"work": "prayer"}, ""),
    ("luis", "hire", {"role": "porteador", "qty": 1}, "arrived"),
    ("marta", "shop", {"items": TORCH}, ""),
    ("marta", "hire", {"role": "porteador", "qty": 1}, ""),
]


@pytest.mark.parametrize(("player", "kind", "slots", "condition"), WAITING, ids=str)
def test_errands_said_in_the_wild_wait_for_a_town(at, say, player, kind, slots, condition):
    found = resolve(say(kind, **slots), context=at(player))
    assert [order.condition for order in found.orders] == [condition]
    assert ("waits_for_town" in found.gloss.notes) is bool(condition)


def test_there_and_back_in_one_letter(at, say):
    there = say("travel", who="party", destination="Puerto Salitre")
    back = say("travel", who="party", destination="Valdecuervo", depart={"date": "2026-02-20"})
    found = resolve_all([there, back], context=at("marta"))
    assert [order.act.destination for one in found for order in one.orders] == ["salitre", "valdecuervo"]
