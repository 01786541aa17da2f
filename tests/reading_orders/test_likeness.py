"""The second reader: what sentences are like, as learnt from letters, and where the grammar hears it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.reading.orders.grammar import FRAMES
from mailer.reading.orders.likeness.second import frame_of
from mailer.reading.orders.likeness.weights import Weights, weights
from mailer.reading.orders.read import read
from mailer.reading.orders.sure.weigh import UNASKED

UNFRAMED = {"decision.counter", "status", "class_work.other"}  # what no frame of one clause fills

GUESSED = [  # (what is said in words that set nothing off, its kind)
    ("Krom se empapa de la historia de la cripta en el archivo tres días.", "research"),
]


@pytest.fixture
def reading(campaign):
    def of(text: str, limit: int | None = None):
        return read(text, character="Krom", sent=date(2026, 3, 11), gazetteer=campaign, limit=limit)

    return of


def test_every_kind_of_the_table_has_a_frame():
    kinds = {kind for row in weights().rows.values() for kind in row.split()[::2]} - {"any"}
    assert {kind for kind in kinds if frame_of(kind) not in FRAMES} <= UNFRAMED
    assert len(kinds) > len(FRAMES) // 2


def test_signs_add_up_to_chances():
    table = Weights({"s:torch": "any 200 shop.buy 300", "s:not": "shop.buy -300"})
    assert table.chances(["s:unheard"]) == {}
    assert table.chances(["s:torch"])["shop.buy"] > table.chances(["s:torch"])["any"] > 0.5
    assert table.chances(["s:torch", "s:not"])["shop.buy"] == pytest.approx(0.5)


@given(st.lists(st.sampled_from(sorted(weights().rows)), max_size=400))
def test_chances_lie_between_nothing_and_certainty(signs):
    assert all(0 <= chance <= 1 for chance in weights().chances(signs).values())


@pytest.mark.parametrize(("text", "kind"), GUESSED)
def test_what_only_the_second_reader_sees_is_asked_about_and_never_just_done(reading, text, kind):
    seen = [said.kind for said in reading(text, UNASKED).said]
    asked = [doubt.said.kind for doubt in reading(text).doubts if doubt.said is not None]
    assert kind in seen
    assert kind in asked


def test_a_sentence_about_others_is_not_guessed_at(reading):
    assert not reading("Duric se echa a dormir a pierna suelta hasta el lunes.", UNASKED).said


def test_the_word_like_makes_no_guess(reading):
    [said] = reading("I'd like Krom to buy two torches.", UNASKED).said
    assert "guess" not in dict(said.distrust)
