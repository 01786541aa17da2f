"""Whose word counts: spokesperson, players, the DM; breaking away and coming back; parties without spokesperson."""

from dataclasses import replace

import pytest
from ossur import (
    ANA,
    BEA,
    CARLOS,
    CHAMBER,
    CRYPT,
    DAVID,
    DAY,
    DM,
    DURIC,
    DUSK,
    ENTRY,
    FOUR,
    HOUR,
    JORAM,
    KNOWN,
    KROM,
    MOUTH,
    TOWN,
    ULMO,
    WELL,
    Named,
    book,
    four,
    kinds,
    one,
    order,
    person,
    step,
    told,
    world,
)

from rules.character import Life, Role
from rules.events import Audience, EventKind
from rules.names import CharacterId, PartyId
from rules.orders import (
    Absence,
    Ask,
    Attitude,
    BreakAway,
    Cancel,
    Designate,
    Free,
    Meet,
    Rejoin,
    RetreatAt,
    Scope,
    Stance,
    StanceKind,
    Travel,
)
from rules.precedence import authority, elected, weigh
from rules.time import Moment
from rules.world import AtPlace, InSite, Loot

TEN = DUSK + 11 * HOUR  # 10:00 of the first day
STAY, RETURN, EXPLORE = Stance(StanceKind.SECURE), Stance(StanceKind.RETURN), Stance(StanceKind.EXPLORE)
RAID = Stance(StanceKind.RAID, target=WELL)
ALONE = PartyId(f"{FOUR}.{KROM}")
TABLE = {"wilderness": 12}


def alone(number: int, act: object, received: int, by: str = BEA, **more: object):
    return order(number, act, received, by=by, scope=Scope.ALONE, **more)


def test_d8_the_spokesperson_turns_round_at_ten_and_krom_stays_at_eleven() -> None:
    slow = {name: replace(sheet, standard_move_ft=120) for name, sheet in four().items()}
    go, stay = order(1, RETURN, TEN), alone(2, STAY, TEN + HOUR)
    where = InSite(CRYPT, ENTRY, KNOWN, explored_minutes=20 * HOUR, known_point=ENTRY, entered=DUSK)
    ten = step(world(slow, where=where), TEN + 30, go, stay)
    assert set(ten.world.parties) == {FOUR}
    after = step(ten.world, TEN + 2 * HOUR, go, stay)
    apart = one([event for event in after.events if event.party == FOUR], EventKind.BROKE_AWAY)
    assert (apart.at, apart.characters) == (TEN + HOUR, (KROM,))
    assert apart.data == {"alone_party": ALONE, "alone_hd": "2", "rest_hd": "10"}
    assert after.world.parties[FOUR].members == (DURIC, ULMO, JORAM)
    krom = after.world.parties[ALONE]
    assert (krom.members, krom.left, krom.foray.stance) == ((KROM,), FOUR, StanceKind.SECURE)
    assert after.world.parties[FOUR].foray.stance is StanceKind.RETURN


def test_what_krom_asked_for_before_the_spokesperson_spoke_is_overruled_and_he_hears_so() -> None:
    stay, go = alone(1, STAY, TEN - HOUR), order(2, RETURN, TEN)
    after = step(world(), DUSK + DAY, stay, go)
    assert set(after.world.parties) == {FOUR}
    lost = one(after.events, EventKind.OVERRULED)
    assert (lost.characters, lost.data["order"], lost.data["by"]) == ((KROM,), 1, 2)
    assert isinstance(after.world.parties[FOUR].where, AtPlace)
    assert {1, 2} <= set(after.done)


def test_he_may_still_break_away_afterwards() -> None:
    words = [alone(1, STAY, TEN - HOUR), order(2, RETURN, TEN), alone(3, STAY, TEN + 10)]
    after = step(world(), DUSK + DAY, *words)
    assert set(after.world.parties) == {FOUR, ALONE}
    assert isinstance(after.world.parties[ALONE].where, InSite)


def test_declared_lasting_it_holds_against_a_later_word_of_the_spokesperson() -> None:
    words = [order(1, STAY, DUSK - 5), alone(2, BreakAway(lasting=True), TEN), order(3, RETURN, TEN + 5)]
    after = step(world(), DUSK + DAY, *words)
    assert isinstance(after.world.parties[ALONE].where, InSite)
    assert isinstance(after.world.parties[FOUR].where, AtPlace)
    assert 2 in after.done


def test_breaking_away_without_saying_what_for_means_holding_out() -> None:
    after = step(world(), TEN + HOUR, alone(1, BreakAway(), TEN))
    krom = after.world.parties[ALONE]
    assert krom.foray.stance is StanceKind.SECURE
    assert krom.foray.minutes_to_check <= 120


def test_wanting_alone_what_all_do_is_no_break() -> None:
    after = step(world(), TEN + 2 * HOUR, order(1, STAY, DUSK - 5), alone(2, STAY, TEN))
    assert set(after.world.parties) == {FOUR}


def test_alone_he_takes_his_servants_his_loot_and_whom_he_carries() -> None:
    people = four(ulmo={"life": Life.DEAD})
    boy = person(CharacterId("boy"), "level_0", 0, 3, role=Role.HIRELING, employer=KROM)
    people = {**people, boy.id: boy}
    loot = (Loot("corona", 5000, 10, KROM), Loot("copa", 100, 10, DURIC))
    start = world(people, loot=loot, bodies={ULMO: (KROM,)})
    after = step(start, TEN + 10, order(1, STAY, DUSK - 5), alone(2, RETURN, TEN))
    krom, rest = after.world.parties[ALONE], after.world.parties[FOUR]
    assert krom.members == (KROM, boy.id, ULMO)
    assert rest.members == (DURIC, JORAM)
    assert [piece.label for piece in krom.loot] == ["corona"]
    assert [piece.label for piece in rest.loot] == ["copa"]
    assert krom.bodies == {ULMO: (KROM,)}


def test_the_last_one_cannot_break_away_from_nobody() -> None:
    people = {KROM: four()[KROM]}
    after = step(world(people, spokesperson=None), TEN + HOUR, alone(1, BreakAway(), TEN))
    assert set(after.world.parties) == {FOUR}
    assert 1 in after.done


def test_somebody_else_in_the_plural_only_proposes() -> None:
    after = step(world(), TEN + HOUR, order(1, STAY, DUSK - 5), order(2, RETURN, TEN, by=BEA))
    assert one(after.events, EventKind.PROPOSED).data == {"order": 2, "text": "order 2"}
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE
    assert 2 in after.done


def test_the_dm_outranks_a_later_spokesperson() -> None:
    words = [order(1, STAY, TEN, by=DM, character=DURIC, by_dm=True), order(2, RETURN, TEN + HOUR)]
    after = step(world(), DUSK + DAY, *words)
    assert isinstance(after.world.parties[FOUR].where, InSite)
    assert one(after.events, EventKind.OVERRULED).data["by"] == 1


def test_a_later_word_of_the_same_person_takes_the_place_of_the_first_without_ado() -> None:
    after = step(world(), DUSK + DAY, order(1, EXPLORE, DUSK - 9), order(2, STAY, DUSK - 5))
    assert EventKind.OVERRULED not in kinds(after.events)
    assert after.world.parties[FOUR].foray.order == 2
    assert 1 in after.done


def test_an_order_does_not_change_what_was_before_it() -> None:
    after = step(world(), DUSK + DAY, order(1, RETURN, TEN))
    begun = [event.at for event in told(after.events, EventKind.STANCE_BEGUN)]
    assert begun == [DUSK, TEN]
    assert one(after.events, EventKind.LEFT_SITE).at == TEN + 30


def test_an_order_for_later_waits_for_its_day() -> None:
    later = order(1, RETURN, TEN, starts=Moment(DUSK + 2 * DAY))
    first = step(world(), DUSK + DAY, later)
    assert isinstance(first.world.parties[FOUR].where, InSite)
    second = step(first.world, DUSK + 3 * DAY, later)
    assert one(second.events, EventKind.LEFT_SITE).at == DUSK + 2 * DAY + 30


def test_a_condition_waits_for_its_event() -> None:
    dice = Named({f"check@{DUSK + 120}": 1, "group": 2, "survival": 70})
    when = order(1, RETURN, DUSK - 5, condition=EventKind.ENCOUNTER.value)
    quiet = step(world(), DUSK + 110, when)
    assert isinstance(quiet.world.parties[FOUR].where, InSite)
    assert quiet.done == ()
    after = step(quiet.world, DUSK + DAY, when, dice=dice)
    assert one(after.events, EventKind.LEFT_SITE).at == DUSK + 150


@pytest.mark.parametrize("said", [DUSK - 6, DUSK - 5, DUSK - 4])
def test_what_came_true_goes_before_what_was_said_meanwhile_and_after_it_in_one_breath(said: int) -> None:
    dice = Named({f"check@{DUSK + 120}": 1, "group": 2, "survival": 70})
    words = [order(1, STAY, said), order(2, RETURN, DUSK - 5, condition=EventKind.ENCOUNTER.value)]
    after = step(world(), DUSK + DAY, *words, dice=dice)
    assert one(after.events, EventKind.LEFT_SITE).at == DUSK + 150


def test_a_later_word_goes_before_what_came_true() -> None:
    dice = Named({f"check@{DUSK + 120}": 1, "group": 2, "survival": 70})
    words = [order(1, RETURN, DUSK - 5, condition=EventKind.ENCOUNTER.value), order(2, STAY, DUSK + 130)]
    after = step(world(), DUSK + 4 * HOUR, *words, dice=dice)
    assert isinstance(after.world.parties[FOUR].where, InSite)


@pytest.mark.parametrize("mine", [order(2, Cancel("retreatat"), TEN), order(2, Cancel("all", 1), TEN)])
def test_a_limit_or_a_foray_taken_back_by_number_ends_though_its_order_stands_no_more(mine) -> None:
    limit = order(1, RetreatAt(30), DUSK - 5, scope=Scope.PERSONAL)
    held = step(world(), TEN - 10, limit)
    assert held.world.characters[DURIC].limits.retreat_by == 1
    after = step(held.world, TEN + 10, mine)
    assert after.world.characters[DURIC].limits.retreat_percent is None
    begun = step(world(where=InSite(CRYPT, CHAMBER, KNOWN)), DUSK + 30, order(1, RAID, DUSK - 5))
    assert begun.world.parties[FOUR].foray.order == 1
    kind = Cancel("stance") if mine.act.kind == "retreatat" else Cancel("all", 1)
    ended = step(begun.world, DUSK + 45, order(3, kind, DUSK + 40))
    assert ended.world.parties[FOUR].foray.stance is StanceKind.SECURE
    theirs = step(begun.world, DUSK + 45, order(3, kind, DUSK + 40, by=BEA))
    assert theirs.world.parties[FOUR].foray.order == 1


# -- taking back, questions, words for the DM ------------------------------------------------------------------------


def test_taking_back_a_stance_leaves_the_default() -> None:
    words = [order(1, EXPLORE, TEN), order(2, Cancel("stance"), TEN + 30)]
    after = step(
        world(where=InSite(CRYPT, CHAMBER, KNOWN)), TEN + 31, *words, dice=Named({"goes_off:trap:galeria:0": 99})
    )
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE
    assert {1, 2} <= set(after.done)


def test_nobody_takes_back_what_another_said_but_the_dm() -> None:
    mine, theirs = order(1, RETURN, TEN + HOUR), order(2, Cancel("all"), TEN, by=BEA)
    after = step(world(), TEN + 2 * HOUR, mine, theirs)
    assert EventKind.LEFT_SITE in kinds(after.events)
    words = [order(1, STAY, DUSK - 5), order(3, Cancel("all", 1), TEN, by=DM, character=DURIC, by_dm=True)]
    after = step(world(), TEN + 2 * HOUR, *words)
    assert {1, 3} <= set(after.done)


def test_questions_are_done_and_free_words_go_to_the_dm() -> None:
    words = [order(1, Ask(("estado",)), TEN), order(2, Free("Canto al amanecer"), TEN, by=BEA),
             order(3, Absence(Moment(DUSK), Moment(DUSK + DAY)), TEN)]  # fmt: skip
    after = step(world(), TEN + HOUR, *words)
    assert {1, 2} <= set(after.done)
    assert 3 not in after.done
    sent = one(after.events, EventKind.FOR_THE_DM)
    assert (sent.data["words"], sent.audience, sent.characters) == ("Canto al amanecer", Audience.CHARACTERS, (KROM,))


def test_the_dead_give_no_orders_but_a_dead_spokesperson_still_speaks() -> None:
    people = four(duric={"life": Life.DEAD, "hp": 0}, krom={"life": Life.DEAD, "hp": 0})
    words = [order(1, Meet(Attitude.FIGHT), TEN, by=BEA), order(2, RETURN, TEN)]
    start = world(people, bodies={DURIC: (ULMO,), KROM: (JORAM,)})
    after = step(start, DUSK + DAY, *words)
    assert one(after.events, EventKind.ORDER_FAILED).data == {"order": 1, "reason": "dead"}
    assert EventKind.LEFT_SITE in kinds(after.events)
    silent = step(start, DUSK + DAY, words[1], the_book=book(dead_spokesperson_stays=False))
    assert EventKind.LEFT_SITE not in kinds(silent.events)


def test_a_spokesperson_buried_elsewhere_speaks_on() -> None:
    people = four(duric={"life": Life.DEAD})
    start = world(people)
    rest = replace(start.parties[FOUR], members=(KROM, ULMO, JORAM))
    after = step(replace(start, parties={FOUR: rest}), DUSK + DAY, order(1, RETURN, TEN))
    assert EventKind.LEFT_SITE in kinds(after.events)


def test_who_owes_days_waits_though_their_order_came() -> None:
    people = four(duric={"free_at": Moment(DUSK + DAY)})
    after = step(world(people, clock=DUSK), DUSK + 2 * DAY, order(1, RETURN, TEN))
    assert one(after.events, EventKind.LEFT_SITE).at >= DUSK + DAY
    assert one(after.events, EventKind.FREE_AGAIN).at == DUSK + DAY


def test_owed_days_pass_without_a_check() -> None:
    people = {name: replace(sheet, free_at=Moment(DUSK + DAY + HOUR)) for name, sheet in four().items()}
    dice = Named()
    after = step(world(people), DUSK + DAY, dice=dice)
    assert dice.asked == []
    assert {name: sheet.rations for name, sheet in after.world.characters.items()} == dict.fromkeys(people, 10)


# -- no spokesperson -------------------------------------------------------------------------------------------------


def leaderless(**more: object):
    return world(spokesperson=None, **more)


def test_most_of_those_who_wrote_decide() -> None:
    words = [order(1, EXPLORE, TEN, by=ANA), order(2, RETURN, TEN + 1, by=BEA), order(3, RETURN, TEN + 2, by=CARLOS)]
    after = step(leaderless(), DUSK + DAY, *words, dice=Named({"route": 1, "goes_off:trap:galeria:0": 99}))
    assert EventKind.LEFT_SITE in kinds(after.events)
    assert [event.data["order"] for event in told(after.events, EventKind.PROPOSED)] == [1, 2, 3]
    assert after.world.parties[FOUR].votes == ()
    assert {1, 2, 3} <= set(after.done), "nobody's wish outlives it"


def test_a_tie_leaves_things_as_they_are() -> None:
    words = [order(1, RAID, TEN, by=ANA), order(2, RETURN, TEN, by=BEA)]
    after = step(leaderless(), TEN + HOUR, *words)
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE


def test_each_counts_once_by_the_latest_word() -> None:
    words = [order(1, RETURN, TEN, by=ANA), order(2, RAID, TEN, by=BEA), order(3, RAID, TEN + 10, by=ANA)]
    after = step(leaderless(), TEN + 11, *words)
    assert after.world.parties[FOUR].foray.stance is StanceKind.RAID
    assert 1 in after.done


def test_the_dead_do_not_vote() -> None:
    people = four(krom={"life": Life.DEAD, "hp": 0})
    words = [order(1, RETURN, TEN, by=BEA)]
    after = step(world(people, spokesperson=None), TEN + HOUR, *words)
    assert after.world.parties[FOUR].foray.stance is StanceKind.SECURE


def test_more_than_half_name_a_spokesperson() -> None:
    words = [order(n, Designate(BEA), TEN + n, by=who) for n, who in ((1, ANA), (2, BEA))]
    after = step(leaderless(), TEN + HOUR, *words)
    assert after.world.parties[FOUR].spokesperson is None
    third = order(3, Designate(BEA), TEN + 2 * HOUR, by=DAVID)
    after = step(after.world, TEN + 3 * HOUR, *words, third)
    assert one(after.events, EventKind.SPOKESPERSON).data == {"player": BEA}
    assert after.world.parties[FOUR].spokesperson == BEA
    assert {1, 2, 3} <= set(after.done)


def test_the_spokesperson_hands_on_the_word_and_nobody_takes_it() -> None:
    take = step(world(), TEN + HOUR, order(1, Designate(BEA), TEN, by=BEA))
    assert take.world.parties[FOUR].spokesperson == ANA
    give = step(world(), TEN + HOUR, order(1, Designate(BEA), TEN))
    assert give.world.parties[FOUR].spokesperson == BEA


def test_who_plays_all_of_them_speaks_for_all() -> None:
    people = {name: replace(sheet, player=ANA) for name, sheet in four().items()}
    start = world(people, spokesperson=None)
    assert authority(start.parties[FOUR], people) == ANA
    after = step(start, DUSK + DAY, order(1, RETURN, TEN))
    assert EventKind.LEFT_SITE in kinds(after.events)


@pytest.mark.parametrize(("wishes", "wins"), [((), None), (("a",), 1), (("a", "b"), None), (("a", "b", "b"), 2)])
def test_elections(wishes: tuple[str, ...], wins: int | None) -> None:
    acts = {"a": STAY, "b": RETURN}
    votes = [order(n, acts[wish], TEN + n, by=f"p{n}") for n, wish in enumerate(wishes, start=1)]
    assert [o.id for o in elected(votes)] == ([] if wins is None else [wins])


def test_one_letter_is_a_plan_not_a_change_of_mind() -> None:
    party = world().parties[FOUR]
    words = [order(1, Stance(StanceKind.RAID, target=WELL), DUSK), order(2, Travel(TOWN), DUSK)]
    verdict = weigh(party, four(), words)
    assert [o.id for o in verdict.plan] == [1, 2]
    after = step(world(), DUSK + 2 * DAY, *words, dice=Named(TABLE))
    seen = kinds(after.events)
    assert seen.index(EventKind.OBJECTIVE_REACHED) < seen.index(EventKind.LEFT_SITE) < seen.index(EventKind.DEPARTED)


# -- coming back -----------------------------------------------------------------------------------------------------


def test_a48_who_comes_back_counts_again_from_the_next_interval() -> None:
    apart = step(world(), TEN + HOUR, order(1, STAY, DUSK - 5), alone(2, BreakAway(), TEN))
    back = order(3, Rejoin(), TEN + 3 * HOUR + 20, by=BEA, scope=Scope.ALONE)
    after = step(apart.world, DUSK + DAY, order(1, STAY, DUSK - 5), back)
    assert set(after.world.parties) == {FOUR}
    again = one(after.events, EventKind.REJOINED)
    assert (again.at, again.characters) == (TEN + 4 * HOUR, (KROM,))
    assert after.world.parties[FOUR].members == (DURIC, ULMO, JORAM, KROM)
    assert 3 in after.done


def test_who_is_elsewhere_comes_back_when_they_meet() -> None:
    words = [order(1, STAY, DUSK - 5), alone(2, RETURN, TEN), alone(3, Rejoin(), TEN + 20)]
    after = step(world(), TEN + 5 * HOUR, *words)
    assert set(after.world.parties) == {FOUR, ALONE}
    assert 3 not in after.done
    out = order(4, RETURN, TEN + 6 * HOUR)
    met = step(after.world, DUSK + DAY, words[0], words[2], out)
    assert set(met.world.parties) == {FOUR}
    assert met.world.parties[FOUR].where.place == MOUTH


def test_coming_back_without_having_left_fails() -> None:
    after = step(world(), TEN + 2 * HOUR, order(1, Rejoin(), TEN, by=BEA))
    assert one(after.events, EventKind.ORDER_FAILED).data["reason"] == "not_apart"


# -- days ------------------------------------------------------------------------------------------------------------


def test_d9_three_missed_nights_are_three_days_in_order() -> None:
    whole = step(world(), DUSK + 3 * DAY)
    quiet = told(whole.events, EventKind.QUIET)
    assert [event.at for event in quiet] == [DUSK + DAY, DUSK + 2 * DAY, DUSK + 3 * DAY]
    assert [event.data["checks"] for event in quiet] == [12, 12, 12]
    assert [event.at for event in told(whole.events, EventKind.MEALS)] == [event.at for event in quiet]


def test_a_held_party_stands_still() -> None:
    after = step(world(is_held=True), DUSK + DAY, order(1, RETURN, TEN))
    assert after.world.parties[FOUR].clock == DUSK
    assert after.done == ()


def test_no_clock_goes_back() -> None:
    after = step(world(clock=Moment(DUSK + 5 * DAY)), DUSK + DAY, order(1, RETURN, TEN))
    assert after.world.parties[FOUR].clock == DUSK + 5 * DAY


# -- a journey and what is to be done at its end ---------------------------------------------------------------------


EVENING = TEN + 9 * HOUR  # the day's march is over: whoever sets out waits for the morning


def down_there(number: int, received: int, **more: object):
    return order(number, Stance(StanceKind.RAID, site=CRYPT, target=ENTRY), received, **more)


def test_what_is_to_be_done_below_waits_for_the_arrival() -> None:
    words = [down_there(1, TEN), order(2, Travel(MOUTH), TEN + HOUR)]
    for said in (words, [replace(words[0], received=words[1].received), replace(words[1], received=words[0].received)]):
        after = step(world(where=AtPlace(TOWN)), DUSK + 3 * DAY, *said, dice=Named(TABLE))
        seen = kinds(after.events)
        assert seen.index(EventKind.ARRIVED) < seen.index(EventKind.ENTERED_SITE)
        assert EventKind.ORDER_FAILED not in seen
        assert {1, 2} <= set(after.done)


def test_at_the_mouth_the_later_word_counts() -> None:
    words = [order(1, Travel(TOWN), EVENING), down_there(2, EVENING + 10)]
    after = step(world(where=AtPlace(MOUTH)), EVENING + 20, *words)
    assert EventKind.ENTERED_SITE in kinds(after.events)
    assert 1 in after.done
    assert EventKind.DEPARTED not in kinds(after.events)


def test_being_there_already_is_no_journey() -> None:
    words = [order(1, Travel(MOUTH), TEN), down_there(2, TEN)]
    after = step(world(where=AtPlace(MOUTH)), TEN + 30, *words)
    assert EventKind.ENTERED_SITE in kinds(after.events)
    assert EventKind.ORDER_FAILED not in kinds(after.events)


def test_without_spokesperson_a_letter_is_voted_on_step_by_step() -> None:
    words = [
        order(1, Travel(MOUTH), EVENING, by=ANA), down_there(2, EVENING, by=ANA),
        order(3, Travel(MOUTH), EVENING + 1, by=BEA), order(4, Travel(TOWN), EVENING + 2, by=CARLOS),
    ]  # fmt: skip
    after = step(world(where=AtPlace(TOWN), spokesperson=None), DUSK + 3 * DAY, *words, dice=Named(TABLE))
    seen = kinds(after.events)
    assert seen.index(EventKind.ARRIVED) < seen.index(EventKind.ENTERED_SITE)
    assert {1, 2, 3, 4} <= set(after.done)


def test_what_came_too_late_is_not_begun() -> None:
    late = order(1, Stance(StanceKind.EXPLORE, site=CRYPT, until=Moment(TEN - 5)), TEN)
    after = step(world(where=AtPlace(MOUTH)), TEN + 30, late)
    assert one(after.events, EventKind.ORDER_FAILED).data["reason"] == "replaced"
    assert EventKind.ENTERED_SITE not in kinds(after.events)
