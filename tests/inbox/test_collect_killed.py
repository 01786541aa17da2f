"""A run killed by SIGKILL at every command it gives the server: nothing lost, nothing twice, nobody's mail touched."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from servers.people import OtherClient, letter

from mailer.inbox.channel import IncomingKey
from mailer.ledger.ledger import open_ledger

ROOT = Path(__file__).parents[2]
# CAPABILITY, LOGIN, ID, SELECT, SEARCH, FETCH sizes, FETCH texts, NAMESPACE,
# MOVE (there is no such folder yet), CREATE, SUBSCRIBE, MOVE
COMMANDS = 11
WORDS = [f"carta {number}" for number in range(6)]
# One run of collecting as `estafeta run` does it; it waits for a line on its input before it connects.
RUN = """
import sys
sys.path.append("tests")
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from mailer.inbox import sockets
from mailer.inbox.collect import collect
from mailer.inbox.imap import ImapChannel
from mailer.ledger.ledger import open_ledger
from servers.people import mailbox_settings

path, port, user = sys.argv[1:]
server = SimpleNamespace(host="127.0.0.1", port=int(port))
print("ready", flush=True)
sys.stdin.readline()
ledger = open_ledger(Path(path))
collected = collect(ledger, [ImapChannel(mailbox_settings(server, user))], datetime(2026, 10, 6, tzinfo=UTC))
sys.exit(0 if collected.is_whole else 75)
"""


@pytest.fixture
def other(dovecot, player_mailbox):
    client = OtherClient(dovecot, player_mailbox)
    for word in WORDS:
        client.put(letter(word))
    client.put(letter("tirada"))
    client.throw_away("7")
    yield client
    client.close()


def test_a_run_gives_so_many_commands(tmp_path, chaos, player_mailbox, other):
    open_ledger(tmp_path / "ledger.db", create=True).close()
    run = Run(tmp_path / "ledger.db", chaos.port, player_mailbox)
    run.go()
    assert run.end() == 0
    assert chaos.sent("c2s").removesuffix(b"bye LOGOUT\r\n").count(b"\r\n") == COMMANDS


class Run:
    """A run in a process of its own."""

    def __init__(self, ledger: Path, port: int, user: str) -> None:
        words = [sys.executable, "-c", RUN, str(ledger), str(port), user]
        self.process = subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout.readline() == b"ready\n"

    def go(self) -> None:
        self.process.stdin.write(b"go\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)

    def end(self) -> int:
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(20)


def killer_at(run: Run, command: int, *, passing: bool):
    """A `rewrite` for the line: kills the run at that command, which the server gets or does not get."""
    seen = 0
    lock = threading.Lock()

    def rewrite(way, data):
        nonlocal seen
        if way == "s2c":
            return data
        with lock:
            seen += data.count(b"\r\n")
            reached = seen >= command
        if not reached:
            return data
        run.kill()
        run.process.wait(5)
        return data if passing else b""

    return rewrite


def letters_kept(path: Path) -> list[tuple[IncomingKey, bytes]]:
    ledger = open_ledger(path)
    rows = ledger.db.execute("select account, folder, uidvalidity, uid, raw from letters order by id").fetchall()
    ledger.close()
    return [(IncomingKey(*row[:4]), row[4]) for row in rows]


@pytest.mark.parametrize("passing", [False, True], ids=["before the server hears it", "after"])
@pytest.mark.parametrize("command", range(1, COMMANDS + 1))
def test_killed_at_any_command(tmp_path, chaos, player_mailbox, other, command, passing):
    path = tmp_path / "ledger.db"
    open_ledger(path, create=True).close()
    run, second = Run(path, chaos.port, player_mailbox), Run(path, chaos.port, player_mailbox)
    chaos.rewrite = killer_at(run, command, passing=passing)
    run.go()
    assert run.end() == -signal.SIGKILL
    chaos.rewrite = None
    time.sleep(0.02)
    second.go()
    assert second.end() == 0
    kept = letters_kept(path)
    assert len({key for key, _ in kept}) == len(kept)
    assert [raw for _, raw in kept] == [letter(word) for word in WORDS]
    assert sorted(other.subjects('"Estafeta/Le&AO0-das"')) == WORDS
    assert other.subjects() == ["tirada"]
