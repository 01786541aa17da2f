"""An idle run, as cron starts it every few minutes for years: nothing new, no day due."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

from bench.campaigns import NOON, folder
from bench.race import Contest, Row, Side, race
from bench.scale import Scale
from bench.servers import dovecot, has_dovecot
from mailer.run import run

IMPORTS = "import sqlite3, imaplib, ssl, tomllib, email"
LOGIN = (
    "import sys; host, port, user, trusted = sys.argv[1:]\n"
    "line = imaplib.IMAP4_SSL(host, int(port), ssl_context=ssl.create_default_context(cafile=trusted))\n"
    "line.login(user, 'secret'); line.select('INBOX', readonly=True); line.uid('SEARCH', 'ALL'); line.logout()\n"
)
INBOX = """[[inbox]]
kind = "imap"
host = "{server.host}"
port = {server.imaps_port}
user = "{user}"
password = {{ env = "ESTAFETA_BENCH_PASSWORD" }}
security = "tls"
ca_file = "{server.certificate}"
"""
WHEN = (NOON + timedelta(minutes=15)).isoformat()


def rows(scale: Scale) -> Iterator[Row]:
    """Against python importing what such a run cannot do without and, for IMAP, one login, SELECT and SEARCH."""
    yield race(
        Contest("idle run, Maildir", 1, Side("estafeta run", _run, _begun), Side("imports", _imports), reach=1.8),
        rounds=scale.processes,
    )
    yield race(
        Contest(
            "idle run after a change", 1,
            Side("estafeta run", _run_edited, _begun), Side("imports", _imports), reach=1.8,
        ),
        rounds=scale.processes,
    )  # fmt: skip
    if not has_dovecot():
        return
    os.environ["ESTAFETA_BENCH_PASSWORD"] = "secret"
    with dovecot() as server:
        inbox = INBOX.format(server=server, user="idle")
        trusted = (server.host, str(server.imaps_port), "idle", str(server.certificate))
        yield race(
            Contest(
                "idle run, IMAP", 1,
                Side("estafeta run", _run, lambda where: _begun(where, inbox=inbox)),
                Side("imports, login, SELECT, SEARCH", lambda _: python(IMPORTS + "\n" + LOGIN, *trusted)),
                reach=1.8,
            ),
            rounds=scale.processes,
        )  # fmt: skip


def _begun(where: Path, *, inbox: str = "") -> Path:
    """A campaign whose first run was a while ago."""
    run(folder(where, inbox=inbox), now=NOON)
    long_ago = time.time() - 60  # nothing was delivered just now
    for name in ("new", "cur"):
        os.utime(where / "mail" / "in" / name, (long_ago, long_ago))
    _run(where)  # it leaves its stamp; now the bytecode lies ready too
    return where


def _run(where: Path) -> int:
    return python("from mailer.cli import main; main()", "run", "-C", str(where), "--now", WHEN)


def _run_edited(where: Path) -> int:
    """A run that has to look at everything, for a file of the campaign was touched since the last."""
    (where / "campaign.toml").touch()
    return _run(where)


def _imports(_: Path) -> int:
    return python(IMPORTS)


def python(code: str, *arguments: str | Sequence[str]) -> int:
    """1 when the program ran well in a Python of its own, which keeps its bytecode as an installed one does."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], env=environment, check=False,
                          capture_output=True, text=True, cwd=Path(__file__).parents[1])  # fmt: skip
    if done.returncode or done.stdout or done.stderr:
        raise AssertionError(f"{done.returncode}: {done.stdout}{done.stderr}")
    return 1
