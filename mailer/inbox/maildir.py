"""Letters from a Maildir: `new/` first, then `cur/`, told as done by moving them to `cur/NAME:2,S`.

    channel = MaildirChannel(MaildirSettings(Path("/var/mail/estafeta/Maildir")))

A letter's key is its file name before `:2,`, which other mail programs keep when they move it. Links are not followed,
dotfiles, folders, empty files and `tmp/` are passed over, and letters thrown away (`T`) are left to who threw them. One
that cannot be read keeps none of the others waiting, but the mailbox is not read to its end.
"""

import errno
import logging
import os
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote_from_bytes

from mailer.errors import ChannelError
from mailer.inbox.channel import (
    CUT_HEADER_BYTES,
    CUT_TEXT_BYTES,
    Batch,
    Incoming,
    IncomingKey,
    JunkLetter,
    Known,
    Trace,
    blocks,
)
from mailer.inbox.received import file_received
from mailer.inbox.settings import MaildirSettings
from mailer.quiet import signs

_SEEN, _TRASHED = "S", "T"
_GONE = (None, errno.ENOENT, errno.ELOOP, errno.ENXIO)  # moved since it was listed, or something else lies there
_PLAIN = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) != "%")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _File:
    """One letter's file as it was listed."""

    folder: str  # "new" or "cur"
    name: str  # as the directory has it, bytes that are no UTF-8 as surrogates
    size: int

    @property
    def uid(self) -> str:
        """The part of the name that stays, as printable ASCII."""
        return quote_from_bytes(os.fsencode(self.name.partition(":2,")[0]), safe=_PLAIN)

    @property
    def flags(self) -> str:
        return self.name.partition(":2,")[2]


class MaildirChannel:
    """The letters of one Maildir."""

    def __init__(self, settings: MaildirSettings, *, readonly: bool = False) -> None:
        self._settings = settings
        self._readonly = readonly
        self._account = settings.account or str(settings.path)
        self._trace: Trace | None = None

    @property
    def name(self) -> str:
        """`maildir:PATH`."""
        return f"maildir:{self._account}"

    def open(self) -> None:
        """Nothing comes back; the folder is there and can be read."""
        with self._border("open"):
            for folder in ("new", "cur"):
                os.scandir(self._settings.path / folder).close()

    def fetch(self, known: Known) -> Iterator[Batch]:
        """Every letter that is not known, in the order of their names, in blocks; see `Channel`."""
        folders = (str((self._settings.path / name).absolute()) for name in ("new", "cur"))
        seen = signs("", folders)  # of before they are listed
        self._trace = {"signs": seen} if seen else None
        files = self._files()
        had = {key.uid for key in known([self._key(uid) for uid in files])}
        lingering = self._lingering([files[uid] for uid in files if uid in had])
        fresh = [file for uid, file in files.items() if uid not in had]
        refused: list[OSError] = []
        for block in blocks((file, min(file.size, self._settings.max_bytes)) for file in fresh):
            found = (self._incoming(file, refused) for file in block)
            letters = tuple(letter for letter in found if letter is not None)
            if letters:
                yield Batch(letters, letters[-1].key.uid, lingering)
                lingering = ()
        if lingering:
            yield Batch((), lingering[-1].uid, lingering)
        with self._border("fetch"):  # after all others: what is in these belongs to the day as well
            for error in refused:
                raise error

    def ack(self, keys: Iterable[IncomingKey]) -> None:
        """Nothing comes back: those letters lie in `cur/` and are marked as seen."""
        wanted = {key.uid for key in keys if (key.account, key.folder) == (self._account, "")}
        if self._readonly or not wanted:
            return
        files = self._files()
        with self._border("mark"):
            for uid in sorted(wanted & files.keys()):
                self._mark(files[uid])

    def junk(self, senders: Collection[str]) -> tuple[JunkLetter, ...]:
        """Nothing: a Maildir has no junk folder that one could know by a mark."""
        return ()

    def trace(self) -> Trace | None:
        """The signs of both folders as they were before they were listed."""
        return self._trace

    def close(self) -> None:
        """Nothing to close."""

    def _key(self, uid: str) -> IncomingKey:
        return IncomingKey(self._account, "", 0, uid)

    @contextmanager
    def _border(self, step: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ChannelError(self.name, step, error.strerror or type(error).__name__) from error

    def _files(self) -> dict[str, _File]:
        """The letters there are, by the part of their names that stays, `new/` before `cur/`, each in order."""
        found: dict[str, _File] = {}
        with self._border("list"):
            for folder in ("new", "cur"):
                for file in sorted(_listed(self._settings.path, folder), key=lambda file: os.fsencode(file.name)):
                    if found.setdefault(file.uid, file) is not file:
                        _log.warning("%s: two files are called %r; the later is left alone", self.name, file.uid)
        return found

    def _lingering(self, files: Iterable[_File]) -> tuple[IncomingKey, ...]:
        if self._readonly:
            return ()
        return tuple(self._key(file.uid) for file in files if file.folder == "new" or _SEEN not in file.flags)

    def _incoming(self, file: _File, refused: list[OSError]) -> Incoming | None:
        """The letter, or None when its file has gone, or cannot be read now; why it cannot is added to `refused`."""
        try:
            raw, size, modified = _read(self._settings.path / file.folder / file.name, self._settings.max_bytes)
        except OSError as error:
            _log.warning("%s: letter %r cannot be read: %s", self.name, file.uid, error.strerror)
            if error.errno not in _GONE:
                refused.append(error)
            return None
        cut = size > self._settings.max_bytes
        raw = _cut(raw) if cut else raw
        received = file_received(modified, raw, trust_received=self._settings.trust_received)
        return Incoming(self._key(file.uid), raw, received, None, max(size, len(raw)), cut)

    def _mark(self, file: _File) -> None:
        """The file lies in `cur/` with `S` among its flags; an equal name is never written over."""
        flags = "".join(sorted({*file.flags, _SEEN}))
        target = self._settings.path / "cur" / f"{file.name.partition(':2,')[0]}:2,{flags}"
        source = self._settings.path / file.folder / file.name
        if source == target:
            return
        if os.path.lexists(target):
            _log.warning("%s: letter %r stays where it is: its name is taken in cur/", self.name, file.uid)
            return
        try:
            source.rename(target)
        except FileNotFoundError:
            _log.debug("%s: letter %r was moved by someone else", self.name, file.uid)


def _listed(path: Path, folder: str) -> Iterator[_File]:
    """The files of one folder that can be letters."""
    with os.scandir(path / folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") or not entry.is_file(follow_symlinks=False):
                continue
            try:
                size = entry.stat(follow_symlinks=False).st_size
            except FileNotFoundError:
                continue  # moved by another program since it was listed
            file = _File(folder, entry.name, size)
            if size and _TRASHED not in file.flags:
                yield file


def _read(path: Path, max_bytes: int) -> tuple[bytes, int, datetime]:
    """A letter's bytes (of a large one the beginning), its size, and its file's time; OSError for all but a file."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise FileNotFoundError("not a file")
        limit = max_bytes if about.st_size <= max_bytes else CUT_HEADER_BYTES + CUT_TEXT_BYTES
        seconds, nanoseconds = divmod(about.st_mtime_ns, 1_000_000_000)
        modified = datetime.fromtimestamp(seconds, UTC).replace(microsecond=nanoseconds // 1000)
        return file.read(limit), about.st_size, modified


def _cut(start: bytes) -> bytes:
    """Header and beginning of the text, as a mailbox server would cut them."""
    ends = [at + len(gap) for gap in (b"\r\n\r\n", b"\n\n") if (at := start.find(gap, 0, CUT_HEADER_BYTES)) >= 0]
    if not ends:
        return start[:CUT_HEADER_BYTES] + b"\n\n"
    return start[: min(ends) + CUT_TEXT_BYTES]
