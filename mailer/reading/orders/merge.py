"""What belongs together: journeys told in pieces, a stay and what is done there, orders of one sentence."""

from itertools import pairwise
from typing import Any

from mailer.reading.orders.letter import Draft, Mail
from mailer.reading.orders.merge_ways import absorb, descents, errands, journeys, stays

_TIMED = frozenset({"carouse", "explore_town", "class_work", "research", "train", "shop"})
_ONE = frozenset({"wait", "class_work", "carouse", "research", "rest", "explore_town", "train", "decision"})


def merged(drafts: list[Draft], mail: Mail) -> list[Draft]:
    """The drafts with what belongs together put together."""
    for step in (
        errands,
        journeys,
        descents,
        stays,
        _loads,
        _trips,
        _payments,
        _same_sentence,
        _answers,
        _questions,
        _once,
    ):
        drafts = step(drafts)
    _inherit(drafts)
    _replaced(drafts)
    _spokesperson(drafts, mail)
    return drafts


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
                absorb(last, draft)
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
        same = last is not None and draft.clause.sentence is last.clause.sentence
        makes = last is not None and draft.kind == last.kind == "craft" and same and not draft.slots.get("commission")
        if last is not None and ((draft.kind == last.kind == "shop" and _one_trip(last, draft)) or makes):
            before = last.slots.get("items", [])
            more = [item for item in draft.slots.get("items", []) if not (same and item in before)]
            last.slots["items"] = [*before, *more]
            absorb(last, draft, but=("who", "items", *(("when",) if makes else ())))
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
            absorb(last, draft)
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
        if (
            last is not None
            and last.kind == "craft"
            and draft.frame == "spend"
            and last.clause.sentence is draft.clause.sentence
            and "budget" not in last.slots
        ):
            last.slots["budget"] = draft.slots.get("budget")
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


def _answers(drafts: list[Draft]) -> list[Draft]:
    """The same answer given twice in one breath is one: No. Dígale al alcalde que no."""
    kept: list[Draft] = []
    for draft in drafts:
        last = next((d for d in reversed(kept) if d.kind == "decision"), None)
        near = last is not None and abs(last.clause.sentence.line - draft.clause.sentence.line) <= 1
        same = last is not None and draft.kind == "decision" and last.slots.get("answer") == draft.slots.get("answer")
        if last is not None and near and same and "choice" not in draft.slots:
            for name in ("pay", "gives", "terms"):
                if name in draft.slots:
                    last.slots.setdefault(name, draft.slots[name])
            continue
        kept.append(draft)
    return kept


def _once(drafts: list[Draft]) -> list[Draft]:
    """The same order said twice counts once."""
    kept: list[Draft] = []
    for draft in drafts:
        twin = next((d for d in kept if d.kind == draft.kind and _same(d.slots, draft.slots)), None)
        if twin is not None:
            absorb(twin, draft, but=())
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
            draft.slots["replaced"] = any(
                abs(d.clause.sentence.line - draft.clause.sentence.line) <= 3 and _takes_its_place(d, draft)
                for d in later
            )


_GOING = frozenset({"travel", "wait", "dungeon", "independence"})
_LEISURE = frozenset(
    {"travel", "wait", "rest", "carouse", "train", "research", "class_work", "explore_town", "craft", "independence"}
)
_INSTEAD = frozenset({"vez", "lugar", "instead", "mejor", "rather", "plan", "cambio"})


def _takes_its_place(draft: Draft, cancelled: Draft) -> bool:
    """Whether an order is what is done in the place of another: no trip, but waiting; no rope, but a ladder."""
    kind = cancelled.slots["target_kind"]
    said = set(draft.clause.sentence.words) | set(cancelled.clause.sentence.words)
    alike = {kind, draft.kind} <= _GOING or {kind, draft.kind} <= _LEISURE
    return kind in ("all", draft.kind) or alike or bool(_INSTEAD & said)


def _spokesperson(drafts: list[Draft], mail: Mail) -> None:
    named = [d.slots["who"] for d in drafts if d.kind == "spokesperson" and d.slots.get("action") == "designate"]
    if not mail.invoked or any(who not in ("self", [mail.sender]) for who in named):
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
                "hire",
            ):
                draft.slots["who"] = "party"
