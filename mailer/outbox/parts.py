"""A long text as several messages: parted between paragraphs, else between lines, else between words.

parts("…", 4000) -> ("(1/2) …", "(2/2) …")
"""

import re

_ROOM = 10  # for "(12/34) "
_GAPS = re.compile(r"\n{3,}")
_MARKS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def parts(text: str, limit: int) -> tuple[str, ...]:
    """What fits one message stands alone; the parts of what does not are numbered. The same text, the same parts."""
    whole = _GAPS.sub("\n\n", _MARKS.sub("", text)).strip()
    if len(whole) <= limit:
        return (whole,) if whole else ()
    pieces = _pieces(whole, limit - _ROOM)
    return tuple(f"({number}/{len(pieces)}) {piece}" for number, piece in enumerate(pieces, 1))


def _pieces(text: str, limit: int) -> list[str]:
    found: list[str] = []
    while len(text) > limit:
        cut = _cut(text, limit)
        found.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*found, text] if text else found


def _cut(text: str, limit: int) -> int:
    """Where to part: not so early that there would be many small messages."""
    for mark in ("\n\n", "\n", " "):
        at = text.rfind(mark, limit // 3, limit + 1)
        if at > 0:
            return at
    return limit
