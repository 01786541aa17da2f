"""After an older ledger was put back: the letters that were read since, from the folder they were moved to.

    channel = ReadFolder(settings, since=date(2026, 1, 15))

It gives what `ImapChannel` gives, looks only, and marks nothing. A mailbox without that folder has no such letters.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from mailer.inbox.channel import Batch, Known
from mailer.inbox.folders import archive_name
from mailer.inbox.imap import ImapChannel
from mailer.inbox.responses import answers
from mailer.inbox.settings import ImapSettings

_MONTHS = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)  # RFC 3501's, no locale's


class ReadFolder(ImapChannel):
    """The letters of a mailbox that were read, from that day on by the server's clock."""

    def __init__(self, settings: ImapSettings, *, since: date) -> None:
        super().__init__(replace(settings, folder=settings.move_to), readonly=True)
        self._since = since
        self._place: bytes | None = None

    def fetch(self, known: Known) -> Iterator[Batch]:
        """Every letter that is not known by its place; see `Channel`."""
        if self._is_there():
            yield from super().fetch(known)

    def _is_there(self) -> bool:
        self.connect()
        with self._border("list"):
            _, data = self._mailbox.client.list('""', self._home)  # type: ignore[arg-type]  # bytes go as they are
            return any(answers(data))

    @property
    def _home(self) -> bytes:
        if self._place is None:
            self._place = archive_name(self._mailbox, self._can, self._settings.move_to)
        return self._place

    @property
    def _wanted(self) -> str:
        return f"UNDELETED SINCE {self._since.day}-{_MONTHS[self._since.month - 1]}-{self._since.year}"
