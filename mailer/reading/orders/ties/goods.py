"""Getting, needing, seeking, giving and making: when it is buying, hiring, bribing or crafting."""

from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.ties.nouns import counts, holds, makes_goods
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

_LIBRARIES = word_set("biblioteca archivo archivos scriptorium library archive archives registros records")
_REVELS = word_set(
    "palenque taberna tabernas cantina posada meson burdel casino timba tasca fonda bar garito apuestas dados cartas "
    "vino cerveza ron chicha bebida copas tragos tavern taverns inn alehouse pub brothel casino dice cards ale beer "
    "wine drink drinks booze gambling"
)
_SPOILS = word_set("cofre tesoro botin idolo urna reliquia chest treasure loot idol relic strongbox")


def get(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Getting things is buying them if they are goods, and not what lies about in a dungeon."""
    if _SPOILS & set(clause.sentence.words[clause.hit.j : clause.hit.j + 3]):
        return []
    if clause.hit.lemma in (
        "sacar",
        "take",
        "recoger",
        "llevar",
        "collect",
        "fetch",
        "coger",
        "agarrar",
    ) and not counts(clause):
        return []
    if holds(clause, "role") and not holds(clause, "item"):
        return ["hire"]
    return ["shop.buy"] if holds(clause, "item") or counts(clause) else []


def need(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Needing somebody is hiring, needing goods by number is buying."""
    if holds(clause, "role"):
        return ["hire"]
    if holds(clause, "item") or counts(clause):
        return ["shop.buy"]
    words = set(clause.sentence.words[clause.hit.j : clause.j])
    return ["other"] if words & {"muerdago", "hierbas"} else []


def seek(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Looking for somebody: to hire, to learn from, or to talk to."""
    words = set(clause.sentence.words[clause.hit.j : clause.j])
    if any(
        one.form.lemma in ("enseñar", "teach")
        for token in clause.sentence.tokens[clause.hit.j : clause.j]
        for one in analyses(token)
    ):
        return ["train"]
    if words & {"maestro", "maestra", "profesor", "teacher", "trainer", "tutor", "instructor", "mentor"}:
        return ["train"]
    if words & {"trabajo", "curro", "chamba", "laburo", "pega", "work", "job", "lios", "bronca", "trouble"}:
        return []
    if holds(clause, "role"):
        return ["hire"]
    if any(a.kind in ("number", "money") and clause.hit.j <= a.i < clause.j for a in clause.sentence.amounts) and holds(
        clause, "item"
    ):
        return ["shop.buy"]
    if not holds(clause, "owner") and _LIBRARIES & set(clause.sentence.words):
        return ["research"]
    if words & {"informacion", "info", "information", "datos", "pistas", "clues", "referencias"}:
        return ["research"]
    return ["town.find_person"]


def give(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Giving to those one meets is a bribe."""
    return (
        ["encounter.bribe"]
        if clause.condition is not None
        and clause.condition.slot.get("event") in ("encounter", "npc", "detected", "otherwise")
        else []
    )


def spend(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Spending on drink is carousing, on goods buying."""
    words = clause.sentence.words
    at = next((k for k in range(clause.hit.j, clause.j) if words[k] in ("en", "on")), None)
    money = any(a.kind == "money" and clause.i <= a.i < clause.j for a in clause.sentence.amounts)
    if at is None or not money or clause.hit.person == "ger":
        return []
    if _REVELS & set(words[at : clause.j]):
        return ["carouse"]
    item = vocabulary().phrases["nouns.item"].find(words, at, clause.j) is not None
    return ["spend"] if item or words[at + 1 : at + 2] in (["un"], ["una"], ["a"], ["an"]) else []


def craft(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Making is crafting if what is made are goods."""
    if clause.hit.lemma in (
        "hacer",
        "make",
        "write",
        "fix",
        "montar",
        "preparar",
        "escribir",
        "grabar",
        "cocinar",
        "arreglar",
        "armar",
        "mix",
        "bind",
    ) and not (holds(clause, "item") or counts(clause) or makes_goods(clause)):
        return []
    return [frame]


def commission(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Having a thing made wants the making: have the wand rehoused."""
    if clause.hit.lemma in ("have", "get"):
        made = any(
            one.form.tense == "en"
            for token in clause.sentence.tokens[clause.hit.j : clause.j]
            for one in analyses(token)
        )
        made = made or any(word.endswith("ed") for word in clause.sentence.words[clause.hit.j : clause.j])
        return [frame] if made and not clause.hit.subject else []
    many = any(
        a.kind == "number" and a.value["n"] > 1 and clause.hit.j <= a.i < clause.j for a in clause.sentence.amounts
    )
    if clause.hit.lemma == "encargar" and (many or not (holds(clause, "item") or makes_goods(clause))):
        return ["shop.buy"] if many else []
    return [frame]
