"""Where letters of a mailbox go once they are done: moved to a folder, else marked with a keyword, else left."""

import logging
from typing import TYPE_CHECKING

from mailer.inbox.ahead import answer, ask
from mailer.inbox.folders import archive_name, make_folder
from mailer.inbox.line import RefusedError
from mailer.inbox.texts import command

if TYPE_CHECKING:
    from imap_tools import BaseMailBox

KEYWORD = "$Estafeta"

_log = logging.getLogger(__name__)


class Away:
    """Putting letters away on one line after another; what the server said no to is not tried again on that line."""

    def __init__(self, name: str, move_to: str) -> None:
        self.moves = False
        self.keeps_keyword = False
        self._name = name
        self._move_to = move_to
        self._can: frozenset[str] = frozenset()
        self._target: bytes | None = None  # what `move_to` is called on this server
        self._marks: list[bytes] = []  # tags of marks whose answer was not read yet

    def connected(self, can: frozenset[str]) -> None:
        """Nothing comes back; a server that can so much is on the line."""
        self._can = can
        self.moves = bool(self._move_to) and "MOVE" in can

    def opened(self, lasting: bytes) -> None:
        """Nothing comes back; the folder that was opened keeps these flags."""
        lasting = lasting.lower()
        self.keeps_keyword = rb"\*" in lasting or KEYWORD.lower().encode() in lasting

    def forget(self) -> None:
        """Nothing comes back; the line is gone, and with it what was still to be heard."""
        self._marks = []

    def put(self, line: "BaseMailBox", uids: str, *, waits: bool) -> None:
        """Nothing comes back; the letters of that set are moved, else marked, else left. `waits` hears the answer."""
        if self.moves and not self._move(line, uids):
            _log.warning("%s: letters cannot be moved to %s; they are marked instead", self._name, self._move_to)
            self.moves = False
        if not self.moves and self.keeps_keyword:
            self._marks.append(ask(line.client, "STORE", uids, "+FLAGS.SILENT", f"({KEYWORD})"))
            if waits:
                self.hear(line)

    def hear(self, line: "BaseMailBox") -> None:
        """Nothing comes back; what the server said to the marks was read, and a NO is told in the log only."""
        while self._marks:
            try:
                answer(line.client, self._marks.pop(0), "STORE")
            except RefusedError as error:
                _log.warning("%s: letters cannot be marked: %s", self._name, error)

    def _move(self, line: "BaseMailBox", uids: str) -> bool:
        """Whether the server moved them; the folder is made when the first attempt fails."""
        if self._target is None:
            self._target = archive_name(line, self._can, self._move_to)
        target = self._target
        for attempt in (1, 2):
            try:
                command(line.client, "MOVE", uids, target)
            except RefusedError as error:
                _log.debug("%s: move, attempt %d: %s", self._name, attempt, error)
                if attempt == 1:
                    make_folder(line, target)
            else:
                return True
        return False
