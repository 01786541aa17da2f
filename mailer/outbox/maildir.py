"""Letters out into a Maildir, each once: its file is named after its Message-ID and its recipient.

transport = MaildirTransport(MaildirOutSettings(Path("out")))
"""

import errno
import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from mailer.errors import ChannelError
from mailer.inbox.settings import MaildirOutSettings
from mailer.outbox.transport import Outgoing, Sent, SentState

_NO_LETTER_AT_ALL = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE}
)


class MaildirTransport:
    """One Maildir, made when it is not there yet."""

    def __init__(self, settings: MaildirOutSettings) -> None:
        self._path = settings.path

    @property
    def name(self) -> str:
        """`maildir-out:PATH`."""
        return f"maildir-out:{self._path}"

    def open(self) -> None:
        """Nothing comes back; `tmp`, `new` and `cur` are there."""
        try:
            for folder in ("tmp", "new", "cur"):
                (self._path / folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ChannelError(self.name, "open", error.strerror or type(error).__name__) from error

    def send(self, outgoing: Outgoing) -> Sent:
        """Sent, also when the letter lies there already; retry when this one cannot be written.

        ChannelError where no letter could be: the disk is full or broken, or the folder not ours to write.
        """
        self.open()
        name = file_name(outgoing)
        try:
            if self._has(name):
                return Sent(SentState.SENT, 0, f"{name} was there already")
            self._write(name, outgoing.data)
        except OSError as error:
            if error.errno in _NO_LETTER_AT_ALL:
                raise ChannelError(self.name, "send", os.strerror(error.errno)) from error
            return Sent(SentState.RETRY, 0, error.strerror or type(error).__name__)
        return Sent(SentState.SENT, 0, name)

    @property
    def window(self) -> int:
        """One: nothing is waited for."""
        return 1

    def send_all(self, group: Sequence[Outgoing]) -> tuple[Sent, ...]:
        """The fates, in order."""
        return tuple(map(self.send, group))

    def close(self) -> None:
        """Nothing to close."""

    def _has(self, name: str) -> bool:
        """Whether the letter lies there, perhaps moved and marked by a mail program."""
        cur = self._path / "cur"
        return (self._path / "new" / name).exists() or (cur / name).exists() or any(cur.glob(f"{name}:2,*"))

    def _write(self, name: str, data: bytes) -> None:
        """The letter is in `new/`, whole, and stays there through a power cut."""
        temporary = self._path / "tmp" / name
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        there = self._path / "new" / name
        temporary.rename(there)
        try:
            _sync(there.parent)
        except OSError:
            with suppress(OSError):
                there.unlink()  # it stays queued, so nobody may find it meanwhile
            raise


def file_name(outgoing: Outgoing) -> str:
    """The same for the same Message-ID and recipient, plain whatever stands in them."""
    identity = f"{outgoing.message_id}\0{outgoing.recipient}".encode("utf-8", "surrogateescape")
    return f"{hashlib.sha256(identity).hexdigest()[:32]}.estafeta"


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
