"""Resting, learning, asking, drinking and working: when it is an order and when only talk."""

from mailer.reading.orders.frames import command, road
from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.places import place_at
from mailer.reading.orders.spans import ARTICLES, names_in
from mailer.reading.orders.ties.nouns import names_underground
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses


def rest(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Healing somebody named is not resting."""
    if clause.hit.lemma in ("recuperar", "recover", "curar", "sanar", "heal") and names_in(
        clause, clause.hit.j, clause.j
    ):
        return ["rest.heal"] if clause.hit.lemma in ("curar", "sanar", "heal") else []
    if (
        clause.hit.lemma == "recuperar"
        and clause.hit.j < clause.j
        and clause.sentence.words[clause.hit.j] in ("el", "la", "los", "las", "mi")
    ):
        return []
    return [frame]


def train(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Learning is training unless it is about something or somebody; so is a skill behind a span of time."""
    if not clause.hit.lemma and clause.hit.why.lower().split()[0] in ("de", "of"):
        before = clause.sentence.amount(clause.hit.i - 1) if clause.hit.i else None
        return [frame] if before is not None and before.kind == "duration" else []
    if clause.hit.lemma in ("mejorar", "pulir", "teach", "enseñar", "learn") and clause.hit.person == "none":
        return []
    if clause.hit.lemma == "enseñar" and mail.sender in clause.hit.subject:
        return []
    if clause.hit.lemma == "enseñar" and not {"me", "le", "nos"} & (
        {*clause.hit.clitics} | set(clause.sentence.words[max(clause.hit.i - 2, 0) : clause.hit.i])
    ):
        return []
    if clause.hit.lemma == "learn" and clause.sentence.words[clause.hit.j : clause.hit.j + 1] in (
        ["about"],
        ["what"],
        ["who"],
        ["if"],
        ["where"],
    ):
        return ["research"]
    return [frame]


def pray(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Begging somebody to do something is no prayer: Wilm ruega que se le consiga un escudero."""
    begs = clause.hit.lemma in ("rogar", "pedir", "ask") and clause.sentence.words[clause.hit.j : clause.hit.j + 1] == [
        "que"
    ]
    return [] if begs else [frame]


def rumours(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Listening at a door is scouting, listening about town is gathering rumours."""
    if clause.hit.lemma in ("escuchar", "listen", "sondear") and {"puerta", "door"} & set(clause.sentence.words):
        return ["lead.scout"]
    return [frame]


def perform(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Playing is performing if there is music or an audience."""
    if not clause.hit.lemma and clause.hit.i and clause.sentence.words[clause.hit.i - 1] in ARTICLES:
        return []
    if clause.hit.lemma in ("tocar", "play", "bailar", "actuar", "interpretar", "representar", "dance", "entertain"):
        music = word_set(
            "laud arpa flauta gaita guitarra lira canciones musica taberna posada plaza feria "
            "boda mercado lute harp flute fiddle songs music tavern inn square fair wedding "
            "market set crowd theatre teatro corte court cuentos violin tambor drum"
        )
        return [frame] if music & set(clause.sentence.words[clause.hit.i : clause.j]) else []
    return [frame]


def theft(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Words that mean stealing only as verbs."""
    if (
        clause.hit.lemma
        in (
            "vaciar",
            "volar",
            "bailar",
            "distraer",
            "palm",
            "boost",
            "crack",
            "relieve",
            "lift",
            "trincar",
            "rifle",
            "nick",
            "pinch",
        )
        and not clause.hit.person
    ):
        return []
    return [frame]


def watching(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Following tracks, roads or people: tracking, travelling or spying."""
    if clause.hit.lemma in ("follow", "seguir") and {"tracks", "trail", "spoor", "huellas", "rastro"} & set(
        clause.sentence.words
    ):
        return ["work.tracking"]
    if clause.hit.lemma in ("seguir", "follow") and place_at(mail, clause.sentence, clause.hit.j)[0]:
        return ["travel"]
    words = clause.sentence.words
    posts = {"puerta", "entrada", "door", "caballos", "horses", "mulas", "mules"} & set(words[clause.hit.j : clause.j])
    guards = clause.hit.lemma in ("vigilar", "watch", "follow", "seguir", "velar")
    if guards and (posts or names_underground(clause, mail)):
        return []
    if clause.hit.lemma == "follow" and {"road", "river", "path", "trail", "tracks"} & set(words):
        return []
    return [frame]


def travel_or_carouse(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Drinking and playing are carousing if they are ordered, going on is travelling."""
    if (
        clause.hit.lemma
        in (
            "quemar",
            "apostar",
            "jugar",
            "blow",
            "fundir",
            "wet",
            "chupar",
            "beber",
            "drink",
            "celebrar",
            "celebrate",
            "feast",
            "party",
            "festejar",
        )
        and clause.hit.verdict != "order"
        and clause.hit.j - clause.hit.i == 1
    ):
        return []
    if clause.hit.lemma in ("quemar", "fundir", "blow") and not any(
        a.kind == "money" and clause.i <= a.i < clause.j for a in clause.sentence.amounts
    ):
        return []
    if clause.hit.lemma == "rumbear" and road.destination_of(clause, mail) is not None:
        return ["travel"]
    return [frame]


_READING = word_set(
    "libro libros tomo tomos pergamino pergaminos diario diarios carta cartas mapa mapas archivo archivos registros "
    "registro cronica cronicas manual manuscrito manuscritos inscripcion runas papeles biblioteca sobre documento "
    "documentos book books tome tomes scroll scrolls journal journals diary letter letters records record chronicle "
    "chronicles rolls ledger ledgers map maps inscription runes library papers about on everything all anything notes"
)


def research(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Finding out what people say is gathering rumours, anything else is research."""
    words = clause.sentence.words
    if (
        clause.hit.lemma in ("leer", "revisar", "read")
        and clause.hit.j - clause.hit.i == 1
        and not _READING & set(words)
    ):
        return []
    saying = {"dice", "dicen", "cuenta", "cuentan", "say", "saying", "rumores", "rumours", "rumors"} & set(
        words[clause.hit.j : clause.j]
    )
    if saying and clause.hit.lemma in ("averiguar", "enterar", "find"):
        return ["town.rumours"]
    if (
        clause.hit.lemma
        in ("leer", "read", "revisar", "study", "estudiar", "identificar", "identify", "traducir", "translate")
        and clause.hit.person in ("3s", "none", "2")
        and not clause.hit.subject
        and not mail.third
    ):
        return [frame] if clause.hit.person == "2" else []
    return [frame]


def asking(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Asking about is gathering rumours, asking somebody is research."""
    words = clause.sentence.words
    if clause.hit.lemma == "saber":
        return []
    met = clause.condition is not None and clause.condition.slot.get("event") == "encounter"
    if clause.hit.lemma == "hablar" and met and {"ellos", "ellas", "el", "ella"} & set(words[clause.hit.j :]):
        return ["encounter.parley"]  # si vienen los de las capas grises, hablaremos con ellos
    if clause.hit.lemma == "enterar" or (
        {"dice", "dicen", "cuenta", "rumores", "ahi"} & set(words[clause.hit.j : clause.j])
        and not {"a", "al"} & set(words[clause.hit.j : clause.hit.j + 1])
    ):
        return ["town.rumours"]
    return (
        ["ask", "town.rumours"]
        if clause.hit.lemma in ("preguntar", "ask")
        and {"por", "about", "around"} & set(words[clause.hit.j : clause.hit.j + 2])
        else ["ask"]
    )


def begin(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Starting with a teacher: de hoy en ocho empiezo con el cerrajero, a que me enseñe."""
    teaching = any(
        one.form.lemma in ("enseñar", "teach", "aprender", "entrenar")
        for token in clause.sentence.tokens[clause.hit.j :]
        for one in analyses(token)
    )
    return ["train"] if teaching else []


def lead(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """A directive to a member comes from who speaks for the party, and names the member."""
    speaks = mail.is_spokesperson or mail.invoked
    return [frame] if speaks and command.addressed(clause, mail) else []


def carry(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Carrying is also for anybody's own back: a body, or a companion who is said to be carried, not brought along."""
    if not command.carries_self(clause, mail):
        return lead(clause, mail, frame)
    return [frame] if clause.hit.person != "1p" or mail.is_spokesperson or mail.invoked else []


def other(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """What no kind holds goes to the game master only if it is plain: money changes hands, a letter, work."""
    money = any(a.kind == "money" and a.limit != "max" and clause.i <= a.i < clause.j for a in clause.sentence.amounts)
    if (
        money
        and clause.hit.lemma
        and {"limosna", "limosnas", "alms", "ofrenda", "diezmo", "tithe"} & set(clause.sentence.words)
    ):
        return ["work.prayer"]
    plain = ("trabajar", "enviar", "mandar", "escribir", "send", "write", "work", "hire", "donar", "donate")
    return [frame] if money or clause.hit.lemma in plain else []
