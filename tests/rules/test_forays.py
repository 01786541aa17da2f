"""Explore, raid and return over the crypt: routes, times, traps, camps, turning back, and the way out."""

from dataclasses import replace
from fractions import Fraction

import pytest
from ossur import (
    ANA,
    CHAMBER,
    CRYPT,
    DAY,
    DEN,
    DURIC,
    DUSK,
    ENTRY,
    FOUR,
    GALLERY,
    HALL,
    HOUR,
    JORAM,
    KNOWN,
    KROM,
    MOUTH,
    NOOK,
    TOWN,
    ULMO,
    VAULT,
    WELL,
    Named,
    book,
    four,
    kinds,
    one,
    order,
    scene,
    step,
    told,
    world,
)

from rules.character import Good, Life, Limits, LoadLevel
from rules.events import Audience, EventKind
from rules.names import ItemId, ZoneId
from rules.orders import Answer, Carry, LoadUpTo, RetreatAt, Scope, Stance, StanceKind, Travel
from rules.stances.return_ import way_out
from rules.time import Moment
from rules.world import AtPlace, Foray, InSite, Loot, OnRoute

EXPLORE, RETURN = Stance(StanceKind.EXPLORE), Stance(StanceKind.RETURN)
PASS = {"goes_off": 100}


def started(number: int, act: object, **more: object):
    return order(number, act, DUSK - 5, **more)


def inside(zone: ZoneId, **more: object) -> InSite:
    return InSite(CRYPT, zone, KNOWN, entered=DUSK, **more)


def moves(events: tuple) -> list[tuple[int, str]]:
    return [(event.at - DUSK, event.data["zone"]) for event in told(events, EventKind.MOVED)]


class Lucky(Named):
    """Traps never go off."""

    def face(self, throw, n, sides):
        if throw.what.startswith("goes_off"):
            return super().face(replace(throw, what="goes_off"), n, sides)
        return super().face(throw, n, sides)


# -- secure ----------------------------------------------------------------------------------------------------------


def test_twelve_checks_a_day_two_hours_apart() -> None:
    dice = Named()
    after = step(world(), DUSK + DAY, dice=dice)
    checks = [throw.at - DUSK for throw in dice.asked if throw.what == "check"]
    assert checks == [120 * n for n in range(1, 13)]
    quiet = one(after.events, EventKind.QUIET)
    assert (quiet.at, quiet.data["checks"], len(quiet.faces)) == (DUSK + DAY, 12, 12)


def test_the_first_day_runs_from_the_end_of_the_session() -> None:
    dice = Named()
    step(world(clock=Moment(DUSK + 5 * HOUR)), DUSK + DAY, dice=dice)
    assert len(dice.asked) == 9, "nineteen hours hold nine whole watches"


def test_nobody_slips_past_a_check_by_a_change_of_mind() -> None:
    dice = Named()
    words = [order(n, Stance(StanceKind.SECURE), DUSK + 90 * n) for n in range(1, 9)]
    step(world(), DUSK + 12 * HOUR, *words, dice=dice)
    assert len([throw for throw in dice.asked if throw.what == "check"]) == 6


def test_a_position_elsewhere_is_walked_to_first() -> None:
    after = step(world(), DUSK + 5 * HOUR, started(1, Stance(StanceKind.SECURE, target=WELL)))
    assert moves(after.events) == [(12, WELL)]
    foray = after.world.parties[FOUR].foray
    assert (foray.stance, foray.objective, foray.path) == (StanceKind.SECURE, None, ())
    assert after.world.parties[FOUR].where.zone == WELL


def test_a_stance_with_an_hour_ends_there() -> None:
    until = Moment(DUSK + 3 * HOUR)
    after = step(
        world(where=inside(GALLERY)),
        until,
        started(1, Stance(StanceKind.EXPLORE, until=until)),
        dice=Lucky({**PASS, "route": 2}),
    )
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE
    assert 1 in after.done


# -- explore ---------------------------------------------------------------------------------------------------------


def test_exploring_draws_a_way_over_unknown_ground_until_a_safe_zone() -> None:
    dice = Lucky({**PASS, "route": 1})  # of den and nook, by name
    after = step(world(where=inside(GALLERY)), DUSK + 6 * HOUR, started(1, EXPLORE), dice=dice)
    assert moves(after.events) == [(90, HALL), (330, DEN)]
    safe = one(after.events, EventKind.SAFE_ZONE)
    assert (safe.at - DUSK, safe.data["zone"]) == (330, DEN)
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE
    assert 1 in after.done
    checks = [throw.at - DUSK for throw in dice.asked if throw.what == "check"]
    assert checks == [60, 120, 180, 240, 300, 330], "part of an hour on the move counts whole"


def test_secret_ways_stay_unfound() -> None:
    for route in (1, 2):
        dice = Lucky({**PASS, "route": route})
        after = step(world(where=inside(GALLERY)), DUSK + 3 * DAY, started(1, EXPLORE), dice=dice)
        assert VAULT not in {zone for _, zone in moves(after.events)}


def test_from_known_ground_they_walk_to_its_edge_five_times_as_fast() -> None:
    after = step(world(where=inside(WELL)), DUSK + 2 * HOUR, started(1, EXPLORE), dice=Lucky({**PASS, "route": 1}))
    assert moves(after.events)[:3] == [(12, CHAMBER), (27, GALLERY), (117, HALL)]


def test_a_dead_end_sends_them_back_to_the_nearest_choice() -> None:
    dice = Lucky({**PASS, "route": 2})
    after = step(world(where=inside(GALLERY)), DUSK + 8 * HOUR, started(1, EXPLORE), dice=dice)
    assert moves(after.events) == [(90, HALL), (210, NOOK), (234, HALL), (474, DEN)]


def test_eight_hours_a_day_then_camp_then_on() -> None:
    slow = four(duric={"goods": (Good(ItemId("anvil"), "yunque", 1, 1100, 0),)})
    dice = Lucky({**PASS, "route": 1})
    start = world(slow, where=inside(GALLERY))
    first = step(start, DUSK + DAY, started(1, EXPLORE), dice=dice)
    camp = one(first.events, EventKind.MADE_CAMP)
    assert camp.at - DUSK == 480
    checks = [throw.at - DUSK for throw in dice.asked if throw.what == "check"]
    assert checks == [60 * n for n in range(1, 9)] + [480 + 120 * n for n in range(1, 9)]
    foray = first.world.parties[FOUR].foray
    assert (foray.explored_today, foray.is_camped, foray.minutes_to_check) == (0, False, 60)
    third = step(first.world, DUSK + 3 * DAY, started(1, EXPLORE), dice=dice)
    assert one(third.events, EventKind.SAFE_ZONE).at - DUSK == 2 * DAY + (90 + 240) * 4 - 2 * 480


def test_with_nothing_left_to_see_they_hold() -> None:
    everything = frozenset({*KNOWN, HALL, NOOK, DEN, VAULT})
    where = InSite(CRYPT, GALLERY, everything, entered=DUSK)
    after = step(world(where=where), DUSK + HOUR, started(1, EXPLORE))
    assert one(after.events, EventKind.NO_WAY)
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE
    assert 1 in after.done


def test_without_a_map_a_die_says_the_hours_and_each_has_its_chance_of_a_trap() -> None:
    nowhere = replace(book().atlas.sites[CRYPT].zones[WELL], id=ZoneId("solo"), passages=())
    the_book = book()
    site = replace(the_book.atlas.sites[CRYPT], zones={nowhere.id: nowhere})
    the_book = replace(the_book, atlas=replace(the_book.atlas, sites={CRYPT: site}))
    dice = Named({"hours_to_safe": 3, "trap": 6, f"trap@{DUSK + 120}": 1,
                  f"goes_off:trap:solo:{-(DUSK + 120)}": 40, f"victim:trap:solo:{-(DUSK + 120)}": 2,
                  f"survival:trap:solo:{-(DUSK + 120)}": 100})  # fmt: skip
    where = InSite(CRYPT, nowhere.id, frozenset({nowhere.id}), entered=DUSK)
    after = step(world(where=where), DUSK + 4 * HOUR, started(1, EXPLORE), dice=dice, the_book=the_book)
    assert one(after.events, EventKind.TRAP).data["hd"] == "1", "the dungeon's level"
    assert one(after.events, EventKind.SURVIVAL).data["chance"] == 100
    assert one(after.events, EventKind.SAFE_ZONE).at - DUSK == 180
    assert after.world.parties[FOUR].where.explored_minutes == 180


# -- traps -----------------------------------------------------------------------------------------------------------


def test_a_trap_on_the_way_is_walked_into_and_takes_one_by_the_dice() -> None:
    pit = ":trap:galeria:0"
    dice = Named({f"goes_off{pit}": 50, f"victim{pit}": 3, f"survival{pit}": 95, f"wounds{pit}": 1,
                  "route": 1})  # fmt: skip
    after = step(world(where=inside(GALLERY)), DUSK + 100, started(1, EXPLORE), dice=dice)
    assert one(after.events, EventKind.TRAP).data == {
        "label_es": "un foso",
        "label_en": "a pit",
        "went_off": True,
        "hd": "2",
    }
    check = one(after.events, EventKind.SURVIVAL)
    assert (check.data["chance"], check.data["party_hd"], check.data["reached"]) == (100, "12", [ULMO])
    assert one(after.events, EventKind.SURVIVED).characters == (ULMO,)
    assert EventKind.XP not in kinds(after.events)
    assert EventKind.NO_TREASURE not in kinds(after.events)
    assert after.world.parties[FOUR].sprung == {(CRYPT, GALLERY, 0)}


def test_a_trap_need_not_go_off() -> None:
    after = step(
        world(where=inside(GALLERY)), DUSK + 100, started(1, EXPLORE), dice=Lucky({"goes_off": 51, "route": 1})
    )
    assert one(after.events, EventKind.TRAP).data["went_off"] is False
    assert after.world.parties[FOUR].sprung == frozenset()


def test_a_trap_that_sprang_is_spent_unless_it_resets() -> None:
    start = world(where=inside(GALLERY), sprung=frozenset({(CRYPT, GALLERY, 0)}))
    after = step(start, DUSK + 100, started(1, EXPLORE), dice=Named({"route": 1}))
    assert EventKind.TRAP not in kinds(after.events)


def test_gas_reaches_all_and_a_death_turns_them_back() -> None:
    gas = ":trap:rincon:0"
    dice = Named({"goes_off:trap:galeria:0": 99, "route": 2, f"goes_off{gas}": 1, f"survival{gas}": 60,
                  f"joram:survival{gas}": 71, f"wounds{gas}": 3})  # fmt: skip
    after = step(world(where=inside(GALLERY)), DUSK + 220, started(1, EXPLORE), dice=dice)
    assert one(after.events, EventKind.DIED).data["cause"] == "trap"
    assert one(after.events, EventKind.RETREAT_CALLED).data["reason"] == "death"
    assert after.world.parties[FOUR].foray.stance is StanceKind.RETURN
    assert 1 in after.done


def test_known_ground_has_no_traps_for_those_who_know_it() -> None:
    known = frozenset({*KNOWN, HALL})
    where = InSite(CRYPT, HALL, known, entered=DUSK)
    after = step(world(where=where), DUSK + 2 * HOUR, started(1, RETURN))
    assert EventKind.TRAP not in kinds(after.events)
    assert EventKind.LEFT_SITE in kinds(after.events)


# -- return ----------------------------------------------------------------------------------------------------------


def test_d4_seven_hours_explored_and_twenty_five_minutes_known() -> None:
    where = inside(DEN, explored_minutes=420, known_point=GALLERY, trail=(HALL, DEN))
    # The gallery lies ten minutes from the door; lengthen the known way to twenty-five.
    the_book = book()
    zones = dict(the_book.atlas.sites[CRYPT].zones)
    zones[ENTRY] = replace(zones[ENTRY], passages=(replace(zones[ENTRY].passages[0], minutes=125),))
    site = replace(the_book.atlas.sites[CRYPT], zones=zones)
    the_book = replace(the_book, atlas=replace(the_book.atlas, sites={CRYPT: site}))
    dice = Named()
    after = step(world(where=where), DUSK + DAY, started(1, RETURN), dice=dice, the_book=the_book)
    out = one(after.events, EventKind.LEFT_SITE)
    assert out.at - DUSK == 110
    assert [throw.at - DUSK for throw in dice.asked if throw.what == "check"] == [60, 110]
    assert out.data["place"] == MOUTH
    assert 1 in after.done


@pytest.mark.parametrize(
    ("zone", "explored", "minutes"),
    [(CHAMBER, 0, 30), (WELL, 0, 40), (GALLERY, 0, 10), (ENTRY, 0, 0), (HALL, 90, 30), (ENTRY, 7, 10)],
)
def test_the_way_out_in_turns_of_ten_minutes(zone: ZoneId, explored: int, minutes: int) -> None:
    point = GALLERY if zone == HALL else (zone if explored else None)
    where = inside(zone, explored_minutes=explored, known_point=point, trail=(HALL,) if zone == HALL else ())
    foray = Foray(StanceKind.RETURN, DUSK, move_ft=120)
    path = way_out(scene(where=where, foray=foray))
    assert sum(path.legs) == minutes


def test_the_slowest_sets_the_pace() -> None:
    laden = four(krom={"goods": (Good(ItemId("anvil"), "yunque", 1, 700, 0),)})
    after = step(world(laden), DUSK + 2 * HOUR, started(1, RETURN))
    assert one(after.events, EventKind.LEFT_SITE).at - DUSK == 50, "25 minutes at half the speed"


def test_the_players_choose_the_way() -> None:
    act = Stance(StanceKind.RETURN, route=(WELL,))
    after = step(world(), DUSK + 2 * HOUR, started(1, act))
    assert [zone for _, zone in moves(after.events)] == [WELL, CHAMBER, GALLERY, ENTRY]


def test_leaving_remembers_the_map_and_the_days() -> None:
    where = InSite(CRYPT, CHAMBER, KNOWN, entered=Moment(DUSK - 2 * DAY))
    after = step(world(where=where), DUSK + HOUR, started(1, RETURN))
    out = one(after.events, EventKind.LEFT_SITE)
    assert (out.data["days"], out.data["minutes"]) == (3, 2 * DAY + 30)
    outside = after.world.parties[FOUR]
    assert outside.maps == {CRYPT: KNOWN}
    assert isinstance(outside.where, AtPlace)
    assert all(person.free_at is None for person in after.world.characters.values()), "paid as they passed"


def test_days_underground_may_be_owed_again() -> None:
    after = step(world(), DUSK + 2 * HOUR, started(1, RETURN), the_book=book(dungeon_days_double=True))
    out = one(after.events, EventKind.LEFT_SITE)
    assert {p.free_at for p in after.world.characters.values()} == {out.at + DAY}


def test_going_down_again_uses_the_map() -> None:
    start = world(where=AtPlace(MOUTH), maps={CRYPT: KNOWN})
    after = step(start, DUSK + 2 * HOUR, started(1, Stance(StanceKind.RAID, target=WELL)))
    assert one(after.events, EventKind.ENTERED_SITE).data == {"site": CRYPT, "zone": ENTRY}
    assert moves(after.events)[:3] == [(10, GALLERY), (25, CHAMBER), (37, WELL)]


def test_a_stance_far_from_any_dungeon_fails() -> None:
    after = step(world(where=AtPlace(TOWN)), DUSK + HOUR, started(1, EXPLORE))
    assert one(after.events, EventKind.ORDER_FAILED).data == {"order": 1, "reason": "not_there"}


def test_a_journey_ordered_below_leads_out_first() -> None:
    after = step(world(), DUSK + 2 * DAY, started(1, Travel(TOWN)), dice=Named({"wilderness": 12}))
    seen = kinds(after.events)
    assert seen.index(EventKind.LEFT_SITE) < seen.index(EventKind.DEPARTED)
    assert isinstance(after.world.parties[FOUR].where, OnRoute | AtPlace)


def test_there_and_down_in_one_breath() -> None:
    words = (started(1, Travel(MOUTH)), started(2, Stance(StanceKind.SECURE)))
    after = step(world(where=AtPlace(TOWN)), DUSK + 2 * DAY, *words, dice=Named({"wilderness": 12}))
    seen = kinds(after.events)
    assert seen.index(EventKind.ARRIVED) < seen.index(EventKind.ENTERED_SITE)
    assert EventKind.ORDER_FAILED not in seen


def test_without_any_known_way_they_try_the_open_ones_and_without_those_they_hold() -> None:
    lost = InSite(CRYPT, NOOK, frozenset({NOOK}), entered=DUSK)
    after = step(world(where=lost), DUSK + DAY, started(1, RETURN), dice=Lucky(PASS))
    assert [zone for _, zone in moves(after.events)] == [HALL, GALLERY, ENTRY]
    assert one(after.events, EventKind.LEFT_SITE).at - DUSK == 260
    walled = InSite(CRYPT, VAULT, frozenset({VAULT}), entered=DUSK)
    after = step(world(where=walled), DUSK + HOUR, started(1, RETURN))
    assert one(after.events, EventKind.NO_WAY)
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE


# -- raid ------------------------------------------------------------------------------------------------------------


def test_a_raid_goes_there_and_home() -> None:
    dice = Named()
    after = step(
        world(where=inside(ENTRY)), DUSK + 3 * HOUR, started(1, Stance(StanceKind.RAID, target=WELL)), dice=dice
    )
    assert moves(after.events) == [(10, GALLERY), (25, CHAMBER), (37, WELL), (49, CHAMBER), (64, GALLERY), (77, ENTRY)]
    assert one(after.events, EventKind.OBJECTIVE_REACHED).at - DUSK == 37
    assert one(after.events, EventKind.LEFT_SITE).at - DUSK == 77
    assert [throw.at - DUSK for throw in dice.asked if throw.what == "check"] == [60, 77]
    assert 1 in after.done


def test_a_raid_by_the_way_the_players_give() -> None:
    act = Stance(StanceKind.RAID, target=GALLERY, route=(WELL,))
    after = step(world(), DUSK + 3 * HOUR, started(1, act))
    assert [zone for _, zone in moves(after.events)][:3] == [WELL, CHAMBER, GALLERY]


def test_a_raid_over_unknown_ground_is_drawn() -> None:
    act = Stance(StanceKind.RAID, target=NOOK)
    after = step(world(where=inside(GALLERY)), DUSK + 12 * HOUR, started(1, act), dice=Lucky({**PASS, "route": 2}))
    assert one(after.events, EventKind.OBJECTIVE_REACHED).at - DUSK == 210
    assert one(after.events, EventKind.LEFT_SITE).at - DUSK == 210 + 60, "a fifth of 210, and ten known: in turns"


def test_a_raid_on_what_cannot_be_reached_turns_home() -> None:
    act = Stance(StanceKind.RAID, target=VAULT)
    start = world(where=inside(GALLERY))
    after = step(start, DUSK + 2 * DAY, started(1, act), dice=Lucky({**PASS, "route": 1}))
    assert one(after.events, EventKind.OBJECTIVE_MISSED).data == {"zone": VAULT}
    assert EventKind.LEFT_SITE in kinds(after.events)
    nameless = step(start, DUSK + HOUR, started(1, Stance(StanceKind.RAID)))
    assert EventKind.OBJECTIVE_MISSED in kinds(nameless.events)


def test_a_hurt_party_gives_up_its_objective() -> None:
    people = four(krom={"limits": Limits(retreat_percent=60)})
    dice = Named({f"check@{DUSK + 60}": 1, "group": 2, "survival": 60, "wounds": 5, "krom:survival": 35,
                  "krom:wounds": (2, 2, 1), "joram:wounds": 4})  # fmt: skip
    start = world(people, where=inside(ENTRY))
    act = Stance(StanceKind.RAID, target=WELL, route=(CHAMBER, GALLERY, CHAMBER, WELL, CHAMBER))
    after = step(start, DUSK + DAY, started(1, act), dice=dice)
    called = one(after.events, EventKind.RETREAT_CALLED)
    assert called.data == {"reason": "threshold", "who": [KROM], "percent": 60}
    assert one(after.events, EventKind.OBJECTIVE_MISSED).data == {"zone": WELL}
    assert EventKind.LEFT_SITE in kinds(after.events)
    assert 1 in after.done


# -- turning back ----------------------------------------------------------------------------------------------------


def worms(**more: object) -> Named:
    return Named({f"check@{DUSK + 120}": 1, "group": 2, "survival": 60, "wounds": 5, "joram:wounds": 4, **more})


@pytest.mark.parametrize(("hp", "calls"), [(12, True), (13, False)])
def test_a_threshold_is_tested_after_every_encounter(hp: int, calls: bool) -> None:
    people = four(duric={"hp": hp + 5, "limits": Limits(retreat_percent=50)})
    after = step(world(people), DUSK + 121, dice=worms())
    assert (EventKind.RETREAT_CALLED in kinds(after.events)) is calls


def test_a_threshold_in_hit_points() -> None:
    after = step(world(four(duric={"limits": Limits(retreat_hp=19)})), DUSK + 121, dice=worms())
    assert one(after.events, EventKind.RETREAT_CALLED).data["who"] == [DURIC]


def test_without_a_limit_nothing_fires_even_at_one_hit_point() -> None:
    dice = worms(**{"joram:survival": 11, "joram:wounds": (4,) * 5})
    after = step(world(), DUSK + 121, dice=dice)
    assert after.world.characters[JORAM].hp == 1
    assert EventKind.RETREAT_CALLED not in kinds(after.events)


def test_the_spokesperson_may_state_a_limit_for_those_who_stated_none() -> None:
    words = [
        order(1, RetreatAt(percent=80), DUSK - 9),
        order(2, RetreatAt(percent=10), DUSK - 8, by="bea", scope=Scope.PERSONAL),
    ]
    start = world(four(krom={"hp": 9}))
    after = step(
        start, DUSK + 121, *words, dice=worms(**{"joram:survival": 70, "ulmo:survival": 70, "duric:survival": 70})
    )
    assert EventKind.RETREAT_CALLED not in kinds(after.events)
    assert after.world.characters[KROM].limits.retreat_percent == 10
    after = step(start, DUSK + 121, words[0], dice=worms())
    assert one(after.events, EventKind.RETREAT_CALLED).data["who"] == [DURIC, KROM, ULMO, JORAM]


def test_the_average_is_a_knob() -> None:
    people = four(duric={"hp": 6, "limits": Limits(retreat_percent=50)})
    hale = step(world(people), DUSK + 121, dice=worms(survival=70), the_book=book(retreat_basis="average"))
    assert EventKind.RETREAT_CALLED not in kinds(hale.events)
    sheets = {name: replace(sheet, hp=2) for name, sheet in people.items()}
    hurt = step(world(sheets), DUSK + 121, dice=worms(survival=70), the_book=book(retreat_basis="average"))
    assert EventKind.RETREAT_CALLED in kinds(hurt.events)


def test_each_for_themselves_is_a_knob() -> None:
    people = four(krom={"limits": Limits(retreat_percent=60)})
    dice = worms(**{"krom:survival": 10, "krom:wounds": (1,) * 6})
    after = step(world(people), DUSK + 4 * HOUR, dice=dice, the_book=book(retreat_basis="own"))
    assert set(after.world.parties) == {FOUR, f"{FOUR}.{KROM}"}
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE
    assert isinstance(after.world.parties[f"{FOUR}.{KROM}"].where, AtPlace)


def test_a_death_alone_need_not_turn_them_back() -> None:
    dice = worms(**{"ulmo:survival": 99})
    after = step(world(), DUSK + 5 * HOUR, dice=dice, the_book=book(retreat_on_death=False))
    assert EventKind.RETREAT_CALLED not in kinds(after.events)
    assert after.world.parties[FOUR].decision is None, "who stays beside the dead need not decide"


def test_the_spokesperson_may_undo_it_before_time_moves_on() -> None:
    people = four(duric={"limits": Limits(retreat_percent=90)})
    stay = order(1, Stance(StanceKind.SECURE), DUSK + 110)
    # Said before the retreat was called, so it does not undo it; said at that very moment, it does.
    before = step(world(people), DUSK + DAY, stay, dice=worms())
    assert isinstance(before.world.parties[FOUR].where, AtPlace)
    at_once = step(world(people), DUSK + DAY, replace(stay, received=Moment(DUSK + 120)), dice=worms())
    assert isinstance(at_once.world.parties[FOUR].where, InSite)


def test_a_full_load_turns_explorers_home_but_not_a_watch() -> None:
    limits = {name: {"limits": Limits(load_weight=5)} for name in four()}
    dice = Lucky({**PASS, "route": 1, f"check@{DUSK + 60}": 1, "group": 1, "number:goblin": 2, "reaction": 10,
                  "survival": 95, "wounds": 1, "treasure:goblin": (6, 6)})  # fmt: skip
    start = world(four(**limits), where=inside(GALLERY), loot=(Loot("x", 100, 1, DURIC),))
    after = step(start, DUSK + 61, started(1, EXPLORE), dice=dice)
    assert one(after.events, EventKind.TREASURE).data["carried"] == 0
    assert one(after.events, EventKind.RETREAT_CALLED).data["reason"] == "load"
    watch = step(replace_where(start, CHAMBER), DUSK + 61, dice=dice)
    assert EventKind.RETREAT_CALLED not in kinds(watch.events)


def replace_where(start, zone: ZoneId):
    return replace(start, parties={FOUR: replace(start.parties[FOUR], where=inside(zone))})


def test_a_limit_of_load_goes_on_the_sheet() -> None:
    words = order(1, LoadUpTo(level=LoadLevel.LIGHT), DUSK + 1, scope=Scope.PERSONAL)
    after = step(world(), DUSK + 5, words)
    assert after.world.characters[DURIC].limits.load_level is LoadLevel.LIGHT


def test_the_last_ration_turns_them_back() -> None:
    people = {name: replace(sheet, rations=3) for name, sheet in four().items()}
    start = world(people)
    low = step(start, DUSK + DAY)
    assert one(low.events, EventKind.PROVISIONS_LOW).data == {"days": 2}
    last = step(start, DUSK + 3 * DAY + HOUR)
    assert one(last.events, EventKind.RETREAT_CALLED).data["reason"] == "provisions"
    assert isinstance(last.world.parties[FOUR].where, AtPlace)
    stays = step(start, DUSK + 3 * DAY + HOUR, the_book=book(starving_returns=False))
    assert isinstance(stays.world.parties[FOUR].where, InSite)


# -- the dead --------------------------------------------------------------------------------------------------------


def fallen() -> Named:
    return worms(**{"ulmo:survival": 99})


def test_before_they_leave_a_companion_they_are_asked() -> None:
    after = step(world(), DUSK + DAY, dice=fallen())
    asked = one(after.events, EventKind.BODY_DECISION)
    assert asked.data["body"] == ULMO
    assert asked.data["bearers"] == [DURIC, KROM]
    assert after.world.parties[FOUR].clock == DUSK + 120


def test_left_where_he_fell() -> None:
    leave = order(1, Answer(None, "leave"), DUSK + 3 * HOUR)
    after = step(world(), DUSK + DAY, leave, dice=fallen())
    assert one(after.events, EventKind.BODY_LEFT).data == {"zone": CHAMBER}
    assert after.world.parties[FOUR].members == (DURIC, KROM, JORAM)
    assert after.world.characters[ULMO].life is Life.DEAD
    assert one(after.events, EventKind.LEFT_SITE).at == DUSK + 120 + 30


def test_a_body_weighs_and_slows() -> None:
    carry = order(1, Carry(ULMO, (DURIC, KROM)), DUSK + 3 * HOUR)
    after = step(world(), DUSK + DAY, carry, dice=fallen())
    assert one(after.events, EventKind.BODY_TAKEN).data["bearers"] == [DURIC, KROM]
    assert one(after.events, EventKind.LEFT_SITE).at == DUSK + 120 + 50, "eighty pounds each: half speed"


def test_nobody_answers_and_friends_carry_their_dead() -> None:
    first = step(world(), DUSK + DAY, dice=fallen())
    after = step(first.world, DUSK + 2 * DAY, dice=fallen())
    assert one(after.events, EventKind.DECISION_EXPIRED).data["choice"] == "carry"
    assert ULMO in after.world.parties[FOUR].members


def test_who_decides_to_hold_out_needs_no_bearers() -> None:
    stay = order(1, Stance(StanceKind.SECURE), DUSK + 3 * HOUR)
    after = step(world(), DUSK + DAY, stay, dice=fallen())
    party = after.world.parties[FOUR]
    assert (party.foray.stance, party.decision, party.clock) == (StanceKind.SECURE, None, DUSK + DAY)


def test_bearers_named_before_are_not_asked_again() -> None:
    carry = order(1, Carry(ULMO, (JORAM,)), DUSK + 5)
    people = four(ulmo={"life": Life.DEAD, "hp": 0})
    after = step(world(people), DUSK + DAY, carry, order(2, RETURN, DUSK + 10))
    assert EventKind.BODY_DECISION not in kinds(after.events)
    assert EventKind.LEFT_SITE in kinds(after.events)


def test_a_player_may_bear_but_not_name_others() -> None:
    people = four(ulmo={"life": Life.DEAD, "hp": 0})
    mine = order(1, Carry(ULMO, (KROM,)), DUSK + 5, by="bea")
    after = step(world(people), DUSK + 10, mine)
    assert after.world.parties[FOUR].bodies == {ULMO: (KROM,)}
    theirs = order(2, Carry(ULMO, (DURIC,)), DUSK + 5, by="bea")
    after = step(world(people), DUSK + 10, theirs)
    assert one(after.events, EventKind.ORDER_FAILED).data["reason"] == "not_theirs"


def test_loot_of_the_dead_passes_to_the_living() -> None:
    start = world(loot=(Loot("corona", 5000, 20, ULMO),))
    after = step(start, DUSK + 121, dice=fallen())
    assert [piece.carrier for piece in after.world.parties[FOUR].loot] == [DURIC]


def test_the_last_of_them_falls_and_nothing_moves_any_more() -> None:
    after = step(world(), DUSK + 2 * DAY, dice=worms(survival=99))
    assert len(told(after.events, EventKind.DIED)) == 4
    assert not [event for event in after.events if event.at > DUSK + 120]
    assert after.world.parties[FOUR].clock == DUSK + 2 * DAY


def test_the_knob_counts_treasure_once_outside() -> None:
    start = world(loot=(Loot("corona", 5050, 20, DURIC),))
    after = step(start, DUSK + DAY, started(1, RETURN), the_book=book(treasure_xp=True))
    xp = one(after.events, EventKind.XP)
    assert (xp.data["total"], xp.data["each"]) == (50, 12)
    again = step(after.world, DUSK + 3 * DAY, order(2, Stance(StanceKind.SECURE), DUSK + DAY + 1),
                 order(3, RETURN, DUSK + DAY + HOUR), the_book=book(treasure_xp=True))  # fmt: skip
    assert EventKind.XP not in kinds(again.events)


def test_reinforcements_find_nobody_where_the_party_left() -> None:
    from ossur import GOBLIN

    from rules.world import Band

    coming = Band(((GOBLIN, 6),), due=Moment(DUSK + HOUR), site=CRYPT, zone=CHAMBER, party=FOUR)
    start = replace(world(where=inside(WELL)), bands=(coming,))
    after = step(start, DUSK + 2 * HOUR)
    assert one(after.events, EventKind.REINFORCEMENTS_MISSED).at == DUSK + HOUR
    assert after.world.bands == ()
    assert Fraction(1, 2) < 1
    assert ANA


def test_a_quiet_day_heals_where_the_house_says_so() -> None:
    people = four(duric={"hp": 3}, krom={"hp": 11}, ulmo={"hp": 0})
    healed = step(world(people), DUSK + DAY, the_book=book(dungeon_rest_heals=True))
    assert {event.characters[0]: event.data for event in told(healed.events, EventKind.HEALED)} == {
        DURIC: {"hp": 4, "gained": 1}
    }
    assert EventKind.HEALED not in kinds(step(world(people), DUSK + DAY).events)


def test_exhaustion_slows_the_whole_party() -> None:
    after = step(world(four(krom={"exhaustion": 2})), DUSK + DAY, started(1, RETURN))
    assert one(after.events, EventKind.LEFT_SITE).at - DUSK == 50


def test_who_turns_between_two_zones_walks_back_to_the_last() -> None:
    words = [started(1, Stance(StanceKind.RAID, target=WELL)), order(2, RETURN, DUSK + 7)]
    after = step(world(), DUSK + 2 * HOUR, *words)
    assert moves(after.events) == [(7 + 7 + 15, GALLERY), (7 + 7 + 30, ENTRY)]


def test_what_is_walked_out_of_session_is_no_knowledge() -> None:
    dice = Lucky({**PASS, "route": 1})
    after = step(world(where=inside(WELL)), DUSK + 8 * HOUR, started(1, EXPLORE), dice=dice)
    audiences = {event.data["zone"]: event.audience for event in told(after.events, EventKind.MOVED)}
    assert audiences == {
        CHAMBER: Audience.PARTY, GALLERY: Audience.PARTY, HALL: Audience.DM, DEN: Audience.DM
    }  # fmt: skip
    assert after.world.parties[FOUR].where.known == KNOWN


# -- gone out by a retreat -------------------------------------------------------------------------------------------

OUTSIDE = {"where": AtPlace(MOUTH), "maps": {CRYPT: KNOWN}}
NEXT_CLOSE = DUSK + DAY


@pytest.mark.parametrize(
    ("received", "more", "failed"),
    [
        (DUSK + 2 * HOUR, {}, ["retreated"]),  # written before anybody was told
        (NEXT_CLOSE, {}, []),  # having read of it: their word counts, whatever the limits
        (DUSK + 2 * HOUR, {"by_dm": True}, []),
    ],
)
def test_no_order_of_the_same_day_undoes_a_retreat(received: int, more: dict, failed: list[str]) -> None:
    people = four(duric={"hp": 1, "limits": Limits(retreat_percent=30)})
    start = world(people, retreated=Moment(DUSK + HOUR), **OUTSIDE)
    words = order(1, Stance(StanceKind.SECURE, target=CHAMBER), received, **more)
    after = step(start, NEXT_CLOSE + HOUR, words)
    assert [event.data["reason"] for event in told(after.events, EventKind.ORDER_FAILED)] == failed
    assert (EventKind.ENTERED_SITE in kinds(after.events)) is not bool(failed)
    assert (after.world.parties[FOUR].retreated is None) is not bool(failed)


def test_a_retreat_that_comes_out_is_remembered_until_they_go_down_again() -> None:
    people = four(duric={"hp": 6, "limits": Limits(retreat_percent=50)})
    fight = {"group": 1, "reaction": 1, "number:goblin": 6, "survival": 65, "wounds": 10, "treasure:goblin": 1}
    dice = Named({f"check@{DUSK + 2 * HOUR}": 1, **fight})
    later = order(1, Stance(StanceKind.SECURE, target=CHAMBER), DUSK + 20 * HOUR)
    after = step(world(people), NEXT_CLOSE, later, dice=dice)
    assert one(after.events, EventKind.RETREAT_CALLED).at == DUSK + 2 * HOUR
    assert one(after.events, EventKind.ORDER_FAILED).data["reason"] == "retreated"
    assert isinstance(after.world.parties[FOUR].where, AtPlace)


@pytest.mark.parametrize(("percent", "enters"), [(30, False), (3, True), (None, True)])
def test_nobody_goes_down_at_their_limit(percent: int | None, enters: bool) -> None:
    people = four(duric={"hp": 1, "limits": Limits(retreat_percent=percent)})
    after = step(world(people, **OUTSIDE), DUSK + HOUR, started(1, EXPLORE))
    assert (EventKind.ENTERED_SITE in kinds(after.events)) is enters
    assert [event.data["reason"] for event in told(after.events, EventKind.ORDER_FAILED)] == ["too_hurt"] * (not enters)


@pytest.mark.parametrize(("zone", "named"), [(GALLERY, GALLERY), (HALL, None)])
def test_a_stance_names_no_place_that_only_the_dm_knows(zone: ZoneId, named: ZoneId | None) -> None:
    after = step(world(where=inside(zone)), DUSK + 1, started(1, RETURN))
    assert told(after.events, EventKind.STANCE_BEGUN)[-1].data["zone"] == named
