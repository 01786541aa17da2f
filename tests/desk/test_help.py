"""Help in two languages: Spanish where the system speaks it, for every command that has words, and none left over."""

import os
import subprocess
import sys
import tomllib

import click
import pytest

from mailer.cli.app import COMMANDS, estafeta
from mailer.resources import shipped

WORDS = tomllib.loads((shipped("data") / "help.es.toml").read_text())
CODE = "import sys; sys.argv[0] = 'estafeta'; from mailer.cli import main; main()"
COMMON = {"help", "version", "folder", "now", "as_json", "_"}


def helped(*arguments: str, language: str) -> str:
    env = {**os.environ, "LANG": language, "LC_ALL": "", "LC_MESSAGES": ""}
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments], capture_output=True, text=True, env=env, check=False
    )
    return " ".join(done.stdout.split())


@pytest.mark.parametrize("name", sorted(set(WORDS) - {"estafeta"}))
def test_every_spanish_word_has_its_option_and_every_option_its_word(name):
    command = estafeta.get_command(None, name)
    options = {one.name for one in command.params if isinstance(one, click.Option)}
    told = set(WORDS[name])
    assert told - {"_"} <= options
    assert options - COMMON <= told
    assert WORDS[name]["_"].strip()


def test_only_what_is_of_the_table_or_younger_speaks_english_alone():
    assert set(WORDS) - {"estafeta"} <= set(COMMANDS)
    assert len(set(COMMANDS) - set(WORDS)) < 5


def test_it_speaks_as_the_system_does():
    assert "Mira todo lo que puede dejar callada" in helped("doctor", "--help", language="es_ES.UTF-8")
    assert "La carpeta de la campaña" in helped("doctor", "--help", language="es_MX.UTF-8")
    assert "Look at everything" in helped("doctor", "--help", language="en_GB.UTF-8")
    assert "Look at everything" in helped("doctor", "--help", language="C")
    listed = helped("--help", language="es_ES.UTF-8")
    assert "El correo de una campaña viva" in listed and "Las órdenes en pie" in listed
