"""The words of a fight at the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.condition import Condition, State, Turn, play
from rules.critical_script import BadTurnError, turns_of
from rules.house import House


@pytest.mark.parametrize(
    ("word", "turn"),
    [
        ("damage:15", Turn("damage", 15)),
        ("HIT:7", Turn("hit", 7)),
        ("hit:0", Turn("hit", 0)),
        ("stun:8", Turn("damage", 8, knocks_out=True)),
        ("start:12", Turn("start", rolls=(12,))),
        ("start:9/14+2", Turn("start", rolls=(9, 14), bonus=2)),
        ("start:9-1", Turn("start", rolls=(9,), bonus=-1)),
        ("heal:11", Turn("heal", 11)),
        ("medicine:13", Turn("medicine", 13)),
        ("rest", Turn("rest")),
        ("lesser_restoration", Turn("restore", spell="lesser_restoration")),
    ],
)
def test_words_of_turns(word, turn):
    assert turns_of([word]) == (turn,)


@pytest.mark.parametrize(
    "word", ["", "dance", "start", "start:0", "start:21", "start:5/21", "damage", "rest:3", "hit:5/6"]
)
def test_words_that_say_no_turn_are_named(word):
    with pytest.raises(BadTurnError) as error:
        turns_of(["rest", word])
    assert error.value.word == word


def test_the_worked_story_in_one_line():
    states = play(turns_of(["damage:15", "hit:7", "heal:11"]), start=Condition(15, 15), house=House())
    assert [(one.hp, one.exhaustion, one.state) for one in states] == [
        (0, 1, State.CRITICAL),
        (0, 3, State.CRITICAL),
        (11, 3, State.STANDING),
    ]


def test_one_die_is_enough_where_two_are_asked_for():
    (state,) = play(turns_of(["start:16"]), start=Condition(0, 15, 3, State.CRITICAL), house=House())
    assert state.exhaustion == 3


@given(st.lists(st.text(max_size=12), max_size=4))
def test_any_text_gives_turns_or_names_the_word(words):
    try:
        assert len(turns_of(words)) == len(words)
    except BadTurnError as error:
        assert error.word in words
