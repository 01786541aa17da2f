"""Journeys, descents and stays told in several pieces, made one order each."""

from mailer.reading.orders.frames.dungeon import until_kind
from mailer.reading.orders.letter import Draft
from mailer.reading.orders.tokens import words_of
from mailer.reading.orders.vocabulary import vocabulary

PLACED = frozenset({"research", "train", "craft", "rest", "class_work", "explore_town", "shop", "carouse", "hire"})


def absorb(into: Draft, other: Draft, *, but: tuple[str, ...] = ("who", "condition")) -> None:
    """Take over what the other has and this one lacks."""
    for name, value in other.slots.items():
        if name not in but:
            into.slots.setdefault(name, value)
    into.why += other.why


def errands(drafts: list[Draft]) -> list[Draft]:
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
            and following.kind in PLACED
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


def journeys(drafts: list[Draft]) -> list[Draft]:
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
            if last is not None and own is not None and "depart" in draft.slots and _puts_off(draft):
                last.slots["unless"] = {key: value for key, value in own.items() if key != "negated"}
                last.slots["fallback_when"] = draft.slots["depart"]
                continue
            if (
                last is not None
                and own is not None
                and own != last.slots.get("condition")
                and "destination" in last.slots
            ):
                draft.slots["destination"] = last.slots["destination"]
                kept.append(draft)
                continue
            if last is not None and are_near(last, draft) and "destination" in last.slots:
                absorb(last, draft)
                continue
            waiting = draft
            kept.append(draft)
            continue
        if waiting is not None and are_near(waiting, draft) and "depart" not in draft.slots:
            absorb(draft, waiting, but=("who",))
            kept.remove(waiting)
            if waiting.slots.get("who") == "party":
                draft.slots["who"] = "party"
            waiting = None
        kept.append(draft)
    return kept


_INSTEAD = frozenset({"instead", "mejor", "entonces", "then", "pues", "aplazamos", "dejamos", "esperamos"})


def _puts_off(draft: Draft) -> bool:
    """Whether a journey on some occasion only moves the day of the last: if it rains we'll go Thursday instead."""
    weather = draft.slots["condition"].get("event") == "weather"
    return weather or bool(_INSTEAD & set(draft.clause.sentence.words))


def are_near(first: Draft, second: Draft) -> bool:
    """Whether two orders stand near each other in the letter."""
    return abs(second.clause.sentence.block - first.clause.sentence.block) <= 3


def descents(drafts: list[Draft]) -> list[Draft]:
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
                absorb(last, draft)
                continue
            if same and stances == ("raid", "explore") and not {"objective", "target"} & last.slots.keys():
                absorb(draft, last)
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
            absorb(last, draft, but=("who", "condition", "until_event"))
            continue
        kept.append(draft)
    return kept


def _until(text: str) -> str:
    return until_kind(text)


def stays(drafts: list[Draft]) -> list[Draft]:
    """Staying somewhere in order to do something there is only the place of what is done."""
    alone = any(draft.kind == "independence" for draft in drafts)
    kept: list[Draft] = []
    for number, draft in enumerate(drafts):
        following = drafts[number + 1] if number + 1 < len(drafts) else None
        if following is None or not _only_place(draft) or following.kind not in PLACED:
            kept.append(draft)
            continue
        same = following.clause.sentence is draft.clause.sentence
        linked = following.clause.hit.start <= draft.clause.hit.i
        purpose = linked or following.clause.hit.verdict == "purpose" or following.clause.hit.person in ("ger", "inf")
        bare = draft.slots.keys() <= {"who", "place"}
        if same and purpose:
            for other in drafts[number + 2 :]:
                if other.clause.sentence is draft.clause.sentence and other.clause.hit.person == "ger":
                    for name in ("place", "until"):
                        if name in draft.slots:
                            other.slots.setdefault(name, draft.slots[name])
        if (same and purpose) or (bare and not alone and "place" not in following.slots and are_near(draft, following)):
            absorb(following, draft)
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
