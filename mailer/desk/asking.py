"""A question at the terminal, asked again until its answer can be used."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from mailer.campaign.keys import Kind
from mailer.campaign.mistakes import Notes, Spot, phrases
from mailer.campaign.mistakes import said as allowed_words
from mailer.campaign.settings import CAMPAIGN
from mailer.desk.drafts import Draft
from mailer.desk.roster_lines import LineError
from mailer.resources import shipped

RULESETS = ("osric", "bx", "5e")
_PORTS = 65535
_LISTED = " " * 12  # where the labels of a list stand
Read = Callable[[str], object]


class WrongError(ValueError):
    """An answer that cannot be used, with the words that say what can."""


@cache
def _words() -> dict[str, dict[str, str]]:
    import tomllib

    with (shipped("data") / "init.toml").open("rb") as file:
        return tomllib.load(file)


def say(code: str, language: str, **args: object) -> str:
    """A question or sentence of `data/init.toml`."""
    return _words()[code][language].format(**args)


def fitted(text: str, *, beside: str = "") -> str:
    """The same broken between words where a terminal would break it inside one; elsewhere as it is.

    What click writes behind it of its own accord, the default in brackets, has room on the last line.
    """
    if not sys.stdout.isatty():
        return text
    width = shutil.get_terminal_size().columns - 1
    wrap = partial(textwrap.fill, width=max(20, width), break_long_words=False, break_on_hyphens=False)
    tail = "\0" * (len(beside) + len(" []: ")) if beside else ""
    lines = f"{text} {tail}".rstrip(" ").split("\n")
    whole = "\n".join(wrap(line, subsequent_indent=_LISTED * line.startswith(" ")) for line in lines)
    return whole.rstrip("\0").removesuffix(" ")


def spoken_here() -> str:
    """The language this machine speaks, of the two we know."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "es" if locale.lower().startswith("es") or not locale.lower().startswith("en") else "en"


@dataclass(frozen=True, slots=True)
class Asking:
    """One conversation."""

    language: str
    now: datetime
    draft: Draft

    def ask(self, code: str, *, default: str | None = None, read: Read = str, **args: object) -> str:
        """The answer to one question, once it can be used, and kept; an empty one where there is no default."""
        while True:
            shown = fitted(say(code, self.language, **args), beside=default or "")
            typed: str = click.prompt(shown, default=default if default is not None else "", show_default=bool(default))
            text = typed.strip() or default or ""
            try:
                self._typed(text)
                read(text)
            except WrongError as error:
                click.echo(str(error))
            else:
                self.draft.keep(code, text)
                return text

    def _typed(self, text: str) -> None:
        """Nothing comes back; arrows and the like, which a terminal takes for letters, are no answer."""
        if not text.isprintable():
            raise WrongError(say("wrong_keys", self.language))

    def port(self, code: str, *, default: int, host: str) -> int:
        """A port; which of the usual ones does what is said beside it."""
        said = self.ask(code, default=str(default), read=self._is_port, host=host)
        self.draft.keep(code, int(said))
        return int(said)

    def _is_port(self, text: str) -> None:
        if not (text.isdecimal() and 0 < int(text) <= _PORTS):
            raise WrongError(say("wrong", self.language, allowed=f"1-{_PORTS}"))

    def lines(self, code: str, read: Read) -> tuple[str, ...]:
        """Lines until an empty one; one that cannot be read is told and may be typed again."""
        click.echo(fitted(say(code, self.language)))
        found = list(self.draft.typed(code))
        for line in found:
            click.echo(f"> {line}")
        while line := click.prompt("", default="", show_default=False, prompt_suffix="> ").strip():
            try:
                self._typed(line)
                read(line)
            except WrongError as error:
                click.echo(str(error))
            except LineError as error:
                click.echo(say(error.code, self.language, **error.args_of_words))
            else:
                found.append(line)
                self.draft.keep(code, found, is_open=True)
        self.draft.keep(code, found)
        return tuple(found)

    def key(self, name: str) -> Read:
        """What reads the key of that name in `campaign.toml`, with the words of the files' own mistakes."""
        return self.kind(next(key.kind for key in CAMPAIGN.keys if key.name == name))

    def kind(self, kind: Kind) -> Read:
        """What reads a key of that kind."""
        return lambda text: self._checked(kind, text)

    def _checked(self, kind: Kind, text: Any) -> None:
        notes = Notes(language=self.language)
        kind.read(text, Spot(notes, ""))
        if notes.notes:
            words = phrases(self.language)
            raise WrongError(say("wrong", self.language, allowed=allowed_words(notes.notes[0].phrase, words)))

    def one_of(self, known: tuple[str, ...]) -> Read:
        """What reads one of some words."""

        def read(text: str) -> None:
            if text not in known:
                raise WrongError(say("wrong", self.language, allowed=", ".join(known)))

        return read


def today(zone: str | None, now: datetime) -> date:
    """The real date in a zone; in UTC where there is none, or none of that name."""
    from zoneinfo import ZoneInfo

    try:
        return now.astimezone(ZoneInfo(zone or "UTC")).date()
    except (KeyError, ValueError, OSError):
        return now.date()


def zone_here() -> str:
    """The time zone of this machine by its city, where that can be told."""
    try:
        target = str(Path("/etc/localtime").resolve())
    except OSError:
        target = ""
    name = target.partition("zoneinfo/")[2]
    return name if "/" in name and not name.startswith("Etc/") else "Europe/Madrid"


def is_file(language: str) -> Read:
    """What reads the path of a file that is there; nothing is an answer too."""

    def read(text: str) -> None:
        if text and not Path(text).expanduser().is_file():
            raise WrongError(say("wrong_file", language, path=text))

    return read


_YES, _NO = frozenset({"s", "si", "sí", "y", "yes"}), frozenset({"n", "no"})


def is_yes(code: str, language: str, *, default: bool, **args: object) -> bool:
    """Whether a question was answered yes, in either language; Enter takes the default."""
    first = say("yes_or_no", language)[0] if default else "n"
    question = fitted(f"{say(code, language, **args)} ({say('yes_or_no', language)})", beside=first)
    while True:
        said = str(click.prompt(question, default=first)).strip().lower()
        if said in _YES | _NO:
            return said in _YES
