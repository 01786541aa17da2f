"""How many goods are meant: by a number that words soften, by the article, by the noun."""

from collections.abc import Sequence
from typing import Any

from mailer.reading.orders.goods.words import amount_phrases
from mailer.reading.orders.letter import Clause, Sentence
from mailer.reading.orders.numbers import is_one
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import vocabulary

SINGULAR = word_set("el la un una mi the a an my este esta ese esa that this her his su tu")
PLURAL = word_set("los las mis nuestros nuestras sus the our my estos estas esos esas these those")
_ALL = word_set("los las mis nuestros nuestras sus estos estas esos esas these those")


def number_at(sentence: Sentence, at: int, j: int) -> bool:
    """Whether a number above one begins at a token: los 2 candelabros, the two daggers."""
    amount = sentence.amount(at) if at < j else None
    return amount is not None and amount.kind == "number" and amount.i == at and amount.value["n"] > 1


def about_end(sentence: Sentence, at: int, j: int) -> int:
    """Where the number stands that the words before it soften: como veinte, around twenty; 0 if none does."""
    after = at + amount_phrases("approx").at(sentence.words, at)
    number = sentence.amount(after) if at < after < j else None
    return after if number is not None and number.kind == "number" and number.i == after else 0


def is_pair(words: Sequence[str]) -> bool:
    """Whether goods come by the pair: las botas de montar, leather gloves."""
    pairs = vocabulary().phrases["nouns.pair"]
    return bool(words) and (pairs.at(words, 0) > 0 or pairs.at(words, len(words) - 1) > 0)


def implied_count(sentence: Sentence, begin: int, stop: int, clause: Clause) -> Any:
    """How many are meant when no number is said."""
    word = sentence.words[begin]
    if is_one(word):
        return 1
    head = begin + 1 if word in SINGULAR | PLURAL and begin + 1 < stop else begin
    noun = sentence.words[head]
    last = sentence.words[stop - 1] if sentence.english else noun
    noun = last if last.endswith("s") else noun
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    if is_pair([noun]):
        return 1
    if word in _ALL or (word in ("the", "my", "our", "her", "his") and plural):
        return "all"
    if word in SINGULAR:
        return 1
    if plural:
        return None
    phrases = vocabulary().phrases
    made = sentence.words[head] in phrases["nouns.made_of"] and head + 1 < stop  # silver inkwell
    return None if phrases["nouns.mass"].at(sentence.words, head) and not made else 1
