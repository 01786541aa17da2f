"""Where a mistake of ours happened, without a word of what it was about: that may be a player's, or a secret."""

import traceback
from collections.abc import Iterator


def trace(error: BaseException) -> str:
    """Files, lines and kinds of error, the cause first, as a traceback has them; the messages are left out."""
    return "\n".join(_lines(error, frozenset()))


def _lines(error: BaseException, seen: frozenset[int]) -> Iterator[str]:
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and id(cause) not in seen:
        yield from _lines(cause, seen | {id(error)})
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield type(error).__name__
