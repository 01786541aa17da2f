"""Short answers mean something only where something stands open."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.reading.replies import Standing, reply

ALL = Standing(asked=True, below=True, apart=True, names=("Krom", "Fray Anselmo"))


def kinds(text, standing=ALL):
    return [
        (said.kind, said.slots.get("answer") or said.slots.get("stance")) for said in reply(text, standing=standing)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trato hecho.", [("decision", "accept")]),
        ("Aceptamos", [("decision", "accept")]),
        ("Vale, aceptamos el trato", [("decision", "accept")]),
        ("Sí", [("decision", "accept")]),
        ("We accept.", [("decision", "accept")]),
        ("No hay trato, que se vayan", [("decision", "refuse")]),
        ("¡Ni hablar!", [("decision", "refuse")]),
        ("No deal.", [("decision", "refuse")]),
        ("Que no, que nos dejen en paz.", [("decision", "refuse")]),
        ("Les doy 10 po, ni una más", [("decision", "counter")]),
        ("Contraoferta: dos raciones y nos vamos.", [("decision", "counter")]),
        ("Diles que les damos 5 po", [("decision", "counter")]),
        ("We'll give them 10 gp and not a copper more.", [("decision", "counter")]),
        ("Counter-offer: five rations.", [("decision", "counter")]),
        ("Nos lo llevamos a casa", [("decision", "carry")]),
        ("Lo dejamos ahí", [("decision", "leave")]),
        ("volvemos", [("dungeon", "return")]),
        ("Volvemos al exterior por el camino que conocemos.", [("dungeon", "return")]),
        ("Nos largamos de aquí", [("dungeon", "return")]),
        ("We go back to the surface", [("dungeon", "return")]),
        ("Aceptamos. Y nos quedamos aquí", []),
        ("Aceptamos. Nos quedamos aquí.", [("decision", "accept"), ("dungeon", "secure")]),
        ("me quedo", [("independence", None), ("dungeon", "secure")]),
        ("Krom no vuelve", [("independence", None), ("dungeon", "secure")]),
        ("vuelvo con el grupo", [("rejoin", None)]),
        ("anular 2", [("cancel", None)]),
        ("cancel order 12", [("cancel", None)]),
        ("deshacer", [("undo", None)]),
        ("holaa, estado porfa", [("status", None)]),
    ],
)
def test_whole_sentences_are_understood(text, expected):
    assert kinds(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "¿Volvemos?",
        "Les damos con todo",
        "Le damos la vuelta al cofre",
        "volvemos?",
        "no sé si aceptamos",
        "si volvemos, compro cuerda",
        "ayer volvimos",
        "Ulmo no vuelve",  # nobody of that name is ours to speak of here
        "volvemos a hablarlo el jueves",
        "",
    ],
)
def test_whatever_says_more_is_left_to_the_grammar(text):
    assert kinds(text) == []


def test_nothing_is_answered_that_was_not_asked():
    assert kinds("Sí", Standing()) == []
    assert kinds("volvemos", Standing(asked=True)) == []
    assert kinds("me quedo", Standing(apart=True)) == []
    assert kinds("vuelvo con el grupo", Standing(below=True)) == []


def test_the_name_and_the_number_are_kept():
    (away, _) = reply("Fray Anselmo se queda", standing=ALL)
    assert away.slots["who"] == ["Fray Anselmo"]
    assert reply("anula la orden 7", standing=ALL)[0].slots["ref"] == "7"


@given(st.text(max_size=300))
def test_no_text_raises(text):
    reply(text, standing=ALL)


@pytest.mark.parametrize("text", ["si " * 40_000, "a" * 100_000, "volvemos por " + "x" * 100_000, "." * 100_000])
def test_no_text_takes_long(text):
    start = time.process_time()
    reply(text, standing=ALL)
    assert time.process_time() - start < 0.5
