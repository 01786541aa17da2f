"""The signs of a sentence: what the second reader looks at to tell which kinds of order it may hold.

Names, amounts and quantities are masked, words are cut to their beginnings, and what the vocabulary knows of them
(a foe, a trade, a wish, a verb that sets off a frame) stands beside the words themselves.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.hits import hits_of
from mailer.reading.orders.letter import Mail, Sentence
from mailer.reading.orders.likeness.weights import BIAS
from mailer.reading.orders.places import place_at
from mailer.reading.orders.vocabulary import vocabulary

_STEM = 5  # letters of a word that are looked at
_KNOWN = ("nouns.", "mood.", "slots.", "events.", "status.")
_WIDTH = 5  # words in one step of a sentence's length
_LONGEST = 6  # steps of length that are told apart
_MAIL = ("is_spokesperson", "plural", "single", "third", "dungeon", "deferred")


def signs_of(sentence: Sentence, mail: Mail) -> frozenset[str]:
    """The signs a sentence shows, each once."""
    return frozenset(_signs(sentence, mail))


def _signs(sentence: Sentence, mail: Mail) -> Iterator[str]:
    yield BIAS
    masked = list(_masked(sentence, mail))
    for first, second in pairwise(["^", *masked, "$"]):
        yield f"b:{first}_{second}"
    yield from ("s:" + word for word in masked)
    yield from _known(sentence)
    yield from _set_off(sentence, mail)
    yield from ("a:" + amount.kind + amount.role for amount in sentence.amounts)
    yield from ("m:" + name for name in _MAIL if getattr(mail, name))
    for _, name in sentence.names.values():
        own, commanded = name == mail.sender, mail.gazetteer.commands(mail.sender, name)
        yield "n:" + ("self" if own else "mine" if commanded else "other")
    if any(place_at(mail, sentence, at)[0] for at in range(len(sentence.words))):
        yield "place"
    if mail.subject.lower().startswith("re"):
        yield "reply"
    yield from (name for name in ("question", "item", "row") if getattr(sentence, name))
    yield f"l:{min(len(sentence.words) // _WIDTH, _LONGEST)}"


def _masked(sentence: Sentence, mail: Mail) -> Iterator[str]:
    """The words cut to their beginnings, a mark in the place of every name and amount."""
    last = ""
    for at, word in enumerate(sentence.words):
        if at in sentence.names:
            mark = "SELF" if sentence.names[at][1] == mail.sender else "OTHER"
        else:
            amount = sentence.amount(at)
            mark = "#" + amount.kind if amount is not None else word[:_STEM]
        if mark[0] != "#" or mark != last:
            yield mark
        last = mark


@cache
def _index() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Every phrase of the vocabulary by its first word, with the name of its list."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, phrases in vocabulary().phrases.items():
        if name.startswith(_KNOWN):
            for phrase in phrases.all():
                found.setdefault(phrase[0], []).append((phrase, name))
    return {word: tuple(rows) for word, rows in found.items()}


def _known(sentence: Sentence) -> Iterator[str]:
    """The lists of the vocabulary that hold words of the sentence."""
    words, index = sentence.words, _index()
    for at, word in enumerate(words):
        for phrase, name in index.get(word, ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                yield "p:" + name


def _set_off(sentence: Sentence, mail: Mail) -> Iterator[str]:
    """The frames of the grammar its verbs may stand for, and how they are meant."""
    conditions = conditions_of(sentence, mail)
    if conditions:
        yield "condition"
    if any(one.unless for one in conditions):
        yield "unless"
    for hit in hits_of(sentence, mail, conditions):
        yield "v:" + hit.verdict
        yield "h:" + str(hit.person)
        yield from (f"f:{frame}" for frame in hit.frames)
        yield from (f"f:{frame}.{hit.verdict}" for frame in hit.frames)
