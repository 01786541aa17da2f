"""Whom one means to meet, where no list of creatures holds them; and things that are nobody."""

import pytest

NAMED = [
    ("Si en la loma hay jinetes, nos escondemos.", "jinetes"),
    ("Si asoma la alguacila, salimos corriendo.", "alguacila"),
    ("Si bajan bataneros, corremos.", "bataneros"),
    ("A don Baltasar, donde lo vea, le parto la cara.", "don Baltasar"),
    ("Con recaudadores de la corona, hablamos.", "recaudadores de la corona"),
    ("Mushroom folk: we talk.", "Mushroom folk"),
    ("Contacto con leñadores: hablar", "leñadores"),
]
NOBODY = [
    "Si oímos voces, nos escondemos.",
    "Si se acaba la luz y nos atacan, corremos.",
    "If somebody spots us, we run.",
]
WAYS = [  # where one runs and what with are nobody
    ("Si salen lobos los quemamos con el aceite.", "lobos"),
    ("Si vienen orcos corremos a los botes.", "orcos"),
]


@pytest.mark.parametrize(("text", "foe"), [*NAMED, *WAYS])
def test_whom_one_meets_by_any_name(orders, text, foe):
    [order] = orders(text)
    assert (order["kind"], order["vs"]) == ("encounter", foe)


@pytest.mark.parametrize("text", NOBODY)
def test_nobody_in_particular(orders, text):
    assert [order["vs"] for order in orders(text) if order["kind"] == "encounter"] == ["any"]
