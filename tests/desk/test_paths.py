"""Days remembered in a forecast: never another end than the day lived anew, and faces that know their like."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.campaign.load import load_campaign
from mailer.desk import odds
from mailer.desk.courses import course
from mailer.desk.fast_dice import FastDice
from mailer.desk.paths import Paths
from mailer.desk.watched import Watched, WatchedDice
from mailer.resources import shipped
from rules.dice import Throw
from rules.names import OrderId
from rules.orders import Order, Scope, StanceKind, Travel

RUNS = 250


class Forgetful(Paths):
    """Nothing is ever known."""

    is_learning = False

    def told(self, dice):
        return None


@pytest.fixture(scope="module")
def campaign():
    return load_campaign(shipped("data") / "example")


def on_the_road(campaign):
    """Orders to leave for other places."""
    party = campaign.start.parties["greywick"]
    for number, place in enumerate(list(campaign.book.atlas.places)[:4], 1):
        if place != party.where.place:
            act = Travel(place)
            yield Order(OrderId(number), party.spokesperson, party.members[0], Scope.PARTY, party.clock, act)


def same(campaign, book, party, *, stance=None, orders=(), days, seed):
    begun = course(campaign.start, party, orders, book=book, stance=stance)
    until = campaign.start.parties[party].clock + days * 1440
    remembering = odds._Task(begun, book, until, seed)
    living = odds._Task(begun, book, until, seed, {}, Forgetful())
    found = remembering.chunk(range(RUNS))
    assert found == living.chunk(range(RUNS))
    assert found.runs + found.failed == RUNS
    return found


@pytest.mark.parametrize("stance", [StanceKind.SECURE, StanceKind.EXPLORE, StanceKind.RETURN])
@pytest.mark.parametrize("critical", [False, True])
def test_underground_a_day_remembered_is_the_day_lived(campaign, stance, critical):
    book = replace(campaign.book, house=replace(campaign.book.house, critical_condition=critical))
    same(campaign, book, "los-cuatro", stance=stance, days=2, seed=11)


def test_in_town_and_on_the_road_too(campaign):
    same(campaign, campaign.book, "greywick", days=3, seed=5)
    for order in on_the_road(campaign):
        same(campaign, campaign.book, "greywick", orders=(order,), days=2, seed=order.id)


@given(st.integers(1, 20), st.lists(st.tuples(st.sampled_from("<>≤≥"), st.integers(0, 21)), min_size=1, max_size=6))
def test_a_face_compared_knows_all_that_are_told_the_same(value, asked):
    signs = {"<": int.__lt__, ">": int.__gt__, "≤": int.__le__, "≥": int.__ge__}
    face = Watched(value)
    face.least, face.most = 1, 20
    told = [getattr(face, signs[sign].__name__)(other) for sign, other in asked]
    for other in range(1, 21):
        alike = [signs[sign](other, than) for sign, than in asked] == told
        assert alike == (face.least <= other <= face.most)


@pytest.mark.parametrize(
    "use",
    [
        lambda face: face + 1,
        lambda face: 1 + face,
        lambda face: 2 - face,
        lambda face: face * 3,
        lambda face: sum([face]),
        lambda face: face // 2,
        lambda face: 100 % face,
        lambda face: -face,
        lambda face: face == 7,
        lambda face: face != 3,
        lambda face: {7: 1}.get(face),
        lambda face: int(face),
        lambda face: bool(face),
        lambda face: Fraction(face),
        lambda face: Fraction(1, 2) * face,
        lambda face: face in (1, 2),
        lambda face: divmod(face, 2),
        lambda face: abs(face),
    ],
)
def test_a_face_put_to_other_use_is_itself_alone(use):
    face = Watched(7)
    face.least, face.most = 1, 20
    assert use(face) == use(7)
    assert (face.least, face.most) == (7, 7)


def test_a_die_asked_for_twice_is_one(campaign):
    dice = WatchedDice(FastDice(3))
    throw = Throw(60, "p", "check")
    first, again = dice.face(throw, 0, 6), dice.face(throw, 0, 6)
    assert first.value is again.value
    assert list(dice.asked) == [(throw, 0, 6)]


def test_only_days_that_may_well_come_again_are_kept():
    known = Paths()
    rare = WatchedDice(FastDice(1))
    assert all(rare.face(Throw(at, "p", "x"), 0, 100).value + 0 for at in range(2))
    known.learn(rare.asked, "rare")
    assert known.told(FastDice(1)) is None
    known.learn({}, "always")
    assert known.told(FastDice(2)) == "always"
