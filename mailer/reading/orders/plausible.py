"""Whether an order that was read is likely one: goods that are goods, deeds in the game and not in real life."""

from collections.abc import Iterable
from typing import Any

from mailer.reading.orders.filters import real_life
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.places import place_at
from mailer.reading.orders.tokens import word_set, words_of
from mailer.reading.orders.vocabulary import vocabulary

_NO_GOODS = word_set(
    "i we you he she they it who whoever nobody everybody anybody whatever they'll we'll i'll i'm that's there's let's "
    "is are was were will would because if not but "
    "de del of nowt nothing none owt anything something me him her them us "
    "poco algo ninguno ninguna mas se lo le les nos "
    "nada nadie venga gracias feliz besos abrazos saludos porfa hola adios taluego luego "
    "es son esta estan era fue hay que quien cuando porque pero si no te os muaks"
)
_IDLE = frozenset({"rest", "carouse", "independence", "wait", "train"})
_GAME = ("item", "monster", "town", "dungeon", "role", "house", "spell")


def doubtful(draft: Draft, mail: Mail) -> bool:
    """Whether an order had better be asked about."""
    if any(_is_no_goods(item) for item in draft.slots.get("items") or ()):
        return True
    if len(words_of(str((draft.slots.get("condition") or {}).get("text", "two words")))) < 2:
        return bool(draft.slots["condition"].get("event") != "otherwise")
    return _goes_nowhere_known(draft, mail) or _is_bare_rest(draft)


def _is_no_goods(item: dict[str, Any]) -> bool:
    """Whether the words for some goods are others: nobody hires anybody, whatever they'll give, feliz."""
    words = words_of(str(item.get("item", "")))
    if item.get("qty") == "all" or vocabulary().phrases["nouns.item"].at(list(words), 0):
        return False
    return bool(words) and (words[0] in _NO_GOODS or len(_NO_GOODS & set(words[1:])) > 1)


def _goes_nowhere_known(draft: Draft, mail: Mail) -> bool:
    """Whether "I" go to what the campaign knows as no place: el lunes salgo de viaje a Guadalajara."""
    sentence, hit = draft.clause.sentence, draft.clause.hit
    if draft.kind != "travel" or hit.person not in ("1s", "ger", "none") or sentence.names or mail.quoted:
        return False
    words = list(words_of(str(draft.slots.get("destination", ""))))
    if tuple(words) in {**mail.gazetteer.place_words, **mail.gazetteer.dungeon_words}:
        return False
    if any(vocabulary().phrases[f"nouns.{name}"].find(words) for name in ("town", "dungeon", "house")):
        return False
    return bool(words) and not any(place_at(mail, sentence, at)[0] for at in range(len(sentence.words)))


_TIMES = word_set("año ano mes semana dia year month week day")


def _is_bare_rest(draft: Draft) -> bool:
    """Whether somebody only says that they go to bed, or kill somebody next year: no deed of the game."""
    slots = draft.slots.keys() - {"who", "mode"}
    idle = draft.kind == "rest" and draft.clause.hit.person == "ger" and not draft.clause.sentence.names and not slots
    aimed = words_of(str(draft.slots.get("target", ""))) if draft.kind == "class_work" else ()
    return idle or bool(_TIMES & set(aimed[:2]))


def of_real_life(draft: Draft, mail: Mail, told: Iterable[Sentence]) -> bool:
    """Whether a deed without anything of the game in its sentence stands in a letter about real life."""
    sentence = draft.clause.sentence
    if draft.kind == "train" and {"trainer", "budget"} & draft.slots.keys():
        return False
    if draft.kind not in _IDLE or draft.clause.hit.person not in ("1s", "2", "none", "ger", "inf"):
        return False
    if sentence.names or any(place_at(mail, sentence, at)[0] for at in range(len(sentence.words))):
        return False
    phrases = vocabulary().phrases
    if any(phrases[f"nouns.{name}"].find(sentence.words) for name in _GAME):
        return False
    return any(real_life(other) for other in told)


def is_idle_talk(draft: Draft, drafts: Iterable[Draft]) -> bool:
    """Whether a way of meeting nobody in particular only colours another order: entramos a saco en las Minas."""
    others = [d for d in drafts if d is not draft and d.clause.sentence is draft.clause.sentence]
    return (
        draft.kind == "encounter"
        and draft.slots.get("vs") in ("any", None)
        and not {"condition", "pay", "gives"} & draft.slots.keys()
        and any(d.kind in ("dungeon", "decision", "travel") for d in others)
    )
