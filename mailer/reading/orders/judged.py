"""What a verb amounts to, and the words that both languages judge it by."""

from typing import NamedTuple

from mailer.reading.orders.conjugation import Form

PAST_TENSES = frozenset({"pret", "impf", "past"})


class Judged(NamedTuple):
    """What a verb amounts to."""

    verdict: str
    person: str
    subject: tuple[str, ...]
    start: int
    form: Form | None
    clitics: tuple[str, ...]
