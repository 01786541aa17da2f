"""The goods of a stretch of a sentence, piece by piece."""

from typing import Any

from mailer.reading.orders.goods.core import core_of, describes
from mailer.reading.orders.goods.count import add_bracket, add_count, add_measure, add_price, mend_name
from mailer.reading.orders.goods.empty import leaves_be
from mailer.reading.orders.goods.quantity import is_pair
from mailer.reading.orders.goods.words import container_words, unit_words
from mailer.reading.orders.letter import Clause, Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.vocabulary import vocabulary

_JOINS = frozenset({"y", "e", "and", "plus", "mas", "&", "+", "ademas", "also", "tambien", "o", "or", "luego", "then"})


def read_items(clause: Clause, start: int, end: int, verb: str) -> list[dict[str, Any]]:
    """The goods of a stretch, piece by piece."""
    sentence = clause.sentence
    items: list[dict[str, Any]] = []
    counted = again = False
    for i, j in _pieces(sentence, start, end, clause):
        if verb == "sell" and items and _spends(sentence, i):
            break
        mended = vocabulary().phrases["mood.correction"].at(sentence.words, i)
        if mended and i + mended >= j and items:
            again = True
            clause.used.update(range(i, j))
            continue
        count = len(items)
        clause.used.update(range(i, i + mended))
        if (counted or sentence.words[i - 1] in _JOINS) and items and _is_counted_container(sentence, i, j):
            number = sentence.amounts[sentence.covered[i]]
            number.used = True
            items.append({"item": sentence.span(number.j, j), "qty": number.value["n"], "verb": verb})
            clause.used.update(range(i, j))
            continue
        _read_piece(sentence, i + mended, j, verb, items, clause)
        counted = len(items) > count and (is_one(sentence.words[i]) or sentence.covered[i] >= 0)
        if (mended or again) and len(items) > count > 0:
            items.pop(count - 1)
        again = False
    return items


def _spends(sentence: Sentence, at: int) -> bool:
    """Whether what follows is bought with the proceeds: con eso pilla una palanqueta; with that a lantern."""
    following = sentence.words[at + 1 : at + 2]
    return sentence.words[at] in ("con", "with") and following in (["eso"], ["lo"], ["ese"], ["that"], ["the"], ["esa"])


def _is_counted_container(sentence: Sentence, i: int, j: int) -> bool:
    """Whether a piece counts containers for their own sake: a crowbar, 2 sacks."""
    number = sentence.amount(i)
    bare = number is not None and number.kind == "number" and number.j == j - 1
    return bare and sentence.words[j - 1] in {**unit_words(), **container_words()} and len(sentence.words[j - 1]) > 3


def _pieces(sentence: Sentence, start: int, end: int, clause: Clause) -> list[tuple[int, int]]:
    """The stretch cut at commas, conjunctions and brackets."""
    found: list[tuple[int, int]] = []
    begin, depth = start, 0
    while end > start + 1 and sentence.tokens[end - 1].text in (".", "!", ";", ","):
        end -= 1
    for at in range(start, end):
        if at < begin:
            continue
        text = sentence.tokens[at].text
        if sentence.words[at : at + 2] in (["no", "mas"], ["no", "more"]) and at + 2 >= end - 2:
            found += [(begin, at)] if at > begin else []
            begin = at + 2
            continue
        depth += (text == "(") - (text == ")")
        conditional = any(c is not None and c.i <= at < c.j for c in (clause.condition, clause.unless))
        if depth <= 0 and at > begin + 1 and _begins_goods(sentence, begin, at):
            found.append((begin, at))
            begin = at
        with_more = sentence.words[at] in ("con", "with") and _counts_goods(sentence, at + 1, end)
        cut = depth <= 0 and (
            with_more
            or text in (",", ";", ":", "—", "–", "-", "→", "=", "|")
            or (
                sentence.words[at] in _JOINS
                and sentence.covered[at] < 0
                and not (sentence.words[at] == "mas" and sentence.words[at - 1] in ("el", "la", "los", "las", "lo"))
            )
        )
        if cut or conditional:
            if at > begin:
                found.append((begin, at))
            begin = at + 1
    if end > begin:
        found.append((begin, end))
    return found


def _counts_goods(sentence: Sentence, at: int, end: int) -> bool:
    """Whether a number of goods follows: una ballesta con 30 virotes."""
    number = sentence.amount(at) if at < end else None
    if number is None or number.kind != "number" or number.i != at or number.j >= end:
        return False
    return sentence.tokens[number.j].kind == "w" and number.value["n"] > 1


def _begins_goods(sentence: Sentence, begin: int, at: int) -> bool:
    """Whether the next goods begin with no comma before them: 3 antorchas una cuerda y pinchos."""
    words, known = sentence.words, vocabulary().phrases["nouns.item"]
    number = sentence.amount(at)
    counts = number is not None and number.kind == "number" and number.i == at
    after = number.j if counts and number is not None else at + 1
    if not (counts or is_one(words[at]) or words[at] in ("a", "an")) or after >= len(words):
        return False
    if words[at - 1] in ("cada", "por", "de", "of", "for", "each", "per", "x", "a", "at") or not known.at(words, after):
        return False
    before = known.find(words, begin, at)
    return before is not None and before[1] == at


def _read_piece(sentence: Sentence, i: int, j: int, verb: str, items: list[dict[str, Any]], clause: Clause) -> None:
    amounts = [a for a in sentence.amounts if i <= a.i < j]
    core = core_of(sentence, i, j, clause)
    priced = [a for a in amounts if a.kind == "money"]
    if core is None:
        if leaves_be(sentence, i) or (items and describes(sentence, i, j)):
            clause.used.update(range(i, j))
        measure = next((a for a in amounts if a.kind in ("length", "weight")), None)
        if items and measure is not None and not priced:
            add_measure(items[-1], sentence, measure)
        elif items and priced:
            add_price(items[-1], sentence, priced[0], verb)
        elif items and sentence.tokens[i - 1].text != ";":
            add_count(items[-1], sentence, i, j)
        return
    begin, stop, quantity, unit = core
    item = {"item": _named(sentence, begin, stop), "qty": quantity, "verb": verb}
    if not item["item"]:
        return
    if unit:
        item["unit"] = unit
    elif is_pair(sentence.words[begin:stop]):
        _count_pairs(item, sentence, i, begin)
    clause.used.update(range(i, stop))
    mend_name(item, sentence, stop, j)
    add_bracket(item, sentence, stop, j)
    if priced:
        add_price(item, sentence, priced[0], verb)
    items.append(item)


def _count_pairs(item: dict[str, Any], sentence: Sentence, i: int, begin: int) -> None:
    """Goods that come by the pair: una or un par de botas is one pair; dos pares de botas are two."""
    number = sentence.amount(begin - 1) or (sentence.amount(begin - 2) if begin - 2 >= i else None)
    if item["qty"] == 1 or (number is not None and number.kind == "number" and number.value.get("grouped")):
        item["unit"] = "pair"
        item["qty"] = 1 if item["qty"] == _TWO else item["qty"]


_TWO = 2


def _named(sentence: Sentence, begin: int, stop: int) -> str:
    return sentence.span(begin, stop)
