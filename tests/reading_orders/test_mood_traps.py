"""What is no order: past, habitual, wished for, supposed, asked, denied, told of others, quoted, signed, real life."""

import pytest

NONE = [
    "Ayer compré tres antorchas y vendí el escudo.",
    "La semana pasada viajamos a Brumal.",
    "Siempre compramos aceite antes de bajar.",
    "Ojalá pudiera comprarme un caballo.",
    "Si tuviera 100 po me compraría la ballesta.",
    "Me encantaría entrenar con el capitán, algún día.",
    "¿Y si atacamos a los goblins por la noche?",
    "¿Qué pasaría si exploramos el pozo?",
    "No compro nada, gracias.",
    "No vamos a vender el anillo.",
    "Ni compro ni vendo.",
    "Duric dijo que iba a vender el escudo.",
    "Nuño me contó que viaja a Alcor Negro.",
    "El barón viaja a Brumal el lunes.",
    "El mercader vende antorchas a 2 pc.",
    "Yo esperaría al sábado, pero lo que diga Duric.",
    "Estoy dudando entre contratar un guía o comprar un mapa.",
    "Quizá compre una cuerda. Ya veremos.",
    "> Compro tres antorchas\n> y viajo a Brumal.",
    "Hola a todos\n\n--\nKrom\nVendo coche, llamar tardes",
    "Gracias por la sesión, la próxima llevo pizza.",
    "¿A qué hora quedamos el viernes?",
    "Es broma, ataco al alcalde, jajaja.",
    "Yesterday we bought torches and sold the ring.",
    "Last session Grub attacked the ogre.",
    "I wish I could buy that horse.",
    "If I had the money I would hire a bodyguard.",
    "Should we attack the goblins?",
    "I might sell the crossbow. Maybe.",
    "We don't buy anything this week.",
    "Maren said we should travel to Saltmire.",
    "The merchant sells rope for 2 gp.",
    "I was going to hire a guide but never mind the cost.",
    "Thanks for the game, I'll bring snacks on Friday.",
    "Can clerics turn ghouls at level 3?",
    "> We buy ten torches.",
    "Do nothing yet, I'll confirm tomorrow.",
    "It would be nice to rest for a week.",
    "You buy the torches next time.",
    "Everyone usually drinks at the Heron.",
    "El posadero quiere que compremos vino.",
    "Duric pide que vayamos a Brumal.",
    "No quiero que compres vino.",
    "Dudo que vaya a Brumal.",
    "Me niego a vender la espada.",
    "Ni loco vendo la espada.",
    "Paso de vender la espada.",
    "Casi compro un caballo.",
    "Está prohibido vender armas.",
    "Duric no compra nada, pero vende el escudo.",
    "Duric, compra tú las antorchas.",
    "The baron wants us to clear the mine.",
    "Maren wants me to go to Saltmire.",
    "I refuse to sell the ring.",
    "I doubt I'll go to Greywick.",
    "No way I'm selling the ring.",
    "I don't want you to buy wine.",
    "I'm not going to buy rope.",
]


@pytest.mark.parametrize("text", NONE)
def test_no_order(orders, text):
    assert orders(text) == []


TWINS = [  # the same words as an instruction
    ("Compro tres antorchas y vendo el escudo.", "shop"),
    ("Mañana viajamos a Brumal.", "travel"),
    ("Compra aceite antes de bajar.", "shop"),
    ("Quiero comprarme un caballo.", "shop"),
    ("Entreno con el capitán esta semana.", "train"),
    ("Si vemos goblins, atacamos.", "encounter"),
    ("We buy torches and sell the ring.", "shop"),
    ("I'd like to hire a bodyguard.", "hire"),
    ("Please sell the crossbow.", "shop"),
    ("We travel to Saltmire on Monday.", "travel"),
    ("Krom rests for a week.", "rest"),
]


@pytest.mark.parametrize(("text", "kind"), TWINS)
def test_the_same_as_an_instruction(orders, text, kind):
    assert [order["kind"] for order in orders(text)] == [kind]


def test_asked_to_do_nothing_yet_every_order_becomes_a_doubt(reading):
    found = reading("Compro tres antorchas. No hagas nada todavía, mañana te confirmo.")
    assert found.said == ()
    assert [doubt.code for doubt in found.doubts] == ["deferred"]


def test_another_players_character_takes_no_orders(orders):
    assert orders("Duric compra 3 antorchas y Ulmo vende la maza.", character="Krom") == []


def test_own_second_character_does(orders):
    [order] = orders("Chema compra 3 antorchas.", character="Joram")
    assert order["who"] == ["Chema"]
