"""Paragraphs of a text part put together again where the HTML part shows that the client broke them.

"una cuerda de cáñamo" above "para bajar" is one line if the HTML says <div>una cuerda de cáñamo para bajar</div>.
"""

import re

from mailer.reading.words.folding import split_lines, words_of

_ITEM_OR_MARK = re.compile(r"\s*(?:>|[-*•·] |\d{1,3}[.)] )")
_BREAK = " \x00 "
_SHORTEST = 30  # characters of a line that a client may have broken
_MOST_LINES = 2_000


def _stream(text: str) -> str:
    return f" {_BREAK.join(words_of(line) for line in split_lines(text)[:_MOST_LINES])} "


def _could_join(above: str, line: str) -> bool:
    """Whether two lines may be one that was broken; quoted ones and items of lists are left alone."""
    is_own = not above.startswith(">") and _ITEM_OR_MARK.match(line) is None
    return len(above) >= _SHORTEST and bool(line.strip()) and is_own


def rewrap(text: str, *, shown: str) -> str:
    """The text with its lines joined that are one line in what the reader is shown."""
    stream = _stream(shown)
    joined: list[list[str]] = []
    for place, line in enumerate(split_lines(text)):
        above = joined[-1][-1] if joined else ""
        could = place < _MOST_LINES and _could_join(above, line)
        if could and f" {words_of(above)} {words_of(line)} " in stream:
            joined[-1].append(line)
        else:
            joined.append([line])
    return "\n".join(" ".join(piece.strip() for piece in pieces) if len(pieces) > 1 else pieces[0] for pieces in joined)
