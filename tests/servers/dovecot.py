"""A real Dovecot, 2.3 or 2.4, for tests: private, without root's rights, on free loopback ports, IMAP, IMAPS and LMTP.

    with Dovecot.start() as server:
        imaplib.IMAP4(server.host, server.imap_port).login("anyone", server.password)

Every login name has a mailbox of its own. Started by root it drops to `nobody`, so that all take the same path.
"""

import grp
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from servers.process import (
    HOST,
    PATHS,
    die_with_parent,
    free_ports,
    kill_session,
    self_signed,
    wait_closed,
    wait_for_greeting,
)

HERE = Path(__file__).parent


def missing() -> str:
    """What this machine lacks for it, "" when nothing."""
    return ", ".join(name for name in ("dovecot", "openssl") if not shutil.which(name, path=PATHS))


@dataclass
class Dovecot:
    root: Path
    separator: str = "/"
    prefix: str = ""
    without: tuple[str, ...] = ()  # capabilities it does not tell of
    password: str = "secret"
    host: str = HOST
    ports: list[int] = field(default_factory=lambda: free_ports(3))
    process: subprocess.Popen | None = None

    @classmethod
    def start(cls, **settings) -> "Dovecot":
        # Not below pytest's own folders: its sockets' paths must stay shorter than 108 bytes.
        server = cls(Path(tempfile.mkdtemp(prefix="dovecot-")), **settings)
        server.configure()
        server.up()
        return server

    @property
    def imap_port(self) -> int:
        return self.ports[0]

    @property
    def imaps_port(self) -> int:
        return self.ports[1]

    @property
    def lmtp_port(self) -> int:
        return self.ports[2]

    @property
    def certificate(self) -> Path:
        return self.root / "tls.crt"

    @property
    def log(self) -> str:
        path = self.root / "dovecot.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def maildir(self, user: str, folder: str = "") -> Path:
        base = self.root / "home" / user / "Maildir"
        return base / f".{folder}" if folder else base

    def configure(self) -> None:
        account = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        self.uid, self.gid = account.pw_uid, account.pw_gid
        for folder in ("run", "state", "home"):
            (self.root / folder).mkdir()
        self_signed(self.root)
        imap_port, imaps_port, lmtp_port = self.ports
        (self.root / "dovecot.conf").write_text(
            (HERE / f"dovecot-{self.version}.conf")
            .read_text()
            .format(
                root=self.root,
                user=account.pw_name,
                group=grp.getgrgid(account.pw_gid).gr_name,
                uid=self.uid,
                gid=self.gid,
                password=self.password,
                separator=self.separator,
                prefix=self.prefix,
                capability=self._capability(),
                imap_port=imap_port,
                imaps_port=imaps_port,
                lmtp_port=lmtp_port,
            )
        )
        self.chown()

    @property
    def version(self) -> str:
        """`2.3` or `2.4`: their settings are written differently."""
        told = subprocess.run(["dovecot", "--version"], capture_output=True, text=True, check=True, env={"PATH": PATHS})
        return ".".join(told.stdout.split(".")[:2])

    def _capability(self) -> str:
        if not self.without:
            return ""
        if self.version != "2.3":
            return "\n".join(["imap_capability {", *(f"  {word} = no" for word in self.without), "}"])
        words = "IMAP4rev1 SASL-IR ID IDLE NAMESPACE UIDPLUS MOVE LIST-EXTENDED SPECIAL-USE LITERAL+ AUTH=PLAIN"
        kept = " ".join(word for word in words.split() if word not in self.without)
        return f"protocol imap {{\n  imap_capability = {kept}\n}}"

    def chown(self) -> None:
        """Files that root put into the store belong to the server: else it can neither move nor mark them."""
        if os.geteuid() != 0:
            return
        for base, _, files in os.walk(self.root):
            os.chown(base, self.uid, self.gid)
            for name in files:
                os.chown(os.path.join(base, name), self.uid, self.gid, follow_symlinks=False)

    def up(self) -> None:
        identity = {"user": self.uid, "group": self.gid, "extra_groups": []} if os.geteuid() == 0 else {}
        with open(self.root / "stdout", "ab") as output:
            self.process = subprocess.Popen(
                [shutil.which("dovecot", path=PATHS), "-F", "-c", str(self.root / "dovecot.conf")],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(self.root)},
                cwd=self.root,
                start_new_session=True,
                preexec_fn=die_with_parent,
                **identity,
            )
        alive = self.process
        wait_for_greeting(self.imap_port, b"* OK", seconds=10, alive=lambda: alive.poll() is None, log=lambda: self.log)

    def down(self) -> None:
        """Every line is cut at once, as by a crash; SIGTERM would take a second."""
        if self.process:
            kill_session(self.process)
            self.process = None
            wait_closed(self.ports)

    def renumber(self, user: str) -> None:
        """A new UIDVALIDITY for that INBOX: its list of UIDs and its indexes are gone, what keeps it rising is not."""
        for path in self.maildir(user).glob("dovecot[.-]*"):
            if "uidvalidity" not in path.name:
                path.unlink()

    def __enter__(self) -> "Dovecot":
        return self

    def __exit__(self, *_) -> None:
        self.down()
        shutil.rmtree(self.root, ignore_errors=True)
