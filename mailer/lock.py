"""One run a campaign at a time: a lock the kernel forgets when its holder dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mailer.errors import BusyError, NoCampaignError


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """The campaign is ours inside; BusyError at once when another run has it, NoCampaignError where there is none."""
    if not (folder / "campaign.toml").exists():
        raise NoCampaignError(folder.absolute())
    handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError(f"{folder}: another run is under way") from None
        yield
    finally:
        os.close(handle)
