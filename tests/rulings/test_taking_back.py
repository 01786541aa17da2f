"""Rulings on the world as values: each changes what it names and no more, and taken back leaves the world as it was."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.campaign.load import load_campaign
from mailer.resources import shipped
from rules.character import Good
from rules.names import CharacterId, ItemId, PartyId, PlaceId, PlayerId, SiteId, ZoneId
from rules.rulings import (
    Adjust,
    Close,
    Figure,
    Gain,
    Hand,
    Hold,
    Join,
    Kill,
    Lose,
    Move,
    Open,
    Raise,
    Retire,
    Session,
    Speaker,
    Spells,
    applied,
)
from rules.time import Day, Moment
from rules.undoing import is_whole, taken_back
from rules.world import AtPlace, InSite

NOW = Moment(3 * 1440)


@cache
def start():
    return load_campaign(shipped("data") / "example").start


PEOPLE = st.lists(
    st.sampled_from(["duric", "krom", "ulmo", "joram", "maren", "pell", "hesper"]), min_size=1, max_size=4, unique=True
).map(tuple)
PLACES = st.sampled_from(
    [
        AtPlace(PlaceId("valdecuervo")),
        AtPlace(PlaceId("greywick")),
        InSite(SiteId("cripta-de-ossur"), ZoneId("osario"), frozenset()),
    ]
)
PARTIES = st.sampled_from([PartyId("los-cuatro"), PartyId("greywick")])
SHEETS = st.one_of(
    st.builds(Adjust, PEOPLE, st.sampled_from(Figure), st.integers(0, 5000), st.sampled_from([-1, 0, 1])),
    st.builds(
        Gain, PEOPLE, st.builds(Good, st.just(ItemId("x")), st.just("x"), st.integers(1, 9), st.just(0), st.just(0))
    ),
    st.builds(Lose, PEOPLE, st.sampled_from(["mochila", "daga", "antorcha", "nada"]), st.none() | st.integers(1, 3)),
    st.builds(Spells, PEOPLE, st.sampled_from(["lose", "recover", "learn"]), st.sampled_from(["", "Dormir", "Luz"])),
    st.builds(Kill, PEOPLE),
    st.builds(Raise, PEOPLE, st.integers(1, 30)),
)
RULINGS = SHEETS | st.one_of(
    st.builds(Move, PEOPLE, PLACES),
    st.builds(Join, PEOPLE, PARTIES),
    st.builds(Session, PEOPLE, st.integers(0, 3).map(Day), st.integers(0, 12), st.none() | PLACES),
    st.builds(Hold, PARTIES.map(lambda one: (one,)), st.booleans()),
    st.builds(Open, st.sampled_from(["Los Lobos", "Greywick"]), st.just(()) | PEOPLE, st.none() | PLACES),
    st.builds(Close, PARTIES),
    st.builds(Retire, PEOPLE),
    st.builds(
        Hand,
        PEOPLE,
        st.sampled_from([PlayerId("marta"), PlayerId("tess"), None]),
    ),
    st.builds(Speaker, PARTIES, st.sampled_from([PlayerId("marta"), PlayerId("tess")])),
)


def clockless(world):
    """The world but for the clocks: time is not rewound."""
    return replace(world, parties={name: replace(one, clock=NOW) for name, one in world.parties.items()})


@given(RULINGS)
@settings(max_examples=300, deadline=None)
def test_a_ruling_taken_back_leaves_the_world_as_it_was(ruling):
    done = applied(start(), ruling, now=NOW)
    assert is_whole(done.world, was=done.world if isinstance(ruling, Open) and not ruling.who else start())
    assert bool(done.changes) == (done.world != start()) or isinstance(ruling, Session)  # which is kept in any case
    back = taken_back(done.world, start(), done.world)
    assert clockless(back) == clockless(start())


@given(SHEETS, SHEETS)
@settings(max_examples=300, deadline=None)
def test_whoever_is_not_named_is_not_touched(first, second):
    """Two rulings on different people commute in all that is on their sheets."""
    names = [set(getattr(one, "who", ())) for one in (first, second)]
    if names[0] & names[1]:
        return
    one = applied(applied(start(), first, now=NOW).world, second, now=NOW).world
    other = applied(applied(start(), second, now=NOW).world, first, now=NOW).world
    assert one.characters == other.characters


@given(RULINGS, SHEETS)
@settings(max_examples=300, deadline=None)
def test_what_came_after_stays_when_the_first_is_taken_back(first, second):
    """Either the world is whole and later figures stay, or it is refused as not whole."""
    middle = applied(start(), first, now=NOW).world
    later = applied(middle, second, now=NOW).world
    back = taken_back(later, start(), middle)
    if not is_whole(back, was=later):
        return
    named = set(getattr(first, "who", ()))
    named |= {name for name, one in start().characters.items() if one.employer in named}  # who serves them goes along
    for name in start().characters.keys() - named:
        assert back.characters[name] == later.characters[name]


@pytest.mark.parametrize(
    ("ruling", "then", "left"),
    [
        (Adjust((CharacterId("joram"),), Figure.XP, 50, 1), 20, 5440 + 20),
        (Adjust((CharacterId("joram"),), Figure.XP, 50, -1), 20, 5440 + 20),
    ],
)
def test_a_number_gives_back_the_difference(ruling, then, left):
    before = start()
    middle = applied(before, ruling, now=NOW).world
    later = applied(middle, Adjust((CharacterId("joram"),), Figure.XP, then, 1), now=NOW).world
    assert taken_back(later, before, middle).characters["joram"].xp == left


def test_who_stands_there_already_parts_from_nobody():
    world = applied(start(), Move((CharacterId("maren"),), AtPlace(PlaceId("greywick"))), now=NOW)
    assert world.changes == ()


def test_a_servant_goes_where_the_master_is_put():
    world = applied(start(), Move((CharacterId("maren"),), AtPlace(PlaceId("saltmire"))), now=NOW).world
    home = next(one for one in world.parties.values() if "maren" in one.members)
    assert home.members == ("maren", "grub")
    assert home.where == AtPlace(PlaceId("saltmire"))
