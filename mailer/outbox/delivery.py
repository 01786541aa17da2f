"""What a round of sending came to; by itself, for a run that has nothing to send need not know how it is done."""

from dataclasses import dataclass

from mailer.errors import MailerError


@dataclass(frozen=True, slots=True)
class Delivery:
    """What one round of sending came to."""

    sent: int = 0
    later: int = 0
    dead: int = 0
    failure: MailerError | None = None  # the line is down or refuses us: the rest was not tried
