"""Letters come into the ledger once, whatever is repeated, and stay as they came."""

from datetime import UTC, datetime, timedelta

import pytest

from mailer.errors import ChannelError, LedgerError
from mailer.inbox.channel import Batch, Incoming, IncomingKey
from mailer.inbox.collect import collect
from mailer.inbox.maildir import MaildirChannel
from mailer.inbox.settings import MaildirSettings
from mailer.ledger.ledger import copy_in_memory, open_ledger
from mailer.ledger.letters import Reading, fail, settle, store_batch, waiting

NOW = datetime(2026, 1, 17, 22, 0, tzinfo=UTC)


@pytest.fixture
def ledger(tmp_path):
    opened = open_ledger(tmp_path / "ledger.db", create=True)
    yield opened
    opened.close()


@pytest.fixture
def maildir(tmp_path):
    for name in ("new", "cur", "tmp"):
        (tmp_path / "mail" / name).mkdir(parents=True)
    return tmp_path / "mail"


def letter(uid, minutes=0, raw=b"From: a@example.org\n\nhola\n"):
    key = IncomingKey("box", "INBOX", 7, str(uid))
    return Incoming(key, raw, NOW + timedelta(minutes=minutes), None, len(raw), False)


def test_the_same_block_twice_is_stored_once(ledger):
    batch = Batch((letter(1), letter(2)), "")
    assert store_batch(ledger, "imap", batch, NOW) == 2
    assert store_batch(ledger, "imap", batch, NOW) == 0


def test_letters_wait_in_the_order_the_server_had_them(ledger):
    store_batch(ledger, "imap", Batch((letter(1, 5), letter(2, 0), letter(3, 9)), ""), NOW)
    assert [one.received.minute for one in waiting(ledger)] == [0, 5, 9]
    assert [one.received.minute for one in waiting(ledger, NOW + timedelta(minutes=9))] == [0, 5]


def test_raw_bytes_are_kept_as_they_came(ledger):
    raw = bytes(range(256)) * 3
    store_batch(ledger, "imap", Batch((letter(1, raw=raw),), ""), NOW)
    assert next(iter(waiting(ledger))).raw == raw


def test_a_letter_that_fails_three_times_is_shunted_and_the_others_go_on(ledger):
    store_batch(ledger, "imap", Batch((letter(1), letter(2, 1)), ""), NOW)
    first, second = waiting(ledger)
    assert [fail(ledger, first.id, "Traceback ...", tries=3) for _ in range(3)] == [False, False, True]
    assert [one.id for one in waiting(ledger)] == [second.id]


def test_a_letter_once_settled_waits_no_more(ledger):
    store_batch(ledger, "imap", Batch((letter(1),), ""), NOW)
    one = next(iter(waiting(ledger)))
    with ledger.transaction():
        settle(ledger, one.id, Reading("ignored", "own_mail"))
    assert list(waiting(ledger)) == []


def test_a_rehearsal_leaves_no_trace(ledger):
    store_batch(copy_in_memory(ledger), "imap", Batch((letter(1),), ""), NOW)
    assert list(waiting(ledger)) == []


def test_collecting_twice_brings_every_letter_once(ledger, maildir):
    for number in range(3):
        (maildir / "new" / f"{number}.host").write_bytes(b"From: a@example.org\n\nhola\n")
    channel = MaildirSettings(maildir)
    assert collect(ledger, [MaildirChannel(channel)], NOW).letters == 3
    assert collect(ledger, [MaildirChannel(channel)], NOW).letters == 0
    assert len(list((maildir / "cur").iterdir())) == 3


def test_a_mailbox_that_fails_stops_no_other(ledger, maildir, tmp_path):
    (maildir / "new" / "1.host").write_bytes(b"From: a@example.org\n\nhola\n")
    gone, there = MaildirSettings(tmp_path / "gone"), MaildirSettings(maildir)
    collected = collect(ledger, [MaildirChannel(gone), MaildirChannel(there)], NOW)
    assert collected.letters == 1
    assert not collected.is_whole
    assert isinstance(collected.failures[0], ChannelError)


def test_a_ledger_of_a_later_version_is_refused(ledger, tmp_path):
    ledger.db.execute("pragma user_version = 99")
    with pytest.raises(LedgerError, match="later Estafeta"):
        open_ledger(tmp_path / "ledger.db")


def test_a_file_that_is_no_ledger_is_refused(tmp_path):
    (tmp_path / "ledger.db").write_bytes(b"not a database, surely" * 100)
    with pytest.raises(LedgerError):
        open_ledger(tmp_path / "ledger.db")


def test_a_transaction_that_fails_leaves_nothing(ledger):
    class Broken(Exception):
        pass

    with pytest.raises(Broken), ledger.transaction():
        ledger.put("key", "value")
        raise Broken
    assert ledger.get("key") == ""
