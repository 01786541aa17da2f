"""What clients and companies put below somebody's words: app lines, signatures, disclaimers.

Only at the very end, whole lines only, and a signature is never dropped if an order could stand in it: a list with
`-` is no signature.
"""

from collections.abc import Sequence

from mailer.reading.words.lines import Line
from mailer.reading.words.vocabulary import vocabulary

_SIGNATURE_MARKS = ("--", "—")
_SIGNATURE_LINES = 12
_FOOTER_CHARS = 120


def is_app_line(line: Line) -> bool:
    """Whether a line is an app speaking of itself: "Enviado desde mi iPhone"."""
    known = vocabulary()
    bare = line.plain.strip("-–—_*[]() .!,;:")
    if len(line.plain) > _FOOTER_CHARS:
        return False
    if any(bare.startswith(f"{words} ") for words in known.footer_openers) and known.footer_product.search(bare):
        return True
    return any(
        bare.startswith(text[:-3].rstrip(" .")) if text.endswith("...") else bare == text for text in known.footer_lines
    )


def _is_empty(line: Line) -> bool:
    return line.is_blank or line.is_rule


def _without_end(lines: list[Line]) -> list[Line]:
    while lines and (_is_empty(lines[-1]) or is_app_line(lines[-1])):
        lines = lines[:-1]
    return lines


def _without_disclaimer(lines: list[Line]) -> list[Line]:
    """The lines without a last paragraph that begins as disclaimers do."""
    start = len(lines)
    while start and not lines[start - 1].is_blank:
        start -= 1
    if start < len(lines) and any(
        lines[start].plain.strip("*_ ").startswith(words) for words in vocabulary().disclaimers
    ):
        return lines[:start]
    return lines


def _signature_start(lines: Sequence[Line]) -> int:
    """Where a signature begins that has no order in it, else the end."""
    for place in range(len(lines) - 1, max(len(lines) - _SIGNATURE_LINES, 0) - 1, -1):
        if lines[place].text in _SIGNATURE_MARKS:
            below = lines[place + 1 :]
            return len(lines) if any(line.looks_like_order for line in below) else place
    return len(lines)


def without_footer(lines: Sequence[Line]) -> tuple[list[Line], bool]:
    """A block of own lines without its footer, and whether a signature was kept because orders may stand in it."""
    kept = list(lines)
    while True:
        shorter = _without_disclaimer(_without_end(kept))
        shorter = shorter[: _signature_start(shorter)]
        if len(shorter) == len(kept):
            break
        kept = shorter
    return kept, any(line.text in _SIGNATURE_MARKS for line in kept)
