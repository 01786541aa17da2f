"""Letters out by SMTP: real servers, each failure at each step."""

import base64
import os
import time

import pytest
from servers.chaos import Chaos
from servers.people import OtherClient
from servers.process import self_signed
from servers.scripted import Scripted
from servers.smtpd import FaultSMTP

from mailer.errors import ChannelError, LoginError
from mailer.inbox.secret import Secret, SecretSource
from mailer.inbox.settings import Auth, Security, SmtpSettings
from mailer.outbox.smtp import SmtpTransport
from mailer.outbox.transport import Outgoing, SentState
from mailer.outbox.wire import on_the_wire, verdict

SECRET = Secret(SecretSource.ENV, "ESTAFETA_TEST_SMTP")
BODY = b"From: estafeta@example.org\r\nSubject: parte\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n"


def outgoing(number=1, recipient="marta@example.org", text=b"Amanece.", envelope_from="estafeta@example.org"):
    return Outgoing(f"<{number}@example.org>", envelope_from, recipient, BODY % (number, text))


def transport(server, **settings):
    defaults = {"host": server.host, "port": server.port, "security": Security.PLAIN}
    return SmtpTransport(SmtpSettings(**(defaults | {"timeout_seconds": 5, "verdict_seconds": 5} | settings)))


def stored(server):
    return [message["Message-ID"] for message in server.messages()]


def test_several_letters_by_one_connection(smtp):
    with Chaos((smtp.host, smtp.port)) as line:
        one = transport(line)
        fates = [one.send(outgoing(number)) for number in (1, 2, 3)]
        one.close()
    assert [(sent.state, sent.code) for sent in fates] == [(SentState.SENT, 250)] * 3
    assert stored(smtp) == ["<1@example.org>", "<2@example.org>", "<3@example.org>"]
    assert line.connections == 1
    assert smtp.messages()[0]["Return-Path"] == "<estafeta@example.org>"
    assert smtp.messages()[0]["X-Envelope-To"] == "marta@example.org"


def test_an_empty_sender_is_spoken_out(smtp):
    assert transport(smtp).send(outgoing(envelope_from="")).state is SentState.SENT
    assert smtp.messages()[0]["Return-Path"] == "<>"


@pytest.mark.parametrize(
    "text",
    [b"una\r\n.\r\ndos", b".", b"..\r\n...", b"una\ndos\rtres", "ñandú — 🗡".encode(), b"", b"x" * 990],
)
def test_every_text_arrives_as_it_was(smtp, text):
    assert transport(smtp).send(outgoing(text=text)).state is SentState.SENT
    (path,) = (smtp.maildir / "new").iterdir()
    arrived = path.read_bytes().split(b"\r\n\r\n", 1)[1]
    assert arrived == text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\r\n") + b"\r\n"


def test_the_wire_form_ends_its_last_line_and_has_no_bare_dot():
    assert on_the_wire(b"a\n.\nb") == b"a\r\n..\r\nb\r\n"
    assert on_the_wire(b"") == b"\r\n"


REPLIES = [
    ("mail", "451 4.3.0 later", SentState.RETRY),
    ("mail", "550 5.7.1 not you", SentState.DEAD),
    ("rcpt", "450 4.2.0 greylisted", SentState.RETRY),
    ("rcpt", "452 4.2.2 full", SentState.RETRY),
    ("rcpt", "550 5.1.1 no such user", SentState.DEAD),
    ("data", "451 4.3.0 later", SentState.RETRY),
    ("data", "554 5.7.1 looks like spam", SentState.DEAD),
    ("data", "552 5.3.4 too big", SentState.DEAD),
]


@pytest.mark.parametrize(("at", "reply", "state"), REPLIES)
def test_a_refusal_is_for_its_letter_only(smtp, at, reply, state):
    smtp.restart({"at": at, "code": reply})
    with Chaos((smtp.host, smtp.port)) as line:
        one = transport(line)
        refused, next_one = one.send(outgoing(1)), one.send(outgoing(2))
        one.close()
    assert (refused.state, refused.code, refused.reply) == (state, int(reply[:3]), reply[4:])
    assert next_one.state is SentState.SENT
    assert stored(smtp) == ["<2@example.org>"]
    assert line.connections == 1


def test_one_dead_address_does_not_stop_the_others(smtp):
    smtp.restart({"at": "rcpt", "match": "luis@", "code": "550 5.1.1 no such user", "times": -1})
    one = transport(smtp)
    people = ["marta@example.org", "luis@example.org", "eva@example.org", "luis@example.org", "ana@example.org"]
    states = [one.send(outgoing(number, person)).state for number, person in enumerate(people)]
    one.close()
    assert states == ["sent", "dead", "sent", "dead", "sent"]


@pytest.mark.parametrize("times", [1, 2])
def test_a_server_that_says_goodbye_is_called_once_more(smtp, times):
    smtp.restart({"at": "mail", "code": "421 4.4.2 closing", "do": "close", "times": times})
    one = transport(smtp)
    sent = one.send(outgoing(1))
    assert sent.state is (SentState.SENT if times == 1 else SentState.RETRY)
    if times == 2:
        assert sent.code == 421
        assert one.send(outgoing(1)).state is SentState.SENT
    one.close()
    assert stored(smtp) == ["<1@example.org>"]


def test_a_goodbye_after_the_text_is_no_loss_and_no_twin(smtp):
    smtp.restart({"at": "data", "code": "421 4.3.2 shutting down"})
    assert transport(smtp).send(outgoing(1)).state is SentState.SENT
    assert stored(smtp) == ["<1@example.org>"]


def test_a_line_idle_for_too_long_is_opened_anew(smtp):
    with Chaos((smtp.host, smtp.port)) as line:
        one = transport(line)
        one.send(outgoing(1))
        line.drop_on = ("c2s", rb"MAIL FROM")
        assert one.send(outgoing(2)).state is SentState.SENT
        one.close()
        assert line.connections == 2
    assert stored(smtp) == ["<1@example.org>", "<2@example.org>"]


def test_cut_in_the_middle_of_the_text_is_never_told_as_sent_unless_it_was(smtp):
    """How much the kernel took before the cut decides between a second call and not knowing; both are right."""
    big = outgoing(1, text=b"Amanece.\r\n" * 20_000)
    with Chaos((smtp.host, smtp.port)) as line:
        line.drop_after = ("c2s", 60_000)
        one = transport(line)
        state = one.send(big).state
        one.close()
        assert line.fired == 1
    assert (state, stored(smtp)) in (
        (SentState.SENT, ["<1@example.org>"]),
        (SentState.UNKNOWN, []),
    )


@pytest.mark.parametrize(("fault", "copies"), [("drop_before", 0), ("drop_after", 1)])
def test_cut_after_the_last_dot_nobody_knows(smtp, fault, copies):
    smtp.restart({"at": "data", "do": fault})
    one = transport(smtp)
    unknown = one.send(outgoing(1))
    assert (unknown.state, unknown.code) == (SentState.UNKNOWN, 0)
    assert unknown.reply
    assert one.send(outgoing(2)).state is SentState.SENT
    one.close()
    assert stored(smtp) == ["<1@example.org>"] * copies + ["<2@example.org>"]


def test_silence_after_the_last_dot_is_given_up_and_nobody_knows(smtp):
    smtp.restart({"at": "data", "do": "hang"})
    begun = time.monotonic()
    assert transport(smtp, timeout_seconds=0.3, verdict_seconds=0.6).send(outgoing()).state is SentState.UNKNOWN
    assert 0.5 < time.monotonic() - begun < 3


@pytest.mark.parametrize("at", ["mail", "rcpt"])
def test_silence_before_the_text_is_tried_later(smtp, at):
    smtp.restart({"at": at, "do": "hang"})
    begun = time.monotonic()
    one = transport(smtp, timeout_seconds=0.4)
    sent = one.send(outgoing(1))
    assert (sent.state, sent.reply) == (SentState.RETRY, "the server does not answer")
    assert time.monotonic() - begun < 2  # waited for once, not twice
    assert one.send(outgoing(2)).state is SentState.SENT
    one.close()


def test_a_line_that_breaks_at_every_letter_is_given_up(smtp):
    smtp.restart({"at": "rcpt", "do": "hang", "times": -1})
    one = transport(smtp, timeout_seconds=0.2)
    assert [one.send(outgoing(number)).state for number in (1, 2)] == [SentState.RETRY] * 2
    with pytest.raises(ChannelError, match="2 letters in a row"):
        one.send(outgoing(3))
    one.close()


@pytest.mark.parametrize(
    ("data", "dot", "state"),
    [
        (b"250 what text?", b"250 never said", SentState.RETRY),
        (b"hm", b"250 never said", SentState.RETRY),
        (b"354 go on", b"hm", SentState.UNKNOWN),
        (b"354 go on", b"354 and then?", SentState.UNKNOWN),
        (b"354 go on", b"250-one\r\n250 two", SentState.SENT),
    ],
)
def test_an_answer_that_is_none_is_never_taken_for_yes(data, dot, state):
    rules = [(rb"(?i)ehlo|MAIL|RCPT|RSET", b"250 ok"), (rb"(?i)data", data), (rb"\.$", dot), (rb"(?i)quit", b"221 bye")]
    with Scripted(b"220 ready", rules) as server:
        one = transport(server)
        assert one.send(outgoing()).state is state
        one.close()


def test_nobody_there_is_told_and_nothing_tried(smtp):
    port = smtp.port
    smtp.down()
    try:
        with pytest.raises(ChannelError) as caught:
            transport(smtp, port=port).send(outgoing())
        assert "connect" in str(caught.value)
        assert "\n" not in str(caught.value)
    finally:
        smtp.up()


def test_a_black_hole_is_told(smtp):
    with Chaos((smtp.host, smtp.port)) as line:
        line.blackhole = True
        with pytest.raises(ChannelError, match="does not answer"):
            transport(line, timeout_seconds=0.3).open()


@pytest.mark.parametrize(
    "address",
    ["", "marta", "a b@example.org", "a@example.org>\r\nRCPT TO:<b@example.org", "a\n@x", "ñ@example.org", "<a@x>"],
)
def test_an_address_never_becomes_a_command(smtp, address):
    with Chaos((smtp.host, smtp.port)) as line:
        one = transport(line)
        sent = one.send(outgoing(1, recipient=address))
        assert sent.state is (SentState.SENT if address == "marta" else SentState.DEAD)
        assert line.sent("c2s").count(b"RCPT") == (1 if address == "marta" else 0)
        one.close()


def test_words_of_a_server_are_one_short_line():
    assert verdict(550, b"no\nsuch\x00user\x1b[31m").reply == "no such user [31m"
    assert len(verdict(250, b"x" * 5000).reply) == 200


# --- the guard and the login


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    key, certificate = self_signed(tmp_path_factory.mktemp("tls"))
    return certificate, key


@pytest.fixture(scope="module")
def guarded(pair):
    """STARTTLS and a login."""
    with FaultSMTP.start(tls=tuple(map(str, pair)), auth=("estafeta", "peña")) as server:
        yield server


@pytest.fixture(scope="module")
def wrapped(pair):
    """TLS from the first byte and a login."""
    with FaultSMTP.start(tls=tuple(map(str, pair)), implicit_tls=True, auth=("estafeta", "secret")) as server:
        yield server


def login(server, pair, password, **settings):
    os.environ["ESTAFETA_TEST_SMTP"] = password
    defaults = {"user": "estafeta", "secret": SECRET, "ca_file": pair[0], "security": Security.STARTTLS}
    return transport(server, **(defaults | settings))


def test_starttls_and_login(guarded, pair):
    one = login(guarded, pair, "peña")
    assert one.send(outgoing(1)).state is SentState.SENT
    one.close()
    assert stored(guarded) == ["<1@example.org>"]


def test_tls_from_the_first_byte(wrapped, pair):
    one = login(wrapped, pair, "secret", security=Security.TLS)
    assert one.send(outgoing(1)).state is SentState.SENT
    one.close()


def test_a_refused_login_is_one_line_without_the_password(guarded, pair):
    with pytest.raises(LoginError) as caught:
        login(guarded, pair, "otra-clave").send(outgoing())
    assert "535" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "otra-clave" not in str(caught.value)


TOKEN = base64.b64encode(b"user=estafeta\1auth=Bearer ya29.vale\1\1")


def token_server(*verdict):
    """A server that knows only tokens; what it says to one is given."""
    return Scripted(
        b"220 ready", [(rb"(?i)ehlo", b"250-test\r\n250 AUTH XOAUTH2"), *verdict, (rb"(?i)quit", b"221 bye")]
    )


def token_transport(server):
    os.environ["ESTAFETA_TEST_SMTP"] = "ya29.vale"
    return transport(server, user="estafeta", secret=SECRET, auth=Auth.XOAUTH2)


def test_a_token_goes_as_xoauth2():
    with token_server((rb"AUTH XOAUTH2 ", b"235 in")) as server:
        one = token_transport(server)
        one.open()
        one.close()
        assert server.heard[1] == b"AUTH XOAUTH2 " + TOKEN


def test_a_refused_token_is_one_line_without_the_token():
    challenge = b"334 " + base64.b64encode(b'{"status":"400"}')
    with (
        token_server((rb"AUTH XOAUTH2 ", challenge), (rb"$", b"535 5.7.8 no")) as server,
        pytest.raises(LoginError) as caught,
    ):
        token_transport(server).open()
    assert "535" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "ya29" not in str(caught.value)


def test_a_server_that_wants_a_login_is_not_a_dead_address(guarded, pair):
    with pytest.raises(LoginError, match="530"):
        login(guarded, pair, "", user="").send(outgoing())


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_tls_checks_whom_it_talks_to(guarded, wrapped, pair, security):
    server = wrapped if security is Security.TLS else guarded
    with pytest.raises(ChannelError, match="certificate"):
        login(server, pair, "secret", security=security, ca_file=None).open()


def test_starttls_is_never_given_up_for_plain_text(guarded, pair):
    with Chaos((guarded.host, guarded.port)) as line:
        line.rewrite = lambda way, data: data.replace(b"STARTTLS", b"XTARTTLS")
        with pytest.raises(ChannelError):
            login(line, pair, "peña").send(outgoing())
        assert b"AUTH " not in line.sent("c2s")
        assert b"MAIL" not in line.sent("c2s")


def test_plain_text_is_only_for_this_machine():
    with pytest.raises(ChannelError, match="plain text"):
        SmtpTransport(SmtpSettings("mail.example.org", security=Security.PLAIN)).open()


# --- a real post office


def test_from_postfix_to_a_mailbox(dovecot, postfix, player_mailbox):
    one = transport(postfix, security=Security.STARTTLS, ca_file=postfix.certificate)
    fates = [one.send(outgoing(number, f"{player_mailbox}@example.org")) for number in (1, 2)]
    one.close()
    assert [sent.state for sent in fates] == [SentState.SENT] * 2
    deadline = time.monotonic() + 10
    arrived = 0
    while arrived < 2 and time.monotonic() < deadline:
        other = OtherClient(dovecot, player_mailbox)
        arrived = len(other.uids())
        other.close()
        time.sleep(0.05)
    assert arrived == 2


def test_postfix_refuses_what_is_too_large(postfix):
    one = transport(postfix)
    sent = one.send(Outgoing("<1@example.org>", "", "marta@example.org", b"x\r\n" * 500_000))
    assert (sent.state, sent.code) == (SentState.DEAD, 552)
    assert one.send(outgoing(2)).state is SentState.SENT
    one.close()
