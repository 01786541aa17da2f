"""Words found where quoted mail should be: edited in our lines, or typed between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from mailer.reading.words.footers import is_app_line
from mailer.reading.words.lines import Line
from mailer.reading.words.openings import OpeningKind
from mailer.reading.words.sent import SentText
from mailer.reading.words.sorting import Sorted

_MOST_DOUBTS = 40
_FEW = 10  # strange lines below an opening without marks: rather somebody's words than an old mail


@dataclass(frozen=True, slots=True)
class QuoteDoubt:
    """One line that stands in the quote and is not ours."""

    code: str  # "edited_quote" or "words_in_quote"
    number: int  # in the letter's text, from 1
    text: str  # as it stands now
    sent: str | None  # the line of ours it was made of
    answers: str | None  # the line of ours above it


@dataclass(frozen=True, slots=True)
class _Level:
    """The quoted lines of one depth."""

    strange: tuple[int, ...]
    known: int
    is_bare: bool

    @property
    def is_ours(self) -> bool:
        """Whether it is our mail that is quoted here, so that strange lines stand out."""
        if self.is_bare:
            return len(self.strange) <= 3 * self.known + _FEW
        return self.known >= 3 and self.known >= len(self.strange)


def _levels(lines: Sequence[Line], found: Sorted, sent: SentText) -> list[_Level]:
    """The quoted lines by depth, the least quoted first."""
    places = [place for place in found.quoted if lines[place].text]
    keys = {place: lines[place].words for place in places}
    known = dict(zip(places, sent.known([keys[place] for place in places]), strict=True))
    levels = []
    for depth in sorted({lines[place].depth for place in places}):
        level = [place for place in places if lines[place].depth == depth]
        strange = [place for place in level if keys[place] and not known[place] and not is_app_line(lines[place])]
        count = sum(known[place] for place in level)
        levels.append(_Level(tuple(strange), count, any(place in found.bare for place in level)))
    return levels


def _above(lines: Sequence[Line], place: int, sent: SentText) -> str | None:
    """The nearest line of ours above a place."""
    for other in range(place - 1, max(place - 8, -1), -1):
        if lines[other].text and sent.knows(lines[other].words):
            return lines[other].text
    return None


def _doubt(lines: Sequence[Line], place: int, sent: SentText) -> QuoteDoubt:
    line = lines[place]
    old = sent.like(line.words)
    code = "edited_quote" if old else "words_in_quote"
    return QuoteDoubt(code, line.number, line.text, old, None if old else _above(lines, place, sent))


def quote_doubts(lines: Sequence[Line], found: Sorted, sent: SentText, *, has_own: bool) -> tuple[QuoteDoubt, ...]:
    """The strange lines of the quote that may be the sender's.

    In a quote of ours all of them; in somebody else's only when the letter would be empty without.
    """
    is_forward = OpeningKind.FORWARD in found.kinds
    levels = [level for level in _levels(lines, found, sent) if level.known or OpeningKind.SENTINEL not in found.kinds]
    places = [
        place
        for level in levels
        if sent.lines and level.is_ours and (level.known or not is_forward)
        for place in level.strange
    ]
    bare_quote = bool(sent.lines) and not found.kinds
    if not places and levels and not is_forward and (not has_own or bare_quote):
        places = list(levels[0].strange)
    return tuple(_doubt(lines, place, sent) for place in sorted(places)[:_MOST_DOUBTS])
