"""Reasons to distrust an order: the second reader finds its sentence unlike it.

The second reader is not heard of short sentences whose every word the grammar explains, nor of kinds no letter taught.
"""

from mailer.reading.orders.likeness.likely import kinds_of, likely
from mailer.reading.orders.likeness.second import FEW
from mailer.reading.orders.likeness.weights import weights
from mailer.reading.orders.sure.case import Case

_UNLIKE = (0.02, 0.06, 0.15, 0.35)  # chances of its kind, each below which the order is distrusted once more
_UNLIKELY = (0.15, 0.4, 0.7)  # the same for the chance that the sentence holds any order
_FOR_THE_DM = frozenset({"other", "spokesperson.other"})  # these only go to the DM: asking saves nothing
_LIKELIER = (0.15, 0.35, 0.7)  # chances of a kind nobody read, each from which on there is one more reason


def unlike(case: Case) -> int:
    """The second reader does not see an order of its kind in its sentence."""
    if _is_deaf(case):
        return 0
    chance = likely(case.sentence, case.mail).of(kinds_of(case.draft))
    return sum(chance < one for one in _UNLIKE)


def unlikely(case: Case) -> int:
    """The second reader sees no order at all in its sentence."""
    if _is_deaf(case):
        return 0
    chance = likely(case.sentence, case.mail).any
    return sum(chance < one for one in _UNLIKELY)


def likelier(case: Case) -> int:
    """The second reader sees an order in its sentence that nobody read."""
    if _is_deaf(case):
        return 0
    drafts = [draft for draft in case.drafts if draft.clause.sentence is case.sentence]
    read = frozenset().union(*map(kinds_of, drafts))
    kinds = likely(case.sentence, case.mail).kinds
    chance = max((one for kind, one in kinds.items() if kind not in read), default=0.0)
    return sum(chance >= one for one in _LIKELIER)


def guess(case: Case) -> int:
    """Only the second reader saw it: the grammar made nothing of the sentence."""
    return int(case.draft.guessed)


def _is_deaf(case: Case) -> bool:
    short = len(case.words) <= FEW and next(case.unread(), None) is None
    kinds = kinds_of(case.draft)
    return short or kinds <= _FOR_THE_DM or not kinds & weights().kinds()
