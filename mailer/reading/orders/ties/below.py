"""Exploring, holding, raiding and returning: when it is done in a dungeon and when in town."""

from mailer.reading.orders.frames import road
from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.ties.nouns import belongs, holds, names_underground
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary


def retreat(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """A retreat without a number is a return."""
    if any(a.kind == "number" and clause.i <= a.i < clause.j for a in clause.sentence.amounts):
        return [frame]
    led = {"por", "by", "through"} & set(clause.sentence.words[clause.hit.j : clause.j])
    return ["dungeon.return"] if clause.condition is not None or led else []


def explore(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Exploring a quarter of a town is scouting it."""
    town = vocabulary().phrases["nouns.town"].find(clause.sentence.words, clause.hit.j, clause.j)
    if town is not None and not mail.dungeon and not names_underground(clause, mail) and town[0] <= clause.hit.j + 2:
        return ["town.scout"]
    if holds(clause, "role") and clause.hit.lemma in ("search", "comb"):
        return []
    if clause.hit.lemma in (
        "clear",
        "map",
        "search",
        "guard",
        "registrar",
        "recorrer",
        "inspeccionar",
        "reconocer",
        "comb",
        "sweep",
        "survey",
        "peinar",
    ) and not names_underground(clause, mail):
        return []
    return [frame]


def hold(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Holding is securing if somebody does it and not something."""
    if clause.hit.lemma in (
        "defender",
        "resistir",
        "aguantar",
        "camp",
        "block",
        "guard",
        "bloquear",
        "refugiar",
        "encerrar",
        "acampar",
    ) and clause.hit.person in ("3s", "none", "2"):
        return []
    if clause.hit.lemma == "hold" and clause.sentence.words[clause.hit.j : clause.hit.j + 1] in (
        ["one"],
        ["it"],
        ["them"],
    ):
        return []
    if clause.hit.lemma == "hold" and clause.hit.person not in ("1p", "2", "1s", "ger"):
        return []
    return [frame]


_WAYS = word_set(
    "escalera escaleras puerta pasillo tunel camino donde ventana pasadizo trampilla galeria rampa entrada salida "
    "stairs stair door way tunnel passage window ladder"
)


def raid(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Fetching and hitting are raids in a dungeon only; going back by the stairs is a return."""
    if belongs(clause):
        return ["work.theft"]
    words = clause.sentence.words
    if (
        words[clause.hit.j - 1] == "por"
        and clause.hit.lemma in ("volver", "ir", "salir")
        and words[clause.hit.j - 2] != "a"
    ) and _WAYS & set(words[clause.hit.j : clause.hit.j + 4]):
        return ["dungeon.return"]
    if (
        clause.hit.lemma in ("ir", "bajar", "volver", "entrar", "go")
        and "por" in clause.sentence.words[clause.hit.i : clause.hit.j]
        and "a" not in clause.sentence.words[clause.hit.i : clause.hit.j]
    ):
        return ["dungeon.raid"] if names_underground(clause, mail) else []
    if clause.hit.lemma in (
        "recuperar",
        "recover",
        "hit",
        "clear",
        "limpiar",
        "strike",
        "loot",
        "desvalijar",
        "retrieve",
        "rescatar",
    ) and not names_underground(clause, mail):
        return []
    return [frame]


_HOMEWARD = frozenset(
    {"para fuera", "para casa", "pa casa", "pa la casa", "de vuelta a casa", "a casita", "home", "top"}
)


def go_back(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Going back to a place that is named is a journey; "home" alone means leaving on some occasion only."""
    said = " ".join(clause.sentence.words[clause.hit.i : clause.hit.j])
    if not clause.hit.lemma and said in _HOMEWARD and clause.condition is None:
        return []
    if (
        clause.hit.lemma in ("abandonar", "withdraw", "come", "go", "head")
        and clause.condition is None
        and road.destination_of(clause, mail) is not None
        and clause.hit.lemma != "abandonar"
    ):
        return ["travel"]
    return [frame]
