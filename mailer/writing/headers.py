"""Header lines made safe and folded by hand: words encoded where they must be, ids never.

The standard library turns long ids into encoded words, which breaks threads in every client; and it refuses some
hostile characters with an exception, which would lose a receipt. Here foreign text is folded to one safe line first.
"""

import re
from binascii import b2a_base64
from collections.abc import Iterable, Iterator
from itertools import islice

LINE_LIMIT = 78  # where a line is folded if it can be
HARD_LIMIT = 998  # octets a line may never pass (RFC 5322 2.1.1)
SUBJECT_LIMIT = 200  # characters kept of a subject
_IDS_KEPT = 10
_ID_LIMIT = 900
_ENCODED_BYTES = 42  # of text in one encoded word: 56 in base64, and "=?utf-8?b??=" around
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]+")
_BLANKS = re.compile(r"\s+")
_ATOMS = re.compile(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]*\Z")
_ID = re.compile(rf"<[!-;=?-~]{{1,{_ID_LIMIT}}}>")


def one_line(text: str, limit: int = 0) -> str:
    """The text on one line without control, direction or invisible characters; cut with "…" beyond the limit."""
    line = _BLANKS.sub(" ", _UNSAFE.sub(" ", text)).strip()
    return f"{line[: limit - 1].rstrip()}…" if limit and len(line) > limit else line


def unstructured(name: str, value: str) -> str:
    """A header of free text, folded and encoded, with its CRLF."""
    line = one_line(value)
    words = _encoded(line) if _must_encode(line) else line.split(" ")
    return _folded(name, words)


def mailbox(name: str, display: str, address: str) -> str:
    """A header with one address; `address` is of our own roster and is only checked, never mended."""
    if not address.isascii() or _UNSAFE.search(address) or re.search(r"[\s<>,;]", address):
        raise ValueError(f"not an address we can write to: {address!r}")
    shown = one_line(display, 80)
    if not shown:
        return _folded(name, [address])
    if shown.isascii() and "=?" not in shown:
        quoted = shown if _ATOMS.match(shown) else '"' + re.sub(r'(["\\])', r"\\\1", shown) + '"'
        return _folded(name, [*quoted.split(" "), f"<{address}>"])
    return _folded(name, [*_encoded(shown), f"<{address}>"])


def ids(name: str, values: Iterable[str]) -> str:
    """An id header; what is no message id is left out, the first and the last ones are kept. "" if none is left."""
    found = list(dict.fromkeys(match for value in values for match in _ID.findall(value)))
    kept = found if len(found) <= _IDS_KEPT else [found[0], *found[1 - _IDS_KEPT :]]
    return _folded(name, kept) if kept else ""


def plain(name: str, value: str) -> str:
    """A header whose value is our own ASCII."""
    return _folded(name, one_line(value).encode("ascii", "replace").decode().split(" "))


def _must_encode(line: str) -> bool:
    return not line.isascii() or "=?" in line or any(len(word) > LINE_LIMIT for word in line.split(" "))


def _encoded(line: str) -> list[str]:
    """Encoded words, each whole in itself: a character is never split between two. Source: RFC 2047 2, 5."""
    return [f"=?utf-8?b?{b2a_base64(chunk, newline=False).decode()}?=" for chunk in _chunks(line)]


def _chunks(line: str) -> Iterator[bytes]:
    characters = iter(line)
    rest = b""
    for character in characters:
        raw = character.encode()
        if len(rest) + len(raw) > _ENCODED_BYTES:
            yield rest
            rest = b""
        rest += raw
    if rest:
        yield rest


def _folded(name: str, words: Iterable[str]) -> str:
    lines = [f"{name}:"]
    rest = iter(words)
    for word in islice(rest, 1):  # the first word stays beside the name: some servers drop a header that begins empty
        lines[-1] += f" {word}"
    for word in rest:
        if len(lines[-1]) + 1 + len(word) > LINE_LIMIT:
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines) + "\r\n"
