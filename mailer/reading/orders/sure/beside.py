"""Reasons to distrust an order: what stands beside it in the letter."""

from mailer.reading.orders.filters import real_life
from mailer.reading.orders.sure.case import Case
from mailer.reading.orders.vocabulary import vocabulary


def rival(case: Case) -> int:
    """Another order of the same kind in the letter."""
    once = case.draft.kind not in ("encounter", "shop", "spokesperson", "explore_town", "research")
    return min(sum(one.kind == case.draft.kind for one in case.drafts) - 1, 2) if once else 0


def past_before(case: Case) -> int:
    """The sentence before, in the same paragraph, tells of the past."""
    at = next((k for k, one in enumerate(case.told) if one is case.sentence), 0)
    before = case.told[at - 1] if at else None
    if before is None or before.paragraph != case.sentence.paragraph:
        return 0
    return int(vocabulary().phrases["mood.past"].find(before.words) is not None)


def turned_later(case: Case) -> int:
    """The sentence behind it puts a condition or another way: if it rains we go on Thursday instead."""
    at = next((k for k, one in enumerate(case.told) if one is case.sentence), -1)
    behind = case.told[at + 1] if 0 <= at < len(case.told) - 1 else None
    if behind is None or not behind.words or behind.line - case.sentence.line > 1:
        return 0
    opens = set(behind.words[:2]) & {"si", "if", "pero", "but", "except", "salvo", "unless"}
    other = set(behind.words) & {"mejor", "instead", "vez", "lugar"} or any(a.kind == "date" for a in behind.amounts)
    return int(bool(opens and other))


def goods_beside(case: Case) -> int:
    """Goods or numbers in sentences of the letter that gave no order, where goods are bought, sold or made."""
    if case.draft.kind not in ("shop", "craft"):
        return 0
    ordered = {id(one.clause.sentence) for one in case.drafts}
    item = vocabulary().phrases["nouns.item"]
    return sum(
        id(one) not in ordered
        and (item.find(one.words) is not None or any(not a.used and a.kind == "number" for a in one.amounts))
        for one in case.told
    )


def time_beside(case: Case) -> int:
    """When or how long is said for another order of the sentence or the one before, and not for this one."""
    if case.draft.kind not in _TIMED or case.draft.slots.keys() & TIME_SLOTS:
        return 0
    near = [one for one in case.drafts if one is not case.draft and one.clause.sentence is case.sentence]
    return int(any(one.slots.keys() & TIME_SLOTS for one in near))


_TIMED = frozenset({"shop", "class_work", "research", "carouse", "rest", "explore_town", "craft", "train", "wait"})

TIME_SLOTS = frozenset({"when", "until", "duration", "deadline", "depart", "until_event"})


def asked_beside(case: Case) -> int:
    """Something else in the same line or the next is asked about."""
    return int(any(abs(doubt.line - case.sentence.line) <= 1 for doubt in case.doubts))


def loose_beside(case: Case) -> int:
    """Amounts without a slot in the sentences beside it that gave no order."""
    ordered = {id(one.clause.sentence) for one in case.drafts}
    near = [
        one
        for one in case.told
        if id(one) not in ordered
        and one.paragraph == case.sentence.paragraph
        and abs(one.line - case.sentence.line) <= 1
        and not ({"might", "may", "igual"} & set(one.words) or real_life(one))
    ]
    return min(sum(not a.used and a.kind != "number" for one in near for a in one.amounts), 2)


def many_orders(case: Case) -> int:
    """Other orders of the same sentence, past the first two."""
    return max(sum(one.clause.sentence is case.sentence for one in case.drafts) - 2, 0)
