"""Reasons to distrust an order: nothing of the game bears it out, or what its clause says beside it was not read."""

from mailer.reading.orders.evident import is_evident
from mailer.reading.orders.plausible import doubtful
from mailer.reading.orders.sure.case import Case
from mailer.reading.orders.tokens import words_of
from mailer.reading.orders.vocabulary import vocabulary


def unevident(case: Case) -> int:
    """No foe, place, goods, sum or day of the game stands in it where its kind wants one."""
    return int(not is_evident(case.draft, case.mail))


def implausible(case: Case) -> int:
    """Its goods are no goods, its road leads nowhere known, its rest is a bedtime."""
    return int(doubtful(case.draft, case.mail))


def left_over(case: Case) -> int:
    """Amounts, days, denials and second thoughts of its clause that found no place in it."""
    return len(case.left)


def mended(case: Case) -> int:
    """Second thoughts that nothing took up: wait, no, make that two."""
    mending = vocabulary().phrases["mood.left_mending"]
    return int(any(mending.at(list(words_of(text)), 0) for text in case.left))
