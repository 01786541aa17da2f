"""Where old mail begins: attributions, header blocks, marks of forwards and our own sentinel line."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mailer.reading.words.attribution import attribution_at
from mailer.reading.words.evidence import is_quoted_below, next_line
from mailer.reading.words.header_block import header_block_end, label_kind
from mailer.reading.words.lines import Line
from mailer.reading.words.vocabulary import vocabulary

_REACH_UP = 3  # lines above an opening that may announce it
_MARK_CHARS = 60
_SENTINEL_SLACK = 40  # characters a client may add to our sentinel
_FRAME = "-_=*~#>:. "


class OpeningKind(StrEnum):
    """What opens the old mail."""

    ATTRIBUTION = "attribution"
    HEADER_BLOCK = "header_block"
    FORWARD = "forward"
    SENTINEL = "sentinel"


@dataclass(frozen=True, slots=True)
class Opening:
    """The place where old mail begins: lines `first` to `last` (not included) are neither old nor new words."""

    kind: OpeningKind
    first: int
    last: int
    kept: str = ""  # own words before it on its first line


def _mark_kind(line: Line) -> OpeningKind | None:
    """What a line announces: "---- Mensaje original ----"."""
    bare = line.plain.strip(_FRAME)
    if not bare or len(bare) > _MARK_CHARS:
        return None
    is_framed = bare != line.plain
    if bare in vocabulary().forwarded or (is_framed and bare.startswith(vocabulary().forwarded)):
        return OpeningKind.FORWARD
    return OpeningKind.HEADER_BLOCK if bare in vocabulary().original else None


def _announced(lines: Sequence[Line], first: int) -> tuple[int, OpeningKind | None]:
    """Where the lines begin that announce an opening (a rule, a mark, blanks), and what they say."""
    start, kind = first, None
    for place in range(first - 1, max(first - 1 - _REACH_UP, -1), -1):
        line = lines[place]
        said = _mark_kind(line)
        if line.depth != lines[first].depth or not (said or line.is_rule or line.is_blank):
            break
        if not line.is_blank:
            start, kind = place, kind or said
    return start, kind


def _announces_deeper(lines: Sequence[Line], place: int) -> OpeningKind | None:
    """What a line announces, if a header block stands below it in the quote."""
    said = _mark_kind(lines[place])
    below = next_line(lines, place + 1) if said else None
    is_block = below is not None and below.depth > lines[place].depth and label_kind(below.plain) != ""
    return said if is_block else None


def _is_sentinel(line: Line) -> bool:
    bare = line.plain.strip(_FRAME)
    return any(bare.startswith(words) and len(bare) < len(words) + _SENTINEL_SLACK for words in vocabulary().sentinels)


def opening_at(lines: Sequence[Line], first: int) -> Opening | None:
    """What begins at a line, if anything does."""
    line = lines[first]
    if line.is_blank or line.is_rule:
        return None
    if _is_sentinel(line):
        return Opening(OpeningKind.SENTINEL, first, first + 1)
    if said := _announces_deeper(lines, first):
        return Opening(said, first, first + 1)
    start, said = _announced(lines, first)
    if end := header_block_end(lines, first):
        return Opening(said or OpeningKind.HEADER_BLOCK, start, end)
    found = attribution_at(lines, first)
    if found is None:
        return None
    kind = OpeningKind.FORWARD if said is OpeningKind.FORWARD else OpeningKind.ATTRIBUTION
    return Opening(kind, first if found.kept else start, found.last, found.kept)


def openings(lines: Sequence[Line]) -> tuple[Opening, ...]:
    """Every opening of a text, in order; they do not overlap."""
    found: list[Opening] = []
    place = 0
    while place < len(lines):
        opening = opening_at(lines, place)
        if opening:
            found.append(opening)
        place = max(opening.last if opening else 0, place + 1)
    return tuple(found)


def is_marked(lines: Sequence[Line], opening: Opening) -> bool:
    """Whether the old mail below an opening carries quote marks of its own."""
    return is_quoted_below(lines, opening.last)
