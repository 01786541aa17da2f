r"""Paragraphs put together again that a client broke for the way (RFC 3676, `format=flowed`).

"mañana volvemos por el \ncamino"  -> "mañana volvemos por el camino"
"""

from mailer.reading.words.folding import split_lines

_SIGNATURE = "-- "


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(">"))


def _body(line: str, depth: int) -> str:
    """The line without its quote marks and without the blank that protects its beginning."""
    rest = line[depth:]
    return rest.removeprefix(" ")


def unflow(text: str, *, delsp: bool) -> str:
    """The text with soft line breaks taken out; quote marks stay, the signature mark is never joined."""
    lines: list[str] = []
    open_depth = -1  # depth of a line that ends in a soft break, else -1
    parts: list[str] = []
    for line in split_lines(text):
        depth = _depth(line)
        body = _body(line, depth)
        is_signature = body == _SIGNATURE
        if open_depth >= 0 and (depth != open_depth or is_signature):
            lines.append("".join(parts))
            open_depth = -1
        if open_depth < 0:
            parts = [">" * depth + " " if depth else ""]
        is_soft = body.endswith(" ") and not is_signature
        parts.append(body[:-1] if is_soft and delsp else body)
        open_depth = depth if is_soft else -1
        if not is_soft:
            lines.append("".join(parts))
    if open_depth >= 0:
        lines.append("".join(parts))
    return "\n".join(lines)
