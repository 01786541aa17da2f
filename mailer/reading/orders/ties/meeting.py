"""Fighting, talking, fleeing and paying: when it is meant for those one meets."""

from mailer.reading.orders.letter import Clause, Mail
from mailer.reading.orders.places import find_place
from mailer.reading.orders.spans import ARTICLES
from mailer.reading.orders.ties.nouns import any_monster, holds, is_underground


def avoid(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Hiding and running are meant for those one meets, or else are a way to stay."""
    hides = clause.hit.lemma in ("esconder", "ocultar", "hide", "agachar")
    if (
        hides
        and clause.condition is None
        and not holds(clause, "monster")
        and find_place(clause, mail, loose=True) is not None
    ):
        return ["dungeon.secure" if is_underground(clause, mail) else "wait"]
    if hides and clause.condition is None and {"detras", "behind", "tras", "debajo"} & set(clause.sentence.words):
        return ["dungeon.secure"]
    if clause.hit.lemma in ("ir", "largar", "pirar", "go") and clause.condition is None:
        return []
    if clause.hit.lemma in ("meter", "acercar") and clause.condition is None and not any_monster(clause):
        return []
    if mail.subject.lower().startswith("re:") and "?" in mail.subject:
        return [frame]
    if clause.hit.lemma in ("correr", "run") and clause.condition is None and clause.hit.person in ("3s", "none"):
        return []
    return [frame]


def fight(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Killing a person in town is assassination; fighting needs somebody to fight or an occasion."""
    if clause.condition is None and not holds(clause, "monster") and "work.assassination" in clause.hit.frames:
        return []
    if not clause.hit.lemma and clause.hit.i and clause.sentence.words[clause.hit.i - 1] in ARTICLES:
        return []
    if clause.hit.lemma in ("engage", "face", "strike", "turn", "meet", "take") and not any_monster(clause):
        return []
    aimed = clause.hit.why.lower().startswith("a por")
    if aimed and clause.hit.j < clause.j and clause.sentence.tokens[clause.hit.j].kind == "w":
        return []
    if (
        clause.condition is None
        and clause.hit.person == "none"
        and not any_monster(clause)
        and "encuentros" not in clause.sentence.words
        and "encounters" not in clause.sentence.words
    ):
        return []
    return [frame]


def parley(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Talking is a parley when there is an occasion or somebody strange to talk to."""
    words = clause.sentence.words
    if mail.subject.lower().startswith("re:") and len(mail.text) < 120 and clause.hit.person in ("1p", "1s", "opt"):
        return [frame]
    if {"rest", "resto", "demas", "others", "else"} & set(words[clause.hit.j : clause.j]):
        return [frame]
    if (
        clause.condition is not None
        or any_monster(clause)
        or set(words) & {"anything", "anyone", "whoever", "cualquiera", "encuentros", "encounters", "quien"}
    ):
        return [frame]
    return []


def assassinate(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Killing on no occasion and no monster is murder."""
    if clause.condition is not None or holds(clause, "monster"):
        return []
    if clause.hit.lemma in ("liquidar", "eliminar", "silenciar", "get", "quebrar", "dispose") and not _person(clause):
        return []
    return [frame]


def _person(clause: Clause) -> bool:
    j = clause.hit.j
    return clause.sentence.words[j : j + 1] in (["a"], ["al"]) or (
        clause.sentence.english and j < clause.j and clause.sentence.tokens[j].text[:1].isupper()
    )


def bribe(clause: Clause, mail: Mail, frame: str) -> list[str]:
    """Paying those one meets is a bribe, paying anybody else is something for the game master."""
    if clause.hit.lemma in ("pagar", "pay") and clause.condition is None:
        return (
            ["other"]
            if clause.hit.person in ("1s", "3s", "opt", "inf", "2")
            and clause.condition is None
            and any(
                a.kind == "money" and a.limit != "max" and clause.i <= a.i < clause.j for a in clause.sentence.amounts
            )
            else []
        )
    if (
        clause.condition is not None
        and clause.condition.slot.get("event") in ("other_pc", "result", "arrival", "weather", "other", "time")
        and not any_monster(clause)
    ):
        return []
    if clause.condition is None and not any_monster(clause):
        return [] if clause.hit.person != "none" else [frame]
    return [frame]
