"""A DM's line made a ruling of the rules: names tied to who and what exists, amounts to numbers, days to days.

understood("Duric pierde 10 po", desk)   # Adjust(("duric",), Figure.PURSE, 1000, -1)
understood("Dúrik: 12 pg", desk)         # Unclear("unknown_character", "Dúrik")
understood("Buenas noches", desk)        # None: no ruling; the reading may find something else in it
"""

from mailer.rulings.asked import Address, Command, Desk, Reopen, Unclear, Undo, UnknownError
from mailer.rulings.making import RULINGS
from mailer.rulings.shapes import Match, shapes
from rules.rulings import (
    Ruling,
)


def understood(line: str, desk: Desk) -> Ruling | Undo | Command | Reopen | Address | Unclear | None:
    """What a line rules; None where it is no ruling at all."""
    unclear = None
    for match in shapes().matches(line):
        try:
            return RULINGS[match.kind](match, desk)
        except UnknownError as error:
            unclear = unclear or (error.unclear if _is_ours(match, error.unclear) else None)
    return unclear


def _is_ours(match: Match, unclear: Unclear) -> bool:
    """Whether a line we cannot carry out was surely meant as a ruling: a vague shape without a known name was not."""
    if match.kind == "command":
        return False
    if unclear.code != "unknown_character":
        return True
    known = ("raise", "coin_to", "open", "close", "hand")
    return match.kind.startswith(("figure", "session", "level", "secret")) or match.kind in known
