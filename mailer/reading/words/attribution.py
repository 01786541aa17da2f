"""Attributions: the line or lines by which a client says whose old mail stands below.

    El mar, 20 ene 2026 a las 23:00, Estafeta (<
    estafeta@example.org>) escribió:

One begins with a known word and ends with its verb within four lines, and there is an address or a date with a time;
a date alone is enough where quoted lines follow.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mailer.reading.words.evidence import has_address, has_date, has_evidence, has_time, is_quoted_below
from mailer.reading.words.lines import Line
from mailer.reading.words.vocabulary import vocabulary

_MOST_LINES = 4
_MOST_CHARS = 600
_BROKEN_CHARS = 25
_NAME_CHARS = 120  # between a verb inside and the colon: "schrieb Estafeta Greywick:"
_ALONE_CHARS = 200
_OPENING_CHARS = 60  # in which the date or address must begin behind somebody's own words
_CLOCK = frozenset({"m", "p.m", "a.m", "h", "hs", "hrs"})  # a full stop behind these ends no sentence


@dataclass(frozen=True, slots=True)
class Attribution:
    """Where an attribution ends, and the own words before it on its first line."""

    last: int  # the place behind it
    kept: str


def _ends_with_verb(plain: str) -> bool:
    """Whether a text ends as attributions do: its verb last, or inside and a colon last."""
    bare = plain.rstrip(" *_")
    ends = [match.end() for match in vocabulary().verb.finditer(bare)]
    if not ends:
        return False
    tail = bare[ends[-1] :].strip(" ,;")
    return tail in ("", ":") or (len(tail) <= _NAME_CHARS and tail.find(":") == len(tail) - 1)


def _could_begin(plain: str) -> bool:
    match = vocabulary().opener.match(plain)
    return match is not None and len(plain) > match.end()


def _ends_sentence(plain: str) -> bool:
    """Whether a line ends a sentence, and not only a short word like "ene." or "p. m."."""
    if not plain.endswith("."):
        return plain.endswith(("!", "?", "\u2026"))
    last = plain[:-1].rpartition(" ")[2]
    return last not in _CLOCK and last not in vocabulary().months


def _end(lines: Sequence[Line], first: int, plain: str) -> int:
    """Where the attribution that begins at a line (its text given) ends, 0 if it is none."""
    joined = ""
    for place in range(first, min(first + _MOST_LINES, len(lines))):
        line = lines[place]
        if line.is_blank or line.depth != lines[first].depth or len(joined) > _MOST_CHARS:
            return 0
        own = plain if place == first else line.plain
        if place > first and not _may_go_on(plain, own):
            return 0
        joined = f"{joined} {own}".strip()
        is_said = _ends_with_verb(joined)
        if place > first and _could_begin(own) and has_time(own) and not has_address(joined):
            return 0  # two sentences of somebody's own, one with a date and one with a time
        if is_said and (has_evidence(joined) or _is_dated_quote(lines, place + 1, joined)):
            return place + 1
        if _ends_sentence(own) or (is_said and own.endswith(":")):
            return 0
    return 0


def _may_go_on(opened: str, own: str) -> bool:
    """Whether a line may go on with an opening: clients break long lines behind the date, and none opens twice."""
    is_broken = has_date(opened) and (len(opened) >= _BROKEN_CHARS or opened.endswith((",", "<", "(")))
    return is_broken and not (_could_begin(own) and (has_address(own) or has_date(own)))


def _is_dated_quote(lines: Sequence[Line], last: int, joined: str) -> bool:
    return has_date(joined) and is_quoted_below(lines, last)


def _stands_alone(lines: Sequence[Line], place: int) -> bool:
    """Whether a line opens a quote without the usual first word: an address and a verb, or a date and a colon."""
    plain = lines[place].plain
    if len(plain) >= _ALONE_CHARS or not has_address(plain):
        return False
    is_dated = plain.endswith(":") and has_date(plain) and is_quoted_below(lines, place + 1)
    return is_dated or _ends_with_verb(plain)


def _goes_on_behind(plain: str) -> bool:
    """Whether a line is an attribution with the old mail right behind it, as some apps run all together."""
    match = vocabulary().verb.search(plain)
    if match is None or not plain[match.end() :].lstrip().startswith(":"):
        return False
    opening = plain[: match.start()]
    return _could_begin(opening) and has_address(opening) and has_date(opening)


def _before(line: Line, tail: str) -> str:
    """The words of a line before a folded tail, as they were written."""
    return " ".join(line.text.split()[: -len(tail.split())])


def _behind_words(lines: Sequence[Line], first: int) -> Attribution | None:
    """The attribution that begins inside a line, behind the end of somebody's sentence."""
    line = lines[first]
    plain = line.tail or line.plain
    for match in vocabulary().inner_opener.finditer(plain):
        tail = plain[match.end() :]
        near = tail[:_OPENING_CHARS]
        end = _end(lines, first, tail) if has_date(near) or has_address(near) else 0
        if end or _goes_on_behind(tail):
            return Attribution(end or first + 1, _before(line, tail))
    return None


def attribution_at(lines: Sequence[Line], first: int) -> Attribution | None:
    """The attribution that begins at a line or inside it, if one does."""
    plain = lines[first].plain
    if _could_begin(plain):
        end = _end(lines, first, plain)
        if end or _goes_on_behind(plain):
            return Attribution(end or first + 1, "")
    found = _behind_words(lines, first)
    if found is None and _stands_alone(lines, first):
        return Attribution(first + 1, "")
    return found
