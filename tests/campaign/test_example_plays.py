"""The example campaigns go through days of the rules: whatever the dice, the files and the rules fit together."""

from hashlib import sha256

import pytest

from mailer.campaign.load import load_campaign
from mailer.resources import shipped
from rules.day import Inputs, advance
from rules.dice import Face, Throw
from rules.events import EventKind
from rules.orders import Act, Order, Scope, Stance, StanceKind, Travel
from rules.time import Day, Moment, end_of_day


class Hashed:
    """Dice of a seed: each face hangs on its throw alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        text = f"{self.seed}|{throw.at}|{throw.who}|{throw.what}|{n}"
        return Face(throw, n, sides, int.from_bytes(sha256(text.encode()).digest()[:8], "big") % sides + 1)


def played(name: str, seed: int, days: int, *acts: tuple[str, str, Act]) -> list:
    """All events of some days, with these acts ordered by player and character after the first turnover."""
    campaign = load_campaign(shipped("data") / name)
    world, house = campaign.start, campaign.book.house
    orders = [
        Order(n, player, character, Scope.PARTY, Moment(1400), act)
        for n, (player, character, act) in enumerate(acts, start=1)
    ]
    events = []
    for day in range(days):
        until = end_of_day(Day(day), house.turnover)
        given = [order for order in orders if order.received < until]
        step = advance(world, Inputs(orders=given), book=campaign.book, dice=Hashed(seed), until=until)
        orders = [order for order in orders if order.id not in step.done]
        world = step.world
        events += step.events
    return events


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["example", "example5e"])
def test_a_week_of_camping_and_town_life(name, seed):
    kinds = {event.kind for event in played(name, seed, 7)}
    assert EventKind.LODGING in kinds
    assert EventKind.FOR_THE_DM not in kinds  # an encounter table or a monster that is not there would end up here


@pytest.mark.parametrize("stance", list(StanceKind))
def test_every_stance_in_the_crypt(stance):
    target = "camara-de-ossur" if stance is StanceKind.RAID else None
    kinds = {
        event.kind
        for seed in range(4)
        for event in played("example", seed, 4, ("luis", "duric", Stance(stance, target=target)))
    }
    assert EventKind.STANCE_BEGUN in kinds or stance is StanceKind.SECURE
    assert {EventKind.ENCOUNTER, EventKind.SURVIVED} <= kinds


@pytest.mark.parametrize(
    "place", ["saltmire", "dunmarrow", "barrow-door", "puerto-salitre", "valdecuervo", "alcor-negro"]
)
def test_every_road_leads_somewhere(place):
    events = played("example", 3, 12, ("owen", "maren", Travel(place)))
    told = [event for event in events if event.party == "greywick"]
    assert EventKind.DEPARTED in {event.kind for event in told}
    assert not {EventKind.ORDER_FAILED, EventKind.FOR_THE_DM} & {event.kind for event in told}
