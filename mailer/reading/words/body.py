"""The one text of a letter, chosen among its parts.

Of alternatives the plain text, unless it is blank or a placeholder; of mixed parts all texts that are no attachment;
of a signed letter what was signed. Attachments, attached letters and encrypted parts are never opened.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mailer.reading.words.armour import ENCRYPTED, without_armour
from mailer.reading.words.charset import decode
from mailer.reading.words.flowed import unflow
from mailer.reading.words.folding import folded, split_lines, visible
from mailer.reading.words.html_text import html_text
from mailer.reading.words.limits import Limits
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
    flags: set[str] = field(default_factory=set)
    read: set[tuple[int, ...]] = field(default_factory=set)
    shown: list[str] = field(default_factory=list)  # what the HTML beside a chosen text shows


def _is_text(part: Part) -> bool:
    return (
        part.content_type in ("text/plain", "text/html", "text/enriched", "text/markdown")
        and part.disposition != "attachment"
    )


def _has_words(text: str) -> bool:
    return _NOT_BLANK.search(text) is not None or any(ord(char) > 0x2190 for char in text)


def _is_placeholder(text: str) -> bool:
    """Whether a text part only says that the letter is in HTML."""
    return len(text) <= _PLACEHOLDER_CHARS and any(phrase in folded(text) for phrase in vocabulary().placeholders)


def _part_text(part: Part, desk: _Desk) -> str:
    """The text of one text part; unreadable bytes and cuts are noted."""
    most = desk.limits.html_chars if part.content_type == "text/html" else desk.limits.text_chars
    content = part.content()
    if len(content) > most:
        desk.flags.add("cut")
    text, sure = decode(_whole_characters(content[:most], content[most : most + 1]), part.charset)
    if not sure:
        desk.flags.add("undecodable")
    text = text.replace("\x00", " ")
    if part.content_type == "text/html":
        return html_text(text)
    return unflow(text, delsp=part.is_delsp) if part.is_flowed else text


def _whole_characters(data: bytes, following: bytes) -> bytes:
    """The bytes without a UTF-8 character that the cut went through."""
    if not following or following[0] & 0xC0 != 0x80:
        return data
    end = len(data)
    while end and data[end - 1] & 0xC0 == 0x80 and len(data) - end < 3:
        end -= 1
    return data[: end - 1] if end and data[end - 1] >= 0xC0 else data


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
    spare = _Desk(desk.tree, desk.limits)
    for parts in options:
        text = "\n".join(_part_text(part, spare) for part in parts)
        if _has_words(text) and not _is_placeholder(text):
            if not _is_html(parts) and _is_html(options[-1]):
                desk.shown.append("\n".join(_part_text(part, spare) for part in options[-1]))
            yield from parts
            return
    yield from options[0] if options else ()


def _is_html(parts: list[Part]) -> bool:
    return any(part.content_type == "text/html" for part in parts)


def _is_file(part: Part) -> bool:
    """Whether a part is a file somebody attached on purpose."""
    if part.is_multipart or part.content_type in (*_NOT_FOR_PEOPLE, *_REPORTS, *_LETTERS):
        return False
    return part.disposition == "attachment" or bool(part.name) or not part.content_type.startswith("text/")


def _note_kinds(desk: _Desk) -> None:
    """Flags for what lies beside the text."""
    for part in desk.tree.parts:
        kind = part.content_type
        if (kind in _ENCRYPTED and part.method == "") or kind == "multipart/encrypted":
            desk.flags.add("encrypted")
        elif kind in ("application/ms-tnef", "application/vnd.ms-tnef") or part.name.lower() == "winmail.dat":
            desk.flags |= {"winmail", "attachment"}
        elif kind in _LETTERS[:2]:
            desk.flags.add("attached_letter")
        elif part.path not in desk.read and _is_file(part):
            desk.flags.add("picture" if kind.startswith("image/") else "attachment")


def _report_text(part: Part) -> str:
    """What a machine's part says: its own lines, and of a returned letter the header only."""
    text, _ = decode(part.content()[:_REPORT_CHARS], "utf-8")
    if part.content_type in _LETTERS:
        return text.replace("\r\n", "\n").lstrip("\n").partition("\n\n")[0]
    return text


def body_of(tree: Tree, limits: Limits) -> Body:
    """The text of a letter, and flags for what is missing or beside it."""
    desk = _Desk(tree, limits)
    chosen = list(_chosen([tree.parts[0]], desk))
    desk.read |= {part.path for part in chosen}
    text = visible("\n".join(_part_text(part, desk) for part in chosen))
    if desk.shown:
        text = rewrap(text, shown="\n".join(desk.shown))
    if ENCRYPTED in text:
        desk.flags.add("encrypted")
    text = without_armour(text)
    if len(text) > limits.text_chars:
        desk.flags.add("cut")
        text = text[: limits.text_chars]
    text = "\n".join(split_lines(text))
    if any(part.content_type == "text/html" for part in chosen):
        desk.flags.add("html")
    _note_kinds(desk)
    if not _has_words(text):
        desk.flags |= {"no_text"} | ({"attachment_only"} if desk.flags & {"attachment", "picture"} else set())
    reports = tuple(
        (part.content_type, _report_text(part)) for part in tree.parts if part.content_type in (*_REPORTS, *_LETTERS)
    )
    return Body(text, frozenset(desk.read), reports, frozenset(desk.flags))
