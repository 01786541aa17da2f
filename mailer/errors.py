"""Failures of the world around us: settings, mailbox, ledger, delivery.

A player's mistake is never one of these (it is a doubt, a value); a mistake of ours is neither (it rises as it is).
Every error carries attributes, not sentences; `str()` puts them together for the log and the terminal.
"""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

# What the system says when the machine, and not what was asked of it, is at fault.
_OF_THE_MACHINE = frozenset(
    {
        errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.ENXIO, errno.ENODEV, errno.ESTALE,
        errno.ENOTCONN, errno.ENOMEM, errno.EMFILE, errno.ENFILE,
    }
)  # fmt: skip


class MailerError(Exception):
    """The world failed. `exit_code` is that of sysexits.h."""

    exit_code = os.EX_SOFTWARE


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong in a campaign file."""

    file: str  # relative to the campaign folder
    key: str  # dotted path inside the file, "" for the file as a whole
    found: str  # what stands there, shortened
    allowed: str  # what may stand there, as a sentence fragment
    told: str = ""  # all of it as a line in the campaign's language

    def __str__(self) -> str:
        place = f"{self.file}: {self.key}" if self.key else self.file
        return self.told or f"{place}: {self.found} ({self.allowed})"


class CampaignError(MailerError):
    """The campaign folder cannot be used as it is; every mistake in it is told at once."""

    exit_code = os.EX_CONFIG

    def __init__(self, mistakes: tuple[Mistake, ...], *, headline: str = "") -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes
        self.headline = headline  # how many there are, in the campaign's language

    def __str__(self) -> str:
        lines = [self.headline] if self.headline else []
        return "\n".join((*lines, *map(str, self.mistakes)))


class NoCampaignError(CampaignError):
    """A folder in which no campaign lies."""

    def __init__(self, folder: Path) -> None:
        super().__init__(())
        self.folder = folder

    def __str__(self) -> str:
        return f"there is no campaign in {self.folder}: campaign.toml is missing"


class ChannelError(MailerError):
    """A mailbox or a chat server could not be reached or did not keep to its protocol; the next run tries again."""

    exit_code = os.EX_TEMPFAIL

    def __init__(self, channel: str, step: str, reason: str) -> None:
        super().__init__(channel, step, reason)
        self.channel, self.step, self.reason = channel, step, reason

    def __str__(self) -> str:
        return f"{self.channel}: {self.step}: {self.reason}"


class LoginError(ChannelError):
    """The server refused our name or password: only a person can mend that."""

    exit_code = os.EX_NOPERM


class LedgerError(MailerError):
    """The ledger cannot be read or written: damaged, of a later version, or the disk is full."""

    exit_code = os.EX_IOERR


class ShortageError(LedgerError):
    """The machine gave us too little memory: for the ledger, or for what was to be written there."""


class BusyError(MailerError):
    """Another run holds the campaign."""

    exit_code = os.EX_TEMPFAIL


def is_of_the_machine(error: OSError) -> bool:
    """Whether the machine refused it: whoever asks for anything else meanwhile may meet the same."""
    return error.errno in _OF_THE_MACHINE
