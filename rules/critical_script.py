"""A fight at the table as a line of words: what happened to one character, turn by turn.

    damage:15  hit:7  start:12  start:9/14+2  heal:11  medicine:13  rest  greater_restoration  stun:8

`hit` is a blow by a creature within 5 ft, `stun` one meant to knock out somebody off guard, `start` the d20 of the save
at a turn's start: two of them, parted by a stroke, from exhaustion 3 on, and with a plus what the sheet adds.
"""

import re
from collections.abc import Iterable

from rules.condition import Turn

_TURN = re.compile(r"(?P<does>[a-z_]+)(?::(?P<first>\d{1,6})(?:/(?P<second>\d{1,2}))?(?P<bonus>[+-]\d{1,2})?)?")
_AMOUNTS = {"damage": "damage", "hit": "hit", "stun": "damage", "heal": "heal", "medicine": "medicine"}
_SPELLS = frozenset({"greater_restoration", "lesser_restoration"})
_D20 = range(1, 21)


class BadTurnError(ValueError):
    """A word that says no turn."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def turns_of(words: Iterable[str]) -> tuple[Turn, ...]:
    """The turns that words say, in their order; a word that says none is a `BadTurnError`."""
    return tuple(_turn(word) for word in words)


def _turn(word: str) -> Turn:
    said = _TURN.fullmatch(word.strip().lower())
    if said is None:
        raise BadTurnError(word)
    does, first = said["does"], said["first"]
    if does == "start" and first is not None:
        rolls = tuple(int(face) for face in (first, said["second"]) if face is not None)
        if all(face in _D20 for face in rolls):
            return Turn("start", rolls=rolls, bonus=int(said["bonus"] or 0))
    if does in _AMOUNTS and first is not None and said["second"] is None and said["bonus"] is None:
        return Turn(_AMOUNTS[does], amount=int(first), knocks_out=does == "stun")
    if first is None and does == "rest":
        return Turn("rest")
    if first is None and does in _SPELLS:
        return Turn("restore", spell=does)
    raise BadTurnError(word)
