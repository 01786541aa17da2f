"""A server that answers, slowly, for ever: no wait is too long, the whole is."""

import socket
import threading
import time

import pytest
from servers.people import mailbox_settings

from mailer.errors import ChannelError
from mailer.inbox.imap import ImapChannel
from mailer.inbox.settings import Security, SmtpSettings
from mailer.outbox.smtp import SmtpTransport


class Dripping:
    """Sends a greeting, then one byte every tenth of a second and never a whole line."""

    host = "127.0.0.1"

    def __init__(self, greeting: bytes) -> None:
        self.greeting = greeting
        self.listener = socket.create_server((self.host, 0))
        self.port = self.listener.getsockname()[1]
        self.stopped = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        try:
            line, _ = self.listener.accept()
            line.sendall(self.greeting)
            while not self.stopped.wait(0.1):
                line.sendall(b"*")
        except OSError:
            return

    def close(self) -> None:
        self.stopped.set()
        self.listener.close()


@pytest.fixture(params=[b"", b"greets"], ids=["from the first byte", "after the greeting"])
def greets(request):
    return bool(request.param)


def cut_within(seconds, call):
    begun = time.monotonic()
    with pytest.raises(ChannelError) as caught:
        call()
    assert time.monotonic() - begun < seconds
    assert "\n" not in str(caught.value)


def test_a_mailbox_that_drips_is_cut(greets):
    server = Dripping(b"* OK ready\r\n" if greets else b"")
    channel = ImapChannel(mailbox_settings(server, "marta", line_seconds=0.5))
    cut_within(2, channel.open)
    channel.close()
    server.close()


def test_a_mail_server_that_drips_is_cut(greets):
    server = Dripping(b"220 ready\r\n" if greets else b"")
    settings = SmtpSettings(server.host, server.port, Security.PLAIN, timeout_seconds=5, line_seconds=0.5)
    cut_within(2, SmtpTransport(settings).open)
    server.close()


def test_no_clock_is_left_running(dovecot, player_mailbox):
    before = threading.active_count()
    for _ in range(3):
        channel = ImapChannel(mailbox_settings(dovecot, player_mailbox))
        channel.open()
        channel.close()
        refused = ImapChannel(mailbox_settings(dovecot, player_mailbox, password="no"))
        with pytest.raises(ChannelError):
            refused.open()
    time.sleep(0.05)
    assert threading.active_count() <= before
