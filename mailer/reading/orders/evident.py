"""Whether something of the game bears out what an order was read as; if nothing does, we had better ask.

A verb may always mean something else: we hold one, yo me apunto a todo, a lo que pague.
"""

from collections.abc import Callable
from typing import Any

from mailer.reading.orders.frames.offer import OFFER_WORDS
from mailer.reading.orders.letter import Draft, Mail
from mailer.reading.orders.tokens import word_set, words_of
from mailer.reading.orders.vocabulary import vocabulary

_ANYBODY = word_set(
    "anything anyone anybody everything everyone whatever whoever encounters others else rest "
    "cualquier cualquiera todo todos encuentros pelea peleas contacto combate demas resto nadie nada quien lo"
)
_MET = frozenset({"encounter", "detected", "npc", "otherwise", "member_down"})
_BELOW = frozenset(
    {"explorar", "explore", "atrincherar", "fortificar", "fortify", "barricade", "raid", "incursionar"}
    | {"asegurar", "secure"}
)
_SHORT = 8  # words of a sentence about resting
_FEW = 5  # words of a sentence that holds nothing but an order


def is_evident(draft: Draft, mail: Mail) -> bool:
    """Whether foes, places, goods, sums or days of the game stand in an order of its kind."""
    hit = draft.clause.hit
    told = [token for token in draft.clause.sentence.tokens if token.kind == "w"]
    plain = hit.verdict == "order" and len(told) <= _FEW and draft.kind != "decision"
    return plain or _EVIDENCE.get(draft.kind, _always)(draft, mail)


def _always(draft: Draft, mail: Mail) -> bool:
    return True


def _holds(value: Any, *names: str) -> bool:
    words = list(words_of(str(value or "")))
    return any(vocabulary().phrases[f"nouns.{name}"].find(words) is not None for name in names)


def _is_known(value: Any, mail: Mail) -> bool:
    """Whether a place is one of the campaign's."""
    words = words_of(str(value or ""))
    keys = (*mail.gazetteer.place_words, *mail.gazetteer.dungeon_words)
    return any(words[at : at + len(key)] == key for key in keys for at in range(len(words) - len(key) + 1))


def _answers(mail: Mail) -> bool:
    return mail.subject.lower().startswith(("re:", "re "))


def _meets(draft: Draft, mail: Mail) -> bool:
    slots, words = draft.slots, draft.clause.sentence.words
    foe = words_of(str(slots.get("vs")))
    if _answers(mail) or _holds(slots.get("vs"), "monster", "role") or _ANYBODY & set(foe):
        return True
    if foe in mail.gazetteer.characters:
        return True
    if slots.get("attitude") == "bribe" and not {"pay", "gives"} & slots.keys():
        return False
    if (
        words[:1] == ["the"]
        and draft.clause.hit.person == "1p"
        and len(words) <= _SHORT
        and tuple(words[: len(foe)]) == foe
    ):
        return True  # the old woman we leave alone
    met = (slots.get("condition") or {}).get("event") in _MET
    return met or (bool(_ANYBODY & set(words)) and len(words) < 9)


def _goes_down(draft: Draft, mail: Mail) -> bool:
    slots, hit = draft.slots, draft.clause.hit
    if slots.get("stance") == "return":
        return mail.dungeon or "condition" in slots or hit.j - hit.i > 1
    named = (slots.get("place"), slots.get("target"))
    if any(_holds(one, "dungeon") or _is_known(one, mail) for one in named) or hit.lemma in _BELOW or not hit.lemma:
        return True
    return mail.dungeon and bool({"until", "pace"} & slots.keys())


def _decides(draft: Draft, mail: Mail) -> bool:
    chosen = draft.slots.get("answer") == "choose"
    offered = OFFER_WORDS & {*draft.clause.sentence.words, *words_of(mail.subject)}
    return chosen or _answers(mail) or bool(offered)


def _trades(draft: Draft, mail: Mail) -> bool:
    return draft.clause.hit.lemma in ("comprar", "vender", "buy", "sell") or any(
        _holds(item.get("item"), "item", "mass") or item.get("qty") is not None or "min_price" in item
        for item in draft.slots.get("items") or ()
    )


def _travels(draft: Draft, mail: Mail) -> bool:
    goal = draft.slots.get("destination")
    return _is_known(goal, mail) or _holds(goal, "town", "dungeon")


def _works(draft: Draft, mail: Mail) -> bool:
    return bool({"duration", "until", "when", "deadline", "spend", "place", "target", "loot"} & draft.slots.keys())


def _rests(draft: Draft, mail: Mail) -> bool:
    return bool(draft.slots.keys() - {"who", "mode"}) or len(draft.clause.sentence.words) <= _SHORT


def _spends_time(draft: Draft, mail: Mail) -> bool:
    told = draft.slots.keys() - {"who", "mode"}
    sure = {"duration", "until", "when", "deadline", "budget", "spend", "topics", "place"} & told
    sure |= told if draft.kind == "carouse" or draft.slots.get("mode") == "wander" else set()
    if draft.kind == "carouse" and _holds(" ".join(draft.clause.sentence.words), "mass", "house"):
        return True
    return bool(sure) or len(told) > 1 or (bool(told) and bool(draft.clause.hit.subject))


def _other(draft: Draft, mail: Mail) -> bool:
    return draft.clause.hit.person in ("1s", "3s", "2") or bool({"limosna", "alms"} & set(draft.clause.sentence.words))


_EVIDENCE: dict[str, Callable[[Draft, Mail], bool]] = {
    "encounter": _meets,
    "dungeon": _goes_down,
    "decision": _decides,
    "shop": _trades,
    "travel": _travels,
    "class_work": _works,
    "rest": _rests,
    **dict.fromkeys(("train", "carouse", "research", "explore_town", "craft"), _spends_time),
    "other": _other,
}
