"""As many letters as one transaction may hold: few, small together, and soon done, for others wait for the ledger."""

from collections.abc import Iterator
from time import monotonic

from mailer.ledger.letters import StoredLetter

_MOST, _BYTES, _SECONDS = 20, 1 << 20, 0.5  # whichever is first


def handful(first: StoredLetter, others: Iterator[StoredLetter]) -> Iterator[StoredLetter]:
    """That letter and some of the others, each taken only when it is asked for."""
    began, size = monotonic(), len(first.raw)
    yield first
    for _ in range(_MOST - 1):
        if size > _BYTES or monotonic() - began > _SECONDS:
            return
        letter = next(others, None)
        if letter is None:
            return
        size += len(letter.raw)
        yield letter
