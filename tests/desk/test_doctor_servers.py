"""The doctor at real servers: a login that works, one that is refused, a folder that is not there, mail in the junk."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from servers.people import OtherClient

from mailer.desk.checks.lines import mailbox, way_out
from mailer.desk.finding import Health, told
from mailer.desk.peek import peek
from mailer.inbox.secret import Secret, SecretSource
from mailer.inbox.settings import ImapSettings, Security, SmtpSettings


@pytest.fixture
def password(monkeypatch, dovecot):
    monkeypatch.setenv("DESK_PASSWORD", dovecot.password)
    return Secret(SecretSource.ENV, "DESK_PASSWORD")


@pytest.fixture
def settings(dovecot, player_mailbox, password):
    return ImapSettings(
        host=dovecot.host,
        user=player_mailbox,
        secret=password,
        port=dovecot.imaps_port,
        ca_file=Path(dovecot.certificate),
        junk_folder="Junk",
    )


def codes(settings, senders=("marta@example.com",)):
    return {one.code: one for one in mailbox(settings, senders)}


def test_a_good_login_is_well(settings):
    found = codes(settings)
    assert "mailbox_well" in found
    assert found["mailbox_well"].health is Health.WELL


def test_a_wrong_password_asks_for_the_right_one(settings, monkeypatch):
    monkeypatch.setenv("DESK_PASSWORD", "wrong")
    (refused,) = codes(settings).values()
    assert refused.code == "login_refused"
    assert "usuario" in told(refused, "es").mend


def test_a_password_that_is_nowhere(settings, monkeypatch):
    monkeypatch.delenv("DESK_PASSWORD")
    assert set(codes(settings)) == {"secret_missing"}


def test_a_folder_that_is_not_there(settings):
    assert "folder_missing" in codes(replace(settings, folder="Nowhere"))


def test_a_server_that_is_not_there(settings):
    assert "server_silent" in codes(replace(settings, port=1, timeout_seconds=2))


def test_letters_of_the_table_in_the_junk_are_told_and_left(dovecot, settings):
    client = OtherClient(dovecot, settings.user)
    client.client.create("Junk")
    raw = b"From: Marta <marta@example.com>\r\nSubject: hola\r\n\r\nCompro cuerda.\r\n"
    client.client.append("Junk", "", None, raw)
    client.close()
    assert str(codes(settings)["junk_letters"].args["senders"]) == "marta@example.com"
    assert str(codes(settings)["junk_letters"].args["senders"]) == "marta@example.com"


def test_the_way_out_is_opened_and_nothing_sent(smtp):
    settings = SmtpSettings(host=smtp.host, port=smtp.port, security=Security.PLAIN, timeout_seconds=5)
    assert way_out(settings).code == "out_open"
    assert not list((smtp.maildir / "new").iterdir())


def test_a_way_out_that_is_closed():
    settings = SmtpSettings(host="127.0.0.1", port=1, timeout_seconds=2)
    assert way_out(settings).code == "server_silent"


def test_looking_never_makes_a_ledger(tmp_path):
    now = datetime.now(UTC)
    (tmp_path / "campaign.toml").touch()
    peek(tmp_path, now=now, since=now - timedelta(days=1))
    assert [path.name for path in tmp_path.iterdir()] == ["campaign.toml"]
