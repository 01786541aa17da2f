"""The language the terminal speaks: the campaign's where there is one, else the system's, else English."""

import gettext
import os
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from mailer.resources import shipped

SPANISH, ENGLISH = "es", "en"
_NAMED = re.compile(r'^\s*language\s*=\s*["\'](es|en)["\']', re.MULTILINE)


def language_of(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language for whoever typed those words: `--language`, that of the folder of -C, or the system's."""
    said = _after(words, "--language")
    if said in (SPANISH, ENGLISH):
        return said
    return of_campaign(Path(_after(words, "-C") or ".")) or of_system(environ)


def of_campaign(folder: Path) -> str:
    """The language of a campaign's settings, also where they cannot be read whole; "" where there are none."""
    try:
        found = _NAMED.search((folder / "campaign.toml").read_text("utf-8", errors="replace"))
    except OSError:
        return ""
    return found[1] if found else SPANISH


def of_system(environ: Mapping[str, str]) -> str:
    """Spanish where the system speaks it."""
    named = (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return SPANISH if next((word for word in named if word), "").lower().startswith(SPANISH) else ENGLISH


def here() -> str:
    """The language for whoever called us."""
    import click  # late: a plain run asks for words in a language it knows

    context = click.get_current_context(silent=True)
    while context is not None:
        if "folder" in context.params or "language" in context.params:
            said, folder = context.params.get("language"), context.params.get("folder")
            return said or of_campaign(Path(folder or ".")) or of_system(os.environ)
        context = context.parent
    return language_of(sys.argv[1:], os.environ)


def speak(language: str) -> None:
    """Nothing comes back; what click says of its own accord is in that language from now on."""
    if language == SPANISH:
        os.environ["LANGUAGE"] = SPANISH  # where gettext looks first, whatever the system speaks
        gettext.bindtextdomain("messages", str(shipped("data") / "locale"))


def say(code: str, language: str = "", **args: object) -> str:
    """A sentence of `data/terminal.toml`, in the language of whoever called us."""
    return _words()[code][language or here()].format(**args)


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    import tomllib

    with (shipped("data") / "terminal.toml").open("rb") as file:
        return tomllib.load(file)


def _after(words: Sequence[str], name: str) -> str:
    """What stands behind an option: `-C DIR`, `-CDIR` or `--name=value`; "" where it is not given."""
    for at, word in enumerate(words):
        if word == name:
            return words[at + 1] if at + 1 < len(words) else ""
        if word.startswith(name) and (not name.startswith("--") or word[len(name) :].startswith("=")):
            return word[len(name) :].removeprefix("=")
    return ""
