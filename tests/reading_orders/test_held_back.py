"""What is asked about and not acted on: second thoughts, others' words and deeds, verbs no list holds."""

import pytest

HELD = [  # letter, code of a doubt it raises; none of them gives an order
    ("Buy 3 torches. Actually forget it", "hedged"),
    ("Compro 3 antorchas. En realidad no.", "hedged"),
    ("Compro 4 antorchas. Al final 2 en vez de 4.", "unsure"),
    ("Gasto la mitad en vino... no, mejor un tercio", "unsure"),
    ("Compro 3 antorchas, un caballo no", "unsure"),
    ("Vendo todo, pero el escudo no", "unsure"),
    ("Krom scribes one scroll of Sleep, wait, no, make that two scrolls of Web.", "unsure"),
    ("Entonces vendemos el anillo, ¿no?", "asked"),
    ("We sell the ring, right?", "asked"),
    ("Cuando volvimos a Brumal compramos vino", "past"),
    ("Cuando volvimos de la cripta, compramos vino y descansamos", "past"),
    ("Maren buys a cape", "not_yours"),
    ("El proyecto de la U me mata. Mañana entrego y después duermo dos días.", "unsure"),
    ("Sorry, running late. Start without me.", "unsure"),
    ("Llévame a Brumal", "not_understood"),
    ("Busco trabajo", "not_understood"),
    ("Tomo la guardia primera", "not_understood"),
    ("Reparte el botín", "not_understood"),
    ("Le robo la bolsa a Duric", "not_understood"),
]


@pytest.mark.parametrize(("text", "code"), HELD)
def test_asked_about_and_not_acted_on(reading, text, code):
    found = reading(text)
    assert found.said == ()
    assert code in [doubt.code for doubt in found.doubts]


NEITHER = [
    "Según Duric, compramos cuerda",
    "Mi primo juega un mago y compra pergaminos",
    "Is it true that Krom sells potions?",
    "Duric dice que compramos antorchas",
    "Train is cancelled again.",
    "We are not going back into the Barrow, we are not selling the sword.",
    "I told her in chat too: pay it back, hide the idol, leave town.",
]


@pytest.mark.parametrize("text", NEITHER)
def test_no_order(orders, text):
    assert orders(text) == []


@pytest.mark.parametrize("second", ["Reparte el botín.", "Llévame a Brumal."])
def test_a_second_sentence_does_not_vanish(reading, second):
    found = reading("Compro 2 antorchas. " + second)
    assert [said.kind for said in found.said] == ["shop"]
    assert "place" not in found.said[0].slots
    assert [doubt.text for doubt in found.doubts] == [second.strip(".")]


@pytest.mark.parametrize("text", ["Compro 3 antorchas. Perdón, 4", "Compro 3 antorchas, perdón, 4"])
def test_a_number_said_again(orders, text):
    [order] = orders(text)
    assert order["items"] == [{"item": "antorchas", "qty": 4, "verb": "buy"}]


def test_a_line_with_a_name_at_its_head_is_for_that_character(orders):
    first, second = orders("Joram: compra 2 antorchas\nChema: vende la daga", character="Joram")
    assert (first["who"], second["who"]) == ("self", ["Chema"])


def test_a_time_told_by_an_infinitive_is_no_subject(orders):
    [order] = orders("Y antes de bajar se compra un escudo nuevo, máximo 10 po.", character="Tomasa")
    assert order["kind"] == "shop"
