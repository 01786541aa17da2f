"""The header of a letter: its fields in order, unfolded, and encoded words read.

    Subject: =?utf-8?Q?d=C3?=
     =?utf-8?Q?=ADa?=           -> ("subject", "día")

Adjacent encoded words of one charset are joined as bytes first, for clients cut them inside a character.
"""

import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass

from mailer.reading.words.charset import codec_name, decode
from mailer.reading.words.folding import one_line

_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:(.*)", re.DOTALL)
_ENCODED = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\r\n]{0,2000})\?=")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
_MOST_LINES = 4000


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of one header; values are raw text, unfolded, 8-bit bytes already decoded."""

    fields: tuple[tuple[str, str], ...]  # names in lower case, in the order they stand
    is_cut: bool

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a field, the topmost first."""
        return tuple(value for key, value in self.fields if key == name)

    def first(self, name: str) -> str:
        """The topmost value of a field, or nothing."""
        return next((value for key, value in self.fields if key == name), "")


def read_header(data: bytes, *, most_fields: int) -> Header:
    """The fields of a header block; lines that are no field are passed over."""
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n", _MOST_LINES)
    blocks: list[list[bytes]] = []
    for line in lines[:_MOST_LINES]:
        if line[:1] in (b" ", b"\t"):
            if blocks:
                blocks[-1].append(line)
        elif len(blocks) > most_fields:
            break
        elif line:
            blocks.append([line])
    fields = tuple(field for block in blocks[:most_fields] if (field := _field(block)))
    return Header(fields, len(blocks) > most_fields or len(lines) > _MOST_LINES)


def _field(block: list[bytes]) -> tuple[str, str] | None:
    match = _FIELD.match(b"".join(block))
    if match is None:
        return None
    text, _ = decode(match[2])
    return match[1].decode("ascii").lower(), text.strip()


def decoded(value: str) -> str:
    """A header value as one safe line, its encoded words read."""
    return one_line(_without_encoded_words(value)) if "=?" in value else one_line(value)


def _without_encoded_words(value: str) -> str:
    pieces: list[str] = []
    pending: list[tuple[str, bytes]] = []  # adjacent encoded words, not yet decoded
    end = 0
    for match in _ENCODED.finditer(value):
        between = value[end : match.start()]
        if between.strip() or not pending:
            pieces += [*_flushed(pending), between]
            pending = []
        pending.append((match[1].partition("*")[0], _encoded_bytes(match[2], match[3])))
        end = match.end()
    return "".join([*pieces, *_flushed(pending), value[end:]])


def _flushed(words: Iterable[tuple[str, bytes]]) -> list[str]:
    """The texts of adjacent encoded words, those of one charset read together."""
    runs: list[tuple[str, bytearray]] = []
    for label, data in words:
        if runs and (codec_name(runs[-1][0]) or runs[-1][0]) == (codec_name(label) or label):
            runs[-1][1].extend(data)
        else:
            runs.append((label, bytearray(data)))
    return [decode(bytes(data), label)[0] for label, data in runs]


def _encoded_bytes(encoding: str, text: str) -> bytes:
    raw = text.encode("ascii", "replace")
    return base64_bytes(raw) if encoding in "bB" else binascii.a2b_qp(raw, header=True)


def base64_bytes(raw: bytes) -> bytes:
    """What base64 stands for, also if it is broken: strange characters passed over, the end filled up."""
    clean = _NOT_BASE64.sub(b"", raw)
    if len(clean) % 4 == 1:
        clean = clean[:-1]
    try:
        return binascii.a2b_base64(clean + b"=" * (-len(clean) % 4))
    except binascii.Error:
        return b""
