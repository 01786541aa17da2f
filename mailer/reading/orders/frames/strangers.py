"""Those no list of creatures holds: si aparece el recaudador; con gente de uniforme, converso; lizardfolk: wave."""

from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.letter import Clause, Condition, Sentence
from mailer.reading.orders.spans import ARTICLES, OF, is_sign
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

_ROOM = 6  # words of those named
_OPENS = ARTICLES | word_set(
    "algun alguna algunos algunas otro otra otros otras any some more mas cualquier ese esa esos esas that"
)
_TOWARDS = word_set("a al con contra with to against")
_CLITICS = word_set("les le los las lo la nos se no me os te ni we i you they he she it")
_NOBODY = word_set(
    "alguien algo nadie nada todo todos todas lo cosa cosas situacion noche dia tarde manana luz puerta puertas "
    "agua aceite lluvia tormenta tiempo techo suelo carga cuerda antorcha camino paso trato oferta precio orden "
    "plan turno ruido voz voces gritos pasos pelea bronca lio problema problemas asalto combate ataque peligro "
    "momento vez caso resto demas mal peor contrario remedio alarma fuego humo frio hambre rio puente barco mapa "
    "llave cofre tesoro botin anyone someone somebody anybody anything something nobody nothing night day light "
    "door water oil rain storm weather way road deal offer price order turn noise sound voices steps fight "
    "trouble attack danger moment time case rest worst alarm fire smoke bridge boat map key chest treasure loot "
    "it them us me him her que quien cual donde cuando si no yes un una uno dos encuentros encuentro encounters "
    "encounter actitud attitude "
)
_HOW = word_set("feas feos malas malos hostiles solos solas mas menos dias horas veces yes less days hours times")
_BINDS = word_set("de del of con with sin without y and e")
_GREET = ("mood.polite", "mood.greeting", "mood.farewell", "mood.smalltalk", "mood.hedge")


def in_condition(sentence: Sentence, condition: Condition) -> tuple[int, int] | None:
    """Those a condition names with an article or behind its verb: si en el cerro hay soldados."""
    for at in range(condition.i + 1, condition.j):
        opens = sentence.words[at] in _OPENS and not _is_bound(sentence, at)
        many = sentence.words[at].endswith("s") and sentence.words[at] not in _CLITICS | _HOW
        first = at == condition.i + 1 and at + 1 < condition.j and _is_verb(sentence, at + 1)
        behind = many and (first or _is_verb(sentence, at - 1)) and not _is_verb(sentence, at)
        if opens or behind:
            begin = at + 1 if sentence.words[at] in ("a", "al", "con", "with") else at
            found = _named(sentence, begin, condition.j)
            if found is not None:
                return found
    return None


def set_before(clause: Clause) -> tuple[int, int] | None:
    """Those named before what is done to them: con kobolds, peaje; a don Uribe le parto la cara; lizardfolk: wave."""
    sentence, words = clause.sentence, clause.sentence.words
    begin = clause.i
    for at in range(clause.hit.start - 1, clause.i - 1, -1):
        if sentence.tokens[at].text in (";", "."):
            begin = at + 1
            break
    while begin < clause.hit.start and (
        is_sign(sentence, begin) or words[begin] in ("y", "pero", "and", "but", "o", "or", "e")
    ):
        begin += 1
    led = words[begin] in _TOWARDS if begin < clause.hit.start else False
    found = _named(sentence, begin + led, clause.hit.start) if begin < clause.hit.start else None
    if found is None or found[0] != begin + led:
        return None
    after = sentence.tokens[found[1]].text if found[1] < len(sentence.tokens) else ""
    greets = any(vocabulary().phrases[name].at(words, found[0]) for name in _GREET)
    if led or after == ":":
        return None if greets else found
    plural = words[found[1] - 1].endswith("s") or words[found[0]] in ARTICLES
    return found if after == "," and plural and not greets else None


def _named(sentence: Sentence, start: int, limit: int) -> tuple[int, int] | None:
    """The noun phrase from a token on, if it may be somebody."""
    words, at = sentence.words, start
    while at < min(limit, start + _ROOM) and not is_sign(sentence, at):
        stops = words[at] in _CLITICS and words[at] not in ARTICLES
        if stops or sentence.covered[at] >= 0 or at in sentence.names or (at > start and _is_verb(sentence, at)):
            break
        if at > start and words[at] in _PARTS and words[at] not in _BINDS:
            break
        at += 1
    while at > start and (words[at - 1] in _BINDS or words[at - 1] in ARTICLES):
        at -= 1
    told = set(words[start:at]) - ARTICLES - OF
    head = next((word for word in words[start:at] if word not in _OPENS), "")
    if words[start] in _UNLESS or not told or head in _NOBODY or not head.isalpha() or _is_verb(sentence, start):
        return None
    return start, at


_UNLESS = word_set("should if when unless once whenever si cuando como donde salvo por")
_PARTS = word_set(
    "a al por en para que donde cuando mientras desde hasta hacia ya to in on at for who that while from until by "
    "como as"
)


def _is_bound(sentence: Sentence, at: int) -> bool:
    """Whether a preposition of place or manner stands before it: en el camino, por la puerta."""
    return sentence.words[at - 1] in (
        "en",
        "por",
        "de",
        "del",
        "sin",
        "para",
        "desde",
        "hasta",
        "in",
        "on",
        "at",
        "of",
        "by",
        "for",
        "from",
    )


def _is_verb(sentence: Sentence, at: int) -> bool:
    if at < 0 or sentence.tokens[at].kind != "w" or sentence.words[at] in ARTICLES:
        return False
    tenses = {one.form.tense for one in analyses(sentence.tokens[at])}
    return is_finite(sentence, at) or bool(tenses & {"pres", "subj", "fut", "3s"})
