"""The road by tables: miles, marches, nights, arrivals, and what stops a clock."""

from dataclasses import replace
from fractions import Fraction

import pytest
from rules_road.realm import (
    HUT,
    MARSH,
    ROAD,
    RUIN,
    STONE,
    TOWN,
    VILLAGE,
    WOODS,
    Loaded,
    Sealed,
    at,
    atlas,
    book,
    kinds,
    person,
    scene,
    told,
)

from rules.action import obeyed
from rules.atlas import Leg, Sight
from rules.character import Good, Spell
from rules.events import Audience, EventKind
from rules.march import minutes, stretches
from rules.names import ItemId, OrderId, PlaceId, PlayerId
from rules.orders import Order, Scope, Travel, Wait
from rules.pace import miles_a_day, party_move_ft, rate
from rules.routes import arrives, shortest
from rules.scene import Scene
from rules.travel import depart, divert, halt, travel
from rules.wilderness import settled
from rules.world import AtPlace, OnRoute

QUIET = Loaded({})  # every die at its highest: nobody met, nobody lost, nothing found


def setting_out(goal: PlaceId, *, start: PlaceId = TOWN, hour: int = 8, **more: object) -> Scene:
    travel_more = {key: more.pop(key) for key in ("pace", "stealth", "transport", "via") if key in more}
    here = scene(where=AtPlace(start), clock=at(0, hour), **({"dice": QUIET} | more))
    gone = depart(here, Travel(goal, **travel_more))
    assert gone is not None
    return gone


@pytest.mark.parametrize(
    ("weight", "strength", "feet", "miles"),
    [
        (350, 10, 120, 24),
        (351, 10, 90, 18),
        (701, 10, 60, 12),
        (1051, 10, 30, 6),
        (1900, 10, 30, 6),
        (1051, 18, 120, 24),
    ],
)
def test_r66_the_load_band_sets_the_miles(weight, strength, feet, miles):
    carrier = person(goods=(Good(ItemId("anvil"), "yunque", 1, weight, 0),), abilities={"str": strength})
    here = scene(carrier)
    assert party_move_ft(here) == feet
    assert miles_a_day(party_move_ft(here), tables=here.book.tables) == miles


@pytest.mark.parametrize(("feet", "loaded", "left"), [(90, 0, 90), (90, 351, 60), (60, 0, 60), (90, 1051, 30)])
def test_a_slower_people_lags_in_every_band(feet, loaded, left):
    dwarf = person(standard_move_ft=feet, goods=(Good(ItemId("anvil"), "yunque", 1, loaded, 0),))
    assert party_move_ft(scene(dwarf, person("krom"))) == left


@pytest.mark.parametrize(("level", "feet"), [(0, 120), (1, 120), (2, 60), (4, 60), (5, 0)])
def test_ac8_exhaustion_halves_the_road_and_stops_it(level, feet):
    assert party_move_ft(scene(person(exhaustion=level))) == feet


def test_the_road_by_day_and_terrain_takes_a_day_and_a_half():
    """36 miles of road at 36 a day, then 12 of open ground at 24 a day."""
    gone = setting_out(VILLAGE)
    first = travel(gone, until=at(0, 23))
    assert first.party.where.miles_done_tenths == 360
    assert first.now == at(0, 23)
    there = travel(first, until=at(3))
    assert there.party.where == AtPlace(VILLAGE, since=at(1, 12))
    assert [event.data["miles_tenths"] for event in told(there, EventKind.TRAVELLED)] == [360, 120]
    assert told(there, EventKind.ARRIVED)[0].data == {"place": VILLAGE, "days": 1}


@pytest.mark.parametrize(("pace", "miles"), [("careful", 270), ("normal", 360), ("forced", 480)])
def test_pace_changes_the_miles(pace, miles):
    """At a forced pace the road is done in 320 minutes, and the open ground takes the rest of the day."""
    gone = travel(setting_out(VILLAGE, pace=pace), until=at(0, 23))
    walked = sum(event.data["miles_tenths"] for event in told(gone, EventKind.TRAVELLED))
    assert walked == miles


def test_a_forced_march_ends_in_a_day_of_rest():
    there = travel(setting_out(VILLAGE, pace="forced"), until=at(3))
    assert there.party.where.weary_until == there.party.where.since + 1440


def test_setting_out_late_leaves_less_of_the_day():
    gone = travel(setting_out(VILLAGE, hour=12), until=at(0, 23))
    assert gone.party.where.miles_done_tenths == 180


def test_mounts_for_all_carry_all():
    rider = person(goods=(Good(ItemId("horse"), "caballo", 1, 0, 0),))
    alone = depart(scene(rider, dice=QUIET, clock=at(0, 8)), Travel(VILLAGE, transport="horse"))
    assert rate(alone, alone.party.where) == Fraction(480, 480)
    assert depart(scene(rider, clock=at(0, 8)), Travel(VILLAGE, transport="CABALLO")).party.where.transport
    two = depart(scene(rider, person("krom"), dice=QUIET, clock=at(0, 8)), Travel(VILLAGE, transport="horse"))
    assert two.party.where.transport == ""
    assert rate(two, two.party.where) == Fraction(240, 480)


@pytest.mark.parametrize(
    ("goods", "transport", "feet"),
    [
        ([("horse", 2)], "caballo", 240),
        ([("horse", 1), ("mule", 1)], "horse", 120),
        ([("mule", 2)], "mule", 120),
        ([("horse", 1), ("cart", 1)], "carro", 90),
        ([("cart", 1)], "carro", 120),
        ([("coach", 1), ("horse", 1), ("mule", 1)], "coche", 240),
        ([("horse", 2)], "", 120),
        ([("horse", 2)], "balsa", 120),
    ],
)
def test_what_carries_a_party_of_two(goods, transport, feet):
    owned = tuple(Good(ItemId(name), name, count, 0, 0) for name, count in goods)
    assert party_move_ft(scene(person(goods=owned), person("krom")), transport) == feet


def test_ways_are_found_through_several_routes_and_never_through_hidden_places():
    tables = book().tables
    assert shortest(atlas(), TOWN, STONE, tables=tables).routes == (ROAD, WOODS)
    assert shortest(atlas(), TOWN, HUT, tables=tables) is None
    assert shortest(atlas(), TOWN, HUT, tables=tables, found=frozenset({HUT})).routes[-1] == "atajo"
    assert shortest(atlas(), TOWN, TOWN, tables=tables).routes == ()


def test_the_shortest_leg_takes_its_time():
    legs = (Leg(Fraction(1, 10), "swamp"), Leg(Fraction(1, 10), "clear"))
    way = stretches(replace(atlas().routes[ROAD], legs=legs), VILLAGE)
    assert minutes(way, begin=0, end=2, rate=Fraction(1, 2), tables=book().tables) == 4 + 2
    assert minutes(way, begin=1, end=2, rate=Fraction(1, 2), tables=book().tables) == 2


def test_no_way_no_departure():
    assert depart(scene(), Travel(HUT)) is None
    assert depart(scene(), Travel(TOWN)) is None


def test_via_takes_the_way_named():
    gone = setting_out(STONE, via=(ROAD, VILLAGE))
    assert (gone.party.where.route, gone.party.where.rest) == (ROAD, (WOODS,))


@pytest.mark.parametrize("goal", [VILLAGE, STONE, RUIN])
@pytest.mark.parametrize("pace", ["careful", "normal", "forced"])
@pytest.mark.parametrize("hour", [0, 8, 11, 15, 20])
def test_the_forecast_is_when_they_arrive_if_nothing_befalls_them(goal, pace, hour):
    gone = setting_out(goal, pace=pace, hour=hour)
    expected = arrives(gone)
    there = travel(gone, until=at(60))
    assert there.party.where == AtPlace(goal, since=expected, weary_until=there.party.where.weary_until)
    assert arrives(scene(clock=at(0, hour)), Travel(goal, pace=pace)) == expected


def test_those_who_cannot_move_stay_and_hear_why():
    stuck = travel(setting_out(VILLAGE, dice=QUIET), until=at(0, 8))
    stuck = stuck.with_person(replace(stuck.people["duric"], exhaustion=5))
    later = travel(stuck, until=at(2))
    assert isinstance(later.party.where, OnRoute)
    assert later.party.where.miles_done_tenths == 0
    assert EventKind.HALTED in kinds(later)
    assert arrives(later) is None


def test_a45_everyone_eats_on_the_road_of_their_own_and_then_of_what_others_spare():
    here = scene(person(rations=3), person("krom", rations=0), where=AtPlace(VILLAGE), clock=at(0, 8), dice=QUIET)
    gone = travel(depart(here, Travel(RUIN)), until=at(1, 12))
    meal = told(gone, EventKind.MEALS)[0]
    assert meal.data == {"eaten": {"duric": 2}, "left": 1}
    assert told(gone, EventKind.PROVISIONS_LOW)[0].data == {"days": 0}
    hungry = travel(gone, until=at(2, 12))
    assert EventKind.PROVISIONS_OUT in kinds(hungry)
    assert sum(one.rations for one in hungry.living) == 0


@pytest.mark.parametrize(("rations", "warned"), [(4, []), (3, [2]), (2, [1])])
def test_a45_two_days_ahead_they_are_warned(rations, warned):
    here = scene(person(rations=rations), where=AtPlace(VILLAGE), clock=at(0, 8), dice=QUIET)
    gone = travel(depart(here, Travel(RUIN)), until=at(0, 23))
    assert [event.data["days"] for event in told(gone, EventKind.PROVISIONS_LOW)] == warned


def test_a51_one_check_by_day_and_one_by_night_by_terrain():
    gone = travel(setting_out(RUIN, start=VILLAGE), until=at(1, 8))
    faces = [event.faces[0] for event in told(gone, EventKind.QUIET)]
    assert [(face.throw.at, face.sides) for face in faces] == [(at(0, 12), 12), (at(1, 0), 12)]


def test_a51_the_osric_way_has_two_checks_by_day():
    gone = travel(setting_out(RUIN, start=VILLAGE, book=book(wilderness_checks="osric")), until=at(1, 7))
    assert len(told(gone, EventKind.QUIET)) == 3


@pytest.mark.parametrize(("face", "met"), [(6, True), (7, False)])
def test_a51_the_swamp_has_company_on_six_in_twelve(face, met):
    dice = Loaded({"wilderness": face, "survival:wilderness": 1})
    gone = travel(setting_out(RUIN, start=VILLAGE, dice=dice), until=at(0, 15))
    assert (EventKind.ENCOUNTER in kinds(gone)) is met


def test_a54_an_encounter_costs_no_way():
    dice = Loaded({"wilderness": 1, "survival:wilderness": 1, "wounds:wilderness": 1})
    fought = travel(setting_out(RUIN, start=VILLAGE, dice=dice), until=at(0, 23))
    quiet = travel(setting_out(RUIN, start=VILLAGE), until=at(0, 23))
    assert EventKind.SURVIVED in kinds(fought)
    assert fought.party.where.miles_done_tenths == quiet.party.where.miles_done_tenths == 120


def test_r71_a_friendly_encounter_without_a_price_is_a_decision_about_strangers():
    friendly = book(replace(atlas(), wilderness_table="walkers"))
    gone = travel(setting_out(VILLAGE, dice=Loaded({"wilderness": 1}), book=friendly), until=at(3))
    assert gone.party.decision.kind == "stranger"
    assert gone.now == at(0, 12)
    assert gone.party.decision.deadline == at(1, 23)
    assert EventKind.DEAL_OFFERED not in kinds(gone)
    assert told(gone, EventKind.STRANGER_MET)[0].data["decision"] == gone.party.decision.id
    on = settled(gone, "approach")
    assert on.party.decision is None
    assert EventKind.FOR_THE_DM in kinds(on)
    there = travel(replace(on, dice=QUIET), until=at(3))
    assert there.party.where.since == at(1, 12)


def test_r67_a_hostile_encounter_is_a_survival_check():
    hostile = book(replace(atlas(), wilderness_table="walkers"))
    dice = Loaded({"wilderness": 1, "reaction:wilderness": 1, "survival:wilderness": 1})
    gone = travel(setting_out(VILLAGE, dice=dice, book=hostile), until=at(0, 13))
    assert EventKind.SURVIVAL in kinds(gone)


def test_a52_straying_is_a_secret_and_the_road_looks_like_progress():
    dice = Loaded({"way": 70, "sight:ermita": 100})
    gone = travel(setting_out(STONE, start=VILLAGE, dice=dice), until=at(0, 23))
    on = gone.party.where
    assert (on.is_lost, on.miles_done_tenths, on.lost_miles_tenths) == (True, 0, 160)
    strayed = told(gone, EventKind.WENT_ASTRAY)[0]
    assert strayed.audience is Audience.DM
    assert [face.sides for face in strayed.faces] == [100, 8]
    walked = told(gone, EventKind.TRAVELLED)[0]
    assert walked.data == {"miles_tenths": 160, "left_tenths": 80, "route": WOODS}
    honest = travel(setting_out(STONE, start=VILLAGE, dice=Loaded({"sight:ermita": 100})), until=at(0, 23))
    open_to_players = [event for event in gone.events if event.audience is not Audience.DM]
    assert open_to_players == [event for event in honest.events if event.audience is not Audience.DM]
    assert arrives(gone) == arrives(honest)


@pytest.mark.parametrize("terrain", ["road"])
def test_a52_nobody_loses_a_known_way(terrain):
    gone = travel(setting_out(VILLAGE, dice=Loaded({"way": 1})), until=at(0, 23))
    assert not gone.party.where.is_lost


@pytest.mark.parametrize(
    ("pace", "face", "lost"), [("normal", 70, True), ("careful", 36, False), ("careful", 35, True)]
)
def test_a52_care_halves_the_chance(pace, face, lost):
    dice = Loaded({"way": face})
    gone = travel(setting_out(STONE, start=VILLAGE, dice=dice, pace=pace), until=at(0, 9))
    assert gone.party.where.is_lost is lost


def lost_and_aware() -> Scene:
    """A day astray in the woods, then a morning on which they see it."""
    gone = travel(setting_out(STONE, start=VILLAGE, dice=Loaded({"way": 1})), until=at(0, 23))
    return travel(replace(gone, dice=Loaded({"way": 71})), until=at(5))


def test_r71_who_notices_is_asked_on_that_day():
    aware = lost_and_aware()
    assert aware.now == at(1, 8)
    assert aware.party.decision.kind == "lost"
    assert [option.means for option in aware.party.decision.options] == ["backtrack", "press_on", "wait"]
    assert aware.party.decision.silence == "dm"
    assert travel(aware, until=at(9)).now == at(1, 8)


@pytest.mark.parametrize(
    ("choice", "day", "hour"),
    [("A", 3, 12), ("backtrack", 3, 12), ("press_on", 2, 12), ("wait", 4, 12)],
)
def test_the_way_back_costs_what_was_walked_astray(choice, day, hour):
    """24 miles of forest at 16 a day: 16 astray, then back 16 (A), or on with nothing gained (B)."""
    on = settled(lost_and_aware(), choice)
    there = travel(replace(on, dice=Loaded({"sight:ermita": 100})), until=at(9))
    assert there.party.where == AtPlace(STONE, since=at(day, hour))


def test_pressing_on_after_one_point_of_veer_keeps_half():
    hills = replace(atlas().routes[WOODS], legs=(replace(atlas().routes[WOODS].legs[0], terrain="hills"),))
    land = book(replace(atlas(), routes={**atlas().routes, WOODS: hills}))
    gone = travel(setting_out(STONE, start=VILLAGE, dice=Loaded({"way": 1}), book=land), until=at(0, 23))
    aware = travel(replace(gone, dice=QUIET), until=at(5))
    assert settled(aware, "press_on").party.where.miles_done_tenths == 80


def test_the_lost_notice_at_the_latest_where_they_should_have_arrived():
    gone = travel(setting_out(STONE, start=VILLAGE, dice=Loaded({"way": 1})), until=at(9))
    assert gone.party.decision.kind == "lost"
    assert gone.now == at(1, 12)


@pytest.mark.parametrize(("face", "found"), [(60, True), (61, False)])
def test_r71_a_place_beside_the_road_may_be_found(face, found):
    gone = travel(setting_out(STONE, start=VILLAGE, dice=Loaded({"sight:ermita": face})), until=at(0, 14))
    assert (gone.party.decision is not None) is found
    if found:
        assert gone.party.where.miles_done_tenths == 80
        assert gone.party.found == frozenset({HUT})
        assert settled(gone, "approach").party.where == AtPlace(HUT, since=gone.now)
        by = travel(settled(gone, "pass_by"), until=at(9))
        assert by.party.where == AtPlace(STONE, since=at(1, 12))


def test_a_place_is_found_where_it_is_and_no_mile_is_lost_by_it():
    """On horses by force they make more than a tenth a minute, and would be past it when they see it."""
    beside = replace(atlas().routes[ROAD], sights=(Sight(HUT, Fraction(10)),))
    land = book(replace(atlas(), routes={**atlas().routes, ROAD: beside}))
    rider = person(goods=(Good(ItemId("horse"), "caballo", 1, 0, 0),))
    here = scene(rider, clock=at(0, 8), dice=QUIET, book=land)
    seen = travel(
        replace(depart(here, Travel(VILLAGE, pace="forced", transport="horse")), dice=Loaded({"sight:ermita": 1})),
        until=at(1),
    )
    assert seen.party.where.miles_done_tenths == 100
    there = travel(settled(seen, "A"), until=at(2))
    assert sum(event.data["miles_tenths"] for event in told(there, EventKind.TRAVELLED)) == 480


def test_spells_come_back_after_a_quiet_night_and_only_then():
    lost = Spell("sleep", 1, lost=True)
    there = scene(person(spells=(lost,)), where=AtPlace(VILLAGE), clock=at(0, 8), dice=QUIET)
    gone = depart(there, Travel(RUIN))
    assert travel(gone, until=at(1, 7)).people["duric"].spells[0].lost
    assert not travel(gone, until=at(1, 8)).people["duric"].spells[0].lost
    noon = travel(gone, until=at(0, 23))
    woken = replace(noon, dice=Loaded({"wilderness": 1, "survival:wilderness": 1}))
    assert travel(woken, until=at(1, 8)).people["duric"].spells[0].lost


def test_turning_back_takes_the_way_already_walked():
    gone = travel(setting_out(VILLAGE), until=at(0, 12))
    back = divert(gone, Travel(TOWN))
    assert back.party.where.miles_done_tenths == 480 - 180
    assert travel(back, until=at(2)).party.where == AtPlace(TOWN, since=at(0, 16))


def test_another_goal_on_the_way_is_reached_by_going_on():
    gone = travel(setting_out(VILLAGE), until=at(0, 12))
    on = divert(gone, Travel(STONE))
    assert (on.party.where.toward, on.party.where.rest) == (VILLAGE, (WOODS,))
    assert divert(gone, Travel(HUT)) is None


def test_another_pace_under_way_counts_from_there():
    gone = travel(setting_out(VILLAGE), until=at(0, 12))
    hurried = travel(divert(gone, Travel(VILLAGE, pace="forced")), until=at(0, 23))
    assert hurried.party.where.has_forced
    assert hurried.party.where.miles_done_tenths == 180 + 180 + 60


def test_waiting_on_the_road_costs_its_time():
    gone = travel(setting_out(VILLAGE), until=at(0, 12))
    there = travel(halt(gone, at(2, 10)), until=at(9))
    assert there.party.where.since == at(3, 10)


def order(number, act, received):
    character = next(iter(setting_out(VILLAGE).party.members))
    return Order(OrderId(number), PlayerId("p"), character, Scope.PARTY, received, act)


def test_who_is_told_to_wait_on_the_road_camps_until_then_or_until_told_otherwise():
    gone = travel(setting_out(VILLAGE), until=at(0, 12))
    wait = order(1, Wait(at(2, 10)), at(0, 11))
    camped = obeyed(gone, (wait,))
    assert camped.party.where.halted_until == at(2, 10)
    assert obeyed(camped, (wait,)) is camped
    assert travel(camped, until=at(9)).party.where.since == at(3, 10)
    without_end = order(2, Wait(), at(0, 11))
    open_ended = obeyed(gone, (without_end,))
    for day in (1, 2, 3, 4, 5):
        open_ended = obeyed(travel(open_ended, until=at(day, 0)), (without_end,))
    assert open_ended.party.where.miles_done_tenths == camped.party.where.miles_done_tenths
    onward = obeyed(open_ended, (order(3, Travel(VILLAGE), at(4, 9)),))
    assert onward.party.where.halted_until is None
    assert travel(onward, until=at(20)).party.where.place == VILLAGE


def test_two_parties_do_not_share_their_dice():
    one = travel(setting_out(RUIN, start=VILLAGE, dice=Sealed("x")), until=at(1, 23))
    other = setting_out(RUIN, start=VILLAGE, dice=Sealed("x"))
    assert travel(other, until=at(1, 23)) == one
    assert MARSH in {event.data.get("route") for event in one.events}
