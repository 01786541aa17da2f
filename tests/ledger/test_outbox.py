"""Mails go out at least once, under one Message-ID, and their fate is written down."""

from datetime import UTC, datetime, timedelta

import pytest

from mailer.errors import ChannelError
from mailer.inbox.settings import MaildirOutSettings
from mailer.ledger.ledger import open_ledger
from mailer.ledger.outbox import Queued, bounce, due_mail, due_numbers, mark_sending, queue, texts_sent_to
from mailer.outbox.maildir import MaildirTransport
from mailer.outbox.send import send
from mailer.outbox.transport import Sent, SentState

NOW = datetime(2026, 1, 17, 22, 0, tzinfo=UTC)


class Words:
    """A transport that answers as written, and keeps what it was given."""

    def __init__(self, *answers):
        self.answers, self.given = list(answers), []

    def open(self):
        """Nothing to open."""

    window = 1

    def send_all(self, group):
        return tuple(map(self.send, group))

    def send(self, outgoing):
        self.given.append(outgoing.message_id)
        answer = self.answers.pop(0) if self.answers else SentState.SENT
        if isinstance(answer, Exception):
            raise answer
        return Sent(answer)

    def close(self):
        """Nothing to close."""


@pytest.fixture
def ledger(tmp_path):
    opened = open_ledger(tmp_path / "ledger.db", create=True)
    opened.db.execute("insert into players values ('marta', 'Marta', '[\"marta@example.com\"]', 'es', 0)")
    yield opened
    opened.close()


def put(ledger, number, kind="outcome"):
    mail = Queued(
        f"day:{number}:marta", f"<e.{number}@example.org>", kind, "marta", "marta@example.com", "Día", "Hola", b"bytes"
    )
    with ledger.transaction():
        return queue(ledger, mail, NOW)


def go(ledger, transport, now=NOW, at_most=100):
    return send(ledger, transport, sender="estafeta@example.org", now=now, at_most=at_most)


def states(ledger):
    return [row[0] for row in ledger.db.execute("select state from outbox order by id")]


def test_a_mail_is_queued_once(ledger):
    assert put(ledger, 1)
    assert not put(ledger, 1)


def test_what_was_sent_is_not_sent_again(ledger):
    put(ledger, 1)
    assert go(ledger, Words()).sent == 1
    assert go(ledger, Words()).sent == 0


def test_a_mail_found_under_way_goes_once_more_with_the_same_id(ledger):
    put(ledger, 1)
    mark_sending(ledger, [due_mail(ledger, due_numbers(ledger, NOW)[0])])  # and here the run died
    transport = Words()
    assert go(ledger, transport).sent == 1
    assert transport.given == ["<e.1@example.org>"]


def test_a_refusal_parks_one_mail_and_the_others_go(ledger):
    for number in (1, 2, 3):
        put(ledger, number)
    delivery = go(ledger, Words(SentState.SENT, SentState.DEAD, SentState.SENT))
    assert (delivery.sent, delivery.dead) == (2, 1)
    assert states(ledger) == ["sent", "dead", "sent"]


def test_a_soft_failure_waits_its_time_and_is_tried_again(ledger):
    put(ledger, 1)
    go(ledger, Words(SentState.RETRY))
    assert go(ledger, Words()).sent == 0
    assert go(ledger, Words(), NOW + timedelta(minutes=16)).sent == 1


def test_no_mail_is_tried_for_ever(ledger):
    put(ledger, 1)
    now = NOW
    for _ in range(10):
        go(ledger, Words(SentState.RETRY), now)
        now += timedelta(days=2)
    assert states(ledger) == ["dead"]


def test_an_uncertain_mail_is_repeated_until_the_server_says_its_word(ledger):
    """Twice it may have arrived, and may not: the third time it has."""
    put(ledger, 1)
    transport = Words(SentState.UNKNOWN, SentState.UNKNOWN, SentState.SENT)
    for hours in (0, 1, 2, 30):
        go(ledger, transport, NOW + timedelta(hours=hours))
    assert transport.given == ["<e.1@example.org>"] * 3
    assert states(ledger) == ["sent"]


def test_nor_is_an_uncertain_one_repeated_for_ever(ledger):
    put(ledger, 1)
    transport = Words(*[SentState.UNKNOWN] * 20)
    hours = 0
    while states(ledger) != ["dead"]:
        go(ledger, transport, NOW + timedelta(hours=hours))
        hours += 1
    assert len(transport.given) == 9
    assert 24 * 4 < hours <= 24 * 6
    told = ledger.db.execute("select reply from outbox").fetchone()[0]
    assert told.startswith("uncertain: ")  # the digest and the doctor say what to do about it


def test_a_dead_line_leaves_the_rest_untried(ledger):
    put(ledger, 1)
    put(ledger, 2)
    delivery = go(ledger, Words(ChannelError("smtp", "connect", "refused")))
    assert delivery.failure is not None
    assert states(ledger) == ["queued", "queued"]
    assert go(ledger, Words()).sent == 2


def test_the_ceiling_holds(ledger):
    for number in range(5):
        put(ledger, number)
    assert go(ledger, Words(), at_most=3).sent == 3
    assert go(ledger, Words(), at_most=3).sent == 2


def test_into_a_maildir(ledger, tmp_path):
    put(ledger, 1)
    go(ledger, MaildirTransport(MaildirOutSettings(tmp_path / "out")))
    assert [path.read_bytes() for path in (tmp_path / "out" / "new").iterdir()] == [b"bytes"]


def test_a_bounce_marks_its_mail(ledger):
    put(ledger, 1)
    go(ledger, Words())
    with ledger.transaction():
        assert bounce(ledger, "<e.1@example.org>", hard=True, reply="550 no such user")
        assert not bounce(ledger, "<nobody@example.org>", hard=True, reply="")
    assert states(ledger) == ["dead"]


def test_what_we_sent_is_found_again_by_id_first(ledger):
    for number in range(12):
        put(ledger, number)
    ledger.db.execute("update outbox set text = message_id")
    texts = texts_sent_to(ledger, "marta", ids=["<e.2@example.org>"], limit=3)
    assert tuple(one.text for one in texts) == ("<e.2@example.org>", "<e.11@example.org>", "<e.10@example.org>")
