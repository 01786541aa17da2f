"""Limits that hold by themselves: at how many hit points one turns back, how much one carries."""

from typing import Any

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.drafts import new_draft
from mailer.reading.orders.frames.dungeon import add_route
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, senses, vocabulary

_ANY = word_set(
    "cualquiera alguno alguna alguien any anyone anybody someone somebody uno quien quienquiera nadie one "
    "anyone's anybody's someone's somebody's one's"
)
_TOTAL = (
    ("party", "total"),
    ("grupo",),
    ("entre", "todos"),
    ("in", "total"),
    ("combined",),
    ("sumados",),
    ("total",),
    ("the", "party"),
    ("conjunto",),
    ("group",),
    ("as", "a", "whole"),
    ("our", "total"),
    ("between", "us"),
    ("entre", "los"),
    ("la", "suma"),
)
_WE_ARE = frozenset({"i'm", "we're", "am", "are", "im"})  # forty per cent and I'm gone
_THRESHOLD = frozenset({"umbral", "threshold"})
_LOSE = frozenset({"perder", "lose", "sufrir", "take"})
_LOSS_WORDS = frozenset({"perdido", "perdidos", "perdida", "perdidas", "lost", "gone", "bajas", "damage", "daño"})


def retreat(clause: Clause, mail: Mail) -> list[Draft]:
    """The hit points at which one turns back."""
    amount = threshold_in(clause)
    if amount is None:
        return []
    draft = new_draft("retreat", clause, mail, group=True)
    set_threshold(draft, amount, mail)
    return [draft]


def threshold_in(clause: Clause) -> Amount | None:
    """The share or number of hit points a clause or its condition names."""
    sentence = clause.sentence
    kinds = ("percent", "hp", "fraction")
    for amount in sentence.amounts:
        amount.used = amount.used or _was(sentence, amount)
    found = [a for a in sentence.amounts if a.kind in kinds and not a.used]
    if found:
        return found[0]
    return next((a for a in sentence.amounts if a.kind == "number" and not a.used and clause.i <= a.i < clause.j), None)


def _was(sentence: Sentence, amount: Amount) -> bool:
    """Whether an amount is the one given up: antes 50, ahora 35; en vez del 20%, el 45%."""
    before = sentence.words[max(amount.i - 4, 0) : amount.i]
    if before[-1:] in (["antes"], ["was"]):
        return True
    return any(before[at : at + 2] in (["en", "vez"], ["en", "lugar"], ["instead", "of"]) for at in range(len(before)))


def set_threshold(draft: Draft, amount: Amount, mail: Mail) -> None:
    """Percentage, points and whose they are."""
    sentence = draft.clause.sentence
    amount.used = True
    slots = draft.slots
    slots.pop("condition", None)
    if amount.kind == "percent":
        slots["pct"] = _remaining(sentence, amount.value["pct"])
    elif amount.kind == "fraction":
        slots["pct"] = _remaining(sentence, round(100 * amount.value["fraction"]))
    elif (
        amount.kind == "number"
        and amount.value["n"] >= 15
        and (sentence.words[amount.i - 1 : amount.i] in (["al"], ["at"]) or _THRESHOLD & set(sentence.words))
    ):
        slots["pct"] = amount.value["n"]
    else:
        slots["hp"] = amount.value["hp"] if amount.kind == "hp" else amount.value["n"]
    if "hp" in slots and draft.clause.hit.person == "none" and not (mail.plural or mail.is_spokesperson):
        slots["who"] = "self"
    slots["basis"] = _basis(sentence, draft, mail)
    add_route(draft)
    if slots["basis"] == "any_member" and slots["who"] == "self" and draft.clause.hit.person != "1s":
        slots["who"] = "party"


def _remaining(sentence: Sentence, percent: Any) -> Any:
    """What is left: who turns back when 60% is lost has 40 left."""
    lemmas = {one.form.lemma for token in sentence.tokens for one in analyses(token)}
    words = [word for word, last in zip(sentence.words[1:], sentence.words, strict=False) if last not in _WE_ARE]
    lost = bool(lemmas & _LOSE & {"perder", "lose"}) or bool(_LOSS_WORDS & {*words, sentence.words[0]})
    return 100 - percent if lost else percent


def _whoever(words: list[str]) -> bool:
    """Whether it is whoever is worst off: al que le quede un tercio, el que baje del 40%, the worst-off of us."""
    return any(
        words[at : at + 2] in (["al", "que"], ["el", "que"], ["primero", "que"], ["worst", "off"], ["either", "of"])
        or words[at] in ("cualquier", "either", "worst-off")
        for at in range(len(words))
    )


def _basis(sentence: Sentence, draft: Draft, mail: Mail) -> str:
    words = sentence.words
    shares = ("fraction", "percent")  # one half is not one of us
    free = {
        w for w, at in zip(words, sentence.covered, strict=True) if at < 0 or sentence.amounts[at].kind not in shares
    }
    if _ANY & free or _whoever(words):
        return "any_member"
    for run in _TOTAL:
        for at in range(len(words) - len(run) + 1):
            if tuple(words[at : at + len(run)]) == run:
                return "party_total"
    names = [name for _, name in sentence.names.values() if name != mail.sender]
    if draft.slots["who"] == "self" or draft.clause.hit.person == "1s":
        return "own"
    if names:
        return "own"
    return "unspecified"


def load(clause: Clause, mail: Mail) -> list[Draft]:
    """How much one carries before one turns back or leaves things behind."""
    draft = new_draft("encumbrance", clause, mail, group=True)
    sentence = clause.sentence
    words = sentence.words
    inside = [
        a
        for a in sentence.amounts
        if not a.used
        and (
            clause.i <= a.i < clause.j
            or (clause.condition is not None and clause.condition.i <= a.i < clause.condition.j)
        )
    ]
    weight = next((a for a in inside if a.kind == "weight"), None)
    if weight is not None and words[weight.i - 1 : weight.i] in (["ni"], ["nor"]):
        weight.used, weight = True, None  # peso moderado, ni un kilo más
    parts = [a for a in inside if a.kind in ("fraction", "percent")]
    part = next((a for a in parts if _LOADS & set(words[a.i : a.j + 3])), None)
    part = part or (parts[0] if parts else None)
    coins = next((a for a in inside if a.kind == "number" and words[a.j : a.j + 1] in (["monedas"], ["coins"])), None)
    if weight is not None:
        weight.used = True
        draft.slots["weight"] = {"amount": weight.value["amount"], "unit": weight.value["unit"]}
    elif coins is not None:
        coins.used = True
        draft.slots["weight"] = {"amount": coins.value["n"], "unit": "coin"}
    elif part is not None:
        part.used = True
        draft.slots["fraction"] = part.value["fraction"] if part.kind == "fraction" else part.value["pct"] / 100
    else:
        level = level_of(words)
        if level is None:
            return []
        draft.slots["level"] = level
    if (_EACH if "level" not in draft.slots else _EVERYONE) & set(words):
        draft.slots["basis"] = "each"
    if {"nadie", "nobody"} & set(words) and draft.slots["who"] == "self" and (mail.is_spokesperson or mail.plural):
        draft.slots["who"] = "party"
    draft.slots.pop("condition", None)
    mount = next((w for w in words if w in ("mula", "mule", "caballo", "horse", "burro", "donkey")), None)
    if mount:
        draft.slots["on"] = mount
    add_route(draft)
    return [draft]


_LOADS = word_set("carga load mochila pack capacidad capacity")
_EVERYONE = frozenset({"everybody", "everyone", "nadie", "nobody"})
_EACH = word_set("cada each nadie persona cabeza quien nobody apiece person barba everybody everyone")


def level_of(words: list[str]) -> str | None:
    """The level of load that words name."""
    table = tuple(senses()["load"].items())
    if any(
        words[at : at + 3] == ["sin", "ir", "pesado"] or words[at : at + 3] == ["sin", "ir", "pesados"]
        for at in range(len(words))
    ):
        return "moderate"
    for at, word in enumerate(words):
        for level, names in table:
            if word in names and not (
                level == "max" and word in ("maxima", "maximo", "max", "tope") and _other_level(words, at)
            ):
                return level
    return None


def _other_level(words: list[str], at: int) -> bool:
    rest = {*words} - {words[at]}
    return bool(
        rest
        & {"ligera", "liviana", "media", "moderada", "pesada", "light", "medium", "moderate", "heavy", "ligero", "ir"}
    )


def phrases() -> Any:
    """The phrases of the vocabulary."""
    return vocabulary().phrases
