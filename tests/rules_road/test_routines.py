"""Orders that repeat: when they are due, what suspends them, and who takes them up again."""

from dataclasses import replace

import pytest
from rules_road.realm import RUIN, TOWN, VILLAGE, Loaded, at, atlas, book, kinds, order, person, scene, told

from rules.atlas import Activity, ActivityResult, Label
from rules.events import EventKind
from rules.instants import cancelled, instant
from rules.names import CharacterId, ItemId, PlayerId
from rules.orders import Cancel, Do, Purchase, Resume, Scope, Shop, Travel
from rules.rulings import TakeUp, applied
from rules.standing import stands
from rules.town import town
from rules.undoing import taken_back
from rules.world import AtPlace, OnRoute, World

ROPE = Shop((Purchase(ItemId("rope"), 1),))
SPYGLASS = Shop((Purchase(ItemId("spyglass"), 1),))  # nobody sells it
POTION = Shop((Purchase(ItemId("potion"), 1),))  # two a day, 50 gp each


def again(number, act, *, days=1, **more):
    return replace(order(number, act, **more), every=days)


def rich(cp=10_000):
    return person(purse_cp=cp)


def days_of(after, kind):
    return [event.at // 1440 for event in told(after, kind)]


def test_it_is_done_every_so_many_days_and_stands_on():
    here = scene(rich(), where=AtPlace(TOWN))
    daily = town(here, until=at(5), orders=[again(1, ROPE)])
    assert days_of(daily, EventKind.BOUGHT) == [0, 1, 2, 3, 4]
    assert daily.done == ()
    thirds = town(here, until=at(9), orders=[again(1, ROPE, days=3)])
    assert days_of(thirds, EventKind.BOUGHT) == [0, 3, 6]


def test_one_long_step_is_many_short_ones():
    orders = [again(1, ROPE), again(2, SPYGLASS, days=2), order(3, ROPE)]
    long = town(scene(rich(), where=AtPlace(TOWN)), until=at(9), orders=orders)
    short = scene(rich(), where=AtPlace(TOWN))
    for hour in range(1, 9 * 24 + 1):
        short = town(short, until=at(0, hour), orders=orders)
    assert (short.people, short.done, short.events) == (long.people, long.done, long.events)


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_so_many_failures_running_suspend_it(most):
    here = scene(rich(), where=AtPlace(TOWN), book=book(routine_failures=most))
    after = town(here, until=at(10), orders=[again(1, SPYGLASS)])
    assert days_of(after, EventKind.NOT_BOUGHT) == list(range(most))
    [event] = told(after, EventKind.ORDER_SUSPENDED)
    assert event.data == {"order": 1, "times": most, "reason": "not_sold"}
    assert event.characters == ("duric",)
    assert after.done == ()


def test_with_no_limit_it_is_tried_for_ever():
    here = scene(rich(), where=AtPlace(TOWN), book=book(routine_failures=0))
    after = town(here, until=at(10), orders=[again(1, SPYGLASS)])
    assert len(told(after, EventKind.NOT_BOUGHT)) == 10
    assert EventKind.ORDER_SUSPENDED not in kinds(after)


def test_a_success_between_begins_the_count_anew():
    here = scene(rich(1_000_000), where=AtPlace(TOWN))
    after = town(here, until=at(2), orders=[again(1, SPYGLASS)])
    assert after.people["duric"].routines[0].failed == 2
    sold = replace(atlas().places[TOWN], not_sold=frozenset())
    rules = replace(after.book, atlas=replace(after.book.atlas, places={**after.book.atlas.places, TOWN: sold}))
    after = town(replace(after, book=rules), until=at(3), orders=[again(1, SPYGLASS)])
    assert after.people["duric"].routines[0].failed == 0


def test_what_cannot_be_tried_does_not_fail():
    """On the road nobody shops: the order waits, and goes on where there are shops again."""
    here = scene(rich(), where=AtPlace(TOWN))
    after = town(here, until=at(1), orders=[again(1, ROPE)])
    away = after.with_party(where=OnRoute("calzada", VILLAGE, (), VILLAGE, 0))
    assert town(away, until=at(6), orders=[again(1, ROPE)]).people == after.people
    back = after.with_party(clock=at(6))
    assert days_of(town(back, until=at(8), orders=[again(1, ROPE)]), EventKind.BOUGHT)[1:] == [6, 7]


def suspended():
    here = scene(rich(), where=AtPlace(TOWN))
    return town(here, until=at(5), orders=[again(1, SPYGLASS)])


def world_of(after):
    return World(dict(after.people), {after.party.id: after.party})


@pytest.mark.parametrize("number", [1, None])
def test_its_player_takes_it_up_again(number):
    resume = order(2, Resume(number), received=at(5))
    after = instant(suspended(), resume)
    assert after.done[-1] == 2
    assert days_of(town(after, until=at(9), orders=[again(1, SPYGLASS)]), EventKind.NOT_BOUGHT) == [0, 1, 2, 5, 6, 7]


@pytest.mark.parametrize(("number", "by"), [(7, "luis"), (1, "marta")])
def test_nobody_else_does(number, by):
    resume = replace(order(2, Resume(number), received=at(5)), by=PlayerId(by))
    was = suspended()
    after = instant(was, resume)
    assert after.people == was.people
    assert told(after, EventKind.ORDER_FAILED)[0].data["reason"] == "not_suspended"


def test_it_is_shown_as_suspended_until_somebody_says_to_go_on():
    mine = again(1, SPYGLASS)
    world = world_of(suspended())
    assert [one.is_suspended for one in stands(CharacterId("duric"), world, [mine])] == [True]
    resume = order(2, Resume(1), received=at(5))
    assert [one.is_suspended for one in stands(CharacterId("duric"), world, [mine, resume])] == [False]


def test_taken_back_it_leaves_nothing_behind():
    cancel = order(2, Cancel("all", 1), received=at(5))
    after = cancelled(suspended(), [again(1, SPYGLASS), cancel])
    assert after.people["duric"].routines == ()


def test_the_dms_word_takes_it_up_and_another_takes_that_back():
    world = world_of(suspended())
    done = applied(world, TakeUp(1), now=at(5))
    assert [change.code for change in done.changes] == ["order_resumed"]
    assert done.world.characters["duric"].routines[0].suspended is None
    assert taken_back(done.world, world, done.world) == world
    assert applied(world, TakeUp(9), now=at(5)).changes == ()


def searching(chance):
    results = tuple(ActivityResult(on, 1, Label(on, on)) for on in ("success", "failure"))
    found = Activity("explore_town", Label("buscar", "search"), 1, 0, chance, results)
    land = replace(atlas(), activities={"explore_town": found})
    here = scene(rich(), where=AtPlace(TOWN), dice=Loaded({"explore_town:chance": 50}), book=book(land))
    return town(here, until=at(9), orders=[again(1, Do("explore_town", "el herrero"))])


def test_a_search_that_finds_nothing_fails_and_one_that_does_goes_on():
    assert len(told(searching(100), EventKind.TASK_DONE)) == 9
    lost = searching(0)
    assert [event.data["success"] for event in told(lost, EventKind.TASK_DONE)] == [False] * 3
    assert told(lost, EventKind.ORDER_SUSPENDED)[0].data["reason"] == "no_luck"


def test_work_without_end_keeps_nobody_from_what_is_ordered_once():
    here = scene(rich(), where=AtPlace(TOWN))
    orders = [
        again(1, Do("research", "runas")),
        order(2, Do("train", "arco"), received=at(0, 5)),
        order(3, Travel(VILLAGE), received=at(3), scope=Scope.PARTY),
    ]
    after = town(here, until=at(9), orders=orders)
    begun = [event.data["activity"] for event in told(after, EventKind.TASK_BEGUN)]
    assert begun[:2] == ["research", "train"]
    assert isinstance(after.party.where, OnRoute)


def test_whoever_died_repeats_nothing():
    dead = replace(rich(), life="dead")
    here = scene(dead, person("krom"), where=AtPlace(TOWN))
    after = town(here, until=at(4), orders=[again(1, ROPE)])
    assert after.done == (1,)
    assert [event.data["reason"] for event in told(after, EventKind.ORDER_FAILED)] == ["dead"]


def test_the_ruin_is_no_town():
    here = scene(rich(), where=AtPlace(RUIN))
    after = town(here, until=at(9), orders=[again(1, ROPE)])
    assert told(after, EventKind.ORDER_SUSPENDED)[0].data["reason"] == "no_market"
    assert told(town(here, until=at(9), orders=[again(1, POTION)]), EventKind.BOUGHT) == []
