"""One promise for every way in: whatever was written comes once, wherever the run is killed.

Over a real Dovecot, a Maildir, a Bot API server that forgets as Telegram does, and a real Synapse.
"""

import pickle
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from servers.boxes import WAYS, box_of, words_in

from mailer.inbox.collect import collect
from mailer.ledger.ledger import copy_in_memory, open_ledger
from mailer.ledger.letters import known_keys, store_batch

MANY = 57
NOW = datetime.now(UTC)
ROOT = Path(__file__).parents[2]
# Run in a process of its own, which kills itself before the statement of that number that the ledger is told.
KILLED = """
import os, pickle, signal, sys
sys.path.append({tests!r})
from datetime import UTC, datetime
from pathlib import Path
from servers.boxes import cursors
from mailer.inbox.collect import collect
from mailer.inbox.imap import ImapChannel
from mailer.inbox.maildir import MaildirChannel
from mailer.inbox.matrix import MatrixChannel
from mailer.inbox.telegram import TelegramChannel
from mailer.ledger.ledger import open_ledger
settings, path, last = pickle.loads(bytes.fromhex(sys.argv[1]))
ledger = open_ledger(path)
told = 0
def count(statement):
    global told
    told += 1
    if told == last:
        os.kill(os.getpid(), signal.SIGKILL)
ledger.db.set_trace_callback(count)
kinds = dict(ImapSettings=ImapChannel, MaildirSettings=MaildirChannel)
kinds |= dict(TelegramSettings=TelegramChannel, MatrixSettings=MatrixChannel)
kind = kinds[type(settings).__name__]
channel = kind(settings, cursors=cursors(ledger)) if hasattr(settings, "groups") else kind(settings)
found = collect(ledger, [channel], datetime.now(UTC))
assert not found.failures, found.failures
"""


@pytest.fixture(params=WAYS)
def box(request, tmp_path):
    box = box_of(request.param, request, tmp_path)
    yield box
    box.close()


@pytest.fixture
def ledger(tmp_path):
    ledger = open_ledger(tmp_path / "ledger.db", create=True)
    yield ledger
    ledger.close()


def fetched(box, ledger, **options):
    found = collect(ledger, [box.channel(ledger, **options)], datetime.now(UTC))
    assert found.failures == ()
    return found.letters


def test_everything_comes_once_and_in_order(box, ledger):
    words = [f"orden {number} — ñandú, 2 «antorchas»" for number in range(MANY)]
    for one in words:
        box.says(one)
    assert fetched(box, ledger) == MANY
    assert fetched(box, ledger) == 0
    assert words_in(ledger) == words


def test_a_run_that_ends_between_any_two_steps_loses_and_doubles_nothing(box, ledger):
    box.says("uno")
    box.says("dos")
    channel = box.channel(ledger)
    next(channel.fetch(lambda keys: known_keys(ledger, keys)))  # fetched, and no more
    channel.close()
    channel = box.channel(ledger)
    batch = next(channel.fetch(lambda keys: known_keys(ledger, keys)))
    store_batch(ledger, channel.name, batch, NOW)  # committed, and not acknowledged
    channel.close()
    box.says("tres")
    fetched(box, ledger)
    fetched(box, ledger)
    assert words_in(ledger) == ["uno", "dos", "tres"]


def test_a_run_killed_before_any_statement_of_the_ledger_loses_and_doubles_nothing(box, ledger, tmp_path):
    fetched(box, ledger)
    code = KILLED.format(tests=str(ROOT / "tests"))
    for number in range(1, 100):
        box.says(f"orden {number}")
        given = pickle.dumps((box.settings, tmp_path / "ledger.db", number)).hex()
        done = subprocess.run([sys.executable, "-c", code, given], cwd=ROOT, capture_output=True, text=True)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr
        fetched(box, ledger)  # the next run of cron
    assert number > 3, "too few statements to be killed at"
    fetched(box, ledger)
    assert words_in(ledger) == [f"orden {one}" for one in range(1, number + 1)]


def test_a_dry_run_leaves_everything(box, ledger):
    box.says("uno")
    for _ in range(2):
        copy = copy_in_memory(ledger)  # as a dry run does
        assert fetched(box, copy, readonly=True) == 1
        copy.close()
    assert fetched(box, ledger) == 1
    assert words_in(ledger) == ["uno"]


def test_closing_twice_or_unopened_is_nothing(box, ledger):
    channel = box.channel(ledger)
    channel.close()
    list(channel.fetch(lambda keys: ()))
    channel.ack([])
    channel.close()
    channel.close()


def test_no_secret_is_told(box, ledger, caplog, monkeypatch):
    """A server that is gone, and one that refuses us: neither word nor log holds the password or the token."""
    if not hasattr(box.settings, "secret"):
        return
    caplog.set_level(0)
    monkeypatch.setenv(box.settings.secret.value, "9000:WRONG-and-hidden")
    session = getattr(box.settings, "session", None)
    if session is not None:
        session.unlink(missing_ok=True)
    found = collect(ledger, [box.channel(ledger)], NOW)
    told = "".join(map(str, found.failures)) + caplog.text + repr(box.settings)
    assert found.failures
    assert "WRONG" not in told
