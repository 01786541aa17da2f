"""Amounts beside the name of some goods: how many, what measure, at what price."""

from functools import cache
from typing import Any

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.amounts import per_at
from mailer.reading.orders.goods.quantity import about_end
from mailer.reading.orders.goods.words import container_words, unit_words
from mailer.reading.orders.letter import Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.spans import is_sign
from mailer.reading.orders.tokens import words_of
from mailer.reading.orders.vocabulary import vocabulary


def mend_name(item: dict[str, Any], sentence: Sentence, i: int, j: int) -> None:
    """A bracket that takes a word back: una armadura de cuerpo (cuerpo no, CUERO)."""
    words = sentence.words
    if i + 4 >= j or sentence.tokens[i].text != "(" or words[i + 2] != "no" or sentence.tokens[i + 3].text != ",":
        return
    if words[i + 1] in words_of(str(item["item"])):
        end = next((k for k in range(i + 4, j) if is_sign(sentence, k)), j)
        item["item"] = sentence.span(i + 4, end)


def add_bracket(item: dict[str, Any], sentence: Sentence, i: int, j: int) -> None:
    """What a bracket or the words behind the goods add: (tres viales), (50 metros), a second cell with a number."""
    for amount in sentence.amounts:
        if not i <= amount.i < j:
            continue
        if amount.kind in ("length", "weight"):
            add_measure(item, sentence, amount)
        elif amount.kind == "number" and amount.limit and "verb" in item and item["qty"]:
            amount.used = True
            name = "max_price" if item["verb"] == "buy" else "min_price"
            item.setdefault(name, {"amount": amount.value["n"], "currency": "gp", "per": "total"})
        elif amount.kind == "number" and not amount.used and not _only_each(sentence, amount):
            amount.used = True
            item["qty"] = amount.value["n"]
            if item["qty"] > 1 and not amount.value.get("grouped"):
                item.pop("unit", None)
            if item.get("unit") == "pair" and amount.value.get("grouped"):
                item["qty"] //= 2
            container = container_words().get(sentence.words[amount.j]) if amount.j < j else None
            if container:
                item["unit"] = container


def _only_each(sentence: Sentence, amount: Amount) -> bool:
    """Whether a one counts nothing: cada una; (not the blue one)."""
    if (
        sentence.words[amount.i] == "one"
        and sentence.tokens[amount.j : amount.j + 1]
        and sentence.tokens[amount.j].kind == "p"
    ):
        return True
    return is_one(sentence.words[amount.i]) and sentence.words[amount.i - 1] in ("cada", "por", "each")


def add_count(item: dict[str, Any], sentence: Sentence, i: int, j: int) -> None:
    """A piece that only counts the goods before it: brea, un barril; iron spikes, a dozen."""
    units = {**unit_words(), **container_words()}
    if is_one(sentence.words[i]) and i + 1 < j and sentence.words[i + 1] in units:
        item["qty"], item["unit"] = 1, units[sentence.words[i + 1]]
        return
    loose = [
        k
        for k in range(i, j)
        if sentence.covered[k] < 0
        and sentence.tokens[k].kind == "w"
        and sentence.words[k] not in units
        and sentence.words[k] not in ("of", "de", "them", "ellos", "ellas")
        and not about_end(sentence, k, j)
        and not vocabulary().phrases["mood.polite"].at(sentence.words, k)
    ]
    for amount in sentence.amounts:
        if i <= amount.i < j and amount.kind == "number" and not loose:
            pairs = item.get("unit") == "pair" and amount.value.get("grouped")
            item["qty"] = amount.value["n"] // 2 if pairs else amount.value["n"]
            if amount.j < j and sentence.words[amount.j] in units:
                item["unit"] = units[sentence.words[amount.j]]


def add_measure(item: dict[str, Any], sentence: Sentence, amount: Amount) -> None:
    """Give some goods their length or weight."""
    amount.used = True
    item["qty"], item["unit"] = amount.value["amount"], amount.value["unit"]


def _by_measure(sentence: Sentence, at: int) -> bool:
    """Whether a sum is that of one measure: 6 po por frasco, 2 gp per vial."""
    words = sentence.words
    return words[at : at + 1] in (["por"], ["per"]) and at + 1 < len(words) and words[at + 1] in _measures()


@cache
def _measures() -> frozenset[str]:
    return frozenset(unit_words()) | frozenset(container_words())


def add_price(item: dict[str, Any], sentence: Sentence, amount: Amount, verb: str) -> None:
    """Give some goods the most or the least they may cost."""
    if amount.used:
        return
    amount.used = True
    found = per_at(sentence.words, amount.j)
    per = "unit" if (found is not None and found[0] == "unit") or _by_measure(sentence, amount.j) else "total"
    value = {"amount": amount.value["amount"], "currency": amount.value["currency"], "per": per}
    item["max_price" if verb == "buy" else "min_price"] = value
