"""Reply tokens: a secret in the address we answer from, good for one player until one day.

    estafeta+aa7qmzjx3ivh2cb6w5ok@example.org

Three letters are the last day (days since 2020, base 32), sixteen are 80 bits of HMAC-SHA256 over player and day.
Changing the campaign's secret revokes them all; `generation` revokes one player's.
"""

import base64
import hashlib
import hmac
from datetime import date, timedelta
from enum import StrEnum

_FIRST_DAY = date(2020, 1, 1)
_DAY_CHARS = 3
_MAC_BYTES = 10
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_LAST_DAY = len(_LETTERS) ** _DAY_CHARS - 1


class TokenState(StrEnum):
    """What a token is worth."""

    GOOD = "good"
    EXPIRED = "expired"
    WRONG = "wrong"


def _mac(secret: bytes, player: str, day: str, generation: int) -> str:
    message = "\x00".join(("estafeta reply", player, day, str(generation))).encode()
    digest = hmac.new(secret, message, hashlib.sha256).digest()[:_MAC_BYTES]
    return base64.b32encode(digest).decode().lower()


def _day_text(day: int) -> str:
    text = ""
    for _ in range(_DAY_CHARS):
        day, place = divmod(day, len(_LETTERS))
        text = _LETTERS[place] + text
    return text


def _day_number(text: str) -> int:
    number = 0
    for letter in text:
        number = number * len(_LETTERS) + _LETTERS.index(letter)
    return number


def make_token(secret: bytes, player: str, *, expires: date, generation: int = 0) -> str:
    """A token for a player that is good up to and including a day."""
    if not secret:
        raise ValueError("a token needs a secret")
    day = _day_text(min(max((expires - _FIRST_DAY).days, 0), _LAST_DAY))
    return day + _mac(secret, player, day, generation)


def check_token(secret: bytes, player: str, *, token: str, today: date, generation: int = 0) -> TokenState:
    """What a token is worth for a player, compared in constant time."""
    day, mac = token[:_DAY_CHARS].lower(), token[_DAY_CHARS:].lower()
    if not secret or len(day) != _DAY_CHARS or any(letter not in _LETTERS for letter in day):
        return TokenState.WRONG
    if not hmac.compare_digest(mac.encode(), _mac(secret, player, day, generation).encode()):
        return TokenState.WRONG
    return TokenState.GOOD if _FIRST_DAY + timedelta(days=_day_number(day)) >= today else TokenState.EXPIRED
