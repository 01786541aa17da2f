"""Everything the mails say is spelt right: what templates hold, every phrase said of sample data, every single word.

Words of the game and of the house that no dictionary has stand in `spelling.es.txt` and `spelling.en.txt`.
"""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

from mailer.resources import shipped
from mailer.writing.names import Names
from mailer.writing.render import render
from mailer.writing.samples import samples
from mailer.writing.templates import phrases
from mailer.writing.told import told
from rules.events import EventKind

HERE = Path(__file__).parent
DICTIONARY = {"es": "es_ES", "en": "en_US"}
_CODE = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_ADDRESS = re.compile(r"\S+@\S+|\b[0-9a-f]{16,}\b|\b[A-Z]\d+\b|\b\d*d\d+\b|[A-Z0-9]+-[A-Z0-9]+")


def test_every_word_is_in_a_dictionary(language: str, event_samples: Any, make_event: Any, names: Names) -> None:
    said = "\n".join((*_prose(language), *_words(language), *_phrases(language, event_samples, make_event, names)))
    unknown = _unknown(_ADDRESS.sub(" ", said), language)
    assert not unknown, f"not in {DICTIONARY[language]} nor in spelling.{language}.txt: {' '.join(unknown)}"


def test_the_check_finds_a_mistake(language: str) -> None:
    if shutil.which("hunspell") or os.environ.get("CI") == "true":
        assert _unknown("acuze recieved", language) == ["acuze", "recieved"]
    assert _unknown("", language) == []


def _prose(language: str) -> list[str]:
    """What stands in the templates outside of their code, and every sample mail."""
    sources = [path.read_text("utf-8") for path in sorted((shipped("templates") / language).glob("*.j2"))]
    mails = [render(view) for view in samples(language).values()]
    return [*(_CODE.sub(" ", source) for source in sources), *(f"{mail.subject}\n{mail.text}" for mail in mails)]


def _words(language: str) -> list[str]:
    """Every value of the words file."""
    table = tomllib.loads((shipped("templates") / language / "words.toml").read_text("utf-8"))
    table.pop("dates")

    def leaves(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [leaf for inner in value.values() for leaf in leaves(inner)]
        return [leaf for inner in value for leaf in leaves(inner)] if isinstance(value, list) else [str(value)]

    return leaves(table)


def _phrases(language: str, event_samples: Any, make_event: Any, names: Names) -> list[str]:
    macros = phrases(language).modules["events"]
    made = [told(make_event(kind, data), names) for kind in EventKind for data in event_samples[kind]]
    return [f"{getattr(macros, one.kind)(one)} {macros.fold(one)}" for one in made]


def _unknown(said: str, language: str) -> list[str]:
    """Words that neither the dictionary nor the project's list knows; without hunspell none, but never so in CI."""
    hunspell = shutil.which("hunspell")
    if hunspell is None:
        assert os.environ.get("CI") != "true", "hunspell is missing"
        return []
    own = set((HERE / f"spelling.{language}.txt").read_text("utf-8").split())
    command = [hunspell, "-l", "-i", "utf-8", "-d", DICTIONARY[language]]
    listed = subprocess.run(command, input=said.replace("’", "'"), capture_output=True, text=True, check=True).stdout
    return sorted(set(listed.split()) - own)
