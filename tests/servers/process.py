"""What every test server needs: free ports, a certificate, a life that ends with the test process."""

import ctypes
import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

PATHS = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
HOST = "127.0.0.1"


def die_with_parent() -> None:
    """For `preexec_fn`: the server gets SIGTERM when the test process dies, even by kill -9."""
    ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGTERM)


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind((HOST, 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def self_signed(folder: Path) -> tuple[Path, Path]:
    """Key and certificate for localhost and 127.0.0.1."""
    key, certificate = folder / "tls.key", folder / "tls.crt"
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
    words = ["req", "-x509", *curve, "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(
        ["openssl", *words, *names, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True
    )
    return key, certificate


def wait_for_greeting(port: int, greeting: bytes, *, seconds: float, alive, log) -> None:
    """Returns when the server greets; RuntimeError with its log when it dies or takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not alive():
            break
        with suppress(OSError), socket.create_connection((HOST, port), 1) as line:
            line.settimeout(2)
            if line.recv(64).startswith(greeting):
                return
        time.sleep(0.01)
    raise RuntimeError("the test server did not come up: " + log())


def wait_closed(ports: list[int]) -> None:
    """Returns when nobody listens any more: killed children hold a port some ms longer than their master."""
    for port in ports:
        for _ in range(200):
            try:
                socket.create_connection((HOST, port), 0.2).close()
            except OSError:
                break
            time.sleep(0.01)


def kill_session(process: subprocess.Popen) -> None:
    """The process and all it started (it leads a session of its own) are gone."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
