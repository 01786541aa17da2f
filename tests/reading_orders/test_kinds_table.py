"""Each kind by table, in the Spanish of several countries and in English: text, kind, some of its slots."""

import pytest

KINDS = [
    ("Compro 3 antorchas.", "shop", {}),
    ("Cómprame una docena de flechas y dos viales de aceite.", "shop", {}),
    ("Comprame un par de ganzúas, che.", "shop", {}),
    ("Ocupo 4 raciones.", "shop", {}),
    ("Vendo la daga, mínimo 8 po.", "shop", {}),
    ("Sell the wolf pelt for at least 4 gp.", "shop", {}),
    ("Salgo mañana para Paso Quebrado a caballo.", "travel", {"destination": "Paso Quebrado", "transport": "horse"}),
    ("Nos jalamos pa Brumal el lunes, calladitos.", "travel", {"who": "party", "stealth": True}),
    ("We head to Saltmire on Friday, slowly.", "travel", {"destination": "Saltmire", "pace": "careful"}),
    ("Exploramos la galería norte hasta el domingo.", "dungeon", {"stance": "explore"}),
    ("Nos atrincheramos en la capilla.", "dungeon", {"stance": "secure"}),
    ("Incursión al osario por la puerta sur.", "dungeon", {"stance": "raid", "target": "osario"}),
    ("Everyone out by the eastern stair.", "dungeon", {"stance": "return", "route": "by the eastern stair"}),
    ("Si aparecen goblins, atacamos.", "encounter", {"attitude": "fight", "vs": "goblins"}),
    ("Si vienen orcos huimos.", "encounter", {"attitude": "avoid", "vs": "orcos"}),
    ("Si salen bandidos les damos 5 po.", "encounter", {"attitude": "bribe", "pay": {"amount": 5, "currency": "gp"}}),
    ("If we meet ogres we parley.", "encounter", {"attitude": "parley", "vs": "ogres"}),
    ("Retirada al 40% de cualquiera.", "retreat", {"pct": 40, "basis": "any_member"}),
    ("Si pierdo el 60% me retiro.", "retreat", {"pct": 40}),
    ("Con 8 pg o menos me vuelvo.", "retreat", {"hp": 8, "basis": "own"}),
    ("Bail at 30%.", "retreat", {"pct": 30}),
    ("Nadie carga más de 30 kilos.", "encumbrance", {"weight": {"amount": 30, "unit": "kg"}}),
    ("Carga ligera.", "encumbrance", {"level": "light"}),
    ("Forget what I said about the library", "cancel", {"target_kind": "research"}),
    ("I've changed my mind about selling the ring", "cancel", {"target_kind": "shop"}),
    ("Krom descansa tres días en la posada.", "rest", {"mode": "rest", "place": "la posada"}),
    ("Krom cura a Tello con curar heridas leves.", "rest", {"mode": "heal", "targets": ["Tello"]}),
    ("Investigo en la biblioteca el sello de plomo.", "research", {"place": "biblioteca"}),
    ("Krom consults the abbot about the black bell.", "research", {}),
    ("Krom entrena con el sargento dos semanas.", "train", {"trainer": "el sargento"}),
    ("Krom practices climbing for a week.", "train", {"skill": "climbing"}),
    ("Me voy de farra, 20 po.", "carouse", {"spend": {"amount": 20, "currency": "gp"}}),
    ("Krom goes drinking, 10 gp.", "carouse", {"spend": {"amount": 10, "currency": "gp"}}),
    (
        "Contrato dos porteadores a 2 pp al día.",
        "hire",
        {"qty": 2, "pay": {"amount": 2, "currency": "sp", "per": "day"}},
    ),
    ("Hire a guide, 4 gp a day.", "hire", {"pay": {"amount": 4, "currency": "gp", "per": "day"}}),
    ("Ando preguntando por las cantinas quién quemó el molino.", "explore_town", {"mode": "rumours"}),
    ("Krom looks for the clockmaker in Greywick.", "explore_town", {"mode": "find_person"}),
    ("Krom roba en casa del usurero el martes.", "class_work", {"work": "theft"}),
    ("Krom reza en la ermita.", "class_work", {"work": "prayer", "place": "la ermita"}),
    ("Krom tails the tax collector.", "class_work", {"work": "spying"}),
    ("Krom fabrica 20 flechas en cinco días.", "craft", {}),
    ("Esperamos en Brumal hasta el 20.", "wait", {"place": "Brumal"}),
    ("No voy con ellos.", "independence", {"scope": "this_plan"}),
    ("Anula lo del viaje a Brumal.", "cancel", {"target_kind": "travel"}),
    ("Scratch the rope.", "cancel", {"target_kind": "shop"}),
    ("¿Cuántos pg tengo y dónde estamos?", "status", {"topics": ["hp", "location"]}),
    ("How much gold have I got?", "status", {"topics": ["money"]}),
    ("Le devuelvo a Ulmo los 8 po que le debo.", "other", {"pay": {"amount": 8, "currency": "gp"}}),
    ("Al 30%, fuera.", "retreat", {"pct": 30}),
    ("If anyone's under eight hit points, out.", "retreat", {"hp": 8, "basis": "any_member"}),
    ("Con media mochila llena, para casa.", "encumbrance", {"fraction": 0.5}),
    ("Cada quien carga cuando mucho 30 libras.", "encumbrance", {"basis": "each"}),
    ("Los faroles que pedí comprar ya no, cancélalos.", "cancel", {"target_kind": "shop"}),
    ("Lo de las clases de esgrima bórralo.", "cancel", {"target_kind": "train", "ref": "Lo de las clases de esgrima"}),
    ("The saddle I asked for, don't buy it.", "cancel", {"ref": "The saddle I asked for"}),
    ("And the miller's offer: thank him kindly, but no.", "decision", {"answer": "refuse"}),
    (
        "Si vuelve el herrero con lo del trato, dígale que sí.",
        "decision",
        {"answer": "accept", "offer": "lo del trato"},
    ),
    ("Al barón decile que sí a su oferta, pero con dos mulas.", "decision", {"answer": "counter"}),
    ("Si lo que viene son lobos, los evitamos.", "encounter", {"attitude": "avoid", "vs": "lobos"}),
    ("Si nos topamos con el ogro, le dejamos dos quesos y que nos deje pasar.", "encounter", {"attitude": "bribe"}),
    ("Si aparece el espectro, lo dejamos pasar sin tocarlo.", "encounter", {"attitude": "avoid"}),
    ("Krom se queda en la posada hasta que sane del todo.", "rest", {"mode": "rest"}),
    ("Krom entra en la sacristía y se lleva el cáliz.", "class_work", {"work": "theft"}),
    ("Would you please sell the brass lamp and the rug.", "shop", {}),
    ("Entramos el viernes por la puerta sur, a explorar la cripta.", "dungeon", {"stance": "explore"}),
    ("Que duerma Krom en el molino, sin meterse en nada.", "rest", {"mode": "rest"}),
]


@pytest.mark.parametrize(("text", "kind", "slots"), KINDS)
def test_kind(orders, text, kind, slots):
    [order] = orders(text)
    assert order["kind"] == kind
    assert {name: order.get(name) for name in slots} == slots


DECISIONS = [
    ("Aceptamos.", "accept"),
    ("Trato hecho.", "accept"),
    ("no deal", "refuse"),
    ("Dile que no.", "refuse"),
    ("Dile que sí, pero que nos deje pasar a todos.", "counter"),
    ("La B, sin dudarlo.", "choose"),
]


@pytest.mark.parametrize(("text", "answer"), DECISIONS)
def test_decision(orders, text, answer):
    [order] = orders(text, subject="Re: la oferta del troll")
    assert (order["kind"], order["answer"]) == ("decision", answer)


LEADING = [
    ("Krom va delante.", "lead"),
    ("Krom lleva la antorcha.", "carry"),
    ("Que Krom vigile la puerta.", "watch"),
    ("Que Krom esconda el cofre.", "other"),
    ("Krom, guardate el aceite.", "hold_resource"),
    ("Esta semana Krom habla por nosotros.", "designate"),
]


@pytest.mark.parametrize(("text", "action"), LEADING)
def test_spokesperson(orders, text, action):
    [order] = orders(text, character="Duric")
    assert (order["kind"], order["action"], order["who"]) == ("spokesperson", action, ["Krom"])


DAYS = [  # counted from Wednesday, 11 March 2026
    ("mañana", "2026-03-12"),
    ("pasado mañana", "2026-03-13"),
    ("el miércoles", "2026-03-18"),
    ("el viernes por la noche", "2026-03-13"),
    ("el sabdao", "2026-03-14"),
    ("de hoy en ocho", "2026-03-18"),
    ("la semana que viene", "2026-03-16"),
    ("el finde", "2026-03-14"),
    ("el 20", "2026-03-20"),
    ("el 3 de abril", "2026-04-03"),
    ("el 3/4", "2026-04-03"),
]


@pytest.mark.parametrize(("words", "day"), DAYS)
def test_days(orders, words, day):
    [order] = orders(f"Viajo a Brumal {words}.")
    assert order["depart"]["date"] == day


def test_american_and_british_days(orders):
    assert orders("I travel to Saltmire on 4/3, buddy.")[0]["depart"]["date"] == "2026-04-03"
    assert orders("I travel to Saltmire on 3/4, mum, in my favourite colour.")[0]["depart"]["date"] == "2026-04-03"


MONEY = [
    ("máximo 35 po", 35, "gp"),
    ("como mucho treinta y cinco monedas de oro", 35, "gp"),
    ("hasta 1.500 pp", 1500, "sp"),
    ("no más de 20 de plata", 20, "sp"),
    ("tope 3 ppt", 3, "plat"),
]


@pytest.mark.parametrize(("words", "amount", "currency"), MONEY)
def test_money(orders, words, amount, currency):
    [order] = orders(f"Investigo en la biblioteca el sello, {words}.")
    assert order["budget"] == {"amount": amount, "currency": currency}


SAID_OF_GOODS = [
    ("Compro una silla, usada, por 12 po a lo sumo.", ["silla"]),
    ("Compro un farol, el más barato que haya.", ["farol"]),
    ("Compro dos quesos y pan, que el flaco come mucho.", ["quesos", "pan"]),
    ("Krom buys a crowbar, 2 sacks and like 10 candles.", ["crowbar", "sacks", "candles"]),
    ("Compre usted una pala, por favor.", ["pala"]),
]


@pytest.mark.parametrize(("text", "goods"), SAID_OF_GOODS)
def test_what_is_said_of_goods_is_not_bought(orders, text, goods):
    [order] = orders(text)
    assert [item["item"] for item in order["items"]] == goods


def test_who_made_the_offer_is_who_is_fought(orders):
    [order] = orders("If he pulls a knife on us we run.", subject="Re: the troll king's deal")
    assert order["vs"] == "the troll king"


@pytest.mark.parametrize(("name", "short"), [("Berenguela", "Bere"), ("Thessaly", "Thess"), ("Yaretzi", "Yare")])
def test_a_name_cut_short_is_the_senders(orders, name, short):
    [order] = orders(f"{short} descansa tres días en la posada.", character=name)
    assert (order["kind"], order["who"]) == ("rest", "self")


def test_english_pp_is_platinum_and_spanish_pp_silver(orders):
    assert orders("Buy a lute for the bard, max 2 pp.")[0]["items"][0]["max_price"]["currency"] == "plat"
    assert orders("Compro un laúd, máximo 2 pp.")[0]["items"][0]["max_price"]["currency"] == "sp"


def test_currency_carries_over(orders):
    [order] = orders("Tengo 40 po. Compro una ballesta, máximo 35.")
    assert order["items"][0]["max_price"] == {"amount": 35, "currency": "gp", "per": "total"}


RUINOUS = [
    ("Vendo todo lo que tengo.", "sells everything"),
    ("Ataco a Duric.", "attacks their own"),
]


@pytest.mark.parametrize(("text", "reason"), RUINOUS)
def test_what_would_ruin_is_confirmed_first(reading, text, reason):
    found = reading(text)
    assert len(found.said) == 1
    assert [(doubt.code, doubt.args["reason"]) for doubt in found.doubts] == [("confirm", reason)]


def test_why_names_the_words(reading):
    [said] = reading("Compro 3 antorchas.").said
    assert any("Compro" in reason and "shop.buy" in reason for reason in said.why)
