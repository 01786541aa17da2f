r"""A mail server's answers, read by what they say and never by where they stand.

`imaplib` hands over one answer as pieces; a literal comes as a pair of the line before it and its bytes:

    [(b'1 (UID 7 BODY[] {5}', b'hello'), b' FLAGS (\\Seen))', b'4 (FLAGS (\\Deleted))']

`fetched` makes of it `{7: {"BODY[]": b"hello", "FLAGS": (b"\\Seen",)}}`: an answer nobody asked for has no UID and
drops out.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

Value: TypeAlias = "bytes | tuple[Value, ...] | None"
Piece: TypeAlias = "bytes | tuple[bytes, bytes] | None"

_TOKEN = re.compile(
    rb"""(?P<open>\() | (?P<close>\)) | "(?P<quoted>(?:[^"\\]|\\.)*)"
       | (?P<atom>(?:[^\s()"\[]+(?:\[[^\]]*\])?|\[[^\]]*\])(?:<\d+>)?)""",
    re.VERBOSE,
)
_LITERAL = re.compile(rb"~?\{(\d+)\+?\}\Z")
_BEGINNING = re.compile(
    rb'\d+ \(UID (\d+) FLAGS \(([^()"\[\]]*)\) INTERNALDATE "([^"\\]*)" RFC822\.SIZE (\d+) (BODY\[\](?:<0>)?) \{(\d+)\}'
)
_NIL = (b"NIL", b"nil", b"Nil")
_ESCAPED = re.compile(rb"\\(.)")


class GarbledError(ValueError):
    """The server's answer does not keep to the protocol."""


def answers(pieces: Iterable[Piece]) -> Iterator[tuple[Value, ...]]:
    """Each answer as nested tuples of bytes, NIL as None."""
    reader = _Reader()
    for piece in pieces:
        if isinstance(piece, tuple):
            reader.literal(*piece)
        elif piece is not None:
            reader.text(piece)
            yield reader.done()


def fetched(pieces: Iterable[Piece]) -> dict[int, dict[str, Value]]:
    """What a FETCH brought, by UID and item name; a later word on the same UID replaces only what it names."""
    found: dict[int, dict[str, Value]] = {}
    for items in _each(pieces):
        uid = items.get("UID")
        if isinstance(uid, bytes) and uid.isdigit():
            found.setdefault(int(uid), {}).update(items)
    return found


def _each(pieces: Iterable[Piece]) -> Iterator[dict[str, Value]]:
    """The items of every answer. Of a letter that came in the usual way, they are read at one go."""
    open_pieces: list[Piece] = []
    for piece in pieces:
        if piece == b")" and len(open_pieces) == 1:
            items = _usual(open_pieces[0])
            if items is not None:
                open_pieces.clear()
                yield items
                continue
        open_pieces.append(piece)
        if isinstance(piece, bytes):
            yield from map(_items, answers(open_pieces))
            open_pieces.clear()
    yield from map(_items, answers(open_pieces))


def _usual(piece: Piece) -> dict[str, Value] | None:
    """The items of a letter's beginning as most servers tell them; None of any other answer."""
    found = _BEGINNING.fullmatch(piece[0]) if isinstance(piece, tuple) else None
    if found is None or not isinstance(piece, tuple) or int(found[6]) != len(piece[1]):
        return None
    flags = tuple(None if word in _NIL else word for word in found[2].split())
    return {
        "UID": found[1],
        "FLAGS": flags,
        "INTERNALDATE": found[3],
        "RFC822.SIZE": found[4],
        found[5].decode(): piece[1],
    }


def numbers(pieces: Iterable[Piece]) -> list[int]:
    """The numbers of a SEARCH, rising, each once."""
    words = b" ".join(piece for piece in pieces if isinstance(piece, bytes)).split()
    return sorted({int(word) for word in words if word.isdigit()})


def number_set(wanted: Iterable[int]) -> str:
    """Rising numbers as a server reads them, runs drawn together: `3:5,9`."""
    runs: list[list[int]] = []
    for number in wanted:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}:{last}" for first, last in runs)


def _items(answer: tuple[Value, ...]) -> dict[str, Value]:
    """Names and values of one FETCH answer: `1 (NAME value NAME value)`."""
    inner = answer[-1] if answer else None
    if not isinstance(inner, tuple):
        return {}
    names, values = inner[::2], inner[1::2]
    return {
        name.decode("ascii", "replace").upper(): value
        for name, value in zip(names, values, strict=False)
        if isinstance(name, bytes)
    }


class _Reader:
    """One answer under construction."""

    def __init__(self) -> None:
        self._open: list[list[Value]] = [[]]

    def literal(self, line: bytes, content: bytes) -> None:
        marker = _LITERAL.search(line)
        if marker is None or int(marker[1]) != len(content):
            raise GarbledError(f"a text of {len(content)} bytes was announced as {line[-40:]!r}")
        self.text(line[: marker.start()])
        self._open[-1].append(content)

    def text(self, line: bytes) -> None:
        for token in _TOKEN.finditer(line):
            match token.lastgroup:
                case "open":
                    self._open.append([])
                case "close":
                    self._close()
                case "quoted":
                    self._open[-1].append(_ESCAPED.sub(rb"\1", token["quoted"]))
                case _:
                    atom = token["atom"]
                    self._open[-1].append(None if atom in _NIL else atom)

    def done(self) -> tuple[Value, ...]:
        """The finished answer; the reader is empty again. A list left open is garbled."""
        if len(self._open) != 1:
            self._open = [[]]
            raise GarbledError("an answer ends inside a list")
        answer, self._open = tuple(self._open[0]), [[]]
        return answer

    def _close(self) -> None:
        if len(self._open) == 1:
            raise GarbledError("an answer closes a list it never opened")
        inner = tuple(self._open.pop())
        self._open[-1].append(inner)
