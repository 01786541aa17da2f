"""Hiring people and having things made: hire, craft, other services."""

from typing import Any

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.amounts import per_at
from mailer.reading.orders.drafts import money_slot, new_draft
from mailer.reading.orders.goods.items import read_items
from mailer.reading.orders.letter import Clause, Draft, Hit, Mail, Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.places import add_place, find_place, place_at
from mailer.reading.orders.spans import amounts_in, behind, find_word, is_sign, phrase_end, take
from mailer.reading.orders.times import add_times
from mailer.reading.orders.tokens import fold, word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary


def hire(clause: Clause, mail: Mail) -> list[Draft]:
    """Taking people on, one order a role."""
    sentence = clause.sentence
    roles = _roles(clause)
    if (
        not roles
        and clause.condition is not None
        and {"lo", "la", "los", "las", "him", "her", "them"} & set(sentence.words[clause.i : clause.j])
    ):
        condition = clause.condition
        roles = _roles(Clause(sentence, Hit(condition.i, condition.i + 1, ["hire"], "order"), condition.i, condition.j))
    if len(roles) > 1:
        roles = [one for one in roles if one[0].lower() not in ("hirelings", "hireling", "hombres", "hands")]
    if not roles:
        return []
    drafts: list[Draft] = []
    for name, quantity in roles:
        draft = new_draft("hire", clause, mail, role=name, qty=quantity)
        drafts.append(draft)
    _wages(clause, drafts)
    if "bonus" in drafts[0].slots:
        for draft in drafts:
            draft.slots.pop("condition", None)
    place = find_place(clause, mail, start=clause.i)
    place_text = take(clause, *place) if place is not None else None
    add_times(drafts[0])
    for draft in drafts:
        if place_text:
            draft.slots["place"] = place_text
        for name in ("when", "duration", "until"):
            if name in drafts[0].slots:
                draft.slots[name] = drafts[0].slots[name]
    return drafts


def _wages(clause: Clause, drafts: list[Draft]) -> None:
    """Wages shared out: each to the role it stands behind, a single one to all; a bonus to all."""
    sentence, held = clause.sentence, clause.condition
    sums = [a for a in sentence.amounts if a.kind == "money" and not a.used]
    sums = [a for a in sums if clause.i <= a.i < clause.j or (held is not None and held.i <= a.i < held.j)]
    bonuses = [a for a in sums if _is_bonus(sentence, a)]
    for amount in bonuses:
        amount.used = True
        for draft in drafts:
            draft.slots["bonus"] = {"amount": amount.value["amount"], "currency": amount.value["currency"]}
    wages = [_wage(sentence, a) for a in sums if a not in bonuses]
    for number, draft in enumerate(drafts):
        if wages:
            draft.slots["pay"] = dict(wages[number] if len(wages) == len(drafts) else wages[0])


def _is_bonus(sentence: Sentence, amount: Amount) -> bool:
    around = set(sentence.words[max(amount.i - 4, 0) : amount.i] + sentence.words[amount.j : amount.j + 3])
    return bool(around & {"propina", "propinilla", "premio", "extra", "bonus", "prima", "bono", "gratificacion"})


def _wage(sentence: Sentence, amount: Amount) -> dict[str, Any]:
    """A sum with its period, an "each" before it passed over."""
    pay = money_slot(sentence, amount)
    found = per_at(sentence.words, amount.j)
    if found is not None and found[0] == "unit":
        found = per_at(sentence.words, amount.j + found[1])
    if found is not None and found[0] != "unit":
        pay["per"] = found[0]
    return pay


def _roles(clause: Clause) -> list[tuple[str, Any]]:
    """The roles a clause names, with how many of each."""
    sentence, words = clause.sentence, clause.sentence.words
    nouns = vocabulary().phrases["nouns.role"]
    if (
        clause.hit.lemma in ("contratar", "reclutar", "hire", "recruit")
        and nouns.find(words, clause.hit.j, clause.j) is None
    ):
        return _unlisted(clause)
    found: list[tuple[str, Any]] = []
    at = clause.hit.j
    while at < clause.j:
        length = nouns.at(words, at)
        if (
            not length
            or (at and words[at - 1] in ("del", "de", "of", "al", "con", "with", "que", "como", "as"))
            or any(c is not None and c.i <= at < c.j for c in (clause.condition, clause.unless))
            or (
                at and words[at - 1] in ("el", "la", "the") and any(fold(one).startswith(words[at]) for one, _ in found)
            )
        ):
            at += 1
            continue
        start = at
        while (
            start > clause.hit.j
            and not is_sign(sentence, start - 1)
            and sentence.covered[start - 1] < 0
            and words[start - 1]
            not in (
                "un",
                "una",
                "a",
                "an",
                "y",
                "and",
                "the",
                "el",
                "la",
                "some",
                "unos",
                "unas",
                "for",
                "to",
                "al",
                "me",
                "otro",
                "another",
            )
        ):
            start -= 1
        amount = sentence.amount(start - 1) if start else None
        quantity: Any = 1
        if amount is not None and amount.kind == "number" and amount.j <= start:
            quantity = amount.value["n"]
            amount.used = True
        elif words[at].endswith("s") and not (start and is_one(words[start - 1])):
            quantity = None
        end = max(phrase_end(sentence, at, clause.j, also=()), at + length)
        told = _told_of(clause, at + length)
        if told > at + length:
            end = told
        elif words[at + length : at + length + 1] not in (["de"], ["of"]):
            end = at + length
        found.append((take(clause, start if start < at and sentence.english else at, end), quantity))
        at = end
    return found


def _told_of(clause: Clause, start: int) -> int:
    """Where words end that tell what somebody is for: que sepa leer, to mind the horses."""
    sentence, words = clause.sentence, clause.sentence.words
    if start + 1 >= clause.j or words[start] not in ("que", "q", "who", "to"):
        return start
    tenses = ("base",) if words[start] == "to" else ("subj", "pres", "3s")
    first = start + 1 + (words[start + 1] in ("le", "me", "nos", "les", "se", "no"))
    if first >= clause.j or not any(one.form.tense in tenses for one in analyses(sentence.tokens[first])):
        return start
    end = start + 1
    while end < clause.j and not is_sign(sentence, end) and sentence.covered[end] < 0:
        if words[end] in ("for", "a", "por", "at", "y", "and") and end > first + 1:
            break
        end += 1
    return end


def _unlisted(clause: Clause) -> list[tuple[str, Any]]:
    """A role no list holds, right behind the verb: contrata a un par de tramoyistas."""
    sentence, at = clause.sentence, clause.hit.j
    quantity: Any = 1
    while at < clause.j:
        amount = sentence.amount(at)
        if amount is not None and amount.kind == "number":
            quantity, at = amount.value["n"], amount.j
            amount.used = True
        elif sentence.words[at] in ("a", "al", "de", "of", "un", "una", "an", "the", "el", "la", ":"):
            at += 1
        else:
            break
    end = phrase_end(sentence, at, clause.j)
    return [(take(clause, at, end), quantity)] if end > at and end - at <= 3 else []


def craft(clause: Clause, mail: Mail, *, commission: bool = False) -> list[Draft]:
    """Making something, or having it made."""
    draft = new_draft("craft", clause, mail)
    add_place(draft, mail)
    listed = read_items(clause, clause.hit.j, _craft_end(clause), "buy")
    price = next((item["max_price"] for item in listed if "max_price" in item), None)
    listed = [item for number, item in enumerate(listed) if number == 0 or "max_price" not in item]
    items = [{key: value for key, value in item.items() if key in ("item", "qty", "unit")} for item in listed]
    spare = [a for a in amounts_in(clause, "number") if not a.used]
    if spare and len(items) == 1 and items[0]["qty"] is None:
        items[0]["qty"] = spare[0].value["n"]
    items = [item for item in items if not set(str(item["item"]).lower().split()) & _NOT_MADE]
    if not items:
        return []
    if len(items) > 1 and not commission:
        items = [item for item in items if item["qty"] != 1 or len(str(item["item"]).split()) < 5]
    draft.slots["items"] = items
    add_times(draft)
    for amount in amounts_in(clause, "duration"):
        if amount.role == "in" and not amount.used:
            amount.used = True
            draft.slots["duration"] = {"phrase": clause.sentence.span(amount.i, amount.j), **amount.value}
    sums = [a for a in amounts_in(clause, "money") if not a.used]
    if price is not None:
        draft.slots["budget"] = {"amount": price["amount"], "currency": price["currency"]}
    elif sums:
        draft.slots["budget"] = money_slot(clause.sentence, sums[0])
    if commission:
        known = next((k for k in range(clause.hit.j, clause.j) if place_at(mail, clause.sentence, k)[0]), None)
        if known is not None:
            draft.slots["place"] = clause.sentence.span(known, known + place_at(mail, clause.sentence, known)[0])
        draft.slots["commission"] = True
    return [draft]


_NOT_MADE = word_set(
    "caso falta nada algo eso lo bien cosas tiempo noche guardia cola gracia idea way sure sense "
    "friends trouble it them time progress things mal daño sitio turno"
)


def _craft_end(clause: Clause) -> int:
    """Goods end where a place, a purpose or a remark begins."""
    sentence = clause.sentence
    for at in range(clause.hit.j, clause.j):
        worded = sentence.words[at + 1 : at + 2]
        if (
            sentence.words[at] == "a" and (at + 1 in sentence.names or worded in (["la"], ["los"], ["las"]))
        ) or sentence.words[at] == "al":
            return at
        if (
            sentence.words[at] == "in"
            and clause.hit.frames[0] == "commission"
            and not (sentence.tokens[at + 1 : at + 2] and sentence.tokens[at + 1].text[:1].isupper())
        ):
            continue
        if (
            sentence.words[at]
            in (
                "en",
                "in",
                "con",
                "with",
                "para",
                "for",
                "que",
                "on",
                "by",
                "into",
                "onto",
                "while",
                "mientras",
                "hasta",
                "until",
                "al",
            )
            and sentence.covered[at] < 0
        ):
            return at
    return clause.j


def spend(clause: Clause, mail: Mail) -> list[Draft]:
    """Spending a sum on something: gástame 40 po en una varita."""
    sentence = clause.sentence
    at = find_word(clause, ("en", "on"), clause.hit.j)
    if at is None:
        return []
    items = read_items(clause, at + 1, clause.j, "buy")
    if not items:
        return []
    draft = new_draft("shop", clause, mail, items=items)
    sums = [a for a in amounts_in(clause, "money") if not a.used]
    if sums:
        draft.slots["budget"] = money_slot(sentence, sums[0])
    add_times(draft, spans=False)
    return [draft]


def other(clause: Clause, mail: Mail) -> list[Draft]:
    """Something clear that no other kind holds: it goes to the game master in the player's words."""
    draft = new_draft("other", clause, mail)
    sentence = clause.sentence
    start = max(clause.i, clause.hit.start)
    polite = vocabulary().phrases["mood.polite"]
    while start < clause.hit.i and polite.at(sentence.words, start):
        start += polite.at(sentence.words, start)
    end = clause.j
    while end > start and (is_sign(sentence, end - 1) or sentence.words[end - 1] in ("y", "and", "e", "then")):
        end -= 1
    draft.slots["text"] = take(clause, start, end)
    for amount in amounts_in(clause, "money"):
        draft.slots.setdefault("pay", money_slot(sentence, amount))
    add_times(draft)
    return [draft]


__all__ = ["behind", "craft", "hire", "other"]
