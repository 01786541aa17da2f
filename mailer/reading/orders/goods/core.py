"""Where the goods of a piece are named, how many they are and in what unit."""

from typing import Any

from mailer.reading.orders.amounts import per_at
from mailer.reading.orders.goods.empty import is_no_goods, only_describes, tells
from mailer.reading.orders.goods.name import measured_core, name_end, names_goods_on
from mailer.reading.orders.goods.quantity import PLURAL, SINGULAR, about_end, implied_count, is_pair, number_at
from mailer.reading.orders.goods.words import all_amounts, container_words, unit_words, vague_amounts
from mailer.reading.orders.letter import Clause, Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

_WHATEVER_IT_FETCHES = (
    ["por", "lo", "que"],
    ["a", "lo", "que"],
    ["lo", "que", "le"],
    ["lo", "que", "me"],
    ["lo", "que", "den"],
    ["al", "precio", "que"],
    ["for", "whatever", "it"],
    ["for", "whatever", "they"],
    ["for", "what", "it"],
)


def core_of(sentence: Sentence, i: int, j: int, clause: Clause) -> tuple[int, int, Any, str | None] | None:  # noqa: PLR0912, PLR0915 - word by word from the left, one branch a sort of word
    """Where the goods of a piece are named, how many and in what unit; none if it names none."""
    words = sentence.words
    at = i
    quantity: Any = None
    counted = False
    vague = vague_amounts()
    everything = all_amounts()
    j = _without_stop(sentence, i, j)
    link = next((k for k in range(i + 1, j) if words[k] in ("que", "q")), j)
    if "no" in words[i:link] and not any(sentence.amount(k) is not None for k in range(i, j)):
        return None
    if i > clause.hit.j and (words[i] in _WHY or words[i] in _BESIDE or describes(sentence, i, j)):
        return None
    if (
        words[i] in ("no", "ni", "nor", "not")
        or words[i : i + 2] == ["que", "no"]
        or words[i : i + 3] in _WHATEVER_IT_FETCHES
    ):
        return None
    while at < j:
        amount = sentence.amount(at)
        at_list = vocabulary().phrases["slots.on_list"].at(words, at)
        if at_list and at + at_list < j:
            at += at_list
            continue
        if at in clause.used and amount is None:
            at += 1
            continue
        if not counted and words[at] in SINGULAR | PLURAL and number_at(sentence, at + 1, j):
            at += 1
            continue
        if words[at] in ("a", "para", "for") and at + 1 in sentence.names:
            at = sentence.names[at + 1][0]
            continue
        if amount is not None and amount.kind == "number" and words[amount.j : amount.j + 1] in (["º"], ["ª"], ["°"]):
            amount.used = True
            at = amount.j + 1
        elif amount is not None and amount.kind == "number":
            quantity, counted = amount.value["n"], True
            amount.used = True
            at = amount.j
            if at < j and words[at] in ("de", "of", "x", "more"):
                at += 1
        elif (amount is not None and amount.kind == "length" and names_goods_on(sentence, amount.j, j)) or (
            amount is not None and amount.kind == "weight" and names_goods_on(sentence, amount.j, j)
        ):
            amount.used = True
            return measured_core(sentence, amount, j)
        elif amount is not None and amount.kind in ("money", "date", "duration"):
            if amount.kind == "money" or at == i:
                at = _after_price(words, amount.j, j)
                continue
            return None
        elif about_end(sentence, at, j) and not counted:
            at = about_end(sentence, at, j)
        elif vague.at(words, at) and not counted:
            at, counted, quantity = at + vague.at(words, at), True, None
            if at < j and is_pair([words[at]]):
                quantity = 1
        elif (
            words[at] in ("everything", "todo", "all")
            and at + 1 < j
            and i > clause.hit.j
            and words[at + 1] in ("en", "at", "from")
        ):
            return None
        elif (
            words[at] in ("everything", "todo")
            and at + 1 < j
            and words[at + 1] in ("in", "en", "lo", "except", "menos", "i", "que", "but")
        ):
            return at, j, "all", None
        elif everything.at(words, at) and not counted:
            at, counted, quantity = at + everything.at(words, at), True, "all"
        elif sentence.tokens[at].kind == "p" and sentence.tokens[at].text not in ('"', "'"):
            at += 1
        elif (
            words[at]
            in (
                "x",
                "de",
                "of",
                "a",
                "por",
                "for",
                "solo",
                "just",
                "lo",
                "me",
                "please",
                "porfa",
                "del",
                "at",
                "ahi",
                "alli",
                "there",
                "mismo",
                "tambien",
                "also",
                "nuevo",
                "les",
                "le",
                "them",
                "him",
                "up",
                "antes",
                "ah",
                "otra",
                "otro",
                "mas",
                "pues",
                "vos",
                "usted",
                "tu",
                "ustedes",
                "además",
                "eso",
                "to",
                "off",
                "teh",
                "para",
                "es",
                "son",
                "que",
                "it",
                "con",
                "with",
            )
            and not counted
        ):
            if words[at] == "a" and sentence.english:
                break
            if words[at] in ("por", "for", "at", "con", "with", "to", "a") and at > i:
                return None
            at += 1
        else:
            break
    if at >= j:
        return None
    length = vocabulary().phrases["mood.polite"].at(words, at)
    while length and at + length < j and words[at] != "master":
        at += length
        length = vocabulary().phrases["mood.polite"].at(words, at) if at < j else 0
    if at >= j or (length and at + length >= j):
        return None
    unit = None
    units = unit_words()
    if counted and at + 2 < j and _measures(words, at):
        unit, at = units[words[at]], at + 2
    elif not counted and is_one(words[at]) and at + 2 < j and _measures(words, at + 1):
        quantity, counted, unit, at = 1, True, units[words[at + 1]], at + 3
    alone = at + is_one(words[at])
    holds = alone < j and (words[alone] in units or words[alone] in container_words())
    if holds and alone == j - 1 and (alone > at or counted) and i > clause.hit.j:
        return None
    while words[at] in ("de", "of") and at + 1 < j:
        at += 1
    begin = at
    stop = name_end(sentence, begin, j)
    stop = next((k for k in range(begin + 1, stop) if k in clause.used and words[k] in _FROM), stop)
    if stop <= begin:
        return None
    if not counted:
        quantity = implied_count(sentence, begin, stop, clause)
        if is_one(words[begin]) or words[begin] in SINGULAR | PLURAL:
            begin += 1
        if begin >= stop:
            return None
    if not any(sentence.tokens[k].kind == "w" and len(words[k]) > 1 for k in range(begin, stop)):
        return None
    if is_no_goods(sentence, begin, stop, counted=counted) or tells(sentence, begin, j):
        return None
    return begin, stop, quantity, unit


def _after_price(words: list[str], at: int, j: int) -> int:
    """Where the words behind a sum end that say for what it is and how it is meant: 9 gp the pair at the very least."""
    each = per_at(words, at)
    at += each[1] if each is not None else 0
    whole = words[at : at + 1] in (["the"], ["el"], ["la"]) and words[at + 1 : at + 2] != []
    at += 2 if whole and words[at + 1] in _WHOLES else 0
    phrases = vocabulary().phrases
    limit = max(phrases[name].at(words, at) for name in ("slots.floor", "slots.ceiling")) if at < j else 0
    return min(at + limit, j)


_WHOLES = word_set("pair par lot lote set juego dozen docena bag bolsa sack saco pack paquete unit pieza piece")


def _without_stop(sentence: Sentence, i: int, j: int) -> int:
    """Where a piece ends without the signs that close it."""
    while j > i + 1 and sentence.tokens[j - 1].text in (".", "!", ";", ":", ","):
        j -= 1
    return j


def _measures(words: list[str], at: int) -> bool:
    """Whether a word measures what follows it: saco de harina, but no sleeping bag, no leather bag."""
    stuff = vocabulary().phrases["nouns.made_of"]
    return words[at] in unit_words() and words[at + 1] in ("de", "of") and not stuff.at(words, at + 2)


_FROM = frozenset({"con", "with", "from", "donde", "through", "al", "to"})
_BESIDE = frozenset({"to", "for", "from", "con", "with", "del"})
_WHY = frozenset({"que", "porque", "pues", "because", "cos"})


def describes(sentence: Sentence, i: int, j: int) -> bool:
    """Whether the words of a piece before its sums and brackets tell how the goods before it are to be."""
    end = next((k for k in range(i, j) if sentence.covered[k] >= 0 or sentence.tokens[k].kind == "p"), j)
    return only_describes(sentence, i, end)
