"""Reasons to distrust an order: what its slots were filled with."""

from collections.abc import Iterator
from typing import Any

from mailer.reading.orders.sure.beside import TIME_SLOTS
from mailer.reading.orders.sure.case import Case
from mailer.reading.orders.tokens import Token, tokenise, word_set, words_of
from mailer.reading.orders.vocabulary import analyses, vocabulary

_WORDY = 5  # words of one slot

_QUIET = ("who", "kind", "as_spokesperson", "replaced", "text")


def bare(case: Case) -> int:
    """A deed without whom, where, when, for how much."""
    return int(case.draft.kind in _DETAILED and not case.draft.slots.keys() - _KEYS)


_DETAILED = frozenset({"class_work", "train", "research", "carouse", "explore_town"})

_KEYS = frozenset({"who", "mode", "work", "as_spokesperson", "stealth", "condition", "unless", "scope", "text"})


def unmet(case: Case) -> int:
    """A way of meeting nobody in particular, on no occasion."""
    vs = case.draft.slots.get("vs") or "any"
    return int(case.draft.kind == "encounter" and vs == "any" and "condition" not in case.draft.slots)


def after_it(case: Case) -> int:
    """A condition that only says "when it is done": a time, maybe, and no condition."""
    text = str((case.draft.slots.get("condition") or {}).get("text", ""))
    return int(any(word.startswith(("acab", "termin", "finish", "done")) for word in words_of(text)))


def odd_foe(case: Case) -> int:
    """Somebody to meet who is no beast we know and in no condition."""
    vs = str(case.draft.slots.get("vs") or "any")
    if case.draft.kind != "encounter" or vs == "any":
        return 0
    known = vocabulary().phrases["nouns.monster"].find(list(words_of(vs))) is not None
    return int(not known) + int(not known and "condition" not in case.draft.slots)


def same_time(case: Case) -> int:
    """The same words stand in two slots for time."""
    found = [set(words_of(str(part.get("phrase", "")))) for part in _times(case)]
    return int(any(first & second - _SMALL for k, first in enumerate(found) for second in found[k + 1 :]))


_SMALL = word_set("el la los de a en on the until hasta para by for")


def _times(case: Case) -> list[dict[str, Any]]:
    slots = case.draft.slots
    return [slots[name] for name in sorted(TIME_SLOTS & slots.keys()) if isinstance(slots[name], dict)]


def odd_time(case: Case) -> int:
    """A time without date or length, on no event that we can tell."""
    return sum(not {part.get("date"), part.get("days"), part.get("event")} - {None, "other"} for part in _times(case))


def odd_place(case: Case) -> int:
    """A place or destination that is none we know, nor a kind of place, nor written with a capital."""
    phrases, known = vocabulary().phrases, {**case.mail.gazetteer.place_words, **case.mail.gazetteer.dungeon_words}
    found = 0
    for name in ("place", "destination") if case.draft.kind != "dungeon" else ("destination",):
        text = case.draft.slots.get(name)
        words = list(words_of(text)) if isinstance(text, str) else []
        if words and not any(phrases[f"nouns.{noun}"].find(words) for noun in ("town", "dungeon", "house", "role")):
            found += tuple(words) not in known and not any(part[:1].isupper() for part in str(text).split())
    return found


def name_in_slot(case: Case) -> int:
    """A character named inside the words of a slot that are no names."""
    names = {words for words in case.mail.gazetteer.characters if len(words) == 1}
    texts = [text for name, text in _texts(case.draft.slots) if name in _NOUNS or name == "of"]
    return sum(any((word,) in names for word in words_of(text)) and len(text.split()) > 1 for text in texts)


def loose_condition(case: Case) -> int:
    """A condition whose event we could not tell, or that runs over a comma, or that is long."""
    return sum(
        part.get("event") in ("other", None) or "," in str(part.get("text")) or len(str(part.get("text")).split()) > 7
        for part in (case.draft.slots.get("condition"), case.draft.slots.get("unless"))
        if isinstance(part, dict)
    )


def has_condition(case: Case) -> int:
    """A condition at all."""
    return int("condition" in case.draft.slots) + int("unless" in case.draft.slots)


def wordy_slot(case: Case) -> int:
    """Slots filled with many words, conditions aside."""
    slots = {key: value for key, value in case.draft.slots.items() if key not in ("condition", "unless", "terms")}
    return sum(len(text.split()) > _WORDY for _, text in _texts(slots))


def crossing_slot(case: Case) -> int:
    """Slots whose words run over a comma, a bracket, a colon or a sum."""
    slots = {key: value for key, value in case.draft.slots.items() if key not in ("condition", "unless", "terms")}
    return sum(any(sign in text for sign in ',;:()"“”|') for _, text in _texts(slots))


def unknown_item(case: Case) -> int:
    """Goods that no list holds."""
    if case.draft.kind not in ("shop", "craft"):
        return 0
    known = vocabulary().phrases["nouns.item"], vocabulary().phrases["nouns.mass"]
    listed = {words_of(name) for names in case.mail.gazetteer.items for name in names}
    items = [item for item in case.draft.slots.get("items", ()) if item.get("qty") != "all"]
    names = [list(words_of(str(item.get("item", "")))) for item in items]
    return sum(tuple(words) not in listed and not any(phrases.find(words) for phrases in known) for words in names)


def verb_in_item(case: Case) -> int:
    """Goods or aims with a verb or pronoun among their words."""
    found = 0
    for name, text in _texts(case.draft.slots):
        if name in _NOUNS and words_of(text)[:1] not in (("todo",), ("everything",), ("all",)):
            words = words_of(text)
            found += bool(set(words) & _LOOSE) or words[:1] == ("one",) or any(map(_is_told, tokenise(text)))
    return found


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, str(key))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part, name)
    elif isinstance(value, str) and name not in _QUIET:
        yield name, value


def _is_told(token: Token) -> bool:
    """Whether a word can only be a verb that tells: quemó, will."""
    forms = [form for form, _ in analyses(token) if form.written == token.text.lower()]
    return bool(forms) and all(form.tense in ("pret", "impf", "fut", "cond") for form in forms)


_NOUNS = frozenset(
    {"item", "destination", "place", "target", "vs", "role", "topic", "objective", "offer", "source", "skill", "loot"}
)

_LOOSE = word_set(
    "que q lo le les me se nos te si no ni es esta va voy con para por asta hasta which that who it he she they i we "
    "you me us is are will not for to so if but pero y and then"
)


def last_price(case: Case) -> int:
    """One price behind several goods: of the last, or of all."""
    items = case.draft.slots.get("items", ())
    priced = [key for item in items for key in ("max_price", "min_price") if key in item]
    return int(len(items) > 1 and len(priced) == 1)
