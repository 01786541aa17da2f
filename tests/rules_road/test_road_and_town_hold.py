"""What holds whatever people order: time may be cut anywhere, and nothing appears or vanishes without an event."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from rules_road.realm import (
    ROAD,
    RUIN,
    STONE,
    TOWN,
    VILLAGE,
    WOODS,
    Sealed,
    at,
    atlas,
    book,
    order,
    person,
    scene,
    told,
)

from rules.character import Good, Spell
from rules.events import Audience, EventKind
from rules.march import length
from rules.names import ItemId
from rules.orders import Do, Hire, Order, Purchase, Rest, Sale, Scope, Shop, Travel, Wait
from rules.scene import Scene
from rules.time import Moment
from rules.town import town
from rules.travel import depart, travel
from rules.wilderness import settled
from rules.world import AtPlace, OnRoute

END = at(12)
ITEMS = ["rope", "arrow", "ration", "potion", "spyglass", "horse", "ruby", "unicorn"]


def lived(here: Scene, orders: list[Order], *, until: int, step: int) -> Scene:
    """The scene after steps of one length, every decision answered on the spot by its first option."""
    while here.now < until:
        target = Moment(min(here.now - here.now % step + step, until))
        while here.now < target:
            here = _stepped(here, [one for one in orders if one.id not in here.done and one.received < target], target)
    return here


def _stepped(here: Scene, orders: list[Order], target: Moment) -> Scene:
    if here.party.decision is not None:
        return settled(here, "A") if here.party.decision.kind != "deal" else here.with_party(decision=None)
    if isinstance(here.party.where, AtPlace):
        return town(here, until=target, orders=orders)
    return travel(here, until=target)


amounts = st.integers(1, 40)
money = st.none() | st.integers(0, 3000)
lines = st.builds(lambda item, n, most: Purchase(ItemId(item), n, most), st.sampled_from(ITEMS), amounts, money)
sales = st.builds(
    lambda item, n, least: Sale(ItemId(item), n, least), st.sampled_from(ITEMS), st.none() | amounts, money
)
acts = st.one_of(
    st.builds(lambda what, most: Shop(tuple(what), most), st.lists(lines | sales, min_size=1, max_size=4), money),
    st.builds(Hire, st.sampled_from(["linkboy", "mason", "dragon"]), st.integers(1, 2), money, st.none() | amounts),
    st.builds(Rest, st.none() | st.integers(0, 4), st.none() | st.integers(1, 30)),
    st.builds(Do, st.sampled_from(["carouse", "research", "craft"]), st.just("barrow"), st.integers(0, 4), money),
    st.builds(Wait, st.none() | st.integers(0, END).map(Moment)),
    st.builds(
        Travel,
        st.sampled_from([TOWN, VILLAGE, STONE, RUIN]),
        pace=st.sampled_from(["careful", "normal", "forced"]),
        transport=st.sampled_from(["", "horse"]),
    ),
)


@st.composite
def mailbags(draw) -> list[Order]:
    """Orders as they might come in over the days."""
    given_acts = draw(
        st.lists(st.tuples(acts, st.integers(0, END - 1), st.sampled_from(["duric", "krom"])), max_size=9)
    )
    bag = []
    for act, moment, who in sorted(given_acts, key=lambda one: one[1]):
        scope = Scope.PARTY if isinstance(act, Travel | Wait) else Scope.PERSONAL
        bag.append(order(len(bag) + 1, act, who=who, received=moment, scope=scope))
    return bag


def beginning(secret: str = "x", **more: object) -> Scene:
    wild = replace(atlas(), wilderness_table="walkers")
    two = (
        person(goods=(Good(ItemId("ruby"), "rubí", 2, 1, 5000),), rations=2, max_hp=200, hp=150),
        person("krom", free_at=at(2), spells=(Spell("sleep", 1, lost=True),), max_hp=200, hp=150, **more),
    )
    return scene(*two, book=book(wild), dice=Sealed(secret), clock=at(0, 5))


@settings(max_examples=60, deadline=None)
@given(mailbags(), st.integers(0, 99))
def test_time_may_be_cut_anywhere(bag, secret):
    start = beginning(str(secret))
    whole = lived(start, bag, until=END, step=10**6)
    for step in (1440, 60):
        cut = lived(start, bag, until=END, step=step)
        assert cut.party == whole.party
        assert cut.people == whole.people
        assert cut.events == whole.events
        assert cut.tasks == whole.tasks
        assert sorted(cut.done) == sorted(whole.done)


def spent(here: Scene) -> int:
    """What events say that purses lost, less what they gained."""
    out = {
        EventKind.BOUGHT: "cost_cp",
        EventKind.LODGING: "cost_cp",
        EventKind.WAGES: "cost_cp",
        EventKind.TASK_BEGUN: "spend_cp",
        EventKind.DEAL_ACCEPTED: "price_cp",
    }
    lost = sum(event.data[out[event.kind]] for event in here.events if event.kind in out)
    gained = {EventKind.SOLD, EventKind.TASK_DONE}
    return lost - sum(event.data["gain_cp"] for event in here.events if event.kind in gained)


def owned(here: Scene) -> Counter[str]:
    count: Counter[str] = Counter()
    for one in here.people.values():
        count["ration"] += one.rations
        for good in one.goods:
            count[good.item] += good.quantity
    return count


@settings(max_examples=80, deadline=None)
@given(mailbags(), st.integers(0, 99))
def test_money_and_goods_change_hands_only_by_a_named_event(bag, secret):
    start = beginning(str(secret))
    after = lived(start, bag, until=END, step=1440)
    purses = [sum(one.purse_cp for one in here.people.values()) for here in (start, after)]
    assert purses[0] - purses[1] == spent(after)
    assert all(one.purse_cp >= 0 for one in after.people.values())
    expected = owned(start)
    for event in told(after, EventKind.BOUGHT):
        expected[event.data["item"]] += event.data["quantity"]
    for event in told(after, EventKind.SOLD):
        expected[event.data["item"]] -= event.data["quantity"]
    for event in told(after, EventKind.MEALS):
        expected["ration"] -= sum(event.data["eaten"].values())
    for event in told(after, EventKind.DEAL_ACCEPTED):
        expected["ration"] -= event.data["rations"]
    assert +owned(after) == +expected


@settings(max_examples=60, deadline=None)
@given(mailbags(), st.integers(0, 99))
def test_nobody_acts_while_owing_days_or_dead_or_before_they_said_so(bag, secret):
    after = lived(beginning(str(secret)), bag, until=END, step=1440)
    acts_of = {EventKind.BOUGHT, EventKind.SOLD, EventKind.HIRED, EventKind.TASK_BEGUN}
    for event in after.events:
        if event.kind in acts_of and "krom" in event.characters:
            assert event.at >= at(2)
        if event.kind is EventKind.DEPARTED:
            assert event.at >= at(2)
    clocks = [event.at for event in after.events]
    assert clocks == sorted(clocks)
    assert {one.id: one.free_at for one in after.people.values() if one.free_at} == {"krom": at(2)}
    first = min((one.received for one in bag), default=Moment(0))
    assert all(event.at >= first for event in after.events if event.kind in acts_of)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["careful", "normal", "forced"]),
    st.integers(0, 1439),
    st.sampled_from([350, 351, 800, 1200]),
    st.integers(0, 999),
)
def test_miles_are_conserved_whoever_strays(pace, minute, weight, secret):
    """Every mile told was walked: the routes' length, and twice whatever was walked astray and back."""
    laden = person(goods=(Good(ItemId("anvil"), "yunque", 1, weight, 0),), rations=99)
    start = scene(laden, dice=Sealed(str(secret)), clock=Moment(minute))
    here = depart(start, Travel(STONE, pace=pace))
    astray = 0
    while isinstance(here.party.where, OnRoute):
        decision = here.party.decision
        if decision is not None and decision.kind == "lost":
            astray += here.party.where.lost_miles_tenths
        here = settled(here, "A") if decision else travel(here, until=at(2000))
        assert here.now < at(2000)
    walked = sum(event.data["miles_tenths"] for event in told(here, EventKind.TRAVELLED))
    routes = atlas().routes
    assert walked == length(routes[ROAD]) + length(routes[WOODS]) + 2 * astray
    assert here.party.where.place == STONE


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 999), st.integers(1, 700))
def test_nothing_the_players_see_tells_that_they_are_lost(secret, until):
    """Until they notice, two parties of the same fate but for the way see the same events."""
    start = depart(scene(where=AtPlace(VILLAGE), dice=Sealed(str(secret)), clock=at(0, 8)), Travel(STONE))
    forest = atlas().routes[WOODS]
    blind = replace(atlas(), routes={**atlas().routes, WOODS: replace(forest, sights=())})
    sure = replace(blind, routes={**blind.routes, WOODS: replace(forest, sights=(), known=True)})
    seen = []
    for land in (blind, sure):
        here = travel(replace(start, book=book(land)), until=at(0, 8) + until)
        seen.append([event for event in here.events if event.audience is not Audience.DM])
    assert seen[0] == seen[1]
