"""Passwords and tokens by where they are kept, never by what they are.

Secret(SecretSource.ENV, "ESTAFETA_IMAP_PASSWORD")      the variable's value
Secret(SecretSource.FILE, "/etc/estafeta/imap")         the file's text without its last newline
Secret(SecretSource.COMMAND, "pass show mail/estafeta") what the command prints, run without a shell
"""

import logging
import os
import shlex
from base64 import b64encode
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mailer.errors import MailerError

_COMMAND_SECONDS = 10
_OTHERS_MAY_READ = 0o004

_log = logging.getLogger(__name__)


class SecretSource(StrEnum):
    """Where a secret is kept."""

    ENV = "env"
    FILE = "file"
    COMMAND = "command"


class SecretError(MailerError):
    """A password cannot be had from where the settings say it is; `place` and `reason` say what to mend."""

    exit_code = os.EX_CONFIG

    def __init__(self, source: SecretSource, place: str, reason: str) -> None:
        super().__init__(source, place, reason)
        self.source, self.place, self.reason = source, place, reason

    def __str__(self) -> str:
        return f"secret from {self.source} {self.place}: {self.reason}"


def hidden(words: str, secret: str, user: str = "") -> str:
    """The words of a server without our password, should it say it back, be it as it was coded on the line."""
    coded = (secret, f"\0{user}\0{secret}", f"user={user}\1auth=Bearer {secret}\1\1")
    for one in (secret, *(b64encode(one.encode()).decode("ascii") for one in coded)):
        words = words.replace(one, "…") if one else words
    return words


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A password by its place. Its own text appears only in what `reveal` gives."""

    source: SecretSource
    value: str  # name of a variable, path of a file, command line

    def __repr__(self) -> str:
        return f"Secret({self.source})"

    def reveal(self) -> str:
        """The password itself; SecretError when it is not there or empty."""
        match SecretSource(self.source):
            case SecretSource.ENV:
                found = os.environ.get(self.value, "")
            case SecretSource.FILE:
                found = self._from_file()
            case SecretSource.COMMAND:
                found = self._from_command()
        found = found.removesuffix("\n").removesuffix("\r")
        if not found:
            raise self._error("it is empty or not set")
        if any(mark in found for mark in "\r\n\0"):
            raise self._error("it has more than one line; the password must stand alone")
        return found

    @property
    def _place(self) -> str:
        """What may be shown: of a command only the program, its words could tell the secret."""
        if self.source is not SecretSource.COMMAND:
            return self.value
        return (self.value.split() or [""])[0]

    def _error(self, reason: str) -> SecretError:
        return SecretError(SecretSource(self.source), self._place, reason)

    def _from_file(self) -> str:
        path = Path(self.value).expanduser()
        try:
            if path.stat().st_mode & _OTHERS_MAY_READ:
                _log.warning("%s can be read by everybody on this machine; mend it with: chmod 600 %s", path, path)
            return path.read_text(encoding="utf-8")
        except OSError as error:
            raise self._error(error.strerror or type(error).__name__) from error
        except UnicodeDecodeError as error:
            raise self._error("it is not UTF-8 text") from error

    def _from_command(self) -> str:
        import subprocess  # late: most passwords come from the environment or a file

        try:
            done = subprocess.run(
                shlex.split(self.value), capture_output=True, check=False, stdin=subprocess.DEVNULL,
                timeout=_COMMAND_SECONDS,
            )  # fmt: skip
            if done.returncode:
                raise self._error(f"it ended with exit code {done.returncode}")
            return done.stdout.decode("utf-8")
        except subprocess.TimeoutExpired:
            # Not chained: the cause would show the whole command line.
            raise self._error(f"no answer within {_COMMAND_SECONDS} seconds") from None
        except OSError as error:
            raise self._error(error.strerror or type(error).__name__) from None
        except (ValueError, IndexError):
            raise self._error("the command line cannot be read, or what it prints is not UTF-8 text") from None
