"""What later words change in earlier ones: places taken over, orders that belong together, who speaks for whom, doubts."""

from typing import Any

from mailer.reading.orders.letter import Draft, Mail, frozen_why
from mailer.reading.orders.said import Doubt, DoubtCode, Said
from mailer.reading.orders.understand import Understanding

_PLACED = frozenset({"research", "train", "craft", "rest", "class_work", "explore_town", "shop", "carouse", "hire"})


def merged(understanding: Understanding, mail: Mail) -> tuple[list[Said], list[Doubt]]:
    """The final orders and doubts of a letter."""
    drafts = understanding.drafts
    drafts = _stays(drafts)
    drafts = _together(drafts)
    drafts = _once(drafts)
    _replaced(drafts)
    _spokesperson(drafts, mail)
    doubts = list(understanding.doubts)
    if mail.deferred:
        doubts += [Doubt(DoubtCode.DEFERRED, d.clause.sentence.span(d.clause.i, d.clause.j), d.clause.sentence.line) for d in drafts if d.kind != "status"]
        drafts = [draft for draft in drafts if draft.kind == "status"]
    said = [_said(draft) for draft in drafts if _complete(draft)]
    doubts += [confirm for one in said if (confirm := _ruinous(one)) is not None]
    return said, doubts


def _said(draft: Draft) -> Said:
    sentence = draft.clause.sentence
    text = sentence.span(draft.clause.i, draft.clause.j) or sentence.span(0, len(sentence.words))
    return Said(draft.kind, draft.slots, sentence.line, text, frozen_why(draft))


def _complete(draft: Draft) -> bool:
    """Whether an order has what it cannot do without."""
    needs: dict[str, tuple[str, ...]] = {"shop": ("items",), "travel": ("destination",), "hire": ("role",), "craft": ("items",)}
    return all(draft.slots.get(name) for name in needs.get(draft.kind, ()))


def _stays(drafts: list[Draft]) -> list[Draft]:
    """Staying somewhere in order to do something there is only the place of what is done."""
    kept: list[Draft] = []
    for number, draft in enumerate(drafts):
        following = drafts[number + 1] if number + 1 < len(drafts) else None
        bare = draft.kind in ("wait", "travel", "dungeon") and _only_place(draft)
        same = following is not None and following.clause.sentence is draft.clause.sentence and following.kind in _PLACED
        purpose = following is not None and (following.clause.hit.verdict == "purpose" or following.clause.hit.person in ("ger", "inf") or draft.kind == "wait")
        if bare and same and purpose and following is not None and draft.kind != "travel":
            if "place" in draft.slots:
                following.slots.setdefault("place", draft.slots["place"])
            for name in ("duration", "when", "until"):
                if name in draft.slots:
                    following.slots.setdefault(name, draft.slots[name])
            if following.slots.get("who") == "self":
                following.slots["who"] = draft.slots["who"]
            continue
        kept.append(draft)
    return kept


def _only_place(draft: Draft) -> bool:
    return draft.kind == "wait" or (draft.kind == "dungeon" and draft.slots.get("stance") == "secure" and draft.frame == "stay")


def _together(drafts: list[Draft]) -> list[Draft]:
    """Two limits said as one order: livianos, nadie con más de 30 kilos; shop orders of one sentence."""
    kept: list[Draft] = []
    for draft in drafts:
        last = kept[-1] if kept else None
        if last is not None and draft.kind == last.kind == "encumbrance":
            if "level" in last.slots and ({"weight", "fraction"} & draft.slots.keys()):
                kept[-1] = draft
                continue
            if "level" in draft.slots:
                continue
        if last is not None and draft.kind == last.kind == "shop" and _one_trip(last, draft):
            last.slots["items"] = [*last.slots.get("items", []), *draft.slots["items"]]
            for name in ("place", "when"):
                if name in draft.slots:
                    last.slots.setdefault(name, draft.slots[name])
            last.why += draft.why
            continue
        kept.append(draft)
    return kept


def _one_trip(first: Draft, second: Draft) -> bool:
    """Whether two shop orders are one: near each other, nothing that differs but what is bought and sold."""
    near = abs(first.clause.sentence.block - second.clause.sentence.block) <= 12
    differ = any(first.slots.get(name) != second.slots.get(name) and name in second.slots and name in first.slots for name in ("when", "place"))
    conditional = first.slots.get("condition") != second.slots.get("condition")
    budget = "budget" in first.slots and "budget" in second.slots
    return near and not (differ or conditional or budget or first.slots["who"] != second.slots["who"])


def _once(drafts: list[Draft]) -> list[Draft]:
    """The same order said twice counts once; the later one holds of two limits."""
    kept: list[Draft] = []
    for draft in drafts:
        twin = next((d for d in kept if d.kind == draft.kind and _same(d.slots, draft.slots)), None)
        if twin is not None:
            for name, value in draft.slots.items():
                twin.slots.setdefault(name, value)
            continue
        kept.append(draft)
    return kept


def _same(first: dict[str, Any], second: dict[str, Any]) -> bool:
    shared = (first.keys() & second.keys()) - {"text"}
    return all(first[name] == second[name] for name in shared) and len(shared) >= min(len(first), len(second))


def _replaced(drafts: list[Draft]) -> None:
    """A cancelled order is replaced if the letter gives another for the same time."""
    for draft in drafts:
        if draft.kind == "cancel":
            others = [d for d in drafts if d.kind not in ("cancel", "status", "retreat", "encounter", "encumbrance")]
            near = [d for d in others if abs(d.clause.sentence.line - draft.clause.sentence.line) <= 3 and drafts.index(d) > drafts.index(draft)]
            draft.slots["replaced"] = bool(near)


def _spokesperson(drafts: list[Draft], mail: Mail) -> None:
    if not mail.invoked:
        return
    for draft in drafts:
        handing = draft.kind == "spokesperson" and draft.slots.get("action") == "designate"
        if not handing:
            draft.slots["as_spokesperson"] = True
            if draft.slots.get("who") == "self" and draft.kind in ("dungeon", "encounter", "retreat", "encumbrance", "travel"):
                draft.slots["who"] = "party"


def _ruinous(said: Said) -> Doubt | None:
    """Orders that cannot be undone or would ruin someone are confirmed first."""
    everything = said.kind == "shop" and any(
        item.get("qty") == "all" and str(item.get("item", "")).lower() in ("todo", "everything", "equipo", "mi equipo", "gear", "my gear", "cosas", "inventario")
        for item in said.slots.get("items", ())
    )
    if everything:
        return Doubt(DoubtCode.CONFIRM, said.text, said.line, {"reason": "sells everything"}, ("yes", "no"))
    return None
