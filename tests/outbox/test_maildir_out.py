"""Letters out into a Maildir: whole, and each once."""

import errno
import mailbox
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.errors import ChannelError
from mailer.inbox.channel import IncomingKey
from mailer.inbox.maildir import MaildirChannel
from mailer.inbox.settings import MaildirOutSettings, MaildirSettings
from mailer.outbox.maildir import MaildirTransport, file_name
from mailer.outbox.transport import Outgoing, SentState

DATA = "Subject: parte\r\n\r\nAmanece en la ciénaga.\r\n".encode()


def outgoing(message_id="<1@example.org>", recipient="marta@example.org", data=DATA):
    return Outgoing(message_id, "estafeta@example.org", recipient, data)


def transport(path):
    return MaildirTransport(MaildirOutSettings(path))


def test_a_letter_arrives_whole_in_a_folder_made_for_it(tmp_path):
    assert transport(tmp_path / "out" / "mail").send(outgoing()).state is SentState.SENT
    (path,) = (tmp_path / "out" / "mail" / "new").iterdir()
    assert path.read_bytes() == DATA
    assert os.listdir(tmp_path / "out" / "mail" / "tmp") == []


@pytest.mark.parametrize("moved_to", ["", "cur/{}", "cur/{}:2,", "cur/{}:2,RS"])
def test_a_repeat_is_no_twin_wherever_a_reader_put_the_first(tmp_path, moved_to):
    transport(tmp_path).send(outgoing())
    name = file_name(outgoing())
    if moved_to:
        (tmp_path / "new" / name).rename(tmp_path / moved_to.format(name))
    assert transport(tmp_path).send(outgoing()).state is SentState.SENT
    assert len(os.listdir(tmp_path / "new")) + len(os.listdir(tmp_path / "cur")) == 1


def test_a_run_that_died_while_writing_is_made_good(tmp_path):
    one = transport(tmp_path)
    one.open()
    (tmp_path / "tmp" / file_name(outgoing())).write_bytes(DATA[:5] + b"x" * 1000)
    assert one.send(outgoing()).state is SentState.SENT
    assert (tmp_path / "new" / file_name(outgoing())).read_bytes() == DATA


def test_two_people_and_two_letters_are_four_files(tmp_path):
    for message_id in ("<1@example.org>", "<2@example.org>"):
        for recipient in ("marta@example.org", "luis@example.com"):
            transport(tmp_path).send(outgoing(message_id, recipient))
    assert len(os.listdir(tmp_path / "new")) == 4
    assert len(mailbox.Maildir(tmp_path)) == 4


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_id_gives_a_plain_name(message_id, recipient):
    name = file_name(Outgoing(message_id, "", recipient, b""))
    assert name.isascii()
    assert not set(name) & set("/:\0.") - {"."}
    assert not name.startswith(".")
    assert len(name) < 60


def test_what_went_out_can_be_read_as_what_comes_in(tmp_path):
    transport(tmp_path).send(outgoing())
    (batch,) = MaildirChannel(MaildirSettings(tmp_path)).fetch(lambda keys: ())
    assert batch.letters[0].raw == DATA
    assert batch.letters[0].key == IncomingKey(str(tmp_path), "", 0, file_name(outgoing()))


def test_a_link_in_the_way_is_not_followed(tmp_path):
    one = transport(tmp_path / "out")
    one.open()
    victim = tmp_path / "victim"
    victim.write_bytes(b"untouched")
    (tmp_path / "out" / "tmp" / file_name(outgoing())).symlink_to(victim)
    assert one.send(outgoing()).state is SentState.RETRY
    assert victim.read_bytes() == b"untouched"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES])
def test_a_disk_that_takes_nothing_is_told(tmp_path, monkeypatch, number):
    one = transport(tmp_path)

    def full(_descriptor):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ChannelError, match=os.strerror(number)):
        one.send(outgoing())


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(ChannelError):
        transport(tmp_path / "file").send(outgoing())
