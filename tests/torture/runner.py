"""Runs of a campaign in processes of their own, killed or failed at a chosen call."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from servers.telegram import TOKEN
from torture.preload import library

PASSWORD = "ESTAFETA_TORTURE_PASSWORD"  # the variable that a mailbox's password is in
KILLS = ("kill", "torn", "after")
ERRORS = ("ENOSPC", "EIO", "EROFS")


@dataclass(frozen=True)
class Blow:
    """What happens to a run, and when."""

    at: int = 0  # at its n-th call that changes something; 0: nothing happens
    mode: str = "kill"
    sticky: bool = False
    sockets: bool = False

    @property
    def is_kill(self) -> bool:
        return self.mode in KILLS


NOTHING = Blow()


@dataclass(frozen=True)
class Ran:
    """How a run ended."""

    code: int | None  # negative: a signal; None: it never ended
    said: str
    calls: tuple[str, ...] = ()  # when they were logged: "pwrite64 /ledger.db-wal"


class Runner:
    """A warm process and its children; a context of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.process: subprocess.Popen | None = None

    def __enter__(self) -> "Runner":
        env = {**os.environ, "LD_PRELOAD": str(library()), "PYTHONDONTWRITEBYTECODE": "1", PASSWORD: "secret"}
        env["ESTAFETA_TEST_TELEGRAM"] = TOKEN
        self.process = subprocess.Popen(
            [sys.executable, "-m", "torture.zygote"],
            cwd=Path(__file__).parents[1], env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        return self

    def __exit__(self, *_) -> None:
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def run(self, folder: Path, now: datetime, blow: Blow = NOTHING, *, seeded: str = "", log: bool = False) -> Ran:
        """One run, ended, however."""
        with tempfile.TemporaryDirectory(dir=self.root) as scratch:
            output, calls = Path(scratch, "said"), Path(scratch, "calls")
            code = self._ask(
                folder=str(folder), now=now.isoformat(), at=blow.at, mode=blow.mode, sticky=blow.sticky,
                sockets=blow.sockets, seeded=seeded, log=str(calls) if log else "", output=str(output), seconds=60,
            )  # fmt: skip
            logged = calls.read_text().replace(str(folder), "").splitlines() if log else ()
            return Ran(code, output.read_text(errors="replace"), tuple(logged))

    def warm_up(self, folder: Path, now: datetime) -> None:
        """Let the process learn all it needs by a run of its own."""
        with tempfile.NamedTemporaryFile(dir=self.root) as output:
            self._ask(warm=True, folder=str(folder), now=now.isoformat(), output=output.name)

    def _ask(self, **wish) -> int | None:
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("the warm process died")
        return json.loads(answer)["code"]
