"""Where a player is written to, if not by mail."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation in a chat."""

    channel: str
    conv: str
    answers: str = ""  # the message there that is answered
