"""What belongs together: journeys told in pieces, a stay and what is done there, orders of one sentence."""

from itertools import pairwise
from typing import Any

from mailer.reading.orders.letter import Draft, Mail
from mailer.reading.orders.tokens import words_of
from mailer.reading.orders.vocabulary import vocabulary

_PLACED = frozenset({"research", "train", "craft", "rest", "class_work", "explore_town", "shop", "carouse", "hire"})
_TIMED = frozenset({"carouse", "explore_town", "class_work", "research", "train", "shop"})
_ONE = frozenset({"wait", "class_work", "carouse", "research", "rest", "explore_town", "train", "decision"})


def merged(drafts: list[Draft], mail: Mail) -> list[Draft]:
    """The drafts with what belongs together put together."""
    for step in (_errands, _journeys, _descents, _stays, _loads, _trips, _payments, _same_sentence, _questions, _once):
        drafts = step(drafts)
    _inherit(drafts)
    _replaced(drafts)
    _spokesperson(drafts, mail)
    return drafts


def _absorb(into: Draft, other: Draft, *, but: tuple[str, ...] = ("who", "condition")) -> None:
    """Take over what the other has and this one lacks."""
    for name, value in other.slots.items():
        if name not in but:
            into.slots.setdefault(name, value)
    into.why += other.why


def _errands(drafts: list[Draft]) -> list[Draft]:
    """Going to a house in town in order to do something there is only the place of it: va al mercado y compra."""
    kept: list[Draft] = []
    for number, draft in enumerate(drafts):
        following = drafts[number + 1] if number + 1 < len(drafts) else None
        goal = str(draft.slots.get("destination", ""))
        house = bool(words_of(goal)) and vocabulary().phrases["nouns.house"].find(list(words_of(goal))) is not None
        plain = draft.kind == "travel" and draft.slots.keys() <= {"who", "destination", "depart", "condition"}
        if (
            plain
            and house
            and following is not None
            and following.kind in _PLACED
            and following.clause.sentence is draft.clause.sentence
        ):
            following.slots.setdefault("place", goal)
            if "depart" in draft.slots and "when" not in following.slots:
                following.slots["when"] = draft.slots["depart"]
            if "condition" in draft.slots:
                following.slots.setdefault("condition", draft.slots["condition"])
            continue
        below = (
            draft.kind == "travel"
            and following is not None
            and following.kind == "dungeon"
            and following.frame != "dungeon.return"
        )
        if below and following is not None and following.clause.sentence is draft.clause.sentence and _is_dungeon(goal):
            if "depart" in draft.slots:
                following.slots.setdefault("when", draft.slots["depart"])
            following.slots["who"] = draft.slots["who"]
            continue
        kept.append(draft)
    return kept


def _is_dungeon(goal: str) -> bool:
    return vocabulary().phrases["nouns.dungeon"].find(list(words_of(goal)) or [""]) is not None


_COMING_BACK = ("volver", "regresar", "retornar", "return")


def _journeys(drafts: list[Draft]) -> list[Draft]:
    """A journey whose departure, way and goal stand in different sentences."""
    kept: list[Draft] = []
    waiting: Draft | None = None
    for draft in drafts:
        if draft.kind != "travel":
            kept.append(draft)
            continue
        last = next((d for d in reversed(kept) if d.kind == "travel"), None)
        if "destination" not in draft.slots:
            if (
                last is not None
                and draft.clause.hit.lemma in _COMING_BACK
                and last.clause.hit.lemma not in _COMING_BACK
            ):
                kept.append(draft)
                continue
            own = draft.slots.get("condition")
            if (
                last is not None
                and own is not None
                and own != last.slots.get("condition")
                and "destination" in last.slots
            ):
                draft.slots["destination"] = last.slots["destination"]
                kept.append(draft)
                continue
            if last is not None and _near(last, draft) and "destination" in last.slots:
                _absorb(last, draft)
                continue
            waiting = draft
            kept.append(draft)
            continue
        if waiting is not None and _near(waiting, draft) and "depart" not in draft.slots:
            _absorb(draft, waiting, but=("who",))
            kept.remove(waiting)
            if waiting.slots.get("who") == "party":
                draft.slots["who"] = "party"
            waiting = None
        kept.append(draft)
    return kept


def _near(first: Draft, second: Draft) -> bool:
    return abs(second.clause.sentence.block - first.clause.sentence.block) <= 3


def _descents(drafts: list[Draft]) -> list[Draft]:
    """One way of going down said in several pieces: incursión al osario… vamos a por las urnas… y para fuera."""
    kept: list[Draft] = []
    for draft in drafts:
        last = next((d for d in reversed(kept) if d.kind == "dungeon"), None)
        if draft.kind == "dungeon" and last is not None and "condition" not in draft.slots:
            same = draft.clause.sentence is last.clause.sentence
            close = same or abs(draft.clause.sentence.line - last.clause.sentence.line) <= 3
            stances = last.slots["stance"], draft.slots["stance"]
            if (
                close
                and stances[0] == stances[1]
                and (same or not {"place", "target"} & draft.slots.keys())
                and "condition" not in last.slots
            ):
                _absorb(last, draft)
                continue
            if same and stances == ("raid", "explore") and not {"objective", "target"} & last.slots.keys():
                _absorb(draft, last)
                kept[kept.index(last)] = draft
                continue
            if close and stances == ("raid", "return"):
                continue
        if (
            draft.kind in ("wait", "dungeon")
            and last is not None
            and draft.clause.sentence is last.clause.sentence
            and last.slots["stance"] == "secure"
            and draft.frame == "wait"
            and "place" not in draft.slots
        ):
            text = draft.slots.get("until_event")
            if text and "until" not in last.slots:
                last.slots["until"] = {"phrase": text, "event": _until(text), "offset_days": None, "date": None}
            _absorb(last, draft, but=("who", "condition", "until_event"))
            continue
        kept.append(draft)
    return kept


def _until(text: str) -> str:
    from mailer.reading.orders.frames.dungeon import until_kind

    return until_kind(text)


def _stays(drafts: list[Draft]) -> list[Draft]:
    """Staying somewhere in order to do something there is only the place of what is done."""
    alone = any(draft.kind == "independence" for draft in drafts)
    kept: list[Draft] = []
    for number, draft in enumerate(drafts):
        following = drafts[number + 1] if number + 1 < len(drafts) else None
        if following is None or not _only_place(draft) or following.kind not in _PLACED:
            kept.append(draft)
            continue
        same = following.clause.sentence is draft.clause.sentence
        linked = following.clause.hit.start <= draft.clause.hit.i
        purpose = linked or following.clause.hit.verdict == "purpose" or following.clause.hit.person in ("ger", "inf")
        bare = draft.slots.keys() <= {"who", "place"}
        if (same and purpose) or (bare and not alone and "place" not in following.slots and _near(draft, following)):
            _absorb(following, draft)
            if following.slots.get("who") == "self":
                following.slots["who"] = draft.slots["who"]
            continue
        if same and "place" in draft.slots and following.kind != "shop":
            following.slots.setdefault("place", draft.slots["place"])
        kept.append(draft)
    return kept


def _only_place(draft: Draft) -> bool:
    return draft.kind == "wait" or (
        draft.kind == "dungeon" and draft.slots.get("stance") == "secure" and draft.frame == "stay"
    )


def _loads(drafts: list[Draft]) -> list[Draft]:
    """Two limits said as one: vamos livianos, nadie con más de 30 kilos."""
    kept: list[Draft] = []
    for draft in drafts:
        last = kept[-1] if kept else None
        if last is not None and draft.kind == last.kind == "encumbrance":
            if "level" in last.slots and ({"weight", "fraction"} & draft.slots.keys()):
                kept[-1] = draft
                continue
            if "level" in draft.slots:
                continue
        if (
            last is not None
            and draft.kind == last.kind == "encounter"
            and last.slots.get("condition") == draft.slots.get("condition")
            and draft.clause.sentence is last.clause.sentence
            and "condition" in draft.slots
        ):
            if last.slots["attitude"] == "bribe" and "pay" not in last.slots and draft.slots["attitude"] == "avoid":
                kept[-1] = draft
                continue
            if last.slots["attitude"] == draft.slots["attitude"]:
                _absorb(last, draft)
                continue
        if (
            last is not None
            and last.kind == "dungeon"
            and draft.kind == "encounter"
            and draft.slots["attitude"] == "avoid"
            and last.slots["stance"] in ("return", "secure")
            and last.clause.sentence is draft.clause.sentence
            and last.slots.get("condition") == draft.slots.get("condition")
            and "condition" in draft.slots
        ):
            kept[-1] = draft
            continue
        kept.append(draft)
    return kept


def _trips(drafts: list[Draft]) -> list[Draft]:
    """Shop orders near each other are one order."""
    kept: list[Draft] = []
    for draft in drafts:
        last = kept[-1] if kept else None
        if last is not None and draft.kind == last.kind == "shop" and _one_trip(last, draft):
            last.slots["items"] = [*last.slots.get("items", []), *draft.slots.get("items", [])]
            _absorb(last, draft, but=("who", "items"))
            continue
        kept.append(draft)
    return kept


def _one_trip(first: Draft, second: Draft) -> bool:
    differ = any(
        first.slots.get(name) != second.slots.get(name) and name in second.slots and name in first.slots
        for name in ("when", "place", "budget")
    )
    conditional = first.slots.get("condition") != second.slots.get("condition")
    return abs(first.clause.sentence.block - second.clause.sentence.block) <= 12 and not (
        differ or conditional or first.slots["who"] != second.slots["who"]
    )


def _same_sentence(drafts: list[Draft]) -> list[Draft]:
    """The same kind set off twice in one sentence is one order with more slots."""
    kept: list[Draft] = []
    for draft in drafts:
        last = kept[-1] if kept else None
        together = (
            last is not None
            and last.kind == draft.kind
            and draft.kind in _ONE
            and last.clause.sentence is draft.clause.sentence
        )
        if (
            last is not None
            and draft.kind == last.kind == "train"
            and last.clause.sentence.block == draft.clause.sentence.block
        ):
            together = "trainer" not in last.slots
        if together and last is not None and _agree(last, draft):
            if draft.kind == "explore_town" and last.slots["mode"] == "wander" and draft.slots["mode"] != "wander":
                last.slots["mode"] = draft.slots["mode"]
            _absorb(last, draft)
            continue
        kept.append(draft)
    return kept


def _agree(first: Draft, second: Draft) -> bool:
    """Whether nothing in one speaks against the other."""
    if first.kind == "explore_town":
        return (
            {first.slots["mode"], second.slots["mode"]} == {"find_person", "rumours"}
            or "wander" in (first.slots["mode"], second.slots["mode"])
            or first.slots["mode"] == second.slots["mode"]
        )
    if first.kind == "rest" and second.clause.hit.verdict == "purpose":
        first.slots["mode"] = second.slots["mode"]
    if first.kind in ("rest", "decision", "class_work"):
        key = {"rest": "mode", "decision": "answer", "class_work": "work"}[first.kind]
        if first.slots[key] != second.slots[key]:
            return False
    shared = (first.slots.keys() & second.slots.keys()) - {"who", "condition", "text"}
    return all(first.slots[name] == second.slots[name] for name in shared) or first.kind == "carouse"


def _payments(drafts: list[Draft]) -> list[Draft]:
    """What one pays right after accepting is the price of the offer."""
    kept: list[Draft] = []
    for draft in drafts:
        last = kept[-1] if kept else None
        if (
            last is not None
            and last.kind == "decision"
            and last.slots.get("answer") in ("accept", "counter")
            and draft.kind == "other"
            and "pay" in draft.slots
            and "pay" not in last.slots
        ):
            last.slots["pay"] = draft.slots["pay"]
            continue
        kept.append(draft)
    return kept


def _questions(drafts: list[Draft]) -> list[Draft]:
    """Questions asked one after another are one."""
    kept: list[Draft] = []
    for draft in drafts:
        last = next((d for d in kept if d.kind == "status"), None)
        if draft.kind == "status" and last is not None:
            last.slots["topics"] = list(dict.fromkeys([*last.slots["topics"], *draft.slots["topics"]]))
            continue
        kept.append(draft)
    return kept


def _once(drafts: list[Draft]) -> list[Draft]:
    """The same order said twice counts once."""
    kept: list[Draft] = []
    for draft in drafts:
        twin = next((d for d in kept if d.kind == draft.kind and _same(d.slots, draft.slots)), None)
        if twin is not None:
            _absorb(twin, draft, but=())
            continue
        kept.append(draft)
    return kept


def _same(first: dict[str, Any], second: dict[str, Any]) -> bool:
    shared = (first.keys() & second.keys()) - {"text"}
    return all(first[name] == second[name] for name in shared) and len(shared) >= min(len(first), len(second))


def _inherit(drafts: list[Draft]) -> None:
    """A day said once for a sentence holds for all that is ordered in it."""
    for first, second in pairwise(drafts):
        same = first.clause.sentence is second.clause.sentence
        if (
            same
            and first.kind in _TIMED
            and second.kind in _TIMED
            and "when" in first.slots
            and "when" not in second.slots
        ) and second.slots.keys().isdisjoint({"until", "duration", "condition"}):
            second.slots["when"] = first.slots["when"]


def _replaced(drafts: list[Draft]) -> None:
    """A cancelled order is replaced if the letter gives another in its place."""
    for at, draft in enumerate(drafts):
        if draft.kind == "cancel":
            later = [
                d for d in drafts[at + 1 :] if d.kind not in ("cancel", "status", "retreat", "encounter", "encumbrance")
            ]
            draft.slots["replaced"] = any(abs(d.clause.sentence.line - draft.clause.sentence.line) <= 3 for d in later)


def _spokesperson(drafts: list[Draft], mail: Mail) -> None:
    if not mail.invoked:
        return
    for draft in drafts:
        handing = draft.kind == "spokesperson" and draft.slots.get("action") == "designate"
        if not handing:
            draft.slots["as_spokesperson"] = True
            if draft.slots.get("who") == "self" and draft.kind in (
                "dungeon",
                "encounter",
                "retreat",
                "encumbrance",
                "travel",
            ):
                draft.slots["who"] = "party"
