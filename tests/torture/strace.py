"""Runs struck by strace instead of by a preloaded library: nothing to compile, a process a run, slower.

strace counts each system call by itself; so the k-th call of a logged run is found again as the n-th of its name.
Kills and errors, no torn writes.
"""

import os
import re
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from torture.runner import NOTHING, Blow, Ran

_CALLS = "write,pwrite64,writev,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,link,linkat,mkdir"
_END = re.compile('[>"]')  # of a path, behind a descriptor or in quotes
_LINE = re.compile(r"\d+\s+(\w+)\((.*)")


def missing() -> str:
    """What is lacking here; empty when nothing is."""
    return "" if shutil.which("strace") else "strace"


class Straced:
    """Like `runner.Runner`, by strace."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.found: list[tuple[str, int]] = []  # of each logged call its name, and the how-manieth of that name

    def run(self, folder: Path, now: datetime, blow: Blow = NOTHING, *, seeded: str = "", log: bool = False) -> Ran:
        """One run, ended, however."""
        trace = self.root / "trace"
        words = ["strace", "-f", "-qq", "-y", "-o", str(trace), "-e", f"trace={_CALLS}", "-e", "signal=none"]
        if blow.at:
            name, nth = self.found[blow.at - 1]
            what = "signal=SIGKILL" if blow.is_kill else f"error={blow.mode}"
            words += ["-e", f"inject={name}:{what}:when={nth}{'+' if blow.sticky else ''}"]
        words = words if blow.at or log else []  # a run that only mends needs no watching
        words += [sys.executable, "-m", "torture.once", str(folder), now.isoformat(), seeded]
        env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            words, cwd=Path(__file__).parents[1], env=env, capture_output=True, text=True, timeout=120, check=False
        )
        calls = self._read(trace, folder) if log else ()
        return Ran(-9 if done.returncode in (-9, 137) else done.returncode, done.stdout + done.stderr, calls)

    def _read(self, trace: Path, folder: Path) -> tuple[str, ...]:
        counts: dict[str, int] = {}
        self.found, calls = [], []
        for line in trace.read_text(errors="replace").splitlines():
            match = _LINE.match(line)
            if not match:
                continue
            name, rest = match.groups()
            counts[name] = counts.get(name, 0) + 1
            if str(folder) in rest:
                path = rest.partition(str(folder))[2]
                self.found.append((name, counts[name]))
                calls.append(f"{name} {_END.split(path)[0]}")
        return tuple(calls)
