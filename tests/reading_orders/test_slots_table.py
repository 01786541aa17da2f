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


DECIDING = [
    ("Dile que no.", "Tello", "", "self"),
    ("Dile que no, que nosotros nos vamos.", "Tello", "", "party"),
    ("Dile que no.", "Duric", "", "party"),
    ("No deal.", "Tello", "Re: the troll's deal", "party"),
    ("No deal.", "Tello", "Re: the tailor's deal", "self"),
]


@pytest.mark.parametrize(("text", "character", "subject", "who"), DECIDING)
def test_who_answers_an_offer(orders, text, character, subject, who):
    [order] = orders(text, character=character, subject=subject or "Re: la oferta del sastre")
    assert (order["kind"], order["who"]) == ("decision", who)


def test_an_offer_named_by_its_maker_keeps_its_name(orders):
    [order] = orders("No deal.", character="Tello", subject="Re: the tailor's offer")
    assert order["offer"] == "the tailor's offer"


LIMITS = [
    ("Al que le quede menos de un tercio, nos retiramos todos.", {"pct": 33, "basis": "any_member"}),
    ("El que baje del 40% avisa y nos retiramos.", {"pct": 40, "basis": "any_member"}),
    ("Retirada si entre los tres nos queda la mitad de la vida.", {"pct": 50, "basis": "party_total"}),
    ("Forty per cent and I'm gone.", {"pct": 40}),
    ("Mi umbral de retirada: antes 50%, ahora 35%.", {"pct": 35}),
    ("Cada uno carga como mucho media carga.", {"fraction": 0.5, "basis": "each"}),
]


@pytest.mark.parametrize(("text", "slots"), LIMITS)
def test_limits_and_whose_they_are(orders, text, slots):
    assert any(slots.items() <= order.items() for order in orders(text, character="Duric"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hesper keeps her last Shield for the way home.", "Hesper keeps her last Shield"),
        ("Joram, guárdate el rayo para la salida.", "guárdate el rayo"),
    ],
)
def test_what_a_thing_is_kept_for_is_not_told(orders, text, told):
    assert [order["text"] for order in orders(text, character="Duric")] == [told]


POSTPONED = [
    ("Salimos el viernes a Brumal. Si llueve, el sábado.", "2026-03-14"),
    ("Salimos mañana a Brumal por la costa. Si nieva, lo dejamos para el lunes.", "2026-03-16"),
    ("We leave for Saltmire on Friday. If it rains we wait till Sunday.", "2026-03-15"),
]


@pytest.mark.parametrize(("text", "day"), POSTPONED)
def test_another_day_on_some_occasion(orders, text, day):
    [order] = orders(text, character="Duric")
    assert order["fallback_when"]["date"] == day
    assert order["unless"]["event"] == "weather"


UNTIL = [
    ("Exploramos la galería norte. Tope el domingo.", "2026-03-15"),
    ("Exploramos la galería norte, a más tardar el domingo.", "2026-03-15"),
    ("Exploramos la galería norte de aquí al domingo.", "2026-03-15"),
    ("Exploramos la galería norte hasta que amanezca el lunes.", "2026-03-16"),
    ("Exploramos la galería norte hasta el mierc.", "2026-03-18"),
    ("Espero en Brumal hasta el quince.", "2026-03-15"),
]


@pytest.mark.parametrize(("text", "day"), UNTIL)
def test_till_when(orders, text, day):
    [order] = orders(text, character="Duric")
    assert order["until"]["date"] == day


def test_until_further_notice_is_an_end_without_a_day(orders):
    [order] = orders("Me quedo en Brumal hasta nuevo aviso.")
    assert order["until"]["event"] == "further_notice"


SHOPS = [
    ("Vendo la daga en lo de Berto.", "lo de Berto"),
    ("Compro un yelmo donde el herrero.", "el herrero"),
    ("Compro un farol con tapa.", None),
    ("Compro una ballesta con 30 virotes.", None),
]


@pytest.mark.parametrize(("text", "place"), SHOPS)
def test_where_one_trades(orders, text, place):
    [order] = orders(text)
    assert order.get("place") == place


TOPICS = [
    ("¿Cuánta lana traigo y cuántas vidas me quedan?", ["money", "hp"]),
    ("¿Quién juega el viernes y cuánto oro tengo?", ["availability", "money"]),
    ("What's in my pack? How much gold have I got?", ["inventory", "money"]),
]


@pytest.mark.parametrize(("text", "topics"), TOPICS)
def test_what_a_question_asks_for(orders, text, topics):
    assert [topic for order in orders(text) for topic in order["topics"]] == topics


SUMS = [
    ("Compra una maza y una antorcha. No más de 10 po.", "shop", "budget", {"amount": 10, "currency": "gp"}),
    ("Buy a coat and a hat. Two gold for the lot, no more.", "shop", "budget", {"amount": 2, "currency": "gp"}),
    (
        "Krom pregunta en el mercado quién vende azufre. Que gaste 3 pp invitando tragos.",
        "explore_town",
        "budget",
        {"amount": 3, "currency": "sp"},
    ),
    ("Krom prays at the shrine. Five silver in the box.", "class_work", "spend", {"amount": 5, "currency": "sp"}),
    (
        "Need two crossbowmen. 3 gp a week each, plus a 5 gp bonus if we all come back.",
        "hire",
        "bonus",
        {"amount": 5, "currency": "gp"},
    ),
]


@pytest.mark.parametrize(("text", "kind", "slot", "sum_"), SUMS)
def test_sums_said_after_the_order(orders, text, kind, slot, sum_):
    [order] = orders(text)
    assert (order["kind"], order[slot]) == (kind, sum_)


ROLES = [
    ("Contrato un criado que sepa leer, 1 po a la semana.", "criado que sepa leer"),
    ("Krom hires a boy to mind the horses, 1 cp a day.", "boy to mind the horses"),
    ("Contrato dos peones para la bajada, a 2 pp al día.", "peones"),
]


@pytest.mark.parametrize(("text", "role"), ROLES)
def test_what_those_hired_are_for(orders, text, role):
    [order] = orders(text)
    assert order["role"].removeprefix("a ") == role


WAYS = [
    ("Salimos de la cripta. Por donde entramos, despacito.", {"route": "Por donde entramos", "pace": "careful"}),
    ("Nos quedamos en la sala del pozo, sin meter bulla.", {"stealth": True}),
    ("Exploramos la galería norte. Paso cauto.", {"pace": "careful"}),
]


@pytest.mark.parametrize(("text", "slots"), WAYS)
def test_how_one_goes_about_below(orders, text, slots):
    [order] = orders(text, character="Duric")
    assert slots.items() <= order.items()


LEARNING = [
    ("Krom entrena tiro con arco con el sargento.", "tiro con arco", "el sargento"),
    ("Krom trains forgery there with the lame clerk.", "forgery", "the lame clerk"),
]


@pytest.mark.parametrize(("text", "skill", "trainer"), LEARNING)
def test_what_is_learnt_and_of_whom(orders, text, skill, trainer):
    [order] = orders(text)
    assert (order["skill"], order["trainer"]) == (skill, trainer)


def test_books_read_up_on_are_the_topic(orders):
    [order] = orders("Krom spends ten days in the abbey library reading up on the Drowned King.")
    assert (order["place"], order["topic"]) == ("abbey library", "Drowned King")
    assert "source" not in order


GUARDED = [
    ("Krom hace guardia en la puerta.", "watch", "la puerta"),
    ("Krom cuida al herido.", "watch", "herido"),
    ("Tello carga al herido.", "carry", "herido"),
]


@pytest.mark.parametrize(("text", "action", "what"), GUARDED)
def test_what_is_watched_or_carried(orders, text, action, what):
    [order] = orders(text, character="Duric")
    assert (order["action"], order["object"]) == (action, what)
    assert "text" not in order


BIDDEN = [
    ("Compren dos mulas.", "Tomasa", "party"),
    ("Cómprenme dos mulas.", "Tomasa", "self"),
    ("Compren dos mulas.", "Mecate", "self"),
    ("Compra dos mulas.", "Tomasa", "self"),
]


@pytest.mark.parametrize(("text", "character", "who"), BIDDEN)
def test_for_whom_one_buys(orders, text, character, who):
    [order] = orders(text, character=character)
    assert (order["kind"], order["who"]) == ("shop", who)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Krom aprovecha la quincena para entrenar puntería con el sargento.", 14),
        ("Krom spends the week studying the black bell in the library.", 7),
    ],
)
def test_a_span_named_by_its_article(orders, text, days):
    [order] = orders(text)
    assert order["duration"]["days"] == days


def test_a_trail_is_followed_somewhere(orders):
    [order] = orders("Krom rastrea al jabalí por la quebrada.")
    assert (order["target"], order["place"]) == ("jabalí", "la quebrada")
