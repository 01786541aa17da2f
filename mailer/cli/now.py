"""The instant a command is called at."""

from datetime import UTC, datetime


def real_now() -> datetime:
    """The one place where the clock is read."""
    return datetime.now(UTC)
