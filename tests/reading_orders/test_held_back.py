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
    ("el lunes salgo de viaje a Guadalajara", "unsure"),
    ("going to bed. will send orders tomorrow. night", "unsure"),
    ("cómo mola el gnoll ese. lo matamos el año que viene jaja", "unsure"),
    ("Busco trabajo", "not_understood"),
    ("Tomo la guardia primera", "not_understood"),
    ("Reparte el botín", "not_understood"),
    ("Le robo la bolsa a Duric", "not_understood"),
]


@pytest.mark.parametrize(("text", "code"), HELD)
def test_asked_about_and_not_acted_on(shipped, text, code):
    found = shipped(text)
    assert found.said == ()
    assert code in [doubt.code for doubt in found.doubts]


ASKED = [  # a game's deed in words no list holds, told of the sender's character: never silence
    ("Mecate", "Mecate se lanza a Hondonada con Tomasa el martes, se echan unas chelas (8 po máx)."),
    ("Krom", "krom parte el lune pa brumal a pata, solo, y cuando llegue se busca una pega"),
    ("Quillén", "Ya, aca va la pega: Quillen sigeu al notario toda la semana y se fija con quien se junta"),
    ("Krom", "4 antorchas, no, 6"),
    ("Maren", "Pell: scout the reeve's office."),
    ("Krom", "Krom recoge hierbas 3 días y con eso hace ungüentos, los que salgan."),
    ("Krom", "Lo de entrenar con el capitán ya no, gracias"),
    ("Krom", "Duric afila la espada, y nada: Krom afila la espada y poco más."),
    ("Krom", "Sell nowt till I say."),
]


@pytest.mark.parametrize(("character", "text"), ASKED)
def test_never_silence(shipped, character, text):
    found = shipped(text, character=character)
    assert found.said == ()
    assert found.doubts


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
def test_a_second_sentence_does_not_vanish(shipped, second):
    found = shipped("Compro 2 antorchas. " + second)
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


BARE = [  # a verb of the game with nothing of the game beside it: asked about, never done
    ("We keep to the wall. If it can hold a conversation, we hold one until it tires of us.", "hold one"),
    ("Por lo demás bien, y si hay otra fiesta de esas yo me apunto a todo lo que digáis, jajaja.", "apunto"),
    ("Se las dejo al boticario de la esquina, que siempre anda corto, a lo que pague por ellas.", "pague"),
    ("I engage the glassblower of Saltmire with a bow and a smile.", "engage"),
]


@pytest.mark.parametrize(("text", "words"), BARE)
def test_a_verb_alone_is_no_order(reading, text, words):
    assert not [said for said in reading(text).said if words in said.text and said.kind in ("encounter", "decision")]


CHAT = [  # real life, suppositions and half-made minds: neither orders nor questions
    "El proyecto de la U me mata. Mañana entrego y después duermo dos días.",
    "Sorry, running late. Start without me.",
    "Una pregunta nomás: si me cuelgo de la cuerda con el saco lleno, ¿cuenta como carga pesada?",
    "Una cosa: si Sabela aprendiese Invisibilidad ahora, ¿le costaría lo mismo?",
    "Yo por mí tiraba hacia el norte, pero lo que diga la mayoría.",
    "No decisions from me yet, I'll write on Thursday.",
    "El domingo que viene no puedo. Empezad sin mí y le dais un beso a la tortilla.",
]


@pytest.mark.parametrize("text", CHAT)
def test_chat_raises_no_question(reading, text):
    found = reading(text)
    assert (found.said, found.doubts) == ((), ())


READ = [  # letter, its order without who
    ("compro:\n3 antorchas una cuerda y pinchos", {"items": [("antorchas", 3), ("cuerda", 1), ("pinchos", None)]}),
    ("1) buy a mule if under 30 gp 2) sell the horse", {"items": [("mule", 1), ("horse", 1)]}),
    ("Compro 2 antorchas, feliz finde", {"items": [("antorchas", 2)], "when": None}),
    ("Si aparecen gusanos, huir", {"kind": "encounter", "attitude": "avoid", "vs": "gusanos"}),
    ("Si el guardián está despierto, corremos", {"kind": "encounter", "attitude": "avoid", "vs": "guardián"}),
    ("Volvemos al exterior por el camino más corto", {"kind": "dungeon", "stance": "return"}),
    ("regresamos", {"kind": "dungeon", "stance": "return"}),
    ("vuelvo con el grupo", {"kind": "rejoin"}),
    ("I rejoin the party.", {"kind": "rejoin"}),
    ("we go back", {"kind": "dungeon", "stance": "return"}),
    ("si bajo de 5 PG me retiro", {"kind": "retreat", "hp": 5}),
    ("Krom se queda en el pueblo rezando dos días", {"kind": "class_work", "work": "prayer"}),
    ("estudia el libro de conjuros para recuperar", {"kind": "rest", "mode": "rest"}),
    ("Krom descansa tres días en Brumal pa curarse", {"kind": "rest", "mode": "heal", "place": "Brumal"}),
    ("Krom aprende a nadar, que le enseñe el viejo Tobias", {"skill": "nadar", "trainer": "viejo Tobias"}),
    ("que done 8 po de limosna al templo", {"kind": "class_work", "work": "prayer"}),
    ("Krom descansa hasta el domingo en Brumal no más po", {"kind": "rest", "place": "Brumal"}),
    ("Vende el anillo no más.", {"items": [("anillo", 1)]}),
    ("Krom explora el puerto viejo", {"kind": "explore_town", "mode": "scout"}),
    ("Krom heads out to Saltmire by mule, taking the coast road", {"via": ["coast road"], "transport": "mule"}),
    ("q compre 3 frascos de aceite, a 2 po cada uno como mucho", {"items": [("frascos de aceite", 3)], "budget": None}),
    ("Krom's list:\n- 4 sacks\n- two dozen candles", {"items": [("sacks", 4), ("candles", 24)]}),
    ("Sell the opal for 90 gp. Hmm, no, keep the opal, sell the garnets instead.", {"items": [("garnets", "all")]}),
    ("Krom acepta el encargo del alcalde, pero por 60 po y no 40.", {"kind": "decision", "answer": "counter"}),
    ("Krom entra en la casa del prestamista", {"work": "theft", "target": "casa del prestamista", "loot": None}),
    ("Krom quiere comprarse un caballo pero solo si baja de 40 po", {"items": [("caballo", 1)]}),
    ("Si el mago sigue vivo, hablamos", {"kind": "encounter", "attitude": "parley", "vs": "mago"}),
    ("status plz", {"kind": "status"}),
    ("cómo voy?", {"kind": "status"}),
]


@pytest.mark.parametrize(("text", "wanted"), READ)
def test_one_order(orders, text, wanted):
    [order] = orders(text)
    found = {**order, "items": [(item["item"], item["qty"]) for item in order.get("items", [])]}
    assert {name: found.get(name) for name in wanted} == wanted


def test_who_stays_is_said_of_the_days(orders):
    [order] = orders("seguimos aquí hasta el jueves")
    assert (order["kind"], order["until"]["date"]) == ("wait", "2026-03-12")


def test_a_party_that_heads_somewhere_drinks_nothing(orders):
    travel, dungeon = orders("party heads to Saltmire, explore slow", character="Maren")
    assert (travel["kind"], travel["destination"]) == ("travel", "Saltmire")
    assert (dungeon["stance"], dungeon["pace"], dungeon.get("place")) == ("explore", "careful", None)


def test_an_occasion_that_hangs_on_a_number_keeps_its_words(orders):
    [order] = orders("si son menos de cuatro goblins, luchar")
    assert order["condition"]["text"] == "si son menos de cuatro goblins"


ABSENT = [
    ("me voy de vacaciones del 20 al 27", "2026-03-20", "2026-03-27"),
    ("estaré fuera hasta el 25", "2026-03-11", "2026-03-25"),
    ("I'm away till the 25th", "2026-03-11", "2026-03-25"),
]


@pytest.mark.parametrize(("text", "first", "last"), ABSENT)
def test_absence_in_free_words(orders, text, first, last):
    [order] = orders(text)
    assert (order["kind"], order["from"]["date"], order["to"]["date"]) == ("absence", first, last)


@pytest.mark.parametrize("text", ["cuánto cuesta una mula?", "feliz finde", "Going on holiday soon, can't wait!"])
def test_no_order_either(orders, text):
    assert orders(text) == []
