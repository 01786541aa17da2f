"""What changes hands in a deal or is thrown to a beast: what is given, what is got, what is neither."""

import pytest


def handed(orders: list[dict], name: str) -> list[tuple]:
    return [(item["item"], item["qty"]) for order in orders for item in order.get(name, [])]


@pytest.mark.parametrize(
    ("text", "gives", "receives"),
    [
        ("Deal. We hand over the drum and he shows us the gate.", [("drum", 1)], []),
        ("I accept. I'll give him the red kettle.", [("red kettle", 1)], []),
        (
            "Aceptamos: les damos el espejo y dos quesos y ellos nos enseñan el vado.",
            [("espejo", 1), ("quesos", 2)],
            [],
        ),
        ("Acepto el trato: él se queda el yelmo y yo el mapa.", [("yelmo", 1)], [("mapa", 1)]),
        ("Acepto el trato, mi flauta a cambio de su farol.", [("flauta", 1)], [("farol", 1)]),
        ("Aceptamos. Le damos dos gallinas a cambio del mapa.", [("gallinas", 2)], [("mapa", 1)]),
        ("Agreed: the ring for the seven letters.", [("ring", 1)], [("letters", 7)]),
        ("Acepto el trato, le doy 6 velas y él me entrega el polvo de ópalo.", [("velas", 6)], [("polvo de ópalo", 1)]),
        ("Dígale que sí, que le dejo el broche y 12 po por el libro.", [("broche", 1)], [("libro", 1)]),
        # neither: each goes his own way, a price that is not agreed
        ("Trato hecho. Que se lleven cuatro raciones y cada uno por su lado.", [("raciones", 4)], []),
    ],
)
def test_deals(orders, text, gives, receives):
    found = orders(text, subject="Re: el trato del duende")
    assert [order["kind"] for order in found] == ["decision"]
    assert handed(found, "gives") == gives
    assert handed(found, "receives") == receives


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("Si salen lobos les echamos la carne seca y seguimos.", [("carne seca", None)]),
        ("If ogres show up, offer them the goat and three sacks of flour.", [("goat", 1), ("sacks of flour", 3)]),
        ("Si aparecen bandidos les damos todos los quesos.", [("quesos", "all")]),
    ],
)
def test_bribes(orders, text, gives):
    found = orders(text)
    assert [order["attitude"] for order in found] == ["bribe"]
    assert handed(found, "gives") == gives
