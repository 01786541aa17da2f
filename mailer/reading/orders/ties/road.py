"""Going, staying and leaving: when it is a journey, a raid, a return or a wait."""

from mailer.reading.orders.frames import road
from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.places import find_place, place_at
from mailer.reading.orders.ties.nouns import belongs, is_underground
from mailer.reading.orders.vocabulary import vocabulary


def stay(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Staying in a dungeon is securing it, staying anywhere else is waiting."""
    behind = clause.sentence.words[clause.hit.j : clause.hit.j + 3]
    if (
        clause.sentence.words[clause.hit.j - 1] in ("de", "del")
        and vocabulary().phrases["nouns.house"].find(behind) is not None
    ):
        return ["wait"]
    hides = clause.hit.lemma in ("esconder", "ocultar", "hide", "agachar")
    if hides and (
        clause.condition is not None
        or {"anything", "anyone", "whatever", "cualquier", "cualquiera"} & set(clause.sentence.words)
    ):
        return ["encounter.avoid"]
    if hides and find_place(clause, mail, loose=True) is not None and not is_underground(clause, mail):
        return ["wait"]
    return ["dungeon.secure"] if hides or is_underground(clause, mail) else ["wait"]


_TAKEN = frozenset({"lleva", "llevo", "saca", "saco", "toma", "agarra", "agarro", "coge", "cojo", "roba", "birla"})


def _carries_off(clause: Clause) -> bool:
    """Whether somebody goes into a house and takes something: entra en la sacristía y se lleva el copón."""
    words, start = clause.sentence.words, clause.hit.j
    house = vocabulary().phrases["nouns.house"].find(words, start, min(start + 6, len(words)))
    return house is not None and bool(_TAKEN & set(words[house[1] : house[1] + 5]))


def travel(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Going in for something is a raid; going out of a dungeon with nowhere named is a return."""
    sentence, words = clause.sentence, clause.sentence.words
    stop = next(
        (k for k in range(clause.hit.j, len(words)) if sentence.tokens[k].text in (",", ";", ":", "(")), len(words)
    )
    text = " ".join(words[clause.hit.i : max(clause.j, stop)])
    for_it = any(
        run in text
        for run in (
            " a por ",
            " a buscar ",
            " a rescatar ",
            " a recuperar ",
            " in for ",
            " back for ",
            " a sacar ",
            " solo por ",
            " to recover ",
            " to fetch ",
            " to get ",
        )
    )
    below = vocabulary().phrases["nouns.dungeon"].find(words, clause.hit.j, clause.j) is not None or any(
        place_at(mail, sentence, at)[1] == "dungeon" for at in range(clause.hit.j, clause.j)
    )
    takes = clause.hit.lemma in ("entrar", "enter", "meter", "colar", "ir") and belongs(clause)
    if takes and (for_it or clause.hit.lemma == "meter"):
        return ["work.theft"]
    if clause.hit.lemma in ("entrar", "meter", "colar") and not below and not mail.dungeon and _carries_off(clause):
        return ["work.theft"]
    if for_it and (below or " a por " in text or " solo por " in text):
        return ["dungeon.raid"]
    if clause.hit.lemma in ("entrar", "enter"):
        return ["dungeon.raid"] if below else []
    if clause.hit.lemma in ("seguir", "continuar", "avanzar", "follow") and words[
        clause.hit.j : clause.hit.j + 1
    ] not in (["a"], ["al"], ["hacia"], ["hasta"], ["para"], ["rumbo"], ["viaje"], ["camino"], ["nuestro"], ["mi"]):
        return []
    found = road.destination_of(clause, mail)
    if found is not None:
        return ["travel"]
    occasion = clause.condition is not None and clause.condition.slot.get("event") in (
        "encounter",
        "detected",
        "npc",
        "otherwise",
    )
    if occasion and clause.hit.lemma in ("rajar", "largar", "pirar", "arrancar", "bolt", "apretar", "tirar", "virar"):
        return ["encounter.avoid"]
    leaves = (
        clause.hit.lemma
        in (
            "ir",
            "salir",
            "volver",
            "regresar",
            "marchar",
            "largar",
            "leave",
            "retornar",
            "devolver",
        )
        and clause.hit.person == "1p"
    )
    if clause.condition is not None and leaves and mail.dungeon and clause.condition.slot.get("event") != "npc":
        return ["dungeon.return"]
    out = words[clause.hit.j : clause.hit.j + 1] in (["de"], ["del"]) and below
    if (
        out
        and clause.hit.lemma in ("ir", "salir", "largar", "marchar", "pirar")
        and clause.hit.person in ("1s", "1p", "opt", "inf")
    ):
        return ["dungeon.return"]
    if (
        clause.hit.lemma in _DEPARTING
        and clause.hit.person in ("1s", "1p", "opt")
        and (clause.hit.why.lower() in _GOING or _timed(clause))
    ):
        return ["travel"]
    if _goes_back(clause):
        return ["dungeon.return"]
    return []


def _goes_back(clause: Clause) -> bool:
    """Whether one only goes back, no place or aim said: regresamos; vuelvo con el grupo; we go back."""
    hit, words = clause.hit, clause.sentence.words
    back = hit.lemma in ("volver", "regresar", "retornar") or (
        hit.lemma in ("go", "head", "come") and "back" in words[hit.i : hit.j + 1]
    )
    behind = words[hit.j + ("back" in words[hit.j : hit.j + 1]) : clause.j]
    aim = next((word for word in behind if word not in _ALONG), ".")
    return back and hit.person in ("1s", "1p", "opt") and aim in (".", ",", ";", "!", ":", "y", "and", "por", "by")


_ALONG = frozenset(
    {"con", "el", "grupo", "los", "demas", "with", "the", "group", "party", "others", "todos", "juntos", "now", "ya"}
)
_DEPARTING = (
    "ir",
    "salir",
    "partir",
    "marchar",
    "volver",
    "regresar",
    "llegar",
    "viajar",
    "leave",
    "go",
    "head",
    "set",
    "travel",
    "depart",
    "cruzar",
)
_GOING = (
    "salgo",
    "salimos",
    "parto",
    "partimos",
    "viajo",
    "viajamos",
    "leave",
    "set off",
    "depart",
    "head out",
    "set out",
    "head off",
    "travel",
)


def _timed(clause: Clause) -> bool:
    return (
        any(a.kind == "date" and clause.i <= a.i < clause.j for a in clause.sentence.amounts)
        or clause.condition is not None
    )
