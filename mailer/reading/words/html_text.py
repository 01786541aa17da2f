r"""HTML to the text its reader sees: blocks on lines of their own, quotes with `> `, nothing hidden.

    <p>Hola</p><blockquote type="cite">Adiós</blockquote>   ->   "Hola\\n> Adiós"

Nothing is cut by the name of a class: players do write inside `gmail_quote`.
"""

import re

from mailer.reading.words.folding import one_line
from mailer.reading.words.markup import Tag, tokens

_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "  # noqa: SIM905
    "header hr html li main menu nav ol p pre section summary table tbody tfoot thead tr ul caption".split()
)
_SPACED = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol"))
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr o:p".split())  # noqa: SIM905
_IMPLIED_END = {
    "p": _BLOCKS - {"body", "html"},
    "li": frozenset({"li"}),
    "tr": frozenset({"tr"}),
    "td": frozenset({"td", "th", "tr"}),
    "th": frozenset({"td", "th", "tr"}),
}
_HIDDEN = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|(?:font-size|max-height|max-width|opacity):0(?:\.0+)?(?:px|pt|em|rem|%|in|cm)?(?:;|!|$)|mso-hide:all"
)
_INDENT = re.compile(r"border(?:-left)?:(?:none|0)")
_RULE = "-----"
_DEEPEST_QUOTE = 20


class _Walker:
    """Collects the lines of a document while its tags go by."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._open: list[tuple[str, bool, bool, bool]] = []  # tag; hides its content, quotes it, keeps line ends
        self._count: dict[str, int] = {}
        self._hidden = 0
        self._quoted = 0
        self._kept = 0  # open elements that keep line ends
        self._lists: list[int] = []  # numbers of open lists, -1 for one with bullets

    def text(self, text: str) -> None:
        if self._hidden or not text:
            return
        if self._kept:
            first, *rest = text.split("\n")
            self._line.append(first)
            for line in rest:
                self.end_line()
                self._line.append(line)
        else:
            self._line.append(text)

    def end_line(self, *, blank: bool = False) -> None:
        """Close the line that is being written; keep an empty one only where it is meant."""
        text = one_line("".join(self._line))
        self._line = []
        if text or blank:
            marks = ">" * min(self._quoted, _DEEPEST_QUOTE)
            self.lines.append(f"{marks} {text}".strip() if marks else text)

    def tag(self, tag: Tag) -> None:
        if tag.is_end:
            self._close(tag.name)
        elif tag.name == "br":
            self._break()
        elif tag.name in _VOID:
            self._void(tag)
        else:
            self._start(tag)

    def _break(self) -> None:
        if not self._hidden:
            self.end_line(blank=True)

    def _void(self, tag: Tag) -> None:
        if self._hidden:
            return
        if tag.name == "hr":
            self.end_line()
            self.lines.append(">" * min(self._quoted, _DEEPEST_QUOTE) + _RULE)
        elif tag.name == "img":
            self._line.append(_emoji(tag.attribute("alt") or ""))

    def _start(self, tag: Tag) -> None:
        name = tag.name
        while self._open and name in _IMPLIED_END.get(self._open[-1][0], ()):
            self._pop()
        if name in _BLOCKS:
            self.end_line()
            self._space(name)
        quotes = name == "blockquote" and not _is_indent(tag)
        hides = name == "head" or _is_hidden(tag)
        if name == "body" and self._count.get("head"):
            self._close("head")
        keeps = name == "pre" or "white-space:pre" in _style(tag)
        self._open.append((name, hides, quotes, keeps))
        self._count[name] = self._count.get(name, 0) + 1
        self._hidden += hides
        self._quoted += quotes
        self._kept += keeps
        self._content(tag)

    def _space(self, name: str) -> None:
        if name in _SPACED and not self._hidden and self.lines and self.lines[-1].strip("> "):
            self.end_line(blank=True)

    def _content(self, tag: Tag) -> None:
        """What an opening tag itself shows."""
        if tag.name in ("td", "th"):
            self._line.append(" ")
        elif tag.name in ("ul", "ol"):
            self._lists.append(0 if tag.name == "ol" else -1)
        elif tag.name == "li" and not self._hidden:
            self._line.append(self._bullet())

    def _bullet(self) -> str:
        if self._lists and self._lists[-1] >= 0:
            self._lists[-1] += 1
            return f"{self._lists[-1]}. "
        return "- "

    def _close(self, name: str) -> None:
        if name in ("p", "br") and not self._count.get(name):
            self._break()
        if not self._count.get(name):
            return
        while self._open[-1][0] != name:
            self._pop()
        self._pop()

    def _pop(self) -> None:
        name, hides, quotes, keeps = self._open.pop()
        if name in _BLOCKS:
            self.end_line()
        if name in ("ul", "ol") and self._lists:
            self._lists.pop()
        self._count[name] -= 1
        self._hidden -= hides
        self._quoted -= quotes
        self._kept -= keeps
        self._space(name)


def _style(tag: Tag) -> str:
    """The style of a tag without blanks, in lower case."""
    return re.sub(r"\s+", "", tag.attribute("style") or "").lower() if tag.attributes else ""


def _is_hidden(tag: Tag) -> bool:
    return bool(tag.attributes) and (_HIDDEN.search(_style(tag)) is not None or tag.attribute("hidden") is not None)


def _is_indent(tag: Tag) -> bool:
    """Whether a blockquote only sets text in from the margin, as editors do for their own writer."""
    if tag.attribute("type") is not None or tag.attribute("cite") is not None:
        return False
    return _INDENT.search(_style(tag)) is not None or not tag.attributes.strip()


def _emoji(alt: str) -> str:
    """The picture of an emoji as its character; other pictures say nothing."""
    text = alt.strip()
    return text if 0 < len(text) <= 8 and not text.isascii() and not any(c.isalnum() for c in text) else ""


def html_text(html: str, *, most_lines: int) -> tuple[str, bool]:
    """The text of an HTML document as its reader sees it, one line a block, and whether it is whole."""
    walker = _Walker()
    for token in tokens(html):
        if len(walker.lines) > most_lines:
            return "\n".join(walker.lines[:most_lines]), False
        if isinstance(token, Tag):
            walker.tag(token)
        else:
            walker.text(token)
    walker.end_line()
    return "\n".join(walker.lines), True
