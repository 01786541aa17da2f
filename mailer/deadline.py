"""A time that one letter may take, whatever it does to us."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class LetterTimeoutError(Exception):
    """One letter took longer than any letter should."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """What is inside ends in time, or is broken off."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise LetterTimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
