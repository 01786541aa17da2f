"""What is given to those one meets: coins, goods, food."""

from typing import Any

from mailer.reading.orders.drafts import money_slot
from mailer.reading.orders.frames.swap import goods_given
from mailer.reading.orders.letter import Draft, Sentence
from mailer.reading.orders.spans import ARTICLES, amounts_in, phrase_end
from mailer.reading.orders.tokens import word_set, words_of
from mailer.reading.orders.vocabulary import vocabulary

_FOOD = word_set("carne comida pan raciones meat food rations bacon queso jamon ham cheese bread fish pescado")
_GIVING = word_set(
    "aventar tirar dar echar lanzar soltar ofrecer entregar regalar dejar "
    "toss throw give feed offer chuck hand share leave"
)
_ONE = frozenset({"el", "la", "un", "una", "the", "a", "an", "my", "mi"})


def payment(draft: Draft) -> None:
    """The draft with what is given: the sum, else the goods or the food, else what the verb of giving names."""
    clause, sentence = draft.clause, draft.clause.sentence
    for amount in amounts_in(clause, "money"):
        if not amount.used:
            draft.slots["pay"] = money_slot(sentence, amount)
            break
    goods = vocabulary().phrases["nouns.item"].find(sentence.words, clause.hit.i, clause.j)
    food = next(
        (k for k in range(clause.hit.i, clause.j) if sentence.words[k] in _FOOD),
        None,
    )
    if "pay" in draft.slots:
        return
    handed = goods_given(sentence, clause.hit.j, clause.j) if clause.hit.lemma in _GIVING else []
    if handed and not _VAGUE & set(words_of(str(handed[0]["item"]))):
        draft.slots["gives"] = [_mass(one) for one in handed]
        return
    if goods is not None or food is not None:
        i, j = goods if goods is not None else (food or 0, (food or 0) + 1)
        draft.slots["gives"] = [_given(sentence, i, j)]
    elif clause.hit.lemma in _GIVING:
        start = clause.hit.j
        end = phrase_end(sentence, start, clause.j)
        while start < end and (
            sentence.words[start] in ARTICLES or sentence.words[start] in ("it", "them", "him", "her")
        ):
            start += 1
        if end > start and not {"paso", "way", "algo", "something"} & set(sentence.words[start:end]):
            draft.slots["gives"] = [_given(sentence, start, end)]


_VAGUE = frozenset({"paso", "way", "algo", "something", "esquinazo", "slip", "todo", "alto", "batalla", "guerra"})


def _mass(item: dict[str, Any]) -> dict[str, Any]:
    """Goods without a number if there is no counting them: la carne seca."""
    uncounted = vocabulary().phrases["nouns.mass"].at(words_of(str(item["item"])), 0) and item["qty"] == 1
    return {**item, "qty": None} if uncounted else item


def _given(sentence: Sentence, i: int, j: int) -> dict[str, Any]:
    amount = sentence.amount(i - 1) or sentence.amount(i)
    number = amount.value["n"] if amount is not None and amount.kind == "number" else None
    if amount is not None and amount.i == i and amount.j < j:
        i = amount.j
    mass = vocabulary().phrases["nouns.mass"].find(sentence.words, i, j) is not None
    if number is None and not mass and (sentence.words[i] in _ONE or sentence.words[i - 1] in _ONE):
        number = 1
    return {"item": sentence.span(i, j), "qty": number}
