"""When the mail server had a letter: INTERNALDATE, a file's time, the topmost Received line.

Month names are English on the wire whatever the machine's language, so they are read by a table of our own.
"""

import re
from datetime import UTC, datetime, timedelta, timezone

_MONTHS = (b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec")
_STAMP = re.compile(
    rb"(\d{1,2})[ -]([A-Za-z]{3})[a-z]{0,6}[ -](\d{4}) (\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?"
    rb"(?: (?:([+-])(\d{2})(\d{2})|GMT|UTC?))?"
)
_TOP_RECEIVED = re.compile(rb"(?im)^Received:([^\r\n]{0,998}(?:\r?\n[ \t][^\r\n]{0,998}){0,20})")
_HEADER_BYTES = 64 * 1024


def stamp(text: bytes) -> datetime | None:
    """The moment in UTC that `17-Jul-2026 02:44:25 -0700` or `Fri, 17 Jul 2026 02:44:25 -0700` names; else None."""
    found = _STAMP.search(text)
    if found is None or found[2].lower() not in _MONTHS:
        return None
    day, year, hour, minute, second = (int(found[n] or 0) for n in (1, 3, 4, 5, 6))
    offset = timedelta(hours=int(found[8] or 0), minutes=int(found[9] or 0))
    try:
        zone = timezone(-offset if found[7] == b"-" else offset)
        month = _MONTHS.index(found[2].lower()) + 1
        return datetime(year, month, day, hour, minute, min(second, 59), tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def top_received(raw: bytes) -> datetime | None:
    """The moment in the topmost Received line, the one the last server wrote."""
    head = re.split(rb"\r?\n\r?\n", raw[:_HEADER_BYTES], maxsplit=1)[0]
    found = _TOP_RECEIVED.search(head)
    return stamp(found[1].rpartition(b";")[2]) if found else None


def file_received(modified: datetime, raw: bytes, *, trust_received: bool) -> datetime:
    """When a letter kept as a file came in: its time, or the topmost Received line where that is earlier.

    A folder that was copied, restored or synchronised has later times than its letters; none has earlier ones.
    """
    told = top_received(raw) if trust_received else None
    return told if told is not None and told < modified else modified
