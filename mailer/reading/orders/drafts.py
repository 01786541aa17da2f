"""A draft with what every order may have: who, on what condition, how fast, for what sum."""

from typing import Any

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.amounts import per_at
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.spans import find_phrase


def money_slot(sentence: Sentence, amount: Amount, *, per: bool = False) -> dict[str, Any]:
    """The slot for a sum; with its period or unit if wanted."""
    value = {"amount": amount.value["amount"], "currency": amount.value["currency"]}
    if per:
        found = per_at(sentence.words, amount.j)
        if found is not None:
            value["per"] = found[0]
    amount.used = True
    return value


def add_condition(draft: Draft) -> None:
    """The conditions of a clause as slots."""
    clause = draft.clause
    if clause.condition is not None and clause.condition.slot["text"]:
        draft.slots.setdefault("condition", dict(clause.condition.slot))
    if clause.unless is not None:
        draft.slots.setdefault("unless", {k: v for k, v in clause.unless.slot.items() if k != "negated"})


def add_pace(draft: Draft) -> None:
    """Pace and stealth, by the words for them."""
    for pace in ("forced", "careful", "normal"):
        found = find_phrase(draft.clause, f"slots.{pace}")
        if found is not None:
            draft.slots.setdefault("pace", pace)
            draft.clause.used.update(range(*found))
            draft.why.append(f"{draft.clause.sentence.span(*found)}: pace {pace}")
            break
    found = find_phrase(draft.clause, "slots.stealth")
    if found is not None:
        draft.slots["stealth"] = True
        draft.clause.used.update(range(*found))
        draft.why.append(f"{draft.clause.sentence.span(*found)}: stealth")


def who_of(hit: Hit, mail: Mail, *, group: bool = False) -> Any:
    """Who is meant: by the subject, the person of the verb, or what is usual for the kind."""
    others = [name for name in hit.subject if name != mail.sender]
    if hit.subject and not others:
        return "self"
    if others:
        return list(dict.fromkeys(hit.subject))
    if hit.person == "1p":
        return "party"
    if hit.person in ("1s", "3s") or (hit.person == "opt" and not ("nos" in hit.clitics and mail.is_spokesperson)):
        return "self"
    if group and (mail.plural or mail.is_spokesperson or not (mail.single or mail.third)):
        return "party"
    bidden = hit.person in ("2", "opt") and mail.is_spokesperson and "me" not in hit.clitics
    if bidden and (mail.plural or "nos" in hit.clitics or _bids_several(hit)):
        return "party"
    return "self"


def _bids_several(hit: Hit) -> bool:
    """Whether a Spanish verb bids more than one: compren, vendan, desháganse."""
    first = hit.why.split()[:1]
    trades = hit.frames[:1] in (["shop.buy"], ["shop.sell"])
    return bool(first) and bool(hit.lemma) and trades and first[0].lower().endswith(("en", "an", "ense", "anse"))


def new_draft(kind: str, clause: Clause, mail: Mail, *, group: bool = False, **slots: Any) -> Draft:
    """A draft with who it is about and its conditions."""
    who = who_of(clause.hit, mail, group=group)
    if (
        who == "self"
        and group
        and clause.hit.person not in ("1s", "3s", "opt")
        and not clause.hit.subject
        and _speaks_of_us(clause)
    ):
        who = "party"
    impersonal = (
        clause.hit.person == "3s"
        and group
        and not clause.hit.subject
        and "se" in clause.sentence.words[clause.hit.start : clause.hit.i]
    )
    if impersonal and clause.hit.lemma in (
        "dar",
        "pagar",
        "negociar",
        "hablar",
        "huir",
        "atacar",
        "correr",
        "entregar",
        "evitar",
        "pelear",
    ):
        who = "party"
    draft = Draft(kind, {"who": who, **slots}, clause)
    draft.why.append(f"{clause.hit.why}: {' '.join(clause.hit.frames[:1])}")
    add_condition(draft)
    return draft


def _speaks_of_us(clause: Clause) -> bool:
    return any(word in ("nos", "nosotros", "us", "we", "todos", "everyone") for word in clause.sentence.words)
