"""Bytes to text, whatever the label says.

Labels are often wrong: bytes that are valid UTF-8 are UTF-8, "latin1" means cp1252, and a line of another make in the
middle is read on its own. Nothing is ever dropped in silence.
"""

import codecs
import re

from mailer.reading.words.vocabulary import vocabulary

_FALLBACK = "cp1252"
_LOST = "\ufffd"
_NOT_A_TEXT_CODEC = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "mbcs", "oem", "undefined"})
_STATEFUL = ("utf-7", "utf-16", "utf-32", "iso2022", "hz")  # bytes below 128 that are no ASCII
_HIGH = re.compile(rb"[\x80-\xff]")
_TWICE_ENCODED = re.compile("[\u00c2\u00c3][\u0080-\u00bf\u20ac-\u2122\u0152-\u0178\u02c6\u02dc]")


def codec_name(label: str) -> str:
    """The codec a label stands for, "" if there is none."""
    name = label.strip().strip("\"'").lower().replace("_", "-").replace(" ", "-")[:40]
    name = vocabulary().charsets.get(name, name)
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError, UnicodeError):
        return ""
    return found if found.replace("-", "_") not in _NOT_A_TEXT_CODEC and _gives_text(found) else ""


def _gives_text(name: str) -> bool:
    try:
        b"a".decode(name)
    except UnicodeError:
        return True  # a charset, though not of this byte
    except (LookupError, ValueError, TypeError, AttributeError):
        return False
    return True


def _strict(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except (UnicodeError, ValueError, LookupError):
        return None


def _line_text(data: bytes, name: str) -> tuple[str, bool]:
    """The text of a line that is no valid UTF-8, and whether it was certain."""
    damaged = data.decode("utf-8", "replace")
    if sum(char > "\x7f" and char != _LOST for char in damaged) >= damaged.count(_LOST):
        return damaged, False  # UTF-8 of which a piece is missing
    for codec in (name, _FALLBACK):
        text = _strict(data, codec) if codec and codec != "utf-8" else None
        if text is not None:
            return text, True
    return data.decode("latin-1"), False


def decode(data: bytes, label: str = "") -> tuple[str, bool]:
    """The text of some bytes, and whether we are sure of it."""
    name = codec_name(label)
    if name.startswith(_STATEFUL):
        text = _strict(data, name)
        if text is not None:
            return text, True
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) and (text := _strict(data, "utf-16")) is not None:
        return text, True
    if (text := _strict(data, "utf-8")) is not None:
        return _once_encoded(text.removeprefix("\ufeff")), _LOST not in text
    return _by_lines(data, name)


def _by_lines(data: bytes, name: str) -> tuple[str, bool]:
    """The text of bytes that are not UTF-8 as a whole: the good lines as UTF-8, the others by the label."""
    mixed = name in ("utf-8", "")
    if not mixed and (text := _strict(data, name)) is not None:
        return text, True
    pieces, sure = [], True
    for line in data.split(b"\n"):
        text = _strict(line, "utf-8")
        if text is None:
            text, certain = _line_text(line, name)
            sure = sure and certain
        pieces.append(text)
    return "\n".join(pieces), sure


def _once_encoded(text: str) -> str:
    """The text, mended if it was encoded as UTF-8 twice (`acci\u00c3\u00b3n`) and can be mended without a doubt."""
    if not _TWICE_ENCODED.search(text):
        return text
    mended = (
        _strict(line.encode(_FALLBACK, "surrogatepass"), "utf-8") if _is_cp1252(line) else None
        for line in text.split("\n")
    )
    return "\n".join(line if new is None else new for line, new in zip(text.split("\n"), mended, strict=True))


def _is_cp1252(line: str) -> bool:
    try:
        line.encode(_FALLBACK)
    except UnicodeError:
        return False
    return True
