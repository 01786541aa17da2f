"""The table of keys, its words, the manual and the sample file say the same."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from mailer.campaign.manual import LANGUAGES, explanations, files, page, sections
from mailer.campaign.settings import HOUSE
from mailer.resources import shipped
from rules.house import House

DOCS = Path(__file__).resolve().parents[2] / "docs"
SECTIONS = {section.name: section for _, top in files() for _, section in sections(top)}
PHRASES = tomllib.loads((shipped("data") / "mistakes.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_is_that_of_the_keys(language):
    kept = (DOCS / f"world-files.{language}.md").read_text(encoding="utf-8")
    assert kept == page(language), "run: python -m mailer.campaign.manual docs"


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_every_key_is_explained_in_both_languages(name):
    words = explanations()[name]
    assert set(words) == {"_", *(key.name for key in SECTIONS[name].keys)}
    for key, both in words.items():
        assert set(both) == {"es", "en"}, key
        assert both["es"].strip() and both["en"].strip()


def test_nothing_is_explained_that_is_no_key():
    assert set(explanations()) == {*SECTIONS, "manual"}


def test_every_knob_of_the_house_is_a_key_with_the_same_default():
    knobs = {one.name: one.default for one in fields(House)}
    keys = {key.name: key.default for key in HOUSE.keys}
    assert {name: knobs[name] for name in keys} == keys
    assert set(knobs) - set(keys) == {"turnover", "pace", "language"}


def test_phrases_stand_in_both_languages_with_the_same_blanks():
    blanks = re.compile(r"\$\w+")
    for code, both in PHRASES.items():
        assert set(both) == {"es", "en"}, code
        assert sorted(blanks.findall(both["es"])) == sorted(blanks.findall(both["en"])), code


def test_every_phrase_that_the_code_names_is_there():
    source = "\n".join(path.read_text(encoding="utf-8") for path in (DOCS.parent / "mailer" / "campaign").glob("*.py"))
    named = set(re.findall(r'Phrase\("(\w+)"', source)) | set(re.findall(r'code="(\w+)"', source))
    assert len(named) > 50
    assert named <= set(PHRASES)
    realms = set(re.findall(r'Ref\("(\w+)"\)', source))
    assert {f"realm_{realm}" for realm in realms} <= set(PHRASES)


def test_the_manual_shows_every_key_once_in_its_table():
    text = page("es")
    for name, section in SECTIONS.items():
        for key in section.keys:
            assert f"| `{key.name}` |" in text, (name, key.name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_small_example_of_the_manual_is_toml_that_can_be_read(language):
    from mailer.campaign.mistakes import Notes, Spot

    tops = {key.name: key.kind for _, top in files() for key in top.keys}
    blocks = re.findall(r"```toml\n(.*?)```", page(language), flags=re.DOTALL)
    assert len(blocks) > 10
    for block in blocks:
        ((realm, value),) = tomllib.loads(block).items()
        notes = Notes(language=language)
        if "x.zones.x" not in block:  # a zone alone is no site
            tops[realm].read(value, Spot(notes, realm))
        assert not notes.notes, (block, notes.notes)
