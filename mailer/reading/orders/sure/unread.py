"""Reasons to distrust an order: words of its ground that nothing explains."""

from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.finite import is_finite
from mailer.reading.orders.sure.case import Case
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary

_TIMES = ("date", "duration")

_MEASURES = ("percent", "hp", "weight", "fraction", "length")

_TURNS = word_set(
    "pero salvo excepto menos aunque sino mejor solo solamente hasta mientras antes despues salvo lugar vez "
    "but except unless instead until although though only while before after otherwise rather till"
)

_OR = frozenset({"o", "u", "or"})


def _amounts(case: Case, *kinds: str) -> int:
    """How many amounts of some kinds found no slot."""
    return sum(
        a.kind in kinds
        and not a.used
        and a.i in case.ground
        and a.i not in case.read | case.aside
        and not a.value.get("carried")
        for a in case.sentence.amounts
    )


def unread_number(case: Case) -> int:
    """Numbers without a slot."""
    return _amounts(case, "number")


def unread_money(case: Case) -> int:
    """Sums without a slot."""
    return _amounts(case, "money")


def unread_time(case: Case) -> int:
    """Days and spans of time without a slot."""
    return _amounts(case, *_TIMES)


def unread_measure(case: Case) -> int:
    """Percentages, hit points, weights and lengths without a slot."""
    return _amounts(case, *_MEASURES)


def unread_name(case: Case) -> int:
    """Characters named that the order does not speak of."""
    return sum(
        at in case.ground and at not in case.read and name != case.mail.sender
        for at, (_, name) in case.sentence.names.items()
    )


def unread_verb(case: Case) -> int:
    """Verbs of the order's ground that set nothing off."""
    return sum(_is_verb(case, at) for at in case.unread())


def unread_word(case: Case) -> int:
    """Other words of weight that nothing explains."""
    return sum(not _is_verb(case, at) and not _is_proper(case, at) for at in case.unread())


def unread_proper(case: Case) -> int:
    """Words with a capital that nothing explains."""
    return sum(_is_proper(case, at) for at in case.unread())


def unread_much(case: Case) -> int:
    """Several words of weight that nothing explains: the most of what was said, maybe."""
    found = sum(1 for _ in case.unread())
    return int(found > 2) + int(found > 4) + int(found > 7)


def unread_thing(case: Case) -> int:
    """Goods, foes, places or roles named that are in no slot."""
    phrases, things = vocabulary().phrases, ("item", "monster", "town", "dungeon", "role", "house", "spell", "mass")
    return sum(any(phrases[f"nouns.{name}"].at(case.words, at) for name in things) for at in case.unread())


def unread_when(case: Case) -> int:
    """Words about when, in no slot: before, then, evenings, meanwhile."""
    return sum(case.words[at] in _WHEN for at in case.loose())


_WHEN = word_set(
    "antes despues luego mientras tanto noche noches tarde tardes madrugada manana mananas amanecer anochecer alba "
    "finde diario cada siempre primero dia dias semana vuelta camino ratos paso "
    "before after then while meanwhile night nights evening evenings morning mornings dawn dusk noon midnight weekend "
    "daily each first once day days week way back later nite nites"
)


def unread_turn(case: Case) -> int:
    """Words that turn or limit what is said (but, except, until, instead) in no slot."""
    return sum(case.words[at] in _TURNS for at in case.loose())


def unread_or(case: Case) -> int:
    """An "or" in no slot."""
    return sum(case.words[at] in _OR for at in case.loose())


def unread_denial(case: Case) -> int:
    """A "no" in no slot."""
    denials = vocabulary().phrases["mood.negators"]
    return sum(bool(denials.at(case.words, at)) for at in case.loose())


def unread_condition(case: Case) -> int:
    """Conditions of the order's ground that no order keeps."""
    kept = [one.slots.get(key) for one in case.drafts for key in ("condition", "unless")]
    texts = {part.get("text") for part in kept if isinstance(part, dict)}
    found = [one for one in conditions_of(case.sentence, case.mail) if one.i in case.ground and one.i not in case.read]
    return sum(one.slot.get("text") not in texts for one in found)


def _is_verb(case: Case, at: int) -> bool:
    return is_finite(case.sentence, at) or bool(analyses(case.sentence.tokens[at]))


def _is_proper(case: Case, at: int) -> bool:
    tokens = case.sentence.tokens
    return at > 0 and tokens[at].text[:1].isupper() and tokens[at - 1].kind != "p"
