"""The pytest fixtures of the test servers, and what a machine lacks for them."""

import itertools

import pytest
from servers import dovecot as dovecot_server
from servers import postfix as postfix_server
from servers import synapse as synapse_server
from servers.chaos import Chaos
from servers.dovecot import Dovecot
from servers.postfix import Postfix
from servers.smtpd import FaultSMTP
from servers.synapse import Synapse
from servers.telegram import Telegram

# fixture: what is missing for it
NEEDS = {
    "dovecot": dovecot_server.missing,
    "postfix": postfix_server.missing,
    "synapse": synapse_server.missing,
}

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def dovecot():
    with Dovecot.start() as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot):
    with Postfix.start(lmtp_port=dovecot.lmtp_port) as server:
        yield server


@pytest.fixture(scope="session")
def shared_smtp():
    with FaultSMTP.start() as server:
        yield server


@pytest.fixture
def smtp(shared_smtp):
    """An SMTP server of this test's own in all but its process: no faults, no letters."""
    for path in (shared_smtp.maildir / "new").iterdir():
        path.unlink()
    if shared_smtp.faults:
        shared_smtp.restart()
    return shared_smtp


@pytest.fixture(scope="session")
def synapse():
    with Synapse.start() as server:
        yield server


@pytest.fixture
def telegram():
    """A Bot API server of this test's own."""
    with Telegram.start() as server:
        yield server


@pytest.fixture
def player_mailbox():
    """A login name nobody else in this run uses."""
    return f"marta{next(_numbers)}"


@pytest.fixture
def chaos(dovecot):
    """A line to Dovecot that can be spoiled."""
    with Chaos((dovecot.host, dovecot.imap_port)) as line:
        yield line
