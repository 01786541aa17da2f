"""The text of one part: transfer encoding, charset, flowed lines and HTML undone, within limits."""

from dataclasses import dataclass

from mailer.reading.words.charset import decode
from mailer.reading.words.flowed import unflow
from mailer.reading.words.html_text import html_text
from mailer.reading.words.limits import Limits
from mailer.reading.words.parts import Part

_CONTINUES, _MASK, _STARTS = 0x80, 0xC0, 0xC0  # how the bytes of UTF-8 tell their places
_LONGEST = 3  # bytes behind the first of a character


@dataclass(frozen=True, slots=True)
class PartText:
    """A text, and what is to be said of it: `cut`, `undecodable`."""

    text: str
    flags: frozenset[str]


def _whole_characters(data: bytes, following: bytes) -> bytes:
    """The bytes without a UTF-8 character that the cut went through."""
    if not following or following[0] & _MASK != _CONTINUES:
        return data
    end = len(data)
    while end and data[end - 1] & _MASK == _CONTINUES and len(data) - end < _LONGEST:
        end -= 1
    return data[: end - 1] if end and data[end - 1] >= _STARTS else data


def part_text(part: Part, limits: Limits) -> PartText:
    """The text of a text part."""
    is_html = part.content_type == "text/html"
    most = limits.html_chars if is_html else limits.text_chars
    content = part.content()
    flags = {"cut"} if len(content) > most else set()
    text, is_sure = decode(_whole_characters(content[:most], content[most : most + 1]), part.charset)
    flags |= set() if is_sure else {"undecodable"}
    text = text.replace("\x00", " ")
    if is_html:
        text, is_whole = html_text(text, most_lines=limits.lines)
        flags |= set() if is_whole else {"cut"}
    elif part.is_flowed:
        text = unflow(text, delsp=part.is_delsp)
    return PartText(text, frozenset(flags))
