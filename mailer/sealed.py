"""The sealed dice: faces nobody can foresee or bend, and everybody can check afterwards.

Each day has a secret. Its hash (the *commitment*) stands in the mails of the day before; the secret itself in those of
the day after. A face is HMAC-SHA256(secret, "campaign|2026-01-17T14:00|los-cuatro|encounter|0"): who threw, when, what
for, and the how-manieth die. The digest is cut into four numbers of eight bytes; the first that falls below the
greatest multiple of the die's sides counts, modulo sides, plus one.
"""

import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from rules.dice import Face, Throw
from rules.time import Day, Moment, day_of

_WORD = 8
_RANGE = 1 << (8 * _WORD)
_MOMENTS = 1 << 12  # kept at hand: those of a long day for every party


def day_secret(master: str, day: Day) -> str:
    """The secret of one day, in hexadecimal; the master secret never leaves the ledger."""
    return hmac.new(master.encode(), f"day {day}".encode(), hashlib.sha256).hexdigest()


def commitment(secret: str) -> str:
    """What is published before the day: the hash that binds us to its secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def sealed_value(secret: str, message: str, sides: int) -> int:
    """The face, 1..sides, that a secret gives for one die."""
    limit = _RANGE - _RANGE % sides
    suffix = ""
    while True:
        digest = hmac.digest(secret.encode(), f"{message}{suffix}".encode(), "sha256")
        for start in range(0, len(digest), _WORD):
            number = int.from_bytes(digest[start : start + _WORD])
            if number < limit:
                return number % sides + 1
        suffix += "+"  # four numbers out of range: a chance of one in 2**200 for a d100


@dataclass(slots=True)
class SealedDice:
    """The dice of a campaign."""

    master: str
    campaign: str  # its tag
    anchor: date  # of day 0
    turnover: int
    _secrets: dict[Day, str] = field(default_factory=dict)
    _moments: dict[Moment, tuple[str, str]] = field(default_factory=dict)  # the secret then, and how messages begin

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        """The n-th die of that throw."""
        secret, begins = self._moments.get(throw.at) or self._moment(throw.at)
        return Face(throw, n, sides, sealed_value(secret, f"{begins}|{throw.who}|{throw.what}|{n}", sides))

    def _moment(self, at: Moment) -> tuple[str, str]:
        if len(self._moments) >= _MOMENTS:
            self._moments.clear()
        found = self.secret(day_of(at, self.turnover)), f"{self.campaign}|{written(at, self.anchor)}"
        self._moments[at] = found
        return found

    def secret(self, day: Day) -> str:
        """The secret of that day."""
        known = self._secrets.get(day)
        if known is None:
            known = self._secrets[day] = day_secret(self.master, day)
        return known

    def commitment(self, day: Day) -> str:
        """The hash of that day's secret, to be published before it."""
        return commitment(self.secret(day))

    def message(self, throw: Throw, n: int) -> str:
        """What is hashed for that die, readable."""
        _, begins = self._moments.get(throw.at) or self._moment(throw.at)
        return f"{begins}|{throw.who}|{throw.what}|{n}"


def written(moment: Moment, anchor: date) -> str:
    """The moment as local date and time: 2026-01-17T14:00."""
    return (datetime.combine(anchor, time()) + timedelta(minutes=moment)).isoformat(timespec="minutes")
