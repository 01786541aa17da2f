"""The stamp of a run that found nothing to do: by it the next sees at a glance that nothing came and nothing is due.

`.quiet` in the campaign folder is JSON; its own time is when it was last found to hold:

    {"since": 1768590000.0, "until": 1768600800.0,      (the instants between which nothing falls due by itself)
     "signs": {"campaign.toml": [TIME, SIZE, INODE], "/var/mail/estafeta/new": [...]},
     "mailboxes": [{"host": "imap.example.org", ..., "mark": "17:204"}], "words": "nada que hacer"}

What the stamp does not know is a change: a letter, an edited file, a ruling, a ledger put back, a clock set back. Then,
and always at the turnover, a whole run looks at everything. A stamp that does not hold costs nothing but such a run.
This module is imported before any other and imports next to nothing, for cron calls it every few minutes for years.
"""

import json
import os
import time
from collections.abc import Iterable, Mapping
from typing import Any

STAMP = ".quiet"
FILES = ("campaign.toml", "roster.toml", "ledger.db", "ledger.db-wal")
_FRESH_SECONDS = 3  # a folder changed so lately may be changed again within the same tick of its file system


def is_quiet(folder: str, *, now: float | None = None) -> bool:
    """Whether nothing came since the stamp was made and nothing is due at that instant (seconds; None: now).

    When it is so, the stamp bears that instant as its time. Whatever cannot be told is no.
    """
    path = os.path.join(folder, STAMP)
    instant = time.time() if now is None else now
    try:
        with open(path, encoding="utf-8") as file:
            stamp = json.load(file)
        if not stamp["since"] <= instant < stamp["until"]:
            return False
        if any(sign(folder, name) != noted for name, noted in stamp["signs"].items()):
            return False
        if not all(_is_unchanged(one) for one in stamp["mailboxes"]):
            os.unlink(path)
            return False
        os.utime(path, (instant, instant))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    return True


def sign(folder: str, name: str) -> list[int]:
    """What changes when that file or directory does: its time, size and inode; nothing where there is none."""
    try:
        about = os.stat(os.path.join(folder, name))
    except FileNotFoundError:
        return []
    if name.endswith("-wal") and not about.st_size:
        return []  # left by a reader; an empty one says what none says
    return [about.st_mtime_ns, about.st_size, about.st_ino]


def signs(folder: str, names: Iterable[str]) -> dict[str, list[int]] | None:
    """The signs of those; None when one was changed so lately that a further change might not show."""
    found = {name: sign(folder, name) for name in names}
    latest = max((one[0] for one in found.values() if one), default=0)
    return found if time.time() - latest / 1e9 > _FRESH_SECONDS else None


def stamp(
    folder: str, *, since: float, until: float, seen: Mapping[str, list[int]], mailboxes: list[Any], words: str
) -> None:
    """Nothing comes back; the stamp is made, whole or not at all.

    `seen`: the signs of before anything was read. `words`: what a run that ends by the stamp says in its log.
    """
    ours = {name: sign(folder, name) for name in FILES}
    whole = {"since": since, "until": until, "signs": {**seen, **ours}, "mailboxes": mailboxes, "words": words}
    path = os.path.join(folder, STAMP)
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump(whole, file)
    os.utime(f"{path}.new", (since, since))
    os.replace(f"{path}.new", path)


def words_of(folder: str) -> str:
    """What a run that ends by the stamp says in its log."""
    with open(os.path.join(folder, STAMP), encoding="utf-8") as file:
        return str(json.load(file)["words"])


def held_at(folder: str) -> float | None:
    """When the stamp was last found to hold, in seconds; None where there is none."""
    try:
        return os.stat(os.path.join(folder, STAMP)).st_mtime
    except OSError:
        return None


def _is_unchanged(mailbox: dict[str, Any]) -> bool:
    """Whether that mailbox still bears its mark."""
    from mailer.inbox.glance import mark_of

    return bool(mark_of(mailbox["settings"]) == mailbox["mark"])
