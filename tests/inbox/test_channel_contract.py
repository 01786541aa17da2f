"""What every channel promises, tried on each of them: a real Dovecot and a Maildir."""

import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest
from servers.people import NOON, OtherClient, deliver, letter, mailbox_settings

from mailer.inbox.channel import BLOCK_BYTES, BLOCK_LETTERS, CUT_TEXT_BYTES
from mailer.inbox.imap import ImapChannel
from mailer.inbox.maildir import MaildirChannel
from mailer.inbox.settings import MaildirSettings

MANY = 1000


class Mailbox:
    """A mailbox on a real server."""

    def __init__(self, dovecot, user):
        self.server, self.user = dovecot, user
        self.other = OtherClient(dovecot, user)

    def channel(self, *, readonly=False, **settings):
        return ImapChannel(mailbox_settings(self.server, self.user, **settings), readonly=readonly)

    def put(self, raw, when=NOON):
        self.other.put(raw, when)

    def put_many(self, raws):
        self.other.client.select("INBOX")
        for number, raw in enumerate(raws):
            deliver(self.server.maildir(self.user), raw.replace(b"\r\n", b"\n"), f"{number:06}.many")
        self.server.chown()

    def lose_one(self):
        self.other.throw_away(self.other.uids()[-1], for_good=True)

    def close(self):
        self.other.close()


class Folder:
    """A Maildir on this disk."""

    def __init__(self, path):
        self.path, self.count = path, 0
        for name in ("tmp", "new", "cur"):
            (path / name).mkdir()

    def channel(self, *, readonly=False, **settings):
        return MaildirChannel(MaildirSettings(self.path, **settings), readonly=readonly)

    def put(self, raw, when=NOON):
        self.count += 1
        deliver(self.path, raw, f"17{self.count:06}.M1P2.host", when)

    def put_many(self, raws):
        for raw in raws:
            self.put(raw)

    def lose_one(self):
        max((self.path / "new").iterdir()).unlink()

    def close(self):
        pass


@pytest.fixture(params=["imap", "maildir"])
def box(request, tmp_path):
    if request.param == "maildir":
        box = Folder(tmp_path)
    else:
        box = Mailbox(request.getfixturevalue("dovecot"), request.getfixturevalue("player_mailbox"))
    yield box
    box.close()


class Notebook:
    """The least a ledger does: it knows which letters it has."""

    def __init__(self):
        self.letters = {}

    def known(self, keys):
        return [key for key in keys if key in self.letters]

    def collect(self, channel, *, ack=True):
        """The batches of one run, stored, then marked."""
        batches = []
        for batch in channel.fetch(self.known):
            self.letters.update({letter.key: letter for letter in batch.letters})
            if ack:
                channel.ack(batch.keys)
            batches.append(batch)
        channel.close()
        return batches


def subjects(letters):
    return [letter.raw.split(b"Subject: ")[1].split(b"\r\n")[0].decode() for letter in letters]


def test_every_letter_comes_whole_and_in_order(box):
    words = ["uno", "dos", "tres"]
    for hours, word in enumerate(words):
        box.put(letter(word), NOON + timedelta(hours=hours))
    (batch,) = box.channel().fetch(lambda keys: ())
    assert subjects(batch.letters) == words
    for hours, (word, incoming) in enumerate(zip(words, batch.letters, strict=True)):
        assert incoming.raw == letter(word)
        assert incoming.size == len(incoming.raw)
        assert incoming.received == NOON + timedelta(hours=hours)
        assert incoming.received.tzinfo is UTC
        assert (incoming.cut, incoming.provider_id) == (False, None)
    assert batch.keys == tuple(incoming.key for incoming in batch.letters)
    assert len(set(batch.keys)) == len(words)
    assert batch.cursor


def test_the_date_header_counts_for_nothing(box):
    box.put(b"Date: Fri, 1 Jan 2100 00:00:00 +0000\r\n" + letter())
    (batch,) = box.channel().fetch(lambda keys: ())
    assert batch.letters[0].received == NOON


def test_fetching_changes_nothing(box):
    box.put(letter())
    notebooks = [Notebook(), Notebook(), Notebook()]
    for notebook in notebooks:
        notebook.collect(box.channel(), ack=False)
    assert notebooks[0].letters == notebooks[1].letters == notebooks[2].letters
    assert len(notebooks[0].letters) == 1


def test_a_second_run_brings_only_what_is_new(box):
    notebook = Notebook()
    box.put(letter("uno"))
    notebook.collect(box.channel())
    assert notebook.collect(box.channel()) == []
    box.put(letter("dos"))
    (batch,) = notebook.collect(box.channel())
    assert subjects(batch.letters) == ["dos"]
    assert batch.lingering == ()


def test_a_run_that_died_before_the_mark_is_made_good(box):
    notebook = Notebook()
    box.put(letter("uno"))
    notebook.collect(box.channel(), ack=False)
    (batch,) = notebook.collect(box.channel())
    assert batch.letters == ()
    assert batch.lingering == tuple(notebook.letters)
    assert notebook.collect(box.channel()) == []


def test_marking_is_harmless_to_repeat_and_with_letters_long_gone(box):
    notebook = Notebook()
    box.put(letter("uno"))
    box.put(letter("dos"))
    notebook.collect(box.channel(), ack=False)
    box.lose_one()
    channel = box.channel()
    for _ in range(3):
        channel.ack(list(notebook.letters))
    channel.ack([])
    channel.close()
    assert notebook.collect(box.channel()) == []


def test_a_dry_run_leaves_everything(box):
    box.put(letter())
    notebook = Notebook()
    (batch,) = notebook.collect(box.channel(readonly=True))
    assert len(batch.letters) == 1
    assert notebook.collect(box.channel(readonly=True)) == []
    (batch,) = notebook.collect(box.channel())
    assert batch.lingering == tuple(notebook.letters)


def test_a_huge_letter_is_cut_and_the_others_are_not(box):
    huge = letter("enorme", size=400_000)
    for raw in (letter("antes"), huge, letter("después")):
        box.put(raw)
    batches = box.channel(max_bytes=100_000).fetch(lambda keys: ())
    before, cut, after = sorted((one for batch in batches for one in batch.letters), key=lambda one: one.key)
    assert (before.cut, cut.cut, after.cut) == (False, True, False)
    assert (before.raw, after.raw) == (letter("antes"), letter("después"))
    assert cut.size == len(huge)
    head = huge.index(b"\r\n\r\n") + 4
    assert cut.raw == huge[: head + CUT_TEXT_BYTES]


def test_a_letter_of_headers_alone_is_cut_too(box):
    box.put(b"From: marta@example.org\r\n" + b"X-Filler: x\r\n" * 40_000 + b"\r\nhola\r\n")
    (batch,) = box.channel(max_bytes=100_000).fetch(lambda keys: ())
    assert batch.letters[0].cut
    assert len(batch.letters[0].raw) < 200_000
    assert batch.letters[0].raw.startswith(b"From: marta@example.org\r\n")


def test_a_thousand_letters_come_in_blocks_and_memory_stays_flat(box):
    size = 30_000
    box.put_many(letter(f"carta {number}", size=size) for number in range(MANY))
    seen = set()
    channel = box.channel()
    tracemalloc.start()
    for batch in channel.fetch(lambda keys: ()):
        weight = sum(len(incoming.raw) for incoming in batch.letters)
        assert len(batch.letters) <= BLOCK_LETTERS
        assert weight <= BLOCK_BYTES
        seen.update(batch.keys)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    channel.close()
    assert len(seen) == MANY
    assert peak < 2.5 * BLOCK_BYTES < MANY * size


def test_no_letters_no_batch(box):
    assert list(box.channel().fetch(lambda keys: ())) == []


def test_closing_twice_or_unopened_is_nothing(box):
    channel = box.channel()
    channel.close()
    list(channel.fetch(lambda keys: ()))
    channel.close()
    channel.close()


def test_times_are_those_of_the_server_not_of_today(box):
    long_ago = datetime(2001, 2, 3, 4, 5, 6, tzinfo=UTC)
    box.put(letter(), long_ago)
    (batch,) = box.channel().fetch(lambda keys: ())
    assert batch.letters[0].received == long_ago
