"""A limit said without a verb: al 30%, fuera; under ten hit points, out; con media mochila, para casa."""

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.frames import limits
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.musing import supposes, surely_past, whole_clause
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

_SHARES = ("percent", "hp", "fraction")
_LOADED = word_set("carga mochila mochilas pack packs load peso cargados cargado alforjas saddlebags weight")
_LIFE = word_set("hp pg pv pgs vida vidas puntos points hits golpe health")


def limit_in(sentence: Sentence) -> tuple[str, int] | None:
    """The kind of a limit that ends in words for leaving, and where those stand."""
    amount = next((a for a in sentence.amounts if a.kind in (*_SHARES, "weight") and not a.used), None)
    counted = next((a for a in sentence.amounts if a.kind == "number" and not a.used), None)
    if amount is None and counted is not None and _LIFE & set(sentence.words):
        amount = counted
    if amount is None:
        return None
    out = vocabulary().phrases["slots.out"].find(sentence.words, amount.j)
    if out is None or vocabulary().phrases["mood.past"].find(sentence.words) is not None or supposes(sentence):
        return None
    if _LOADED & set(sentence.words) and amount.kind in ("fraction", "percent", "weight"):
        return "load", out[0]
    return ("retreat", out[0]) if amount.kind != "weight" else None


def limits_of(sentence: Sentence, mail: Mail, clauses: list[Clause]) -> list[Draft]:
    """The limit of a sentence as an order; a deed of the past before the words for leaving makes it a tale."""
    found = limit_in(sentence)
    if found is None or any(surely_past(clause) and clause.hit.j < found[1] for clause in clauses):
        return []
    kind, at = found
    clause = whole_clause(sentence, kind, mail, at, at)
    clause.i = 0
    conditions = conditions_of(sentence, mail)
    clause.condition = conditions[0] if conditions else None
    drafts = (limits.load if kind == "load" else limits.retreat)(clause, mail)
    for draft in drafts:
        draft.frame = kind
        clause.used.update(range(len(sentence.words)))
    return drafts
