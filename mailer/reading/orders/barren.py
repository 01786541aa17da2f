"""Sentences without an order of their own: what they answer, add or leave open."""

from mailer.reading.orders.added.clause import bare_clause
from mailer.reading.orders.added.limit import limits_of
from mailer.reading.orders.amounts import per_at
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.doubting import ask_about, drop_pending
from mailer.reading.orders.fill import attach
from mailer.reading.orders.filters import real_life
from mailer.reading.orders.frames.answers import choose
from mailer.reading.orders.grammar import FRAMES
from mailer.reading.orders.letter import Clause, Draft, Mail, Sentence
from mailer.reading.orders.musing import surely_past, thinks_aloud, whole_clause
from mailer.reading.orders.places import find_place
from mailer.reading.orders.questions import asks_plainly
from mailer.reading.orders.second_thoughts import counts_again
from mailer.reading.orders.times import date_field, date_slot, duration_slot
from mailer.reading.orders.tokens import word_set
from mailer.reading.orders.understanding import Understanding
from mailer.reading.orders.vocabulary import vocabulary


def take_barren(so_far: Understanding, sentence: Sentence, clauses: list[Clause]) -> None:
    """Read a sentence whose clauses gave no order."""
    if asks_plainly(so_far, sentence) or counts_again(so_far, sentence):
        return
    if (
        answers_offer(so_far, sentence, clauses)
        or says_likewise(so_far, sentence)
        or wants_people(so_far, sentence, clauses)
    ):
        return
    limited = limits_of(sentence, so_far.mail, clauses)
    if limited:
        so_far.drafts += limited
        return
    if any(surely_past(c) for c in clauses):
        return
    aborted = any("abort" in c.hit.frames for c in clauses)
    if aborted:
        return
    chat = real_life(sentence) or thinks_aloud(sentence)
    if (not chat and _excepts(so_far, sentence)) or (not chat and attach(so_far.drafts, sentence, so_far.mail)):
        so_far.lines.add(sentence.line)
    elif (
        not chat
        and any(not a.used and a.kind in ("date", "duration") for a in sentence.amounts)
        and _intends(sentence, so_far.mail)
    ):
        drop_pending(so_far)
        so_far.pending = sentence
    else:
        ask_about(so_far, sentence)


def _excepts(so_far: Understanding, sentence: Sentence) -> bool:
    """What is said alone behind an order and calls it off: Unless there are dogs. Salvo que llueva."""
    conditions = conditions_of(sentence, so_far.mail)
    meant = [draft for draft in so_far.drafts if draft.clause.sentence is so_far.last]
    whole = bool(conditions) and conditions[0].i <= 1 and conditions[0].j >= len(sentence.words) - 1
    if not whole or not conditions[0].unless or not meant or "unless" in meant[-1].slots:
        return False
    meant[-1].slots["unless"] = {key: value for key, value in conditions[0].slot.items() if key != "negated"}
    return True


def add_pending(so_far: Understanding, drafts: list[Draft]) -> None:
    """The days and the place a sentence gave before what is to be done there."""
    sentence = so_far.pending
    draft = drafts[0]
    if sentence is not None and draft.kind == "spokesperson":
        for away in [d for d in so_far.drafts if d.kind == "absence" and d.clause.sentence is sentence]:
            so_far.drafts.remove(away)
            for amount in sentence.amounts:
                amount.used = False
    takes = ("rest", "wait", "explore_town", "train", "research", "carouse", "craft", "spokesperson", "class_work")
    if sentence is None or draft.kind not in takes or draft.clause.sentence.line - sentence.line > 3:
        drop_pending(so_far)
        return
    so_far.pending = None
    days = [a for a in sentence.amounts if a.kind == "date"]
    for amount in sentence.amounts:
        name = (
            "duration"
            if amount.kind == "duration"
            else date_field(sentence, days, days.index(amount), "when", "deadline")
            if amount.kind == "date"
            else ""
        )
        if amount.kind in ("date", "duration") and not amount.used and name not in draft.slots:
            amount.used = True
            draft.slots[name] = duration_slot(sentence, amount) if name == "duration" else date_slot(sentence, amount)
            if amount.value.get("week"):
                draft.slots.setdefault(
                    "duration", {"phrase": sentence.span(amount.i, amount.j), "n": 1, "unit": "week", "days": 7}
                )
    found = find_place(bare_clause(sentence), so_far.mail)
    if found is not None and draft.kind != "spokesperson":
        draft.slots.setdefault("place", sentence.span(*found))


def wants_people(so_far: Understanding, sentence: Sentence, clauses: list[Clause]) -> bool:
    """People wanted at a wage, no verb said: a cook at 3 sp a day."""
    roles = vocabulary().phrases["nouns.role"].find(sentence.words)
    waged = any(a.kind == "money" and not a.used and per_at(sentence.words, a.j) is not None for a in sentence.amounts)
    if (
        roles is None
        or not waged
        or any(clause.hit.verdict in ("past", "third", "negated") for clause in clauses)
        or thinks_aloud(sentence)
    ):
        return False
    drafts = FRAMES["hire"](whole_clause(sentence, "hire", so_far.mail), so_far.mail)
    for draft in drafts:
        draft.frame = "hire"
    so_far.drafts += drafts
    return bool(drafts)


def says_likewise(so_far: Understanding, sentence: Sentence) -> bool:
    """The same in another case: y si en dos días no sale nada, también."""
    conditions = conditions_of(sentence, so_far.mail)
    if not conditions or not so_far.drafts or so_far.drafts[-1].kind not in ("encumbrance", "retreat", "dungeon"):
        return False
    rest = [
        w
        for k, (w, t) in enumerate(zip(sentence.words, sentence.tokens, strict=True))
        if t.kind == "w" and not conditions[0].i <= k < conditions[0].j
    ]
    if not rest or not set(rest) <= {
        "y",
        "and",
        "tambien",
        "lo",
        "mismo",
        "same",
        "too",
        "also",
        "the",
        "likewise",
        "igual",
        "ditto",
        "thing",
    }:
        return False
    last = so_far.drafts[-1]
    clause = whole_clause(sentence, "dungeon.return", so_far.mail)
    inside = [a.kind for a in sentence.amounts if conditions[0].i <= a.i < conditions[0].j]
    if {"percent", "hp", "fraction"} & set(inside):
        limits = FRAMES["retreat"](clause, so_far.mail)
        for draft in limits:
            draft.frame = "retreat"
            draft.slots["who"] = last.slots["who"]
            draft.clause.condition = conditions[0]
        so_far.drafts += limits
        return bool(limits)
    slots = {"who": last.slots["who"], "stance": "return", "condition": dict(conditions[0].slot)}
    so_far.drafts.append(Draft("dungeon", slots, clause, ["likewise"], "dungeon.return"))
    return True


def answers_offer(so_far: Understanding, sentence: Sentence, clauses: list[Clause]) -> bool:
    """A bare yes, no or letter that answers the subject line's offer."""
    if so_far.answered or not so_far.mail.subject.lower().startswith(("re:", "re ")):
        return False
    clause = whole_clause(sentence, "decide", so_far.mail)
    drafts = choose(clause, so_far.mail)
    for draft in drafts:
        draft.frame = "decide"
        so_far.answered = True
    so_far.drafts += drafts
    return bool(drafts)


def _intends(sentence: Sentence, mail: Mail) -> bool:
    """Whether a sentence tells what the sender's character will be about."""
    words = set(sentence.words)
    named = any(name == mail.sender for _, name in sentence.names.values()) and bool(words & _BEING)
    return named or bool(
        words & {"i", "i'm", "i'll", "yo", "estare", "voy", "pasare", "estoy", "we", "paso", "spend", "spending", "im"}
    )


_BEING = word_set(
    "esta estara va ira pasa pasara queda quedara tiene dedica dedicara usa aprovecha "
    "is will be spends has stays goes takes 'll uses gets"
)
