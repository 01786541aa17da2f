"""Many campaigns on one machine: each folder below one is run in a process of its own, so many at a time.

A campaign is a folder with its own ledger and lock, so nothing is shared: one that fails, hangs or dies stops no other.
Those whose stamp says that there is nothing to do are not started at all.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from mailer.quiet import is_quiet


@dataclass(frozen=True, slots=True)
class Ride:
    """How the run of one campaign went."""

    folder: Path
    exit_code: int
    output: str
    errors: str


def campaigns(folder: Path) -> tuple[Path, ...]:
    """The campaigns that are folders of that one, those first whose ledger was touched longest ago."""
    found = (path.parent for path in folder.glob("*/campaign.toml"))
    return tuple(sorted(found, key=lambda one: (_touched(one), one.name)))


def ride(
    folders: Sequence[Path],
    words: Sequence[str] = (),
    *,
    jobs: int,
    now: float | None = None,
    passes_quiet: bool = True,
) -> Iterator[Ride]:
    """The runs as they end, `words` being options of `estafeta run`; those with nothing to do may be passed by."""
    due = [one for one in folders if not (passes_quiet and is_quiet(str(one), now=now))]
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for one in as_completed([pool.submit(_run, folder, words, now) for folder in due]):
            yield one.result()


def _run(folder: Path, words: Sequence[str], now: float | None) -> Ride:
    at = () if now is None else ("--now", _instant(now))
    command = (sys.executable, "-m", "mailer", "run", "-C", str(folder), *at, *words)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return Ride(folder, done.returncode, done.stdout, done.stderr)


def _instant(seconds: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _touched(folder: Path) -> float:
    try:
        return (folder / "ledger.db").stat().st_mtime
    except OSError:
        return 0  # never run
