"""Header blocks: the labels by which a client says whose old mail stands below.

    De: Estafeta <estafeta@example.org>
    Enviado el: martes, 20 de enero de 2026 23:00
    Para: Marta <marta@example.com>

One has three different labels, the sender's among them, and an address or a date with a time. "De: Krom" and
"Para: Ulmo" are two, and somebody's own words.
"""

from collections.abc import Sequence

from mailer.reading.words.evidence import has_address, has_evidence
from mailer.reading.words.lines import Line
from mailer.reading.words.vocabulary import vocabulary

_MOST_LINES = 16  # with wrapped values
_WRAPPED = 3  # lines that one value may go on for
_LONG = 50  # characters of a value that a client may wrap
_REPEATED = frozenset(("cc", "other"))
_FEWEST = 3  # different labels


def label_kind(plain: str) -> str:
    """What the label of a line means ("from", "date", "to"…), "" if it has none."""
    match = vocabulary().label.match(plain)
    return vocabulary().label_kinds[match[1]] if match else ""


def _is_block(kinds: set[str]) -> bool:
    return "from" in kinds and len(kinds - {"other"}) >= _FEWEST


def _in_one_line(line: Line) -> bool:
    """Whether a whole header block stands in one line."""
    kinds = {vocabulary().label_kinds[match[1]] for match in vocabulary().inner_label.finditer(line.plain)}
    return _is_block(kinds) and has_evidence(line.plain)


def header_block_end(lines: Sequence[Line], first: int) -> int:
    """Where the header block that begins at a line ends, 0 if it is none."""
    if not label_kind(lines[first].plain):
        return 0
    if _in_one_line(lines[first]):
        return first + 1
    kinds: set[str] = set()
    is_proved, end, loose = False, 0, 0
    for place in range(first, min(first + _MOST_LINES, len(lines))):
        line = lines[place]
        kind = label_kind(line.plain)
        loose = 0 if kind else loose + 1
        if line.depth != lines[first].depth or line.is_rule or loose > _WRAPPED:
            break
        if not kind and (_is_block(kinds) if line.is_blank else not _continues(lines, place)):
            break
        if kind in kinds and kind not in _REPEATED:
            return 0  # a label of somebody's own stands above the block
        if kind:
            kinds.add(kind)
            end = place + 1
        is_proved = is_proved or has_evidence(line.plain)
    return _with_wrapped_addresses(lines, end) if _is_block(kinds) and is_proved else 0


def _continues(lines: Sequence[Line], place: int) -> bool:
    """Whether a line without a label goes on with the value above: an address, or a value that was too long."""
    above = lines[place - 1].plain
    is_open = above.rstrip("*_ ").endswith(":") or len(above) >= _LONG
    return has_address(lines[place].plain) or (label_kind(above) != "" and is_open)


def _with_wrapped_addresses(lines: Sequence[Line], end: int) -> int:
    """The end of a block behind the rest of an address list."""
    for _ in range(_WRAPPED):
        if end >= len(lines) or lines[end].depth != lines[end - 1].depth or not has_address(lines[end].plain):
            break
        end += 1
    return end
