"""A warm process that has everything imported and forks one child a run: a try costs a fork, not a start.

It is started with the library of `crash.c` preloaded, reads one JSON object a line and answers each with one:

    {"folder": "/tmp/x/campaign", "now": "2026-01-16T23:05+01:00", "at": 17, "mode": "kill", "sticky": false,
     "sockets": false, "seeded": "", "log": "", "output": "/tmp/x/said", "seconds": 60}
    {"code": -9}        as subprocess has it: negative is a signal; null is a run that never ended
"""

import ctypes
import errno
import json
import os
import select
import signal
import sys
import traceback
from pathlib import Path
from typing import NoReturn

_MODES = {"kill": "k", "after": "a", "torn": "t"}


def main() -> None:
    """Answer every line of the input."""
    for line in sys.stdin:
        wish = json.loads(line)
        code = _warm_up(wish) if wish.get("warm") else _run_in_child(wish)
        print(json.dumps({"code": code}), flush=True)


def _warm_up(wish: dict) -> int:
    """Run once in this very process, so that every child has the modules and templates already."""
    _redirect(wish["output"], keep=(out := os.dup(1), err := os.dup(2)))
    try:
        return _estafeta(wish)
    finally:
        sys.stdout.flush()
        os.dup2(out, 1)
        os.dup2(err, 2)


def _run_in_child(wish: dict) -> int | None:
    pid = os.fork()
    if pid == 0:
        _child(wish)
    handle = os.pidfd_open(pid)
    ended, _, _ = select.select([handle], [], [], wish["seconds"])
    os.close(handle)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status) if ended else None


def _child(wish: dict) -> NoReturn:
    code = 1
    try:
        _redirect(wish["output"])
        os.chdir("/")
        if wish["seeded"]:
            from torture.seeded import POWER_CUT_SEEDED, SEEDED

            (SEEDED | POWER_CUT_SEEDED)[wish["seeded"]].plant()
        _arm(wish)
        code = _estafeta(wish)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _redirect(output: str, keep: tuple[int, ...] = ()) -> None:
    handle = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    os.close(handle)


def _arm(wish: dict) -> None:
    log = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) if wish["log"] else -1
    mode = _MODES.get(wish["mode"], "e")
    number = getattr(errno, wish["mode"], 0)
    ctypes.CDLL(None).crash_arm(
        ctypes.c_long(wish["at"]), ord(mode), number, int(wish["sticky"]), wish["folder"].encode(),
        int(wish["sockets"]), log,
    )  # fmt: skip


def _estafeta(wish: dict) -> int:
    """`estafeta run`, as cron calls it."""
    from mailer.cli import main as estafeta

    sys.argv = ["estafeta", "run", "-C", wish["folder"], "--now", wish["now"]]
    try:
        estafeta()
    except SystemExit as stop:
        return int(stop.code or 0)


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]
    main()
