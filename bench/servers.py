"""The mail servers of the tests, for the races that need one; an empty context where this machine has none."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))

_PATHS = "/usr/sbin:/usr/bin:/sbin:/bin"


def has_dovecot() -> bool:
    """Whether a Dovecot can be started here."""
    from servers.dovecot import missing

    return not missing()


def has_postfix() -> bool:
    """Whether a Postfix can be started here: only root may."""
    from servers.postfix import missing

    return not missing() and has_dovecot()


def has_sink() -> bool:
    """Whether Postfix's own SMTP sink is here: a server that keeps nothing and costs nothing."""
    return shutil.which("smtp-sink", path=_PATHS) is not None


@contextmanager
def dovecot() -> Iterator[Any]:
    """A private Dovecot."""
    from servers.dovecot import Dovecot

    with Dovecot.start() as server:
        yield server


@contextmanager
def postfix() -> Iterator[Any]:
    """A private Postfix that delivers into a private Dovecot."""
    from servers.postfix import Postfix

    with dovecot() as store, Postfix.start(lmtp_port=store.lmtp_port) as server:
        yield server


@contextmanager
def sink() -> Iterator[tuple[str, int]]:
    """Host and port of an SMTP sink."""
    from servers.process import free_ports

    (port,) = free_ports(1)
    command = [shutil.which("smtp-sink", path=_PATHS) or "", "-u", "nobody", f"127.0.0.1:{port}", "64"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _await(port)
        yield "127.0.0.1", port
    finally:
        process.kill()
        process.wait()


@contextmanager
def slow(host: str, port: int, seconds: float) -> Iterator[tuple[str, int]]:
    """The same server with that one-way latency."""
    from servers.chaos import Chaos

    with Chaos((host, port)) as line:
        line.delay = seconds
        yield line.host, line.port


def deliver(server: Any, user: str, raws: list[bytes]) -> None:
    """Letters lie in a user's INBOX, as if they had come by mail."""
    box = server.maildir(user)
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True, exist_ok=True)
    for number, raw in enumerate(raws):
        (box / "new" / f"{1768550400 + number}.M{number}.host").write_bytes(raw)
    server.chown()


def _await(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
