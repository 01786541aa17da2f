"""The help in the language the system speaks: Spanish words put over the commands' own, where there are any."""

import os
import sys
from typing import Any

import click

_SHARED = "estafeta"


def is_asked_in_spanish() -> bool:
    """Whether help is asked for on a system that speaks Spanish; cron's runs need not look any further."""
    if not {"-h", "--help"}.intersection(sys.argv) and len(sys.argv) > 1:
        return False
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((word for word in named if word), "").lower().startswith("es")


def in_spanish(command: click.Command, name: str) -> click.Command:
    """The command with its help in Spanish; what has no translation stays as it is."""
    words = _words()
    own, shared = words.get(name, {}), words[_SHARED]
    if "_" in own:
        command.help = own["_"].strip()
    for option in command.params:
        told = own.get(option.name) or shared.get(option.name)
        if told and isinstance(option, click.Option):
            option.help = told
    return command


def _words() -> dict[str, dict[str, Any]]:
    import tomllib

    from mailer.resources import shipped

    with (shipped("data") / "help.es.toml").open("rb") as file:
        return tomllib.load(file)
