"""Passwords by their place, and what is told when they are not there."""

import logging
import os
import shlex
import sys

import pytest

from mailer.errors import MailerError
from mailer.inbox.secret import Secret, SecretError, SecretSource

PASSWORD = "Ñandú entre 3 peñas"


def test_from_the_environment(monkeypatch):
    monkeypatch.setenv("ESTAFETA_TEST", PASSWORD)
    assert Secret(SecretSource.ENV, "ESTAFETA_TEST").reveal() == PASSWORD


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_from_a_file_without_its_last_newline(tmp_path, ending):
    path = tmp_path / "secret"
    path.write_bytes((PASSWORD + ending).encode())
    assert Secret(SecretSource.FILE, str(path)).reveal() == PASSWORD


@pytest.mark.parametrize(("mode", "warned"), [(0o600, False), (0o640, False), (0o644, True)])
def test_a_file_that_everybody_can_read_is_told(tmp_path, caplog, mode, warned):
    path = tmp_path / "secret"
    path.write_text(PASSWORD)
    path.chmod(mode)
    with caplog.at_level(logging.WARNING):
        Secret(SecretSource.FILE, str(path)).reveal()
    assert ("chmod 600" in caplog.text) == warned
    assert PASSWORD not in caplog.text


def command(program: str) -> Secret:
    return Secret(SecretSource.COMMAND, shlex.join([sys.executable, "-c", program]))


def test_from_a_command_without_a_shell(tmp_path):
    assert command(f"print({PASSWORD!r})").reveal() == PASSWORD
    witness = tmp_path / "witness"
    assert Secret(SecretSource.COMMAND, f"echo hola > {witness}; true").reveal().startswith("hola >")
    assert not witness.exists()


MISSING = {
    "variable": Secret(SecretSource.ENV, "ESTAFETA_NOT_SET"),
    "file": Secret(SecretSource.FILE, "/nonexistent/secret"),
    "program": Secret(SecretSource.COMMAND, "/nonexistent/program --word hush"),
    "exit code": command("raise SystemExit(3)  # hush"),
    "nothing": command("pass  # hush"),
    "two lines": command("print('hush'); print('hush')"),
    "no text": command("import os; os.write(1, bytes([0xff, 0xfe]))  # hush"),
    "quotes": Secret(SecretSource.COMMAND, "pass 'hush"),
    "empty command": Secret(SecretSource.COMMAND, ""),
}


@pytest.mark.parametrize("case", MISSING)
def test_what_is_not_there_is_one_kind_line_that_tells_no_secret(case):
    with pytest.raises(SecretError) as caught:
        MISSING[case].reveal()
    told = str(caught.value)
    assert isinstance(caught.value, MailerError)
    assert caught.value.exit_code == os.EX_CONFIG
    assert told.startswith(f"secret from {MISSING[case].source} ")
    assert "\n" not in told
    assert "hush" not in told


def test_a_command_that_hangs_is_given_up(monkeypatch):
    monkeypatch.setattr("mailer.inbox.secret._COMMAND_SECONDS", 0.3)
    with pytest.raises(SecretError, match="no answer"):
        command("import time; time.sleep(30)").reveal()


def test_its_own_text_shows_nothing():
    for secret in MISSING.values():
        assert repr(secret) == str(secret) == f"Secret({secret.source})"
