"""Which letters could not be read by a fault of their own: counted, and set aside after some attempts.

What the disk refuses is counted against none. A run that dies can count nothing; so the next one is wary, and counts
each letter before it reads it.
"""

import traceback
from contextlib import suppress
from dataclasses import dataclass

from mailer.deadline import LetterTimeoutError
from mailer.errors import MailerError
from mailer.ledger.letters import StoredLetter, fail, note_error, one_more_try, uncount
from mailer.post import Post

TRIES = 3
DIED = "runs died while reading it"


@dataclass
class Blame:
    """What is counted against letters in one run."""

    post: Post
    shunted: int = 0  # set aside
    failed: int = 0  # to be tried again
    _is_wary: bool | None = None  # the last run died while it read letters; None: not asked yet

    @property
    def is_wary(self) -> bool:
        """Whether the last run died while it read letters; from now on the next one would know it of this one."""
        if self._is_wary is None:
            self._is_wary = bool(self.post.ledger.get("reading"))
            with self.post.ledger.transaction():
                self.post.ledger.put("reading", self.post.now.isoformat())  # cleared once a run is through
        return self._is_wary

    def is_deadly(self, letter: StoredLetter) -> bool:
        """Whether this letter is set aside because runs died of it: a crash below us, no memory left."""
        if not self.is_wary or not fail(self.post.ledger, letter.id, DIED, tries=TRIES):
            return False
        self.shunted += 1
        return True

    def note(self, letter: StoredLetter) -> None:
        """Count the letter that the exception under way is about."""
        told = traceback.format_exc(limit=-8)
        if self.is_wary:  # counted before it was read
            note_error(self.post.ledger, letter.id, told)
            self.failed += 1
        elif fail(self.post.ledger, letter.id, told, tries=TRIES):
            self.shunted += 1
        else:
            self.failed += 1

    def take_back(self, letter: StoredLetter) -> None:
        """What a wary run counted against a letter is not counted; where the disk refuses this too, it stays."""
        if self.is_wary:
            with suppress(MailerError):
                uncount(self.post.ledger, letter.id)

    def try_once_more(self) -> None:
        """Letters that were set aside though the machine may have been at fault wait again, each once.

        Killed from outside, short of memory or slow: the letter looks guilty and may not be. If a run dies of it again,
        the next sets it aside without reading it. Asked only when the days are closed, and by a run after a sound one.
        """
        if not self.is_wary:
            one_more_try(self.post.ledger, (DIED, MemoryError.__name__, LetterTimeoutError.__name__), after=TRIES)
