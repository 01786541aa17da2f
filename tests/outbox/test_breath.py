"""Several letters in one breath: every cut, every refusal, and never more twins than were under way."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from servers.ahead import Ahead, Cut

from mailer.errors import LoginError
from mailer.inbox.settings import Security, SmtpSettings
from mailer.ledger.ledger import memory_ledger
from mailer.ledger.outbox import Queued, queue
from mailer.outbox.send import send
from mailer.outbox.smtp import SmtpTransport
from mailer.outbox.transport import Outgoing, SentState

NOW = datetime(2026, 1, 16, 22, tzinfo=UTC)
WINDOW = 10


def letter(number, text=b"Amanece."):
    data = b"From: estafeta@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n" % (number, text)
    return Outgoing(f"<{number}@example.org>", "estafeta@example.org", f"p{number}@example.com", data)


def transport(server):
    return SmtpTransport(SmtpSettings(server.host, server.port, Security.PLAIN, timeout_seconds=5, verdict_seconds=5))


def ledger_with(count):
    ledger = memory_ledger(Path("ledger.db"))
    with ledger.transaction():
        for number in range(count):
            one = letter(number)
            queue(ledger, Queued(str(number), one.message_id, "outcome", None, one.recipient, "s", "t", one.data), NOW)
    return ledger


def states(ledger):
    return dict(ledger.db.execute("select state, count(*) from outbox group by state").fetchall())


def go(ledger, server, now=NOW, at_most=1000):
    return send(ledger, transport(server), sender="estafeta@example.org", now=now, at_most=at_most)


@pytest.mark.parametrize("chunking", [True, False])
def test_many_letters_by_one_connection_each_once_and_as_it_was(chunking):
    with Ahead(chunking=chunking) as server, closing(ledger_with(37)) as ledger:
        done = go(ledger, server)
    assert (done.sent, done.later, done.dead, done.failure) == (37, 0, 0, None)
    assert server.stored == [(f"p{number}@example.com", letter(number).data) for number in range(37)]
    assert server.connections == 1


@pytest.mark.parametrize("chunking", [True, False])
@pytest.mark.parametrize(
    "text", [b".", b"..", b"una\r\n.\r\nMAIL FROM:<x@example.com>\r\n", b"", b"una\ndos\rtres", "ñandú 🗡".encode()]
)
def test_no_text_passes_for_commands(chunking, text):
    with Ahead(chunking=chunking) as server:
        one = transport(server)
        assert one.send(letter(0)).state is SentState.SENT
        fates = one.send_all([letter(1, text), letter(2, text)])
        one.close()
    assert [fate.state for fate in fates] == [SentState.SENT] * 2
    wanted = letter(1, text).data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\r\n")
    assert server.stored[1] == ("p1@example.com", wanted)
    assert len(server.stored) == 3


@pytest.mark.parametrize("chunking", [True, False])
def test_a_refused_address_spoils_no_other_letter(chunking):
    refuse = {"p3@example.com": 550, "p5@example.com": 451, "p9@example.com": 550}
    with Ahead(chunking=chunking, refuse=refuse) as server, closing(ledger_with(12)) as ledger:
        done = go(ledger, server)
        assert states(ledger) == {"sent": 9, "dead": 2, "queued": 1}
    assert (done.sent, done.later, done.dead) == (9, 1, 2)
    assert {to for to, _ in server.stored} == {f"p{n}@example.com" for n in range(12)} - refuse.keys()


@pytest.mark.parametrize("chunking", [True, False])
def test_a_server_that_has_had_enough_is_called_again(chunking):
    with Ahead(chunking=chunking, farewell=4) as server, closing(ledger_with(15)) as ledger:
        done = go(ledger, server)
        assert states(ledger) == {"sent": 15}
    assert done.sent == 15
    assert sorted(server.stored) == sorted((letter(n).recipient, letter(n).data) for n in range(15))


@pytest.mark.parametrize("chunking", [True, False])
def test_a_login_that_is_wanted_is_no_fate_of_a_letter(chunking):
    with Ahead(chunking=chunking) as server, closing(ledger_with(6)) as ledger:
        one = transport(server)
        assert one.send(letter(99)).state is SentState.SENT
        server.login = True
        with pytest.raises(LoginError):
            one.send_all([letter(1), letter(2)])
        one.close()
        assert isinstance(go(ledger, server).failure, LoginError)
        assert states(ledger) == {"queued": 6}


@pytest.mark.parametrize("chunking", [True, False])
@pytest.mark.parametrize("is_heard", [True, False])
@pytest.mark.parametrize("at", range(1, 60))
def test_wherever_the_line_breaks_nothing_is_lost_and_no_more_comes_twice_than_was_under_way(chunking, is_heard, at):
    with Ahead(chunking=chunking, cut=Cut(at, is_heard)) as server, closing(ledger_with(14)) as ledger:
        go(ledger, server)
        for fate, number in ledger.db.execute("select state, key from outbox").fetchall():
            copies = sum(to == letter(int(number)).recipient for to, _ in server.stored)
            assert copies >= (fate == "sent"), "sent is what the server has"
            assert fate != "dead"
            assert copies == 0 or fate != "queued", "what surely has not gone has not"
        for hours in (1, 6, 30, 60):
            go(ledger, server, NOW + timedelta(hours=hours))
        assert states(ledger) == {"sent": 14}
    counts = {n: sum(to == letter(n).recipient for to, _ in server.stored) for n in range(14)}
    assert min(counts.values()) == 1
    assert max(counts.values()) <= 2
    assert sum(counts.values()) - 14 <= WINDOW
    assert {(to, data) for to, data in server.stored} == {(letter(n).recipient, letter(n).data) for n in range(14)}


def test_after_a_line_that_broke_letters_go_one_by_one():
    with Ahead(cut=Cut(12, is_heard=True)) as server, closing(ledger_with(14)) as ledger:
        one = transport(server)
        send(ledger, one, sender="estafeta@example.org", now=NOW, at_most=1000)
        assert one.window == 1


def test_a_mail_that_was_tried_before_goes_alone():
    """It may come twice already; its neighbours shall not share its luck."""
    with Ahead() as server, closing(ledger_with(8)) as ledger:
        with ledger.transaction() as db:
            db.execute("update outbox set state = 'unknown', attempts = 1 where id in (3, 4)")
        seen = []
        one = transport(server)
        real = one.send_all

        def noted(group):
            seen.append([letter.recipient for letter in group])
            return real(group)

        one.send_all = noted
        assert send(ledger, one, sender="estafeta@example.org", now=NOW, at_most=1000).sent == 8
    assert seen == [["p0@example.com"], ["p1@example.com"], ["p2@example.com"], ["p3@example.com"],
                    [f"p{n}@example.com" for n in range(4, 8)]]  # fmt: skip


def test_no_more_goes_than_the_ceiling_allows():
    with Ahead() as server, closing(ledger_with(30)) as ledger:
        assert go(ledger, server, at_most=13).sent == 13
    assert len(server.stored) == 13


def test_letters_too_heavy_to_be_under_way_together_go_in_smaller_groups():
    with Ahead() as server, closing(memory_ledger(Path("ledger.db"))) as ledger:
        with ledger.transaction():
            for number in range(6):
                one = letter(number, b"x" * 76 + b"\r\n" * 110_000)
                queue(ledger, Queued(str(number), one.message_id, "o", None, one.recipient, "s", "t", one.data), NOW)
        assert go(ledger, server).sent == 6
    assert len(server.stored) == 6


def test_a_real_server_takes_them_all(postfix):
    with closing(ledger_with(25)) as ledger:
        done = go(ledger, postfix)
        assert (done.sent, done.failure) == (25, None), states(ledger)
