"""The parts of a letter, in order and flat, without recursion and within limits.

The splitter looks for boundary lines only, so its work grows with the bytes and the depth, and both are bounded. Parts
inside an attached letter (`message/rfc822`) are not looked at.
"""

import hashlib
import re
from binascii import a2b_qp
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mailer.reading.words.headers import Header, base64_bytes, decoded, read_header
from mailer.reading.words.limits import Limits

if TYPE_CHECKING:
    from email.message import Message

_HEADER_END = re.compile(rb"(?:\A|\n)\r?\n")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_METHOD = re.compile(rb"^METHOD:([A-Za-z]{1,40})", re.MULTILINE)
_METHOD_REACH = 2_000
_VALUE_CHARS = 2_000  # of a Content-Type that is looked at


@dataclass(frozen=True, slots=True)
class Part:
    """One part: what it says it is, and its bytes as they came."""

    header: Header
    raw: bytes
    path: tuple[int, ...]  # place in the tree: () is the letter, (1, 0) the first child of its second part
    content_type: str  # "text/plain"
    charset: str
    is_flowed: bool
    is_delsp: bool
    method: str  # of a calendar part
    report_type: str
    boundary: str
    disposition: str  # "attachment", "inline" or ""
    name: str  # of the file, one line, for show only
    has_content_id: bool

    @property
    def is_multipart(self) -> bool:
        """Whether other parts may be inside."""
        return self.content_type.startswith("multipart/") and bool(self.boundary)

    def calendar_method(self) -> str:
        """What a calendar part wants: "REPLY", "REQUEST"; it may say so only inside."""
        if self.method or self.content_type != "text/calendar":
            return self.method
        match = _METHOD.search(self.content()[:_METHOD_REACH])
        return match[1].decode().upper() if match else ""

    def content(self) -> bytes:
        """The bytes of the part with its transfer encoding undone."""
        encoding = self.header.first("content-transfer-encoding").strip().lower()
        if encoding == "base64":
            return base64_bytes(_first_block(self.raw))
        return _unquoted(self.raw) if encoding == "quoted-printable" else self.raw

    def digest(self) -> str:
        """A name for the content that another delivery does not change, whatever its encoding and line ends."""
        return hashlib.sha256(b"".join(self.content().split())).hexdigest()


@dataclass(frozen=True, slots=True)
class Tree:
    """All parts of a letter, depth first, and the limits they met."""

    parts: tuple[Part, ...]
    flags: tuple[str, ...]

    def children(self, part: Part) -> Iterator[Part]:
        """The parts directly inside a part."""
        size = len(part.path)
        return (other for other in self.parts if len(other.path) == size + 1 and other.path[:size] == part.path)


def _first_block(raw: bytes) -> bytes:
    """Base64 without what a list or a scanner wrote below it."""
    block, _, rest = raw.strip().replace(b"\r\n", b"\n").partition(b"\n\n")
    return block if _NOT_BASE64.search(rest) else raw


def _unquoted(raw: bytes) -> bytes:
    """Quoted-printable undone; what is wrong in it stands as it came."""
    return a2b_qp(raw)


def _typed(value: str) -> "Message":
    from email.message import Message  # late: an idle run has no letter to open

    message: Message = Message()
    message["Content-Type"] = re.sub(r"[\r\n\x00]", " ", value[:_VALUE_CHARS])
    return message


def _param(message: "Message", name: str) -> str:
    """A parameter of a content type, read leniently; "" if there is none or it cannot be read."""
    try:
        value = message.get_param(name)
    except (ValueError, TypeError, IndexError, LookupError):
        return ""
    if isinstance(value, tuple):
        value = value[2]
    return value.strip() if isinstance(value, str) else ""


def _content_type(message: "Message") -> str:
    declared = message.get_content_type() if message["Content-Type"] else "text/plain"
    return declared.strip().lower()[:100]


def _part(header: Header, raw: bytes, path: tuple[int, ...]) -> Part:
    typed = _typed(header.first("content-type"))
    placed = _typed(header.first("content-disposition"))
    name = _param(placed, "filename") or _param(typed, "name")
    return Part(
        header=header,
        raw=raw,
        path=path,
        content_type=_content_type(typed),
        charset=_param(typed, "charset"),
        is_flowed=_param(typed, "format").lower() == "flowed",
        is_delsp=_param(typed, "delsp").lower() == "yes",
        method=_param(typed, "method").upper()[:40],
        report_type=_param(typed, "report-type").lower()[:60],
        boundary=_param(typed, "boundary"),
        disposition=header.first("content-disposition").partition(";")[0].strip().lower()[:20],
        name=decoded(name[:400])[:100],
        has_content_id=bool(header.first("content-id")),
    )


def split_header(data: bytes) -> tuple[bytes, bytes]:
    """Header and body, at the first empty line; a part may have no header."""
    match = _HEADER_END.search(data)
    return (data[: match.start()], data[match.end() :]) if match else (data, b"")


def _pieces(part: Part, most: int) -> list[bytes]:
    """The bytes between the boundary lines of a part; at most `most` and one more."""
    mark = part.boundary.encode("utf-8", "surrogateescape")
    line = re.compile(rb"(?:\A|\r?\n)--" + re.escape(mark) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    pieces: list[bytes] = []
    start = -1
    for match in line.finditer(part.raw):
        if start >= 0:
            pieces.append(part.raw[start : match.start()])
        start = -1 if match[1] else match.end()
        if match[1] or len(pieces) > most:
            return pieces
    if start >= 0:
        pieces.append(part.raw[start:])
    return pieces


def _child(piece: bytes, path: tuple[int, ...], limits: Limits) -> Part:
    block = piece[2:] if piece.startswith(b"\r\n") else piece[1:]
    head, body = split_header(block)
    return _part(read_header(head[: limits.header_bytes], most_fields=limits.header_fields), body, path)


def split_parts(header: Header, body: bytes, limits: Limits) -> Tree:
    """The parts of a letter; flags `too_deep` and `too_many_parts` where a limit stopped us."""
    found: list[Part] = []
    flags: set[str] = set()
    waiting = [_part(header, body, ())]
    while waiting:
        part = waiting.pop()
        found.append(part)
        if not part.is_multipart:
            continue
        if len(part.path) >= limits.depth:
            flags.add("too_deep")
            continue
        room = limits.parts - len(found) - len(waiting)
        pieces = _pieces(part, max(room, 0))
        if len(pieces) > room:
            flags.add("too_many_parts")
        children = [_child(piece, (*part.path, place), limits) for place, piece in enumerate(pieces[: max(room, 0)])]
        waiting += reversed(children)
    return Tree(tuple(found), tuple(sorted(flags)))
