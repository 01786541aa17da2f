"""What fills the slots of an order whose kind is plain: whom one meets, on what, till when, for how much, for whom."""

import pytest

FOES = [
    ("Si nos sale un tejón, lo espantamos.", "tejón"),
    ("si sale un bicho corremos pa la escalera", "bicho"),
    ("Si los barqueros se ponen bordes, les damos 3 po.", "los barqueros"),
    ("Si los orcos quieren charlar, charlamos.", "los orcos"),
    ("Si los gnomos regresan, nos hacemos los muertos.", "los gnomos"),
    ("Si entran los ogros a la fuerza, peleamos.", "los ogros"),
    ("If the gnolls find us, we parley.", "gnolls"),
    ("Wights: run.", "Wights"),
    ("Newts: leave them be.", "Newts"),
    ("Los monjes grises: evitarlos.", "Los monjes grises"),
    ("A los ladrones de cadáveres les hablamos.", "los ladrones de cadáveres"),
    ("Al dragón, si despierta, le hablamos.", "dragón"),
    ("Si la cosa se pone fea, corremos.", "any"),
    ("Si aparece el abad, no: hablamos.", "el abad"),
]


@pytest.mark.parametrize(("text", "foe"), FOES)
def test_whom_one_meets(orders, text, foe):
    [order] = orders(text, character="Duric")
    assert order["kind"] == "encounter"
    assert order["vs"].casefold() in (foe.casefold(), foe.casefold().partition(" ")[2])


EVENTS = [
    ("Si Tello cae, volvemos a la superficie.", "member_down"),
    ("Si nos persiguen los trasgos, corremos.", "detected"),
    ("Si los trasgos regresan, corremos.", "encounter"),
    ("Si se apaga la linterna, salimos de la cripta.", "resource"),
    ("If we lose the light we leave the dungeon.", "resource"),
    ("Si pierdo el rastro, viajo a Brumal.", "result"),
    ("En cuanto pisemos Valdecuervo compro una maza.", "arrival"),
]


@pytest.mark.parametrize(("text", "event"), EVENTS)
def test_what_a_condition_waits_for(orders, text, event):
    [order] = orders(text, character="Duric")
    assert order["condition"]["event"] == event


@pytest.mark.parametrize(
    "text",
    ["Compro dos mantas, si no es molestia.", "Krom rests at the inn for three days, if need be."],
)
def test_words_of_courtesy_are_no_condition(orders, text):
    [order] = orders(text)
    assert "condition" not in order


SPEAKING = [
    ("Soy la vocera: exploramos el ala norte.", True),
    ("Nota del portavoz: exploramos el ala norte.", True),
    ("Caller again. We explore the north wing.", True),
    ("Como portavoz de la semana: exploramos el ala norte.", True),
    ("No sigo las órdenes del portavoz. Exploramos el ala norte.", False),
    ("No more orders from the caller, says Tello. We explore the north wing.", False),
    ("Que el portavoz mande a los otros. Exploramos el ala norte.", False),
    ("Ixara, portavoz interina. Exploramos el ala norte.", False),
]


@pytest.mark.parametrize(("text", "speaks"), SPEAKING)
def test_who_speaks_for_all(orders, text, speaks):
    found = [order for order in orders(text, character="Duric") if order["kind"] == "dungeon"]
    assert [order.get("as_spokesperson", False) for order in found] == [speaks]
