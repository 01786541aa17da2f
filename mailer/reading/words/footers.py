"""What clients and companies put below somebody's words: app lines, signatures, disclaimers.

Only at the very end, whole lines only, and a signature is never dropped if an order could stand in it: a list with
`-` is no signature.
"""

import re
from collections.abc import Sequence

from mailer.reading.words.lines import Line
from mailer.reading.words.vocabulary import vocabulary

_SIGNATURE_MARKS = ("--", "—")
_SIGNATURE_LINES = 12
_SIGNATURE_WORDS = 5
_REACHES = re.compile(r"@|www\.|https?:|(?:\d[ .-]?){8}")
_FOOTER_CHARS = 120
_MOST_FOOTERS = 6  # app lines, signatures and disclaimers on top of each other


def is_app_line(line: Line) -> bool:
    """Whether a line is an app speaking of itself: "Enviado desde mi iPhone"."""
    known = vocabulary()
    bare = line.plain.strip("-–—_*[]() .!,;:")
    if not bare or len(line.plain) > _FOOTER_CHARS:
        return False
    if bare.startswith(known.footer_openers) and known.footer_product.search(bare):
        return True
    return bare in known.footer_lines or bare.startswith(known.footer_beginnings)


def _end_without_app(lines: Sequence[Line], end: int) -> int:
    while end and (not lines[end - 1].text or lines[end - 1].is_rule or is_app_line(lines[end - 1])):
        end -= 1
    return end


def _end_without_disclaimer(lines: Sequence[Line], end: int) -> int:
    """The end without a last paragraph that begins as disclaimers do."""
    start = end
    while start and lines[start - 1].text:
        start -= 1
    return start if start < end and lines[start].plain.lstrip("*_ ").startswith(vocabulary().disclaimers) else end


def _could_sign(line: Line) -> bool:
    """Whether a line may stand in a signature: short or with ways to reach somebody, and no order about it."""
    words = line.text.split()
    is_short = len(words) <= _SIGNATURE_WORDS
    if is_short and all(word[0].isupper() for word in words):
        return True  # a name
    return not line.looks_like_order and (is_short or _REACHES.search(line.plain) is not None)


def _end_without_signature(lines: Sequence[Line], end: int) -> int:
    """The end without a signature that has no order in it."""
    for place in range(end - 1, max(end - _SIGNATURE_LINES, 0) - 1, -1):
        if lines[place].text in _SIGNATURE_MARKS:
            return place if all(_could_sign(line) for line in lines[place + 1 : end]) else end
    return end


def without_footer(lines: Sequence[Line]) -> tuple[Sequence[Line], bool]:
    """A block of own lines without its footer, and whether a signature was kept because orders may stand in it."""
    end = len(lines)
    for _ in range(_MOST_FOOTERS):
        before = end
        end = _end_without_disclaimer(lines, _end_without_app(lines, end))
        end = _end_without_signature(lines, end)
        if end == before:
            break
    kept = lines[:end]
    return kept, any(line.text in _SIGNATURE_MARKS for line in kept)
