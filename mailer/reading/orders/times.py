"""The days, hours and spans of time of a clause put into slots."""

from collections.abc import Sequence
from typing import Any

from mailer.reading.orders.amount import Amount
from mailer.reading.orders.letter import Clause, Draft, Sentence
from mailer.reading.orders.spans import amounts_in, find_word
from mailer.reading.orders.vocabulary import analyses


def date_slot(sentence: Sentence, amount: Amount) -> dict[str, Any]:
    """The slot for a day: its words and what they come to."""
    value = {key: part for key, part in amount.value.items() if key != "week"}
    return {"phrase": sentence.span(amount.i, amount.j), **value}


def add_times(draft: Draft, field: str = "when", *, before: str = "deadline", spans: bool = True) -> None:
    """The days and spans of time of a clause put into the slots of its draft."""
    clause = draft.clause
    sentence = clause.sentence
    dates = amounts_in(clause, "date")
    if spans:
        add_duration(draft)
    for number, amount in enumerate(dates):
        if amount.used and draft.kind not in ("explore_town", "carouse"):
            continue
        name = date_field(sentence, dates, number, field, before)
        amount.used = True
        slot = date_slot(sentence, amount)
        if amount.value.get("week") and draft.kind in (
            "explore_town",
            "rest",
            "train",
            "research",
            "class_work",
            "craft",
            "carouse",
        ):
            draft.slots.setdefault("duration", {"phrase": slot["phrase"], "n": 1, "unit": "week", "days": 7})
        if name in draft.slots and name in ("when", "depart"):
            earlier = draft.slots[name]
            joined = sentence.words[amount.i - 1] in ("y", "and", "o", "or", "e", "&") or (
                name == "when" and sentence.tokens[amount.i - 1].text == "," and number + 1 < len(dates)
            )
            both = [*(earlier if isinstance(earlier, list) else [earlier]), slot]
            draft.slots[name] = both if joined else slot
        else:
            draft.slots.setdefault(name, slot)


def date_field(sentence: Sentence, dates: Sequence[Amount], number: int, field: str, before: str) -> str:
    """The slot a day goes into, by its preposition."""
    amount = dates[number]
    previous = dates[number - 1] if number else None
    if amount.role == "until":
        return "until"
    if (
        previous is not None
        and amount.i <= previous.j + 1
        and (
            (previous.role == "from" and amount.role == "by" and sentence.words[amount.i] in ("al", "a"))
            or sentence.words[amount.i - 1 : amount.i] in (["to"], ["a"], ["-"])
        )
    ):
        return "until"
    if amount.role == "before":
        return before
    if amount.role == "by":
        return field if field == "depart" else "deadline" if sentence.words[amount.i] in ("para", "pal") else field
    return field


_SEQUENCED = frozenset(
    {
        "shop",
        "travel",
        "rest",
        "research",
        "train",
        "carouse",
        "hire",
        "explore_town",
        "class_work",
        "craft",
        "wait",
        "dungeon",
        "other",
    }
)
_BEFORE_THAT = ("antes de eso", "before that", "antes de esto")
_AFTER = (
    "despues de eso",
    "after that",
    "cuando acabe con eso",
    "when that's done",
    "once that's done",
    "when that is done",
    "acto seguido",
    "a continuacion",
    "afterwards",
    "luego",
    "despues",
    "dsp",
    "then",
    "mas tarde",
    "later",
    "cuando termine eso",
    "cuando termine con eso",
    "cuando haya terminado",
    "cuando haya acabado",
    "cuando termine",
    "cuando terminemos",
    "cuando acabe",
    "cuando acabemos",
    "en cuanto acabe",
    "en cuanto termine",
    "al terminar",
    "al acabar",
    "y despues",
    "when that is finished",
    "once that is finished",
    "when that's finished",
    "once that is done",
    "when finished",
    "once finished",
    "when done",
    "once done",
    "when she's done",
    "when he's done",
    "when i'm done",
    "when we're done",
    "once she's done",
    "once he's done",
    "once i'm done",
)


def add_sequence(draft: Draft) -> None:
    """Before or after what was ordered just before: luego, after that, antes."""
    clause, words = draft.clause, draft.clause.sentence.words
    field = "depart" if draft.kind == "travel" else "when"
    if draft.kind not in _SEQUENCED or field in draft.slots:
        return
    start = clause.condition.i if clause.condition is not None and not clause.condition.backward else clause.i
    hour = _hour(clause) if draft.kind == "travel" else None
    if hour is not None:
        span = clause.sentence.span(*hour[0])
        draft.slots[field] = {"phrase": span, "event": hour[1], "offset_days": None, "date": None}
        return
    found = _before_leaving(clause)
    if found is not None and draft.kind != "travel":
        draft.slots[field] = {
            "phrase": clause.sentence.span(*found),
            "event": "before_departure",
            "offset_days": None,
            "date": None,
        }
        return
    found = run_of(words, _BEFORE_THAT, clause.i, clause.j)
    event = "before_previous"
    if found is None and draft.kind == "shop":
        at = find_word(clause, ("antes", "beforehand"), clause.i)
        if at is not None and words[at + 1 : at + 2] not in (["de"], ["que"], ["of"]):
            found, event = (at, at + 1), "before_departure"
    if found is None:
        found, event = run_of(words, _AFTER, max(min(start, clause.i) - 2, 0), clause.hit.start + 1), "after_previous"
        if found is not None and words[found[0] - 1 : found[0]] in (["until"], ["hasta"], ["since"], ["till"], ["by"]):
            return
        if found is not None and words[found[1] : found[1] + 1] in (["de"], ["ya"], ["of"], ["que"]):
            return
    held = clause.condition
    if found is None or (held is not None and held.i <= found[0] < found[1] < held.j):
        return
    draft.slots[field] = {"phrase": clause.sentence.span(*found), "event": event, "offset_days": None, "date": None}
    if (
        event == "after_previous"
        and clause.condition is not None
        and clause.condition.i <= found[0] < clause.condition.j
    ):
        draft.slots.pop("condition", None)


_LEAVING = (
    "salir",
    "partir",
    "marchar",
    "ir",
    "bajar",
    "entrar",
    "viajar",
    "leave",
    "go",
    "set",
    "head",
    "depart",
    "descend",
)


def _before_leaving(clause: Clause) -> tuple[int, int] | None:
    """Where it is said that something is done before leaving: antes de bajar, before we set off."""
    sentence, words = clause.sentence, clause.sentence.words
    start = clause.lead[0] if clause.lead != (0, 0) else clause.i
    for at in range(start, clause.j - 1):
        verb = at + 2 if words[at : at + 2] == ["antes", "de"] else at + 1 if words[at] == "before" else 0
        if not verb or sentence.covered[at] >= 0:
            continue
        verb += words[verb : verb + 1] in (["we"], ["i"], ["they"], ["que"])
        if verb < clause.j and any(one.form.lemma in _LEAVING for one in analyses(sentence.tokens[verb])):
            end = verb + 1 + (words[verb + 1 : verb + 2] in (["off"], ["out"], ["down"]))
            return at, end
    return None


_HOURS = {
    "dawn": ("at dawn", "at first light", "at sunrise", "at daybreak", "al amanecer", "al alba", "con el alba"),
    "dusk": ("at dusk", "at sunset", "at nightfall", "al anochecer", "al atardecer", "al caer la noche"),
    "noon": ("at noon", "at midday", "al mediodia", "a mediodia"),
    "midnight": ("at midnight", "a medianoche"),
}


def _hour(clause: Clause) -> tuple[tuple[int, int], str] | None:
    """An hour without a day: at dawn, al anochecer."""
    sentence = clause.sentence
    for event, phrases in _HOURS.items():
        found = run_of(sentence.words, phrases, clause.i, clause.j)
        held = [c for c in (clause.condition, clause.unless) if c is not None]
        if (
            found is not None
            and all(sentence.covered[at] < 0 for at in range(*found))
            and not any(c.i <= found[0] < c.j for c in held)
        ):
            return found, event
    return None


def run_of(words: Sequence[str], phrases: Sequence[str], start: int, end: int) -> tuple[int, int] | None:
    """Where the first of some phrases stands."""
    for phrase in phrases:
        run = phrase.split()
        for at in range(start, max(end - len(run) + 1, start)):
            if list(words[at : at + len(run)]) == run:
                return at, at + len(run)
    return None


def add_duration(draft: Draft) -> None:
    """The span of time of a clause."""
    clause = draft.clause
    for amount in amounts_in(clause, "duration"):
        if amount.used or amount.role in ("ago", "later") or amount.value["unit"] in ("hour", "turn"):
            continue
        amount.used = True
        draft.slots.setdefault("duration", duration_slot(clause.sentence, amount))


def duration_slot(sentence: Sentence, amount: Amount) -> dict[str, Any]:
    """The slot for a span of time."""
    return {"phrase": sentence.span(amount.i, amount.j), **amount.value}
