"""Days above ground through the day's own resolution: orders, journeys, decisions and owed days together."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_road.realm import (
    HUT,
    STONE,
    TOWN,
    VILLAGE,
    Loaded,
    Sealed,
    at,
    atlas,
    book,
    order,
    person,
    scene,
)
from rules_road.test_road_and_town_hold import END, beginning, mailbags

from rules.day import Advance, Inputs, advance
from rules.events import Event, EventKind
from rules.names import ItemId, PlayerId
from rules.orders import Answer, Cancel, Do, Hire, Order, Purchase, Scope, Shop, Travel, Wait
from rules.scene import Scene
from rules.time import Moment
from rules.world import AtPlace, World


def world_of(here: Scene) -> World:
    party = replace(here.party, spokesperson=PlayerId("duric-player"))
    return World(dict(here.people), {party.id: party})


def passed(here: Scene, orders: list[Order], *, until: int, step: int = 1440, first: int = 1380) -> Advance:
    """The world after turnovers one by one, with everything that was told on the way."""
    world, told, done = world_of(here), [], []
    moment = 0
    while moment < until:
        moment = min(first if moment < first and step >= 1440 else moment + step, until)
        open_orders = [one for one in orders if one.id not in done and one.received < moment]
        step_ = advance(world, Inputs(open_orders), book=here.book, dice=here.dice, until=Moment(moment))
        world = step_.world
        told += step_.events
        done += step_.done
    return Advance(world, tuple(told), tuple(done))


def of(after: Advance, kind: EventKind) -> list[Event]:
    return [event for event in after.events if event.kind is kind]


def party_order(number: int, act, received: int, **more: object) -> Order:
    return order(number, act, received=received, scope=Scope.PARTY, **more)


def test_r66_a_journey_and_the_shopping_at_its_end():
    rope = Shop((Purchase(ItemId("torch"), 3),))
    orders = [party_order(1, Travel(VILLAGE), at(0, 7)), order(2, rope, received=at(0, 7))]
    after = passed(scene(dice=Loaded({})), orders, until=at(2))
    assert after.world.parties["cuatro"].where == AtPlace(VILLAGE, since=at(1, 12))
    assert of(after, EventKind.BOUGHT)[0].at == at(1, 12)
    assert sorted(after.done) == [1, 2]


@pytest.mark.parametrize(
    ("answers", "place", "arrived"),
    [
        ([], STONE, at(1, 12)),
        ([("A", at(0, 23, 30))], STONE, at(1, 12)),
        ([("B", at(0, 23, 30))], HUT, at(0, 12)),
        ([("approach", at(0, 23, 30))], HUT, at(0, 12)),
        ([("B", at(2, 1))], STONE, at(1, 12)),
    ],
)
def test_r69_r70_a_place_found_waits_for_an_answer_and_silence_passes_by(answers, place, arrived):
    start = scene(where=AtPlace(VILLAGE), dice=Loaded({"sight:ermita": 60}))
    orders = [party_order(1, Travel(STONE), at(0, 7))]
    orders += [party_order(2, Answer(None, key), moment) for key, moment in answers]
    stopped = passed(start, orders, until=at(0, 23))
    assert stopped.world.parties["cuatro"].clock == at(0, 12)
    assert stopped.world.parties["cuatro"].decision.deadline == at(1, 23)
    after = passed(start, orders, until=at(3))
    assert after.world.parties["cuatro"].where == AtPlace(place, since=arrived)
    settled = of(after, EventKind.DECISION_ANSWERED) + of(after, EventKind.DECISION_EXPIRED)
    assert len(settled) == 1


def test_r72_a_party_may_turn_round_on_the_road():
    orders = [party_order(1, Travel(VILLAGE), at(0, 7)), party_order(2, Travel(TOWN), at(0, 12))]
    after = passed(scene(dice=Loaded({})), orders, until=at(2))
    assert after.world.parties["cuatro"].where == AtPlace(TOWN, since=at(0, 16))


def test_r57_a_party_in_town_meets_nobody():
    after = passed(
        scene(book=book(replace(atlas(), wilderness_table="marsh")), dice=Loaded({"wilderness": 1})), [], until=at(30)
    )
    assert {event.kind for event in after.events} == {EventKind.LODGING, EventKind.HEALED}


def test_r8_a39_who_owes_days_is_told_and_waits():
    start = scene(person(free_at=at(3)), dice=Loaded({}))
    rope = order(1, Shop((Purchase(ItemId("rope"), 1),)), received=at(1, 9))
    after = passed(start, [rope, party_order(2, Travel(VILLAGE), at(1, 9))], until=at(5))
    assert of(after, EventKind.BOUGHT)[0].at == at(3)
    assert of(after, EventKind.DEPARTED)[0].at == at(3, 8)
    assert [event.data for event in of(after, EventKind.ORDER_QUEUED)][:1] == [{"order": 1, "until": at(3)}]


def test_work_under_way_may_be_given_up_and_what_was_paid_is_gone():
    orders = [
        order(1, Do("craft", days=9, spend_cp=300), received=at(0, 9)),
        order(2, Hire("linkboy", days=5), received=at(0, 9)),
        order(3, Cancel("do"), received=at(1, 9)),
        party_order(4, Travel(VILLAGE), at(1, 10)),
    ]
    after = passed(scene(dice=Loaded({}), book=book(upkeep=False)), orders, until=at(2))
    assert of(after, EventKind.DEPARTED)[0].at == at(1, 10)
    assert [task.activity for task in after.world.tasks] == ["hired"]
    assert after.world.characters["duric"].purse_cp == 10000 - 300 - 2 * 10


def test_d9_three_missed_nights_are_three_days_in_order():
    orders = [party_order(1, Travel(VILLAGE), at(0, 7))]
    missed = passed(scene(), orders, until=at(2, 23), step=10**6, first=at(2, 23))
    nightly = passed(scene(), orders, until=at(2, 23))
    assert missed == nightly
    assert [event.at for event in missed.events] == sorted(event.at for event in missed.events)


answers = st.lists(st.tuples(st.sampled_from(["A", "B", "C", "counter"]), st.integers(0, END - 1)), max_size=4)


@settings(max_examples=40, deadline=None)
@given(mailbags(), answers, st.integers(0, 99), st.sampled_from(["daily", "hourly"]))
def test_one_step_or_many_give_the_same_world(bag, said, secret, pace):
    bag = sorted(
        [*bag, *(party_order(100 + n, Answer(None, key), moment) for n, (key, moment) in enumerate(said))],
        key=lambda one: (one.received, one.id),
    )
    start = beginning(str(secret))
    start = replace(start, book=replace(start.book, house=replace(start.book.house, pace=pace)))
    start = start.with_party(clock=Moment(0))
    whole = passed(start, bag, until=END, step=10**6, first=END)
    for step in (1440, 60):
        cut = passed(start, bag, until=END, step=step)
        assert cut.world == whole.world
        assert sorted(cut.done) == sorted(whole.done)
        assert sorted(map(repr, cut.events)) == sorted(map(repr, whole.events))


def test_two_parties_never_touch_each_others_dice():
    here = scene(dice=Sealed("z"), book=book(replace(atlas(), wilderness_table="walkers")))
    one = world_of(here)
    other = person("krom")
    second = replace(here.party, id="dos", members=(other.id,), spokesperson=None)
    both = replace(one, characters={**one.characters, other.id: other}, parties={"dos": second, **one.parties})
    orders = [party_order(1, Travel(VILLAGE), at(0, 7)), party_order(2, Wait(), at(0, 9), who="krom")]
    alone = advance(one, Inputs(orders[:1]), book=here.book, dice=here.dice, until=at(2))
    together = advance(both, Inputs(orders), book=here.book, dice=here.dice, until=at(2))
    assert together.world.parties["cuatro"] == alone.world.parties["cuatro"]
    assert [event for event in together.events if event.party == "cuatro"] == list(alone.events)
