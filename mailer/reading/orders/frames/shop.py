"""Buying and selling: the goods, how many, for how much.

`comprar 3 antorchas y una capa si no pasa de 3 po`, `SELL<tab>silver comb<tab>1<tab>3pp`, `soga (50 metros)`.
"""

from typing import Any

from mailer.reading.orders.drafts import new_draft
from mailer.reading.orders.frames.dealers import dealer_in
from mailer.reading.orders.goods.count import add_price
from mailer.reading.orders.goods.items import read_items
from mailer.reading.orders.letter import Clause, Draft, Mail
from mailer.reading.orders.places import find_place, names_place, place_at
from mailer.reading.orders.spans import ARTICLES, amounts_in, behind, names_in, phrase_end, take
from mailer.reading.orders.times import add_times
from mailer.reading.orders.tokens import words_of
from mailer.reading.orders.vocabulary import analyses, vocabulary

_SHOPS = ("en", "in", "at", "from", "donde", "con")
_FOR = ("por", "for", "at", "a")


def trade(clause: Clause, mail: Mail, *, verb: str) -> list[Draft]:
    """An order to buy or to sell what the clause lists."""
    draft = new_draft("shop", clause, mail)
    sentence = clause.sentence
    _set_shop(draft, mail)
    add_times(draft, before="deadline", spans=False)
    start = clause.hit.j
    fronted = {"lo", "la", "los", "las"} & {
        *clause.sentence.words[clause.hit.start : clause.hit.i],
        *clause.hit.clitics,
    }
    items = _before(clause, verb) if fronted and clause.hit.start > clause.i else []
    if items:
        for amount in amounts_in(clause, "money"):
            add_price(items[-1], sentence, amount, verb)
    items = items or read_items(clause, start, clause.j, verb)
    if not items and clause.hit.start > clause.i:
        items = _before(clause, verb)
    if not items and fronted and clause.condition is not None:
        items = _in_condition(clause, verb)
    words = sentence.words[start : clause.j]
    if not items and verb == "sell" and words and words[0] in ("todo", "everything") and not sentence.question:
        items = [{"item": sentence.tokens[start].text, "qty": "all", "verb": verb}]
        clause.used.add(start)
    if not items:
        return [draft] if "items" in draft.slots else []
    draft.slots["items"] = items
    _price_the_whole(draft, verb)
    return [draft]


def _in_condition(clause: Clause, verb: str) -> list[dict[str, Any]]:
    """Goods that the condition names: si el alquimista tiene la poción, la compro."""
    condition, sentence = clause.condition, clause.sentence
    if condition is None:
        return []
    having = ("tener", "haber", "encontrar", "vender", "sobrar", "quedar", "have", "find", "sell")
    at = next(
        (
            k
            for k in range(condition.i + 1, condition.j)
            if any(one.form.lemma in having for one in analyses(sentence.tokens[k]))
        ),
        None,
    )
    if at is None:
        return []
    inner = Clause(sentence, clause.hit, at + 1, condition.j)
    items = read_items(inner, at + 1, condition.j, verb)[:1]
    sums = [a for a in amounts_in(clause, "money") if not a.used]
    if items and sums:
        add_price(items[-1], sentence, sums[0], verb)
    return items


def _before(clause: Clause, verb: str) -> list[dict[str, Any]]:
    """Goods that stand before their verb: el anillo lo vendo; la daga la vendo."""
    items = [
        item for item in read_items(clause, clause.i, clause.hit.start, verb) if len(str(item["item"]).split()) <= 5
    ]
    known = vocabulary().phrases["nouns.item"]
    return [item for item in items if known.find(words_of(str(item["item"])))][-1:] or items[:1]


def _set_shop(draft: Draft, mail: Mail) -> None:
    clause = draft.clause
    found = find_place(clause, mail) or find_place(clause, mail, start=clause.i)
    if found is not None and found[0] < clause.hit.i and place_at(mail, clause.sentence, found[0])[0]:
        length = place_at(mail, clause.sentence, found[0])[0]
        draft.slots["place"] = take(clause, found[0], found[0] + length)
        return
    if found is not None and clause.sentence.words[found[0]] == "lo":
        draft.slots["place"] = take(clause, *found)
        clause.used.add(found[0] - 1)
        return
    goes = {"ir", "voy", "vamos", "pasar", "paso", "va", "go", "pasa"} & set(
        clause.sentence.words[clause.i : clause.hit.i]
    )
    found = _at_somebodys(clause) or behind(clause, _SHOPS, start=clause.i if goes else clause.hit.j)
    while found is not None:
        i, j = found
        if {"oro", "dinero", "plata", "gold", "money"} & set(clause.sentence.words[i:j]):
            return
        if names_place(clause, mail, i, j) or _names_dealer(clause, i) or clause.sentence.words[i] == "lo":
            if not names_in(clause, i, j):
                i += clause.sentence.words[i] in ("el", "la") and clause.sentence.words[i - 1] == "con"
                if j + 1 < clause.j and clause.sentence.words[j] in ("in", "de", "en"):
                    j += (
                        1 + place_at(mail, clause.sentence, j + 1)[0]
                        if place_at(mail, clause.sentence, j + 1)[0]
                        else 0
                    )
                draft.slots["place"] = take(clause, i, j)
                clause.used.add(i - 1)
            return
        found = behind(clause, _SHOPS, start=j)
    dealer = dealer_in(clause)
    if dealer is not None:
        draft.slots["place"] = take(clause, *dealer)
        clause.used.add(dealer[0] - 1)


def _at_somebodys(clause: Clause) -> tuple[int, int] | None:
    """At somebody's: en lo del herrero, por lo de Beto."""
    words = clause.sentence.words
    for at in range(clause.i, clause.j - 2):
        if words[at] in ("en", "por") and words[at + 1] == "lo" and words[at + 2] in ("de", "del"):
            return at + 1, phrase_end(clause.sentence, at + 3, clause.j)
    return None


def _names_dealer(clause: Clause, i: int) -> bool:
    """Whether the phrase names whom one trades with: donde la machi, from the fletcher; no farol con tapa."""
    before, token = clause.sentence.words[i - 1], clause.sentence.tokens[i]
    person = token.fold in ARTICLES or token.text[:1].isupper()
    return before in ("donde", "from") or (before == "con" and person)


def _price_the_whole(draft: Draft, verb: str) -> None:
    """A sum with the word budget, or behind the whole list, is the budget of the order."""
    clause = draft.clause
    budget = vocabulary().phrases["slots.budget"].find(clause.sentence.words, clause.i, clause.j)
    for amount in amounts_in(clause, "money"):
        if verb == "buy" and budget is not None and not amount.used:
            amount.used = True
            draft.slots["budget"] = {"amount": amount.value["amount"], "currency": amount.value["currency"]}
    items = draft.slots["items"]
    if verb == "buy" and budget is not None and "budget" not in draft.slots and items and "max_price" in items[-1]:
        sum_ = items[-1].pop("max_price")
        draft.slots["budget"] = {"amount": sum_["amount"], "currency": sum_["currency"]}
    if verb == "sell" and clause.condition is not None and items:
        within = [
            a for a in clause.sentence.amounts if a.kind == "money" and clause.condition.i <= a.i < clause.condition.j
        ]
        if within and "min_price" not in items[-1]:
            add_price(items[-1], clause.sentence, within[0], verb)
            draft.slots.pop("condition", None)
    conditions = [c for c in (clause.condition,) if c is not None]
    for condition in conditions:
        sums = [
            a
            for a in clause.sentence.amounts
            if a.kind == "money" and condition.i <= a.i < condition.j and a.limit == "max"
        ]
        if sums and verb == "buy" and items:
            add_price(items[-1], clause.sentence, sums[0], verb)
            draft.slots.pop("condition", None)
