"""Days owed: personal dates, sessions, availability, and orders that wait for them."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules_road.realm import TOWN, VILLAGE, Loaded, at, kinds, order, person, scene, told

from rules.events import EventKind
from rules.names import CharacterId, ItemId, PartyId
from rules.orders import Purchase, Scope, Shop, Travel
from rules.owed import conflicts, held_back, is_available, owed_days, owing, record_session, refused
from rules.routes import arrives
from rules.time import Day
from rules.town import town
from rules.travel import depart, travel
from rules.world import AtPlace, Party, World

ROPE = Shop((Purchase(ItemId("rope"), 1),))


def world(*people, **more: object) -> World:
    return World({one.id: one for one in people}, {}, **more)


def test_g10_nine_days_of_travel_in_a_session():
    """Session on Thu 2026-01-15, 9 days: free from 2026-01-24; session 2 a week later refuses them."""
    anchor = date(2026, 1, 15)
    after = record_session(world(person()), who=[CharacterId("duric")], day=Day(0), days=9)
    duric = after.characters["duric"]
    assert anchor + timedelta(minutes=duric.free_at) == date(2026, 1, 24)
    second = (date(2026, 1, 22) - anchor).days
    assert refused(after, [CharacterId("duric")], at=at(second, 23)) == ("duric",)
    assert owed_days(duric, at=at(second)) == 2
    assert not is_available(duric, at=at(8, 23, 59))
    assert is_available(duric, at=at(9))


def test_r73_days_lived_in_a_session_on_a_journey_add_to_what_is_owed():
    ahead = owing(person(free_at=at(5)), since=Day(3), days=4)
    assert ahead.free_at == at(9)


def test_r5_a_session_without_days_owes_nothing():
    assert owing(person(), since=Day(3), days=0).free_at is None


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(-3, 60)), max_size=20))
def test_a_personal_date_never_goes_back(sessions):
    duric = person()
    dates = [duric.free_at or 0]
    for day, days in sessions:
        duric = owing(duric, since=Day(day), days=days)
        dates.append(duric.free_at or 0)
    assert dates == sorted(dates)


def test_a39_the_order_of_one_who_owes_days_waits_and_says_until_when():
    ahead = scene(person(free_at=at(3)))
    after = town(ahead, until=at(5), orders=[order(1, ROPE, received=at(1, 10))])
    assert told(after, EventKind.ORDER_QUEUED)[0].data == {"order": 1, "until": at(3)}
    assert told(after, EventKind.ORDER_QUEUED)[0].at == at(1, 10)
    assert told(after, EventKind.FREE_AGAIN)[0].at == at(3)
    assert told(after, EventKind.BOUGHT)[0].at == at(3)
    assert after.done == (1,)


@pytest.mark.parametrize("step", [60, 1440, 100000])
def test_waiting_is_told_once_however_time_passes(step):
    now = scene(person(free_at=at(3)))
    orders = [order(1, ROPE, received=at(1, 10))]
    while now.now < at(5):
        now = town(now, until=min(now.now + step, at(5)), orders=orders)
    assert kinds(now).count(EventKind.ORDER_QUEUED) == 1
    assert kinds(now).count(EventKind.FREE_AGAIN) == 1


def test_r8_a_party_waits_for_those_who_owe_days():
    two = scene(person(), person("krom", free_at=at(4)))
    after = town(two, until=at(9), orders=[order(1, Travel(VILLAGE), scope=Scope.PARTY)])
    assert after.now == at(4, 8)
    assert told(after, EventKind.ORDER_QUEUED)[0].data["until"] == at(4)


def test_a39_what_is_wanted_of_the_party_waits_too_and_says_so_once():
    here = scene(person(free_at=at(3)), person("krom"), clock=at(1))
    said = [
        order(1, Travel(VILLAGE), received=at(1)),
        order(2, Travel(VILLAGE), received=at(1), who="krom"),
        order(3, Travel(VILLAGE), received=at(0, 23)),
        order(4, ROPE, received=at(1)),
    ]
    after = held_back(held_back(here, said), said)
    assert [event.data for event in told(after, EventKind.ORDER_QUEUED)] == [{"order": 1, "until": at(3)}]


def test_a40_an_order_dated_in_the_past_counts_from_now():
    after = town(scene(clock=at(6)), until=at(7), orders=[order(1, ROPE, received=at(2), starts=at(1))])
    assert told(after, EventKind.BOUGHT)[0].at == at(6)


def test_days_owed_cost_and_heal_nothing_again():
    after = town(scene(person(free_at=at(3))), until=at(5), orders=[])
    assert [event.at for event in told(after, EventKind.LODGING)] == [at(3, 23), at(4, 23)]
    assert [event.at for event in told(after, EventKind.HEALED)] == [at(4, 23)]


def test_a38_days_walked_in_a_session_are_not_walked_again():
    gone = depart(scene(clock=at(0, 8), dice=Loaded({})), Travel(VILLAGE))
    ahead = gone.with_person(owing(gone.people["duric"], since=Day(0), days=2))
    assert arrives(ahead) == at(3, 12)
    there = travel(ahead, until=at(9))
    assert there.party.where.since == at(3, 12)
    assert [event.at for event in told(there, EventKind.MEALS)] == [at(2, 23)]


def test_the_dead_are_not_available():
    from rules.character import Life

    assert not is_available(person(life=Life.DEAD), at=at(0))


def test_a41_two_groups_in_one_place_at_different_times_are_a_warning():
    first, second = person(free_at=at(9)), person("krom")
    parties = {
        name: Party(PartyId(name), name, (who,), at(2), AtPlace(TOWN))
        for name, who in (("a", first.id), ("b", second.id))
    }
    ahead = replace(world(first, second), parties=parties)
    assert [(found.ahead, found.behind, found.until) for found in conflicts(ahead)] == [("a", "b", at(9))]
    parties["b"] = replace(parties["b"], where=AtPlace(VILLAGE))
    assert conflicts(replace(ahead, parties=parties)) == ()
    parties["b"] = replace(parties["b"], where=AtPlace(TOWN), clock=at(9))
    assert conflicts(replace(ahead, parties=parties)) == ()
