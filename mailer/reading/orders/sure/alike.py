"""Reasons to distrust an order: the second reader finds its sentence unlike it.

The second reader is not heard of short sentences whose every word the grammar explains, nor of kinds no letter taught.
"""

from mailer.reading.orders.filters import blocked
from mailer.reading.orders.likeness.likely import kinds_of, likely
from mailer.reading.orders.likeness.second import FEW
from mailer.reading.orders.likeness.weights import weights
from mailer.reading.orders.sure.borne import implausible, left_over, unevident
from mailer.reading.orders.sure.case import Case

_TERSE = ("ger", "none", "inf")  # how notes are written: asking around, 1 day, 1 gp
_CLEAR = 9  # words and signs of a sentence that may be plain
# Chances of its kind, each below which the order is distrusted once more.
_UNLIKE = (0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.35, 0.5)
_ALIKE = (0.5, 0.6, 0.7, 0.8, 0.87, 0.93, 0.96, 0.98)  # from each of which on it is trusted once more
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


def denied(case: Case) -> int:
    """Only the second reader saw it, in a clause the grammar takes for a denial, a wish or a tale."""
    return int(case.draft.guessed and bool(blocked(case.draft.clause, case.mail)))


def alike(case: Case) -> int:
    """No distrust but trust: the second reader sees an order of its kind in its sentence, the surer the more."""
    if _is_deaf(case):
        return 0
    chance = likely(case.sentence, case.mail).of(kinds_of(case.draft))
    return sum(chance >= one for one in _ALIKE)


def plain(case: Case) -> int:
    """No distrust but trust: a few words, every one of them read, that something of the game bears out."""
    meant = case.draft.clause.hit.verdict == "order" and not case.draft.guessed
    doubted = unevident(case) or implausible(case) or left_over(case) or {"no", "not"} & set(case.words)
    return int(_is_read(case, _CLEAR) and meant and not doubted)


def _is_read(case: Case, longest: int) -> bool:
    """Whether a sentence of at most so many words and signs was read to the last word."""
    return len(case.words) <= longest and next(case.unread(), None) is None


def _is_deaf(case: Case) -> bool:
    kinds = kinds_of(case.draft)
    few = _CLEAR if case.draft.clause.hit.person in _TERSE else FEW
    return _is_read(case, few) or kinds <= _FOR_THE_DM or not kinds & weights().kinds()
