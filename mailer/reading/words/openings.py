"""Where old mail begins: attributions, header blocks and our own sentinel line.

    El mar, 20 ene 2026 a las 23:00, Estafeta (<        De: Estafeta <estafeta@example.org>
    estafeta@example.org>) escribió:                    Enviado el: martes, 20 de enero de 2026 23:00
                                                        Para: Marta <marta@example.com>

An attribution begins with one of the known words and ends with its verb, within four lines, and a date or an address
is in it. A header block has three different labels, the sender's among them, and a date or an address. "De: Krom" and
"Para: Ulmo" are two, and somebody's own words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mailer.reading.words.lines import Line
from mailer.reading.words.vocabulary import vocabulary

_ADDRESS = re.compile(r"(?<=[\w.+-])@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_TIME = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
_YEAR = re.compile(r"\b20\d\d\b")
_CLOCK = frozenset({"m", "p.m", "a.m", "h", "hs", "hrs"})  # a full stop behind these ends no sentence
_MOST_LINES = 4  # of an attribution
_BLOCK_LINES = 16  # of a header block, with wrapped values
_WRAPPED = 3  # lines that one wrapped value may go on for
_ALONE_CHARS = 200
_REACH_UP = 3  # lines above an opening that may announce it


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
    kept: str  # own words glued before it on its first line


def _has_evidence(text: str) -> bool:
    known = vocabulary()
    if _ADDRESS.search(text):
        return True
    return known.date.search(text) is not None and (_TIME.search(text) is not None or _YEAR.search(text) is not None)


def has_date_or_address(text: str) -> bool:
    """Whether a folded text carries an address or any date."""
    return (
        _ADDRESS.search(text) is not None
        or vocabulary().date.search(text) is not None
        or _YEAR.search(text) is not None
    )


def _ends_with_verb(text: str) -> bool:
    """Whether a folded text ends as attributions do: its verb last, or inside and a colon last."""
    bare = text.rstrip(" *_")
    ends = [match.end() for match in vocabulary().verb.finditer(bare)]
    if not ends:
        return False
    tail = bare[ends[-1] :].strip(" ,;")
    return tail in ("", ":") or (bare.endswith(":") and len(tail) <= 120)


def _is_marked(lines: Sequence[Line], last: int, depth: int) -> bool:
    """Whether the next line with text is quoted deeper."""
    return any(line.depth > depth for line in _next_with_text(lines, last))


def _next_with_text(lines: Sequence[Line], start: int) -> Sequence[Line]:
    for place in range(start, min(start + 6, len(lines))):
        if not lines[place].is_blank or lines[place].depth:
            return (lines[place],)
    return ()


def _could_begin(plain: str) -> bool:
    match = vocabulary().opener.match(plain)
    return match is not None and len(plain) > match.end()


def _ends_sentence(plain: str) -> bool:
    """Whether a folded line ends a sentence, and not only a short word like "ene." or "p. m."."""
    if not plain.endswith("."):
        return plain.endswith(("!", "?", "\u2026"))
    last = plain[:-1].rpartition(" ")[2]
    return last not in _CLOCK and last not in vocabulary().months


def _attribution_end(lines: Sequence[Line], first: int, plain: str) -> int:
    """Where the attribution that begins at a line (its text given) ends, 0 if it is none."""
    joined = ""
    for place in range(first, min(first + _MOST_LINES, len(lines))):
        line = lines[place]
        if line.is_blank or line.depth != lines[first].depth or len(joined) > 600:
            return 0
        own = plain if place == first else line.plain
        if place > first and _could_begin(own) and (_has_evidence(own) or vocabulary().date.search(own)):
            return 0
        joined = f"{joined} {own}".strip()
        if _ends_with_verb(joined) and (_ADDRESS.search(joined) or _is_dated(lines, place + 1, joined)):
            return place + 1
        if _ends_sentence(own):
            return 0
    return 0


def _is_dated(lines: Sequence[Line], after: int, joined: str) -> bool:
    """Whether a date is evidence enough: with a time or a year, or with quoted lines below."""
    return _has_evidence(joined) or (
        vocabulary().date.search(joined) is not None and _is_marked(lines, after, lines[after - 1].depth)
    )


def _attribution(lines: Sequence[Line], first: int) -> Opening | None:
    """The attribution that begins at a line or inside it, behind somebody's own words."""
    line = lines[first]
    if _could_begin(line.plain):
        end = _attribution_end(lines, first, line.plain)
        if end or _goes_on_behind(line.plain):
            return Opening(OpeningKind.ATTRIBUTION, first, end or first + 1, "")
    for match in vocabulary().inner_opener.finditer(line.plain):
        tail = line.plain[match.end() :]
        end = _attribution_end(lines, first, tail) if has_date_or_address(tail[:60]) else 0
        if end:
            return Opening(OpeningKind.ATTRIBUTION, first, end, _before(line, tail))
    if len(line.plain) < _ALONE_CHARS and _stands_alone(lines, first):
        return Opening(OpeningKind.ATTRIBUTION, first, first + 1, "")
    return None


def _stands_alone(lines: Sequence[Line], place: int) -> bool:
    """Whether a line opens a quote without the usual first word: an address and a verb, or a date and a colon."""
    plain = lines[place].plain
    if not _ADDRESS.search(plain):
        return False
    is_dated = vocabulary().date.search(plain) is not None and plain.endswith(":")
    return _ends_with_verb(plain) or (is_dated and _is_marked(lines, place + 1, lines[place].depth))


def _goes_on_behind(plain: str) -> bool:
    """Whether a line is an attribution with the old mail right behind it, as some apps run all together."""
    match = vocabulary().verb.search(plain)
    if match is None or not plain[match.end() :].lstrip().startswith(":"):
        return False
    opening = plain[: match.start()]
    return (
        _could_begin(opening) and _ADDRESS.search(opening) is not None and vocabulary().date.search(opening) is not None
    )


def _before(line: Line, tail: str) -> str:
    """The words of a line before a folded tail, as they were written."""
    words = len(tail.split())
    return " ".join(line.text.split()[:-words]) if words else line.text


def _label_kind(plain: str) -> str:
    match = vocabulary().label.match(plain)
    return vocabulary().label_kinds[match[1]] if match else ""


def _block_end(lines: Sequence[Line], first: int) -> int:
    """Where the header block that begins at a line ends, 0 if it is none."""
    kinds: set[str] = set()
    evidence, end, loose = False, 0, 0
    for place in range(first, min(first + _BLOCK_LINES, len(lines))):
        line = lines[place]
        kind = _label_kind(line.plain) if line.depth == lines[first].depth else ""
        loose = 0 if kind else loose + 1
        if (not kind and (line.depth != lines[first].depth or loose > _WRAPPED)) or (line.is_blank and len(kinds) > 2):
            break
        if kind:
            kinds.add(kind)
            end = place + 1
        evidence = evidence or _has_evidence(line.plain)
    if "from" not in kinds or len(kinds - {"other"}) < 3 or not evidence:
        return 0
    while (
        end < len(lines)
        and not lines[end].is_blank
        and lines[end].depth == lines[first].depth
        and end - first < _BLOCK_LINES
        and _goes_on(lines, end)
    ):
        end += 1
    return end


def _goes_on(lines: Sequence[Line], place: int) -> bool:
    """Whether a line still belongs to the value above: an address list that was wrapped."""
    return _ADDRESS.search(lines[place].plain) is not None and _label_kind(lines[place - 1].plain) in ("to", "cc", "")


def _one_line_block(line: Line) -> bool:
    """Whether a whole header block stands in one line."""
    kinds = {vocabulary().label_kinds[match[1]] for match in vocabulary().inner_label.finditer(line.plain)}
    return (
        "from" in kinds and len(kinds - {"other"}) >= 3 and _label_kind(line.plain) != "" and _has_evidence(line.plain)
    )


def _mark_kind(line: Line) -> OpeningKind | None:
    """What a line announces: "---- Mensaje original ----"."""
    bare = line.plain.strip("-_=*~>:. ")
    if not bare or len(bare) > 60:
        return None
    if any(bare == mark or (bare.startswith(mark) and bare != line.plain) for mark in vocabulary().forwarded):
        return OpeningKind.FORWARD
    return OpeningKind.HEADER_BLOCK if bare in vocabulary().original else None


def _announced(lines: Sequence[Line], first: int) -> tuple[int, OpeningKind | None]:
    """Where the lines begin that announce an opening (a rule, a mark, blanks), and what they say."""
    start, kind = first, None
    for place in range(first - 1, max(first - 1 - _REACH_UP, -1), -1):
        line = lines[place]
        if line.depth != lines[first].depth:
            break
        said = _mark_kind(line)
        if said or line.is_rule:
            start, kind = place, kind or said
        elif not line.is_blank:
            break
    return start, kind


def _announces_deeper(lines: Sequence[Line], place: int) -> OpeningKind | None:
    """What a line announces, if a header block stands below it in the quote."""
    said = _mark_kind(lines[place])
    below = _next_with_text(lines, place + 1) if said else ()
    is_block = any(line.depth > lines[place].depth and _label_kind(line.plain) for line in below)
    return said if is_block else None


def _is_sentinel(line: Line) -> bool:
    bare = line.plain.strip("-_=*~#.: ")
    return bool(bare) and any(
        bare.startswith(sentinel) and len(bare) < len(sentinel) + 40 for sentinel in vocabulary().sentinels
    )


def opening_at(lines: Sequence[Line], first: int) -> Opening | None:
    """What begins at a line, if anything does."""
    line = lines[first]
    if line.is_blank or line.is_rule:
        return None
    if said := _announces_deeper(lines, first):
        return Opening(said, first, first + 1, "")
    if _is_sentinel(line):
        return Opening(OpeningKind.SENTINEL, first, first + 1, "")
    end = (first + 1 if _one_line_block(line) else _block_end(lines, first)) if _label_kind(line.plain) else 0
    if end:
        start, said = _announced(lines, first)
        return Opening(said or OpeningKind.HEADER_BLOCK, start, end, "")
    found = _attribution(lines, first)
    if found is None:
        return None
    start, said = _announced(lines, first) if not found.kept else (first, None)
    kind = OpeningKind.FORWARD if said is OpeningKind.FORWARD else found.kind
    return Opening(kind, start, found.last, found.kept)


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
    return _is_marked(lines, opening.last, lines[opening.last - 1].depth)
