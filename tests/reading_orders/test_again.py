"""How often something is to be done: said in either language, and never where nothing can repeat."""

from datetime import date

import pytest

from mailer.reading.orders.again import repeats
from mailer.reading.orders.gazetteer import Gazetteer
from mailer.reading.orders.read import read

REPEATED = [
    ("Cada día compro una antorcha.", 1),
    ("Compro una antorcha cada día.", 1),
    ("compro 1 antorcha todos los dias", 1),
    ("Compro una antorcha a diario, porfa.", 1),
    ("Compro una antorcha un día sí y otro no.", 2),
    ("Cada tres días compro una antorcha.", 3),
    ("Cada semana compro una antorcha.", 7),
    ("Compro una antorcha cada 2 semanas.", 14),
    ("Compro una antorcha una vez al mes.", 30),
    ("Cada lunes compro una antorcha.", 7),
    ("comprar 1 antorcha; cada cuántos días: 4", 4),
    ("Every day I buy a torch.", 1),
    ("I buy a torch every other day.", 2),
    ("I buy a torch every 3 days", 3),
    ("Every Monday I buy a torch.", 7),
    ("Once a week I buy a torch.", 7),
    ("buy a torch daily", 1),
    ("buy 1 torch; every so many days: 4", 4),
]
ONCE = [
    "Compro una antorcha.",
    "Compro tres antorchas a 2 pc cada una.",
    "Contrato un porteador a 1 pp diaria.",
    "Cada día exploro el pozo.",
    "Descanso cada noche en la posada.",
    "Every day I practice archery until the 20th.",
    "Cada día estoy más cansado.",
    "Ayer compré una antorcha, como cada día.",
    "¿Compro una antorcha cada día?",
    "No compro una antorcha cada día.",
    "Cada 0 días compro una antorcha.",
    "I buy a torch every 99 weeks.",
]


def said(text):
    return read(text, character="Joram", sent=date(2026, 2, 11), gazetteer=Gazetteer()).said


@pytest.mark.parametrize(("text", "days"), REPEATED)
def test_an_order_repeats(text, days):
    [one] = said(text)
    assert one.slots["every"] == days


@pytest.mark.parametrize("text", ONCE)
def test_an_order_is_given_once_or_not_at_all(text):
    assert not any("every" in one.slots for one in said(text))


@pytest.mark.parametrize(
    ("text", "every"),
    [
        ("Compro una cuerda y cada tres días compro una antorcha.", {"cuerda": None, "antorcha": 3}),
        ("Every Monday I buy 2 torches. I sell my rope.", {"torches": 7, "rope": None}),
        ("Vendo mi daga.\nCada día compro una antorcha.\nCompro un saco.", {"daga": None, "antorcha": 1, "saco": None}),
        ("Compro una antorcha cada día, y vendo mi cuerda.", {"antorcha": 1, "cuerda": None}),
        ("Cada día compro una antorcha. Cada semana compro un saco.", {"antorcha": 1, "saco": 7}),
        ("Every day I buy a torch and every week I buy a lantern.", {"torch": 1, "lantern": 7}),
        (
            "Cada día compro una antorcha, cada semana compro un saco y cada mes compro una cuerda.",
            {"antorcha": 1, "saco": 7, "cuerda": 30},
        ),
        ("Compro una antorcha cada día y compro un saco cada semana.", {"antorcha": 1, "saco": 7}),
    ],
)
def test_only_what_it_was_said_of_repeats(text, every):
    found = {item["item"]: one.slots.get("every") for one in said(text) for item in one.slots["items"]}
    assert found == every


def test_what_goes_on_without_a_verb_is_asked_about_and_not_lost():
    text = "Compro una antorcha cada día y un saco cada semana."
    reading = read(text, character="Joram", sent=date(2026, 2, 11), gazetteer=Gazetteer())
    [one] = reading.said
    assert ([item["item"] for item in one.slots["items"]], one.slots["every"]) == (["antorcha"], 1)
    assert [doubt.text for doubt in reading.doubts] == ["y un saco cada semana"]


def test_what_we_ask_about_first_repeats_too():
    text = "Todos los días busco al herrero en el mercado."
    reading = read(text, character="Joram", sent=date(2026, 2, 11), gazetteer=Gazetteer())
    assert [doubt.said.slots["every"] for doubt in reading.doubts] == [1]
    assert [row.verdict for row in reading.lines] == ["doubt"]


def test_the_words_of_the_order_say_how_often_and_the_line_is_an_order():
    text = "Hola.\nCada día compro una antorcha.\nGracias."
    reading = read(text, character="Joram", sent=date(2026, 2, 11), gazetteer=Gazetteer())
    [one] = reading.said
    assert (one.text, one.line) == ("Cada día compro una antorcha", 1)
    assert [row.verdict for row in reading.lines] == ["talk", "order", "talk"]


def test_the_letter_is_read_once_where_nothing_repeats():
    reading = read("Compro una antorcha.", character="Joram", sent=date(2026, 2, 11), gazetteer=Gazetteer())

    def again(words):
        raise AssertionError(words)

    assert repeats(reading, "Compro una antorcha.", again) is reading


def test_many_times_in_one_letter_are_read_in_bearable_time():
    assert len(said("\n".join(["Cada día compro una antorcha."] * 200))) == 200
