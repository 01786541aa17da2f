"""Sentences that ask: for what the system holds, to have something done, or to be told that it is so."""

from mailer.reading.orders.clauses import clauses_of
from mailer.reading.orders.frames.answers import status, topics_of
from mailer.reading.orders.grammar import interpret
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.musing import whole_clause
from mailer.reading.orders.said import DoubtCode
from mailer.reading.orders.ties.weak import WEAK
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary
from mailer.reading.orders.voices import is_tag

_HELD = ("llevo", "tengo", "cargo", "traigo", "dia", "hora", "hay", "queda", "quedan")


def asks_back(so_far: Understanding, sentence: Sentence) -> bool:
    """What was said just before is only asked, as by "¿no?" or "right?"."""
    if not is_tag(sentence):
        return False
    asked = [d for d in so_far.drafts if d.clause.sentence is so_far.last and d.kind != "status"]
    if so_far.last is None or so_far.last.block != sentence.block:
        return False
    for draft in asked:
        so_far.drafts.remove(draft)
        so_far.doubt(DoubtCode.ASKED, draft.clause.sentence, draft.clause.i, draft.clause.j)
    return bool(asked)


def take_question(so_far: Understanding, sentence: Sentence) -> None:
    """Read a question: for data, for something to be done, or only aloud."""
    if asks_overall(so_far, sentence) or asks_status(so_far, sentence):
        return
    if _is_request(sentence):
        sentence.question = False
        before = len(so_far.drafts)
        for clause in clauses_of(sentence, so_far.mail):
            if clause.hit.verdict in ("order", "hypothetical", "purpose", "third") and clause.hit.frames[0] in (
                "shop.buy",
                "shop.sell",
                "hire",
                "cancel",
                "rest.rest",
                "train",
            ):
                clause.hit.verdict, clause.hit.person = "order", "2"
                so_far.drafts += interpret(clause, so_far.mail)
        if len(so_far.drafts) > before:
            return
    for clause in clauses_of(sentence, so_far.mail):
        if clause.hit.frames[0] not in WEAK and clause.hit.verdict == "order" and clause.hit.person in ("1s", "1p"):
            so_far.doubt(DoubtCode.ASKED, sentence, 0, len(sentence.words))
            return


def asks_status(so_far: Understanding, sentence: Sentence) -> bool:
    """Whether a question is for what the system holds; then it becomes an order."""
    asking = vocabulary().phrases["status.ask"].find(sentence.words)
    topics = topics_of(sentence)
    if (asking is None and "help" not in topics) or not topics:
        return False
    if vocabulary().phrases["mood.wish"].find(sentence.words) or _hypothetical(sentence):
        return False
    if vocabulary().phrases["mood.asked_whether"].find(sentence.words):
        return False
    if not _asks_for_oneself(sentence, topics, so_far.mail):
        return False
    if not _own_question(sentence, topics):
        return False
    drafts = status(sentence, whole_clause(sentence, "status", so_far.mail), so_far.mail)
    for draft in drafts:
        draft.frame = "status"
    so_far.drafts += drafts
    return bool(drafts)


_OWN = word_set(
    "tengo tenemos llevo llevamos traigo traemos cargo cargamos me nos mi mis nuestro nuestra nuestros nuestras estoy "
    "estamos ando andamos voy vamos quedo quedamos soy somos debo debemos pedi encargue encargamos puedo podemos "
    "sigo seguimos falta faltan queda quedan llego llegamos i we my our me us i'm i've we're we've mine ours"
)
_ANYBODY = frozenset({"help", "calendar", "location", "order_status"})


def _asks_for_oneself(sentence: Sentence, topics: list[str], mail: Mail) -> bool:
    """Whether a question is about the sender's own affairs: cuánta lana traigo; not "does it count as a load"."""
    words = set(sentence.words)
    named = any(name == mail.sender for _, name in sentence.names.values())
    if {"cuenta", "cuentan", "count", "counts", "significa", "mean", "means", "regla", "rule"} & words:
        return False
    return bool(_OWN & words) or named or bool(_ANYBODY & set(topics)) or len(sentence.words) <= 5


def asks_overall(so_far: Understanding, sentence: Sentence) -> bool:
    """A word that asks for all there is to know, as "ayuda", "status plz"."""
    words, phrases = sentence.words, vocabulary().phrases
    said = [
        word
        for at, (word, token) in enumerate(zip(words, sentence.tokens, strict=True))
        if token.kind == "w" and not phrases["mood.polite"].at(words, at) and word not in ("dire", "master", "dm")
    ]
    helps = said in (["ayuda"], ["help"])
    if not helps and not (said and phrases["mood.overall"].at(said, 0) == len(said)):
        return False
    topics = ["help"] if helps else ["hp", "inventory", "money", "location"]
    slots = {"who": "self", "topics": topics}
    so_far.drafts.append(Draft("status", slots, whole_clause(sentence, "status", so_far.mail), ["status"], "status"))
    return True


def asks_plainly(so_far: Understanding, sentence: Sentence) -> bool:
    """A question without its mark: cuantos pg tengo; mándame mi inventario; ayuda."""
    words = sentence.words
    opening = vocabulary().phrases["status.ask"].find(words, 0, min(len(words), 6))
    if asks_overall(so_far, sentence):
        return True
    if opening is not None and words[max(opening[0] - 1, 0)] == "en" and words[opening[0]] == "cuanto":
        return False
    if opening is None or any(word in ("si", "if") for word in words[:1]):
        return False
    first = words[opening[0]]
    following = words[opening[0] + 1 : opening[0] + 2]
    written_short = first == "que" and sentence.tokens[opening[0]].fold != "que"
    if written_short and following and following[0] not in _HELD:
        return False
    if first in (
        "que",
        "como",
        "is",
        "are",
        "what",
        "a",
        "se",
        "no",
        "q",
        "which",
        "who",
        "how",
        "when",
        "cuando",
        "donde",
        "where",
    ) and not (opening[0] <= 1 and len(words) < 14):
        return False
    if (
        first in ("que", "como", "when", "is", "are")
        and opening[1] - opening[0] == 1
        and sentence.tokens[0].fold != "q"
    ):
        return False
    return asks_status(so_far, sentence)


def _is_request(sentence: Sentence) -> bool:
    """Whether a question asks to have something done: can you buy me, me compras."""
    text = " ".join(sentence.words[:8])
    return any(
        run in text
        for run in (
            "can you ",
            "could you ",
            "would you ",
            "will you ",
            "me puedes ",
            "puedes ",
            "podrias ",
            "me podrias ",
            "me compras ",
            "me apuntas ",
            "me vendes ",
            "podes ",
            "me pones ",
            "me anotas ",
            "me puede ",
            "me consigues ",
            "podria anotar",
            "me compra ",
            "me das de baja ",
        )
    )


def _hypothetical(sentence: Sentence) -> bool:
    """Whether a question only supposes: ¿cobrarían?, would it."""
    words = set(sentence.words)
    if words & {"would", "pasaria", "seria", "serian", "cobrarian"}:
        return True
    return bool(words & {"reglas", "rules", "regla", "rule"})


def _own_question(sentence: Sentence, topics: list[str]) -> bool:
    """Whether the question is about what the system holds, not about prices or rules."""
    words = set(sentence.words)
    if words & {
        "cuesta",
        "cuestan",
        "vale",
        "valen",
        "cost",
        "costs",
        "price",
        "precio",
        "hora",
        "quedamos",
        "jugamos",
    }:
        return False
    return not (topics == ["supplies"] and words & {"compro", "buy"})
