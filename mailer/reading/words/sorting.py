"""The lines of a letter sorted into own and quoted ones, by marks and openings, then by what we sent."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mailer.reading.words.evidence import has_address, has_date, has_time
from mailer.reading.words.lines import Line
from mailer.reading.words.openings import Opening, OpeningKind, is_marked, openings
from mailer.reading.words.sent import SentText

_NEAR = 8  # lines below an attribution in which our mail must begin,
_FIRST = 2  # with one of the first that say something
_TOLD = 2  # of them no items of a list
_RUN = 3  # lines of ours in a row that are a quote without marks; fewer may be said again on purpose


@dataclass(frozen=True, slots=True)
class Sorted:
    """Places (indexes into the lines) by what stands there; a place in none of them opens a quote or is a footer."""

    own: tuple[int, ...]
    quoted: tuple[int, ...]
    bare: frozenset[int]  # quoted without a mark of its own
    kept: dict[int, str]  # own words at the beginning of a line that then opens a quote
    kinds: frozenset[OpeningKind]
    edited: frozenset[int]  # quoted, and not as we sent it


def sort_lines(lines: Sequence[Line], sent: SentText) -> Sorted:
    """Own and quoted lines by quote marks and openings.

    Below an opening without quote marks all is old; below one with marks only what is marked.
    """
    every = _real_openings(lines, sent)
    found = [opening for opening in every if lines[opening.last - 1].depth == 0]
    end = next((opening.first for opening in found if not is_marked(lines, opening)), len(lines))
    inside = {place for opening in every for place in range(opening.first, opening.last)}
    inside.update(*(_opened_by(lines, opening.first) for opening in every if opening.kind is OpeningKind.SENTINEL))
    kept = {opening.first: opening.kept for opening in found if opening.kept and opening.first <= end}
    places = [place for place in range(len(lines)) if place not in inside]
    return Sorted(
        own=tuple(sorted({*kept, *(place for place in places if place < end and not lines[place].depth)})),
        quoted=tuple(place for place in places if place >= end or lines[place].depth),
        bare=frozenset(place for place in places if place >= end and not lines[place].depth),
        kept=kept,
        kinds=frozenset(opening.kind for opening in found if opening.first <= end),
        edited=frozenset(),
    )


def _real_openings(lines: Sequence[Line], sent: SentText) -> list[Opening]:
    """The openings, without those of which what we sent shows that nothing old begins there."""
    every = openings(lines)
    ends = [*(opening.first for opening in every[1:]), len(lines)]
    return [
        opening
        for opening, end in zip(every, ends, strict=False)
        if not _is_bottom_sentinel(lines, opening, sent) and not _is_tale(lines, opening, sent, end=end)
    ]


def _is_tale(lines: Sequence[Line], opening: Opening, sent: SentText, *, end: int) -> bool:
    """Whether somebody tells of a letter ("El 22 de enero a las 8:00 el abad escribió:") and no mail stands below."""
    if opening.kind not in (OpeningKind.ATTRIBUTION, OpeningKind.HEADER_BLOCK) or not sent.lines:
        return False
    if any(has_address(line.plain) for line in lines[opening.first : opening.last]):
        return False
    below = [line for line in lines[opening.last : min(end, opening.last + _NEAR)] if line.text]
    if below and opening.kind is OpeningKind.ATTRIBUTION and is_marked(lines, opening):
        return False
    return not any(sent.knows(line.words) for line in below[:_FIRST])


def _is_bottom_sentinel(lines: Sequence[Line], opening: Opening, sent: SentText) -> bool:
    """Whether our sentinel stands below our own words, so that a reply may follow it."""
    if opening.kind is not OpeningKind.SENTINEL:
        return False
    above = next((line for line in reversed(lines[max(opening.first - 4, 0) : opening.first]) if line.text), None)
    return above is not None and sent.knows(above.words)


def _runs(keys: Mapping[int, str], sent: SentText) -> list[list[int]]:
    """The runs of lines that stand in a row in a mail of ours; blank lines break none.

    What our receipt quoted of somebody, said again, does not stand in a row there. Orders in a list, said again with
    their heading, do, and are no run.
    """
    runs: list[list[int]] = [[]]
    known = sent.known(list(keys.values()))
    for (place, key), is_known in zip(keys.items(), known, strict=True):
        if not key:
            continue
        goes_on = not runs[-1] or sent.joins(keys[runs[-1][-1]], key)
        if is_known and goes_on:
            runs[-1].append(place)
        elif runs[-1]:
            runs.append([place] if is_known else [])
    return [run for run in runs if len(run) >= _RUN and sum(keys[place] not in sent.items for place in run) >= _TOLD]


def _opened_by(lines: Sequence[Line], first: int) -> set[int]:
    """The line above a mail of ours that seems to open it, in words we do not know."""
    place = next((place for place in range(first - 1, max(first - 3, -1), -1) if lines[place].text), None)
    if place is None or not lines[place].plain.endswith(":"):
        return set()
    plain = lines[place].plain
    return {place} if has_date(plain) or has_time(plain) or has_address(plain) else set()


def _tails(lines: Sequence[Line], own: Iterable[int], sent: SentText) -> set[int]:
    """Own lines that are the rest of a quoted line wrapped anew, its mark lost."""
    found = set()
    for place in own:
        if place and lines[place].text and (lines[place - 1].depth or place - 1 in found):
            key, above = lines[place].words, lines[place - 1].words
            if above not in sent.lines and sent.joins(above, key):
                found.add(place)
    return found


def take_out_sent(lines: Sequence[Line], before: Sorted, sent: SentText) -> Sorted:
    """The same lines once those we sent are known: runs of them without marks, tails of them, and edits between."""
    places = [place for place in before.own if place not in before.kept]
    keys = {place: lines[place].words for place in places}
    runs = _runs(keys, sent)
    ours = {place for run in runs for place in run}
    opened = set().union(*(_opened_by(lines, run[0]) for run in runs))
    tails = _tails(lines, places, sent)
    between = [
        place for place in places if keys[place] and place not in ours and ours and min(ours) < place < max(ours)
    ]
    edited = {place for place in between if place not in tails and sent.like(keys[place])}
    old = ours | tails | edited
    return replace(
        before,
        own=tuple(place for place in before.own if place not in old | opened),
        quoted=tuple(sorted({*before.quoted, *old})),
        bare=before.bare | old,
        edited=frozenset(edited),
    )
