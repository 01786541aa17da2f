"""Help like a manual page, in the terminal's language: Spanish words over the commands' own, and examples below."""

import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

import click

from mailer.cli.language import SPANISH, language_of

_SHARED = "estafeta"
_HEADS = {"es": "Ejemplos", "en": "Examples"}


def is_help_asked() -> bool:
    """Whether anybody reads help now; cron's runs need not look any further."""
    return len(sys.argv) < 2 or bool({"-h", "--help"}.intersection(sys.argv))


def explained(command: click.Command, name: str) -> click.Command:
    """The command as its help shows it: in the language of the terminal, with examples."""
    language = language_of(sys.argv[1:], os.environ)
    if language == SPANISH:
        in_spanish(command, name)
    command.epilog = _epilog(name, language)
    command.short_help = _first_sentence(command.help or "")
    return command


def in_spanish(command: click.Command, name: str) -> click.Command:
    """The command with its help in Spanish."""
    words = _words("help.es.toml")
    own, shared = words.get(name, {}), words[_SHARED]
    command.help = _renamed(own["_"].strip() if "_" in own else command.help or "")
    command.options_metavar = "[OPCIONES]"
    if isinstance(command, click.Group):
        command.subcommand_metavar = _renamed("COMMAND [ARGS]...")
    for param in command.params:
        told = own.get(str(param.name)) or shared.get(str(param.name))
        if told and isinstance(param, click.Option):
            param.help = _renamed(told)
        if not (isinstance(param, click.Option) and param.is_flag) and not isinstance(param.type, click.Choice):
            param.metavar = _renamed(param.metavar or _plain(param))
    return command


def _plain(param: click.Parameter) -> str:
    """What stands for a value in capitals, where nothing else was said."""
    if isinstance(param, click.Option):
        return param.type.name.upper().removesuffix(" RANGE")
    word = str(param.name).upper()
    return f"{word if param.required else f'[{word}]'}{'...' if param.nargs != 1 else ''}"


def _renamed(text: str) -> str:
    """The text with every word in capitals that stands for a value in Spanish."""
    words: Mapping[str, str] = _words("help.es.toml")["metavars"]
    if text in words:
        return words[text]
    for old in sorted(words, key=len, reverse=True):
        text = re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", words[old], text)
    return text


def _first_sentence(text: str) -> str:
    """What a command does, as the list of commands says it."""
    return " ".join(text.partition("\n\n")[0].split()).partition(". ")[0].rstrip(".")


def examples(name: str, language: str) -> tuple[str, ...]:
    """Lines as somebody would type them; what a line does stands behind #."""
    found = _words("help.examples.toml").get(name, {})
    return tuple(found.get(language) or found.get("both", ()))


def _epilog(name: str, language: str) -> str | None:
    lines = examples(name, language)
    return "\n".join(["\b", f"{_HEADS[language]}:", *(f"  {line}" for line in lines)]) if lines else None


@cache
def _words(name: str) -> Mapping[str, Mapping[str, Any]]:
    import tomllib

    from mailer.resources import shipped

    with (shipped("data") / name).open("rb") as file:
        return tomllib.load(file)
