"""The one text of a letter, chosen among its parts.

Of alternatives the plain text, unless it is blank or a placeholder; of mixed parts all texts that are no attachment;
of a signed letter what was signed. Attachments, attached letters and encrypted parts are never opened.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mailer.reading.words.armour import ENCRYPTED, without_armour
from mailer.reading.words.charset import decode
from mailer.reading.words.folding import folded, split_lines, visible
from mailer.reading.words.limits import Limits
from mailer.reading.words.part_text import PartText, part_text
from mailer.reading.words.parts import Part, Tree
from mailer.reading.words.rewrap import rewrap
from mailer.reading.words.vocabulary import vocabulary

_REPORTS = (
    "message/delivery-status",
    "message/global-delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
    "text/rfc822-headers",
)
_LETTERS = ("message/rfc822", "message/global", "text/rfc822-headers")
_NOT_FOR_PEOPLE = (
    "application/pgp-signature",
    "application/pgp-keys",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "text/calendar",
    "text/vnd.google.email-reaction+json",
    "text/x-amp-html",
    "application/ics",
)
_ENCRYPTED = ("application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_WINMAIL = ("application/ms-tnef", "application/vnd.ms-tnef")
_TEXTS = ("text/plain", "text/html", "text/markdown")
_REPORT_CHARS = 8_000
_PLACEHOLDER_CHARS = 400
_NOT_BLANK = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Body:
    """The text of a letter and what was noticed on the way."""

    text: str
    read: frozenset[tuple[int, ...]]  # places of the parts it came from
    reports: tuple[tuple[str, str], ...]
    flags: frozenset[str]


@dataclass(slots=True)
class _Desk:
    """What is being read."""

    tree: Tree
    limits: Limits
    texts: dict[tuple[int, ...], PartText] = field(default_factory=dict)  # read once each
    shown: list[str] = field(default_factory=list)  # what the HTML beside a chosen text shows

    def text(self, part: Part) -> PartText:
        """The text of a part."""
        if part.path not in self.texts:
            self.texts[part.path] = part_text(part, self.limits)
        return self.texts[part.path]

    def joined(self, parts: Sequence[Part]) -> str:
        """The texts of some parts below each other."""
        return "\n".join(self.text(part).text for part in parts)


def _is_text(part: Part) -> bool:
    """Whether a part is shown as text; a named one is a file unless it is the whole letter."""
    is_file = part.disposition == "attachment" or (bool(part.name) and part.path != ())
    return part.content_type in _TEXTS and not is_file


def _has_words(text: str) -> bool:
    return _NOT_BLANK.search(text) is not None or any(ord(char) > 0x2190 for char in text)


def _is_placeholder(text: str) -> bool:
    """Whether a text part only says that the letter is in HTML."""
    return len(text) <= _PLACEHOLDER_CHARS and any(phrase in folded(text) for phrase in vocabulary().placeholders)


def _chosen(parts: list[Part], desk: _Desk) -> Iterator[Part]:
    """The text parts to read below these parts, in order."""
    for part in parts:
        children = list(desk.tree.children(part))
        if part.content_type == "multipart/alternative":
            yield from _alternative(children, desk)
        elif part.content_type in ("multipart/signed", "multipart/related"):
            yield from _chosen(children[:1], desk)
        elif part.is_multipart and part.content_type not in ("multipart/encrypted", "multipart/report"):
            yield from _chosen(children, desk)
        elif _is_text(part):
            yield part


def _alternative(children: list[Part], desk: _Desk) -> Iterator[Part]:
    """The one alternative to read: plain text with words in it, else HTML with words, else nothing."""
    below = [list(_chosen([child], desk)) for child in children]
    options = sorted((parts for parts in below if parts), key=_is_html)
    for parts in options:
        text = desk.joined(parts)
        if _has_words(text) and not _is_placeholder(text):
            if not _is_html(parts) and _is_html(options[-1]):
                desk.shown.append(desk.joined(options[-1]))
            yield from parts
            return
    yield from options[0] if options else ()


def _is_html(parts: Sequence[Part]) -> bool:
    return any(part.content_type == "text/html" for part in parts)


def _is_file(part: Part) -> bool:
    """Whether a part is a file somebody attached on purpose."""
    if part.is_multipart or part.content_type in (*_NOT_FOR_PEOPLE, *_REPORTS, *_LETTERS):
        return False
    return part.disposition == "attachment" or bool(part.name) or not part.content_type.startswith("text/")


def _kinds(tree: Tree, read: frozenset[tuple[int, ...]]) -> Iterator[str]:
    """Flags for what lies beside the text."""
    for part in tree.parts:
        kind = part.content_type
        if kind in _ENCRYPTED or kind == "multipart/encrypted":
            yield "encrypted"
        elif kind in _WINMAIL or part.name.lower() == "winmail.dat":
            yield from ("winmail", "attachment")
        elif kind in _LETTERS[:2]:
            yield "attached_letter"
        elif part.path not in read and _is_file(part):
            yield "picture" if kind.startswith("image/") else "attachment"


def _report_text(part: Part) -> str:
    """What a machine's part says: its own lines, and of a returned letter the header only."""
    text, _ = decode(part.content()[:_REPORT_CHARS], "utf-8")
    if part.content_type in _LETTERS:
        return text.replace("\r\n", "\n").lstrip("\n").partition("\n\n")[0]
    return text


def _cleaned(chosen: Sequence[Part], desk: _Desk) -> tuple[str, set[str]]:
    """The text of the chosen parts, without frames and within the limits, and its flags."""
    limits = desk.limits
    flags = {flag for part in chosen for flag in desk.text(part).flags}
    whole = visible(desk.joined(chosen))
    text = whole[: limits.text_chars]
    if desk.shown:
        text = rewrap(text, shown="\n".join(desk.shown))
    flags |= {"encrypted"} if ENCRYPTED in text else set()
    lines = split_lines(without_armour(text))
    if len(whole) > limits.text_chars or len(lines) > limits.lines:
        flags.add("cut")
    return "\n".join(lines[: limits.lines]), flags


def body_of(tree: Tree, limits: Limits) -> Body:
    """The text of a letter, and flags for what is missing or beside it."""
    desk = _Desk(tree, limits)
    chosen = list(_chosen([tree.parts[0]], desk))
    read = frozenset(part.path for part in chosen)
    text, flags = _cleaned(chosen, desk)
    flags |= {"html"} if _is_html(chosen) else set()
    flags.update(_kinds(tree, read))
    if not _has_words(text):
        flags |= {"no_text"} | ({"attachment_only"} if flags & {"attachment", "picture"} else set())
    machine = (*_REPORTS, *_LETTERS)
    reports = tuple((part.content_type, _report_text(part)) for part in tree.parts if part.content_type in machine)
    return Body(text, read, reports, frozenset(flags))
