"""Sentences that gave neither an order nor a question: whether they look like an order after all.

What speaks for it and what against it has points in `data/sureness.toml` under `[silent]`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from mailer.reading.orders.clauses import clauses_of
from mailer.reading.orders.filters import real_life
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.likeness.likely import likely
from mailer.reading.orders.musing import tells_past, thinks_aloud
from mailer.reading.orders.places import place_at
from mailer.reading.orders.said import Doubt, DoubtCode
from mailer.reading.orders.sure.weigh import sureness
from mailer.reading.orders.vocabulary import analyses, vocabulary

Sign = Callable[[Sentence, Mail], bool]
_THINGS = ("item", "mass", "monster", "role", "spell", "dungeon", "house")
_SHORT = 3  # words
_ORDERLY = 0.5  # the chance of an order, by the second reader, from which on we ask


def order_verb(sentence: Sentence, mail: Mail) -> bool:
    """A verb or saying of the vocabulary, meant now."""
    return any(clause.hit.verdict in ("order", "purpose") for clause in clauses_of(sentence, mail))


def own_person(sentence: Sentence, mail: Mail) -> bool:
    """A verb of the sender's: I, we, an imperative."""
    forms = [one.form for token in sentence.tokens for one in analyses(token)]
    mine = any(form.tense in ("pres", "fut", "imp") and form.person in ("1s", "1p", "2s", "2p") for form in forms)
    return mine or bool({"i", "we", "i'll", "we'll", "i'm", "we're"} & set(sentence.words))


def own_name(sentence: Sentence, mail: Mail) -> bool:
    """The sender's character by name."""
    return any(name == mail.sender for _, name in sentence.names.values())


def other_name(sentence: Sentence, mail: Mail) -> bool:
    """Another character by name."""
    return any(name != mail.sender for _, name in sentence.names.values())


def thing(sentence: Sentence, mail: Mail) -> bool:
    """Goods, foes, trades or rooms of the game."""
    return any(vocabulary().phrases[f"nouns.{name}"].find(sentence.words) is not None for name in _THINGS)


def place(sentence: Sentence, mail: Mail) -> bool:
    """A place of the campaign."""
    return any(place_at(mail, sentence, at)[0] for at in range(len(sentence.words)))


def money(sentence: Sentence, mail: Mail) -> bool:
    """A sum of the game."""
    return any(amount.kind == "money" for amount in sentence.amounts)


def measure(sentence: Sentence, mail: Mail) -> bool:
    """Hit points, a share, a weight."""
    return any(amount.kind in ("percent", "hp", "weight", "fraction") for amount in sentence.amounts)


def time(sentence: Sentence, mail: Mail) -> bool:
    """A day or a span of time."""
    return any(amount.kind in ("date", "duration") for amount in sentence.amounts)


def listed(sentence: Sentence, mail: Mail) -> bool:
    """An item of a list, or a row of a table."""
    return sentence.item or sentence.row


def condition(sentence: Sentence, mail: Mail) -> bool:
    """It opens with a condition."""
    return bool(set(sentence.words[:2]) & {"si", "if", "cuando", "when", "unless", "salvo"})


def past(sentence: Sentence, mail: Mail) -> bool:
    """It tells of the past."""
    return tells_past(sentence) or vocabulary().phrases["mood.past"].find(sentence.words) is not None


def musing(sentence: Sentence, mail: Mail) -> bool:
    """A wish, a doubt, something reported."""
    return thinks_aloud(sentence)


def life(sentence: Sentence, mail: Mail) -> bool:
    """Real life, greetings, thanks."""
    small = vocabulary().phrases["mood.smalltalk"].find(sentence.words) is not None
    return real_life(sentence) or small or vocabulary().phrases["mood.farewell"].find(sentence.words) is not None


def asks(sentence: Sentence, mail: Mail) -> bool:
    """A question."""
    return sentence.question


def denies(sentence: Sentence, mail: Mail) -> bool:
    """A denial."""
    return bool(set(sentence.words) & {"no", "not", "ni", "nunca", "never", "nada", "don't", "nobody", "nadie"})


def short(sentence: Sentence, mail: Mail) -> bool:
    """Hardly any words."""
    return sum(token.kind == "w" for token in sentence.tokens) <= _SHORT


SIGNS: Mapping[str, Sign] = {
    one.__name__: one
    for one in (
        order_verb, own_person, own_name, other_name, thing, place, money, measure, time, listed, condition, past,
        musing, life, asks, denies, short,
    )
}  # fmt: skip


def silent_orders(
    sentences: Sequence[Sentence],
    mail: Mail,
    *,
    drafts: Sequence[Draft],
    doubts: Sequence[Doubt],
    lines: set[int],
    orders: int,
) -> Iterator[Doubt]:
    """A question about every sentence that nothing was made of and that looks like an order.

    A letter with orders is rather expected to hold more of them than one without any.
    """
    limit = sureness().silent["beside" if orders else "alone"]
    taken = {id(draft.clause.sentence) for draft in drafts}
    for before, sentence in pairwise((None, *sentences)):
        assert sentence is not None
        if before is not None and before.asks_next and sentence.question:
            continue
        if id(sentence) in taken or sentence.line in lines or _is_asked(sentence, doubts):
            continue
        points = sum(sureness().silent.get(name, 0) for name, sign in SIGNS.items() if sign(sentence, mail))
        if points >= limit or (likely(sentence, mail).any >= _ORDERLY and not _goes_on(sentence, mail, sentences)):
            yield Doubt(DoubtCode.NOT_UNDERSTOOD, sentence.span(0, len(sentence.words)), sentence.line)


def _goes_on(sentence: Sentence, mail: Mail, told: Sequence[Sentence]) -> bool:
    """Whether a sentence with nothing of the game in it goes on from one about real life."""
    at = next(at for at, one in enumerate(told) if one is sentence)
    game = (thing, place, own_name, other_name, money, measure)
    return at > 0 and real_life(told[at - 1]) and not any(sign(sentence, mail) for sign in game)


def _is_asked(sentence: Sentence, doubts: Sequence[Doubt]) -> bool:
    text = sentence.span(0, len(sentence.words))
    return any(doubt.line == sentence.line and (doubt.text in text or text in doubt.text) for doubt in doubts)
