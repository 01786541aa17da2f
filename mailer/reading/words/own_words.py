"""The sender's own words in a letter: not quoted, not forwarded, not a client's footer, not what we sent ourselves.

Nothing new is lost: words inside a quote come back as doubts (`edited_quote` with the line of ours they were made of,
`words_in_quote`), and an empty answer always carries a flag (`no_words`, `only_quote`, `forward`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mailer.reading.words.doubts import QuoteDoubt, quote_doubts
from mailer.reading.words.footers import without_footer
from mailer.reading.words.letter import OpenedLetter
from mailer.reading.words.limits import DEFAULT
from mailer.reading.words.lines import Line, lines_of
from mailer.reading.words.openings import OpeningKind
from mailer.reading.words.sent import SentText, sent_text
from mailer.reading.words.sorting import Sorted, sort_lines, take_out_sent
from mailer.reading.words.subject import new_words, take_apart

SUBJECT = 0  # number of a line that stands in the subject


@dataclass(frozen=True, slots=True)
class OwnLine:
    """One line of the sender's own."""

    number: int  # in the letter's text, from 1; 0 is the subject
    text: str
    answers: str | None = None  # the quoted line right above, when this line was written below it


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What a letter says of its own."""

    lines: tuple[OwnLine, ...]
    flags: tuple[str, ...]
    doubts: tuple[QuoteDoubt, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines as plain texts."""
        return tuple(line.text for line in self.lines)


def _blocks(own: Sequence[int], quoted: frozenset[int]) -> list[list[int]]:
    """The own places in blocks, parted where quoted lines stand between."""
    blocks: list[list[int]] = []
    for place in own:
        if blocks and not any(between in quoted for between in range(blocks[-1][-1] + 1, place)):
            blocks[-1].append(place)
        else:
            blocks.append([place])
    return blocks


def _above(lines: Sequence[Line], first: int, quoted: frozenset[int], sent: SentText) -> str | None:
    """The quoted line that stands right above a place, blank lines aside."""
    above = next((place for place in range(first - 1, -1, -1) if lines[place].text), None)
    return None if above is None or above not in quoted else _whole(lines, above, quoted, sent)


def _whole(lines: Sequence[Line], place: int, quoted: frozenset[int], sent: SentText) -> str:
    """The line of ours that a quoted line is, or is the wrapped end of."""
    key = lines[place].words
    if place - 1 in quoted and not sent.knows(key):
        joined = f"{lines[place - 1].words} {key}"
        key = joined if joined in sent.lines else key
    return sent.lines.get(key, lines[place].text)


def _own_lines(lines: Sequence[Line], found: Sorted, sent: SentText) -> tuple[list[OwnLine], set[str]]:
    """The own lines without footers, linked to what they answer."""
    quoted = frozenset(place for place in found.quoted if lines[place].text)
    last_quoted = max(quoted, default=-1)
    own: list[OwnLine] = []
    flags: set[str] = set()
    numbers = {line.number: place for place, line in enumerate(lines)}
    for block in _blocks(found.own, quoted):
        texts = [_kept(lines[place], found.kept.get(place)) for place in block]
        kept, has_signature = without_footer(texts)
        flags |= {"signature_kept"} if has_signature else set()
        places = [numbers[line.number] for line in kept]
        answers = _above(lines, places[0], quoted, sent) if places else None
        if answers and last_quoted < places[-1] and "?" not in answers:
            answers = None  # written below the whole quote
        own += [OwnLine(line.number, line.text, answers) for line in kept if line.text and not line.is_rule]
    return own, flags


def _kept(line: Line, text: str | None) -> Line:
    return line if text is None else Line(line.number, line.depth, text, line.plain)


def _empty_flag(found: Sorted) -> str:
    if OpeningKind.FORWARD in found.kinds:
        return "forward"
    return "only_quote" if found.quoted else "no_words"


def own_words(letter: OpenedLetter, *, sent: Sequence[str] = (), subjects: Sequence[str] = ()) -> OwnWords:
    """The sender's own words. `sent` are the texts, `subjects` the subjects of mails of ours it may quote."""
    ours = sent_text(sent)
    lines = lines_of(letter.text, tested=DEFAULT.tested_chars)
    found = sort_lines(lines, ours)
    if ours.lines:
        found = take_out_sent(lines, found, ours)
    own, flags = _own_lines(lines, found, ours)
    if take_apart(letter.subject).is_forward and OpeningKind.HEADER_BLOCK in found.kinds:
        found = replace(found, kinds=found.kinds | {OpeningKind.FORWARD})
    doubts = quote_doubts(lines, found, ours, has_own=bool(own))
    title = new_words(letter.subject, subjects=subjects, body_is_empty=not own and not doubts)
    if title:
        own.insert(0, OwnLine(SUBJECT, title))
    if OpeningKind.FORWARD in found.kinds:
        flags.add("forward")
    if not own:
        flags.add(_empty_flag(found))
    flags |= {doubt.code for doubt in doubts}
    return OwnWords(tuple(own), tuple(sorted(flags)), doubts)
