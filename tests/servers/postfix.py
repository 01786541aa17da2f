"""A real Postfix for tests, with its own queue and settings, delivering to Dovecot; only root can run one.

Nothing can leave the machine: every domain is delivered to the Dovecot beside it, all other transports are errors.
"""

import grp
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from servers.process import HOST, free_ports, kill_session, self_signed, wait_for_greeting

MASTER = Path("/usr/lib/postfix/sbin/master")
HERE = Path(__file__).parent
QUEUES = ["active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved", "trace"]


def missing() -> str:
    """What this machine lacks for it, "" when nothing."""
    if os.geteuid() != 0:
        return "root's rights"
    return "" if MASTER.exists() else "postfix"


@dataclass
class Postfix:
    root: Path
    lmtp_port: int
    host: str = HOST
    port: int = field(default_factory=lambda: free_ports(1)[0])

    @classmethod
    def start(cls, lmtp_port: int) -> "Postfix":
        server = cls(Path(tempfile.mkdtemp(prefix="postfix-")), lmtp_port)
        server.configure()
        server.up()
        return server

    @property
    def certificate(self) -> Path:
        return self.root / "etc" / "tls.crt"

    def configure(self) -> None:
        self.root.chmod(0o755)
        account = pwd.getpwnam("postfix")
        for folder in ("etc", "queue", "data", "log"):
            (self.root / folder).mkdir()
        os.chown(self.root / "data", account.pw_uid, account.pw_gid)
        self_signed(self.root / "etc")
        names = {"root": self.root, "name": self.root.name, "port": self.port, "lmtp_port": self.lmtp_port}
        for name in ("main.cf", "master.cf"):
            path = self.root / "etc" / name
            path.write_text((HERE / f"postfix-{name}").read_text().format(**names))
            # Postfix reads a file younger than two seconds again and again, in steps of 0.3 s.
            os.utime(path, (time.time() - 60,) * 2)
        self._queue("pid", 0, 0o755)
        self._queue("maildrop", account.pw_uid, 0o1730, group="postdrop")
        self._queue("public", account.pw_uid, 0o710, group="postdrop")
        for name in QUEUES:
            self._queue(name, account.pw_uid, 0o700)

    def _queue(self, name: str, owner: int, mode: int, group: str = "root") -> None:
        path = self.root / "queue" / name
        path.mkdir()
        os.chown(path, owner, grp.getgrnam(group).gr_gid)
        path.chmod(mode)

    def up(self) -> None:
        with open(self.root / "log" / "stdout", "ab") as output:
            self.process = subprocess.Popen(
                [MASTER, "-c", str(self.root / "etc"), "-d"],
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "MAIL_CONFIG": str(self.root / "etc")},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        # A wish to die with the parent does not survive master's changes of user: a watchdog on a pipe does.
        self.watchdog = subprocess.Popen(
            ["sh", "-c", f"read x || kill -15 -{self.process.pid}"], stdin=subprocess.PIPE, start_new_session=True
        )
        wait_for_greeting(
            self.port, b"220", seconds=15, alive=lambda: self.process.poll() is None, log=lambda: self.log
        )

    @property
    def log(self) -> str:
        return "".join(path.read_text(errors="replace") for path in sorted((self.root / "log").iterdir()))

    def down(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(3)
        kill_session(self.process)
        self.watchdog.communicate(b"\n")

    def __enter__(self) -> "Postfix":
        return self

    def __exit__(self, *_) -> None:
        self.down()
        shutil.rmtree(self.root, ignore_errors=True)
