"""A Maildir as delivery programs, other mail programs and ill-meaning people leave it."""

import logging
import os
import socket
from pathlib import Path

import pytest
from servers.people import deliver, letter

from mailer.errors import ChannelError
from mailer.inbox.channel import IncomingKey
from mailer.inbox.maildir import MaildirChannel
from mailer.inbox.settings import MaildirSettings


@pytest.fixture
def maildir(tmp_path):
    for name in ("tmp", "new", "cur"):
        (tmp_path / name).mkdir()
    return tmp_path


def channel(path, **settings):
    return MaildirChannel(MaildirSettings(path, **settings))


def letters(path, **settings):
    return [incoming for batch in channel(path, **settings).fetch(lambda keys: ()) for incoming in batch.letters]


def names(path):
    return sorted(os.listdir(path))


def test_new_before_cur_each_by_name(maildir):
    for name, folder in (("3.a.h", "cur"), ("4.a.h", "new"), ("2.a.h:2,RS", "cur"), ("1.a.h", "new")):
        deliver(maildir, letter(), name, folder=folder)
    assert [incoming.key.uid for incoming in letters(maildir)] == ["1.a.h", "4.a.h", "2.a.h", "3.a.h"]


def test_what_is_no_letter_is_passed_over(maildir, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret"
    outside.write_bytes(letter("secreto"))
    (maildir / "new" / "link").symlink_to(outside)
    (maildir / "new" / "dangling").symlink_to("/nonexistent")
    (maildir / "new" / "folder").mkdir()
    os.mkfifo(maildir / "new" / "pipe")
    line = socket.socket(socket.AF_UNIX)
    line.bind(str(maildir / "cur" / "socket"))
    deliver(maildir, b"", "empty")
    deliver(maildir, letter(), ".hidden")
    deliver(maildir, letter(), "half-written", folder="tmp")
    deliver(maildir, letter(), "thrown-away:2,ST", folder="cur")
    deliver(maildir, letter("carta"), "letter")
    try:
        assert [incoming.key.uid for incoming in letters(maildir)] == ["letter"]
    finally:
        line.close()


HOSTILE = [
    b"plain",
    b"a b",
    b"x..\\..\\etc",
    b"-rf",
    b"new\nline",
    b"tab\there",
    b"quote\"'; drop table letters;--",
    b"percent%41",
    b"percentA",
    b"\xff\xfe not utf-8",
    "ñandú".encode(),
    b"x" * 240,
    b"colon:1,x",
    b"{jinja}{{7*7}}",
]


def test_hostile_names_are_kept_apart_and_can_be_stored(maildir):
    for name in HOSTILE:
        deliver(maildir, letter(repr(name)), os.fsdecode(name))
    found = letters(maildir)
    keys = [incoming.key for incoming in found]
    assert len({key.uid for key in keys}) == len(HOSTILE)
    assert all(key.uid.isascii() and key.uid.isprintable() and " " not in key.uid for key in keys)
    one = channel(maildir)
    one.ack(keys)
    assert names(maildir / "new") == []
    assert sorted(os.fsencode(name) for name in names(maildir / "cur")) == sorted(name + b":2,S" for name in HOSTILE)
    assert [incoming.key for incoming in letters(maildir)] == [
        IncomingKey(str(maildir), "", 0, key.uid) for key in sorted(keys, key=lambda key: by_bytes(key.uid))
    ]


def by_bytes(uid):
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(uid) + b":2,S"


def test_marking_keeps_the_flags_of_others(maildir):
    deliver(maildir, letter(), "1.a.h:2,FR", folder="cur")
    deliver(maildir, letter(), "2.a.h", folder="cur")
    one = channel(maildir)
    one.ack([incoming.key for incoming in letters(maildir)])
    assert names(maildir / "cur") == ["1.a.h:2,FRS", "2.a.h:2,S"]


def test_a_key_stays_when_another_program_moves_the_letter(maildir):
    path = deliver(maildir, letter(), "1.a.h")
    (before,) = letters(maildir)
    path.rename(maildir / "cur" / "1.a.h:2,F")
    (after,) = letters(maildir)
    assert before == after
    channel(maildir).ack([before.key])
    assert names(maildir / "cur") == ["1.a.h:2,FS"]


def test_two_files_of_one_name_never_overwrite_each_other(maildir, caplog):
    deliver(maildir, letter("uno"), "1.a.h")
    deliver(maildir, letter("dos"), "1.a.h:2,S", folder="cur")
    with caplog.at_level(logging.WARNING):
        (incoming,) = letters(maildir)
        channel(maildir).ack([incoming.key])
    assert (maildir / "new" / "1.a.h").read_bytes() == letter("uno")
    assert (maildir / "cur" / "1.a.h:2,S").read_bytes() == letter("dos")
    assert "two files are called" in caplog.text


def test_a_letter_that_cannot_be_read_does_not_stop_the_others(maildir):
    deliver(maildir, letter("uno"), "1.a.h")
    deliver(maildir, letter("dos"), "2.a.h")
    one = channel(maildir)

    def known(keys):
        (maildir / "new" / "1.a.h").unlink()  # another program, between the listing and the reading
        return ()

    (batch,) = one.fetch(known)
    assert [incoming.key.uid for incoming in batch.letters] == ["2.a.h"]


def test_a_letter_swapped_for_a_link_after_the_listing_is_not_followed(maildir, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret"
    outside.write_bytes(letter("secreto"))
    path = deliver(maildir, letter(), "1.a.h")

    def known(keys):
        path.unlink()
        path.symlink_to(outside)
        return ()

    assert list(channel(maildir).fetch(known)) == []


def test_a_name_for_the_account_outlives_the_folder(maildir):
    deliver(maildir, letter(), "1.a.h")
    (incoming,) = letters(maildir, account="mesa")
    assert incoming.key == IncomingKey("mesa", "", 0, "1.a.h")
    channel(maildir).ack([incoming.key])  # the key of another account
    assert names(maildir / "new") == ["1.a.h"]


def test_a_folder_that_is_no_maildir_is_told(tmp_path):
    with pytest.raises(ChannelError, match="No such file"):
        channel(tmp_path).open()
    with pytest.raises(ChannelError):
        list(channel(tmp_path / "nowhere").fetch(lambda keys: ()))


def test_newlines_are_kept_as_they_lie(maildir):
    raw = letter().replace(b"\r\n", b"\n")
    deliver(maildir, raw, "1.a.h")
    assert letters(maildir)[0].raw == raw


def test_a_restored_folder_tells_by_the_topmost_received_line(maildir):
    received = b"Received: by mail.example.com; Sat, 3 Oct 2026 10:00:00 +0200\r\n"
    deliver(maildir, received + letter(), "1.a.h")
    assert letters(maildir)[0].received.isoformat() == "2026-10-03T08:00:00+00:00"
    assert letters(maildir, trust_received=False)[0].received.isoformat() == "2026-10-05T12:00:00+00:00"


def test_the_path_may_be_relative(maildir, monkeypatch):
    deliver(maildir, letter(), "1.a.h")
    monkeypatch.chdir(maildir)
    assert letters(Path())[0].key.account == "."
