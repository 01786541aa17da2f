r"""Letters from a mailbox by IMAP, in blocks, without changing anything before the ledger has them.

    channel = ImapChannel(ImapSettings(host="mail.example.org", user="estafeta@example.org", secret=...))

imap-tools connects, logs in and selects; every FETCH, STORE, MOVE and SEARCH is spoken by UID and read by UID. A letter
is done when it was moved to `move_to`, or, on a server that cannot move, when it carries the keyword `$Estafeta`; where
not even that is kept it simply stays, and the ledger knows it. Never EXPUNGE, never \Seen: others read this mailbox.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from mailer.errors import ChannelError
from mailer.inbox.ahead import Asked, answer
from mailer.inbox.away import KEYWORD, Away
from mailer.inbox.channel import BLOCK_LETTERS, Batch, Incoming, IncomingKey, JunkLetter, Known, Trace, blocks
from mailer.inbox.folders import junk_folder
from mailer.inbox.line import RefusedError, border, capabilities, greet, hang_up, leave, open_line
from mailer.inbox.responses import fetched, number_set
from mailer.inbox.settings import ImapSettings
from mailer.inbox.texts import (
    EARLY_LETTERS,
    Text,
    ask_beginnings,
    beginnings,
    by_weight,
    command,
    junk_letters,
    search,
    texts,
)

if TYPE_CHECKING:
    from imap_tools import BaseMailBox

_JUNK_LETTERS = 200  # the newest ones; older junk was looked at by earlier runs


class ImapChannel:
    """The letters of one folder of one mailbox. Connects when first needed, and again after a line was lost."""

    def __init__(self, settings: ImapSettings, *, readonly: bool = False) -> None:
        self._settings = settings
        self._readonly = readonly
        self._line: BaseMailBox | None = None
        self._can: frozenset[str] = frozenset()
        self._selected: str | bytes | None = None
        self._uidvalidity = 0
        self._following = 0  # the number its next letter would have got when the folder was opened
        self._away = Away(self.name, settings.move_to)
        self._ahead: Asked | None = None  # the block that comes next, already asked for

    @property
    def name(self) -> str:
        """`imap:user@host`."""
        return f"imap:{self._settings.account}"

    def open(self) -> None:
        """Nothing comes back; we are logged in and the folder is open. ChannelError, LoginError, SecretError."""
        self.connect()
        with self._border("open"):
            self._select_inbox()

    def connect(self) -> None:
        """Nothing comes back; we are logged in. ChannelError, LoginError, SecretError."""
        if self._line is None:
            self._line = open_line(self._settings, self.name)
            with self._border("login"):
                self._can = capabilities(self._line)
                if "ID" in self._can:
                    greet(self._line)
            self._away.connected(self._can)

    def fetch(self, known: Known) -> Iterator[Batch]:
        """Every letter of the folder that is not known, oldest first, in blocks; see `Channel`."""
        self.open()
        validity = self._uidvalidity
        with self._border("list"):
            uids = search(self._mailbox.client, self._wanted)
        had = {int(key.uid) for key in known([self._key(uid) for uid in uids])}
        lingering = self._lingering(had.intersection(uids))
        for letters in self._letters([uid for uid in uids if uid not in had], validity):
            yield Batch(letters, f"{validity}:{letters[-1].key.uid}", lingering)
            lingering = ()
        if lingering:
            yield Batch((), f"{validity}:{uids[-1]}", lingering)

    def ack(self, keys: Iterable[IncomingKey]) -> None:
        """Nothing comes back: those letters are moved away or marked. A server that says NO is told in the log only."""
        if self._readonly:
            return
        wanted = list(keys)
        if not wanted:
            return
        self.open()
        here = (self._settings.account, self._settings.folder, self._uidvalidity)
        uids = sorted(int(key.uid) for key in wanted if (key.account, key.folder, key.uidvalidity) == here)
        with self._border("mark"):
            self._away.hear(self._mailbox)
            for at in range(0, len(uids), BLOCK_LETTERS):
                self._away.put(self._mailbox, number_set(uids[at : at + BLOCK_LETTERS]), waits=self._ahead is None)

    def junk(self, senders: Collection[str]) -> tuple[JunkLetter, ...]:
        """The newest letters in the junk folder that claim one of these senders; nothing is touched."""
        self.open()
        with self._border("junk"):
            folder = junk_folder(self._mailbox, self._can, self._settings.junk_folder)
            return self._peek(folder, frozenset(senders)) if folder else ()

    def trace(self) -> Trace | None:
        """The folder's numbering, and where it can be asked for again."""
        from mailer.inbox.glance import mark, plain

        found = mark(self._uidvalidity, self._following)
        return {"mailbox": {"settings": plain(self._settings), "mark": found}} if found else None

    def close(self) -> None:
        """Nothing comes back; said goodbye and hung up."""
        with suppress(ChannelError), self._border("mark"):
            if self._line is not None:
                self._away.hear(self._line)
        line = self._given_up()
        if line is not None:
            leave(line)

    @property
    def _home(self) -> str | bytes:
        """The folder whose letters these are."""
        return self._settings.folder

    @property
    def _wanted(self) -> str:
        """Which of its letters, as a search."""
        return "UNDELETED"

    @property
    def _mailbox(self) -> "BaseMailBox":
        if self._line is None:
            raise ChannelError(self.name, "open", "the line is closed")
        return self._line

    @contextmanager
    def _border(self, step: str) -> Iterator[None]:
        """Failures inside rise as ours; the line is given up, unless the server only said NO."""
        try:
            with border(self.name, step):
                yield
        except ChannelError as error:
            if self._line is not None and not isinstance(error.__cause__, RefusedError):
                hang_up(self._line)
                self._given_up()
            raise

    def _given_up(self) -> "BaseMailBox | None":
        """The line, which is ours no more, nor anything that was to come over it."""
        line, self._line, self._selected, self._ahead = self._line, None, None, None
        self._away.forget()
        return line

    def _select(self, folder: str | bytes, *, readonly: bool) -> None:
        if self._selected != folder:
            if self._ahead is not None:
                answer(self._ahead.client, self._ahead.tag, "FETCH")  # of the folder that is left: asked for again
            self._selected = self._ahead = None
            self._mailbox.folder.set(folder, readonly=readonly)
            self._selected = folder

    def _select_inbox(self) -> None:
        """The folder of the settings is open, its UIDVALIDITY and lasting flags are known."""
        home = self._home
        if self._selected == home:
            return
        self._select(home, readonly=self._readonly)
        validity = self._said("UIDVALIDITY")
        if not validity.isdigit():
            raise RefusedError("the server does not number its letters for good (no UIDVALIDITY)")
        self._uidvalidity = int(validity)
        following = self._said("UIDNEXT")
        self._following = int(following) if following.isdigit() else 0
        self._away.opened(self._said("PERMANENTFLAGS"))

    def _said(self, code: str) -> bytes:
        """What the server said under that code when the folder was opened."""
        _, data = self._mailbox.client.response(code)
        word = data[-1] if data else None
        return word if isinstance(word, bytes) else b""

    def _key(self, uid: int) -> IncomingKey:
        return IncomingKey(self._settings.account, self._settings.folder, self._uidvalidity, str(uid))

    def _lingering(self, had: Collection[int]) -> tuple[IncomingKey, ...]:
        """Of the letters the ledger has, those the server does not yet show as done."""
        if self._readonly or not had:
            return ()
        if not self._away.moves:
            if not self._away.keeps_keyword:
                return ()
            with self._border("list"):
                had = set(had).intersection(search(self._mailbox.client, f"UNDELETED UNKEYWORD {KEYWORD}"))
        return tuple(self._key(uid) for uid in sorted(had))

    def _letters(self, uids: Sequence[int], validity: int) -> Iterator[tuple[Incoming, ...]]:
        """Blocks of letters, none empty. Between two of them the caller may mark, look at the junk, or close."""
        limit = self._settings.max_bytes
        for at in range(0, len(uids), EARLY_LETTERS):
            with self._reopened(validity, "list"):
                whole, large = beginnings(self._asked(uids[at : at + EARLY_LETTERS]), limit)
                following = uids[at + EARLY_LETTERS : at + 2 * EARLY_LETTERS]
                if following and not large:
                    self._ahead = ask_beginnings(self._mailbox.client, following, gmail=self._gmail)
            for some in blocks((text, len(text.raw)) for text in whole):
                yield tuple(self._incoming(text) for text in some)
            for block in by_weight(large, limit):
                with self._reopened(validity, "fetch"):
                    found = texts(self._mailbox.client, block, limit)
                if found:
                    yield tuple(self._incoming(text) for text in found)

    def _asked(self, uids: Sequence[int]) -> Asked:
        """Those letters, asked for now unless they were already on this line."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead.uids == uids:
            return ahead
        return ask_beginnings(self._mailbox.client, uids, gmail=self._gmail)

    @contextmanager
    def _reopened(self, validity: int, step: str) -> Iterator[None]:
        """The folder is open and still numbered as when it was listed."""
        self.open()
        with self._border(step):
            if self._uidvalidity != validity:
                raise RefusedError("the folder was numbered anew meanwhile; the next run lists it again")
            yield

    @property
    def _gmail(self) -> bool:
        return "X-GM-EXT-1" in self._can

    def _incoming(self, text: Text) -> Incoming:
        listed = text.listed
        return Incoming(
            key=self._key(listed.uid),
            raw=text.raw,
            received=text.received,
            provider_id=listed.provider_id,
            size=listed.size or len(text.raw),
            cut=text.cut,
        )

    def _peek(self, folder: bytes, senders: frozenset[str]) -> tuple[JunkLetter, ...]:
        self._select(folder, readonly=True)
        newest = search(self._mailbox.client, "UNDELETED")[-_JUNK_LETTERS:]
        if not newest:
            return ()
        items = "(UID INTERNALDATE BODY.PEEK[HEADER.FIELDS (FROM)])"
        found = fetched(command(self._mailbox.client, "FETCH", number_set(newest), items))
        return tuple(letter for uid in newest for letter in junk_letters(found.get(uid, {}), senders))
