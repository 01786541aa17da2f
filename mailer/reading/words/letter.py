"""A letter opened: from raw bytes to headers, one text and flags, within limits and without ever failing.

Flags are stable words: `cut` (text beyond the limit), `too_big`, `too_deep`, `too_many_parts`, `too_many_fields`,
`undecodable`, `encrypted`, `winmail` (Outlook's own wrapping), `attachment` (a file we do not open), `attachment_only`
(nothing else in it), `attached_letter`, `html` (read from HTML), `no_text`.
"""

from dataclasses import dataclass

from mailer.reading.words.body import body_of
from mailer.reading.words.headers import Header, decoded, read_header
from mailer.reading.words.limits import DEFAULT, Limits
from mailer.reading.words.parts import Part, split_header, split_parts

_RECIPIENT_FIELDS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to")
_MOST_REFERENCES = 50
_ID_CHARS = 500


@dataclass(frozen=True, slots=True)
class PartSummary:
    """What a part says it is; never its content."""

    content_type: str
    method: str  # of a calendar part: "REPLY"
    disposition: str
    name: str  # for show only, never a path
    size: int
    digest: str  # of the content, blanks aside


@dataclass(frozen=True, slots=True)
class OpenedLetter:
    """A letter as far as we read it."""

    header: Header
    subject: str  # one safe line
    message_id: str  # with its angle brackets, "" if there is none
    in_reply_to: str
    references: tuple[str, ...]
    date_text: str  # for show only: the sender's clock
    recipients: tuple[str, ...]  # every address it was sent or delivered to, lower case
    content_type: str
    report_type: str  # of a multipart/report
    text: str
    parts: tuple[PartSummary, ...]
    reports: tuple[tuple[str, str], ...]  # type and text of the parts written by machines
    flags: tuple[str, ...]

    @property
    def from_fields(self) -> tuple[str, ...]:
        """Every From field as it stands, not decoded."""
        return self.header.all("from")

    @property
    def authentication_results(self) -> tuple[str, ...]:
        """Every Authentication-Results field, the topmost first."""
        return self.header.all("authentication-results")


def _ids(value: str) -> tuple[str, ...]:
    """The message ids in a field; brackets are ours where a client left them out."""
    pieces = value.replace(">", "> ").replace("<", " <").replace(",", " ").split()
    return tuple(piece for piece in pieces if "@" in piece and len(piece) <= _ID_CHARS)


def _recipients(header: Header, limits: Limits) -> tuple[str, ...]:
    """The addresses of all recipient fields, in order, each once."""
    found: dict[str, None] = {}
    for field in _RECIPIENT_FIELDS:
        for value in header.all(field):
            for piece in value.translate(_SEPARATORS).split():
                if "@" in piece and len(piece) <= 320 and len(found) < limits.addresses:
                    found.setdefault(piece.lower())
    return tuple(found)


_SEPARATORS = str.maketrans('<>,;"()[]', " " * 9)


def _summary(part: Part) -> PartSummary:
    size, digest = len(part.raw), part.digest()
    return PartSummary(part.content_type, part.calendar_method(), part.disposition, part.name, size, digest)


def open_letter(raw: bytes, *, limits: Limits = DEFAULT) -> OpenedLetter:
    """The letter in some bytes; whatever they are, it never fails."""
    data = raw.lstrip(b"\r\n\x00 ")
    if data.startswith(b"From "):  # the line that mbox files put first
        data = data.partition(b"\n")[2]
    head, body = split_header(data)
    header = read_header(head[: limits.header_bytes], most_fields=limits.header_fields)
    flags = {"too_many_fields"} if header.is_cut or len(head) > limits.header_bytes else set()
    if len(raw) > limits.letter_bytes:
        flags.add("too_big")
        body = body[: limits.large_bytes]
    tree = split_parts(header, body, limits)
    found = body_of(tree, limits)
    return OpenedLetter(
        header=header,
        subject=decoded(header.first("subject"))[:1000],
        message_id=next(iter(_ids(header.first("message-id"))), ""),
        in_reply_to=next(iter(_ids(header.first("in-reply-to"))), ""),
        references=_ids(header.first("references"))[-_MOST_REFERENCES:],
        date_text=decoded(header.first("date"))[:100],
        recipients=_recipients(header, limits),
        content_type=tree.parts[0].content_type,
        report_type=tree.parts[0].report_type,
        text=found.text,
        parts=tuple(_summary(part) for part in tree.parts if not part.is_multipart),
        reports=found.reports,
        flags=tuple(sorted({*flags, *tree.flags, *found.flags})),
    )
