"""The manuals: their examples are understood, their files can be read, their commands exist, both languages agree."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.campaign.load import load_campaign
from mailer.campaign.mistakes import Notes, Spot
from mailer.campaign.roster_keys import ROSTER
from mailer.campaign.settings import CAMPAIGN, HOUSE
from mailer.cli.app import COMMANDS, estafeta
from mailer.desk.knobs import table, written
from mailer.rehearsal import rehearse
from mailer.resources import shipped
from mailer.rulings.shapes import proposals, reminders, unions
from mailer.writing.players import page, rows

ROOT = Path(__file__).parents[2]
GUIDES = {language: (ROOT / "docs" / f"dm-guide.{language}.md").read_text() for language in ("es", "en")}
PLAYERS = {language: (ROOT / "docs" / f"players.{language}.md").read_text() for language in ("es", "en")}
WRITERS = {"es": "luis@example.com", "en": "owen@example.com"}
_CODE = re.compile(r"`([^`\n]+)`")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def examples(language: str) -> list[str]:
    """Everything the players' page says one can write: the table's first column, and what stands in the text after."""
    page = PLAYERS[language]
    rows = re.findall(r"^\| `([^`]+)`", page, re.MULTILINE)
    later = page.split("\n## ")[3:5]
    return rows + [one for part in later for one in _CODE.findall(part)]


def letter(sender: str, words: str) -> bytes:
    head = (
        f"From: {sender}\nTo: estafeta@example.org\nMessage-ID: <{abs(hash(words))}@example.com>\n"
        "Date: Fri, 16 Jan 2026 10:00:00 +0100\nContent-Type: text/plain; charset=utf-8\n"
        "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n\n"
    )
    return (head + words + "\n").encode()


@pytest.mark.parametrize("language", ["es", "en"])
def test_what_the_players_page_says_is_understood(language):
    """Read as letters of the example campaign; what cannot be done just then is said, but never not understood."""
    letters = [(words, letter(WRITERS[language], words)) for words in examples(language)]
    assert len(letters) > 12
    for (words, _), found in zip(letters, rehearse(shipped("data") / "example", letters, sent=None), strict=True):
        is_heard = any(next(shapes().matches(words.rstrip(".")), None) for shapes in (proposals, reminders, unions))
        if is_heard:  # beside the orders, which a rehearsal does not show
            continue
        assert found["orders"], found
        assert "not_understood" not in {doubt["code"] for doubt in found["doubts"]}, found


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_page_and_what_help_answers_are_one(language):
    """One text: the manual's page is made of it, and the answer holds every row of it, examples and all."""
    assert PLAYERS[language] == page(language), "run: python -m mailer.writing.players docs"
    help_word = {"es": "ayuda", "en": "help"}[language]
    told = " ".join(rows(page(language)))
    assert all(f"«{words}»" in told for words in examples(language))
    assert f"«{help_word}»" in told
    assert not re.search(r"[`*|#\]]", told)


def test_help_by_mail_is_the_page(tmp_path):
    story = Story(tmp_path / "c")
    story.run("2026-01-15 12:00")
    story.letter("luis@example.com", "2026-01-15 13:00", "ayuda")
    story.run("2026-01-15 13:05")
    told = " ".join(story.texts("luis", "receipt")[0].split())
    for row in rows(page("es", place="")):
        words = [one for one in row.split() if "→" not in one]
        assert words[0] in told and " ".join(words[-3:]) in told, row
    places = [one.label.es for one in load_campaign(story.folder).book.atlas.places.values() if not one.hidden]
    assert f"«Mañana viajamos a {places[-1]}.»" in told
    assert "Saltmire" not in told or places[-1] == "Saltmire"


def test_both_players_pages_say_the_same_and_fit_a_page():
    spanish, english = PLAYERS.values()
    assert len(examples("es")) == len(examples("en"))
    assert spanish.count("\n## ") == english.count("\n## ")
    assert all(len(page.splitlines()) < 70 for page in PLAYERS.values())


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_knobs_are_those_of_the_rules(language):
    assert written(GUIDES[language], language) == GUIDES[language], "run: python -m mailer.desk.knobs docs"
    assert all(f"| `{key.name}` |" in table(language) for key in HOUSE.keys)
    reasons = tomllib.loads((shipped("data") / "knobs.toml").read_text())
    assert set(reasons) == {key.name for key in HOUSE.keys}


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_files_in_the_guide_can_be_read(language):
    names = {key.name for key in CAMPAIGN.keys}
    found = [tomllib.loads(block) for block in blocks(GUIDES[language], "toml")]
    assert sum(not data.keys() <= names for data in found) == 1  # that of the roster
    for data in found:
        section = CAMPAIGN if data.keys() <= names else ROSTER
        notes = Notes(language=language)
        section.partial(data, Spot(notes, "guide"))
        for name, value in data.items():
            kind = next(key.kind for key in section.keys if key.name == name)
            kind.read(value, Spot(notes, "guide"))
        assert notes.notes == []


def shell_lines():
    pages = [*GUIDES.values(), *((ROOT / f"README{end}.md").read_text() for end in ("", ".es"))]
    return [line for page in pages for block in blocks(page, "sh") for line in block.splitlines() if line.strip()]


SERVES, PLAYS = ("browse", "demo")  # one does not end, the other is played by a test of its own


@pytest.mark.parametrize("line", sorted({line for line in shell_lines() if line.startswith("estafeta ")}))
def test_every_command_in_the_guides_runs(line, played, tmp_path, monkeypatch):
    """Each as it stands, in a folder that has what it names: the campaign of the guide, played for five days."""
    _, name, *words = shlex.split(line.partition("  #")[0])
    command = estafeta.get_command(None, name)
    if name != "init":
        shutil.copytree(played, tmp_path / "mundarrah")
        shutil.copy(played / "ledger.db", tmp_path / "mundarrah.db")  # what Litestream would have made of it
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with command.make_context(name, list(words)) as context:
        assert context.params is not None
    if name in (SERVES, PLAYS):
        return
    done = CliRunner().invoke(estafeta, [name, *words])
    assert done.exit_code in ((0, 1) if name == "doctor" else (0,)), (done.output, done.exception)


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_guide_speaks_of_every_command_a_dm_needs(language):
    told = set(re.findall(r"(?<!inject )\bestafeta ([a-z]+)", GUIDES[language]))
    assert told >= {
        "init", "doctor", "run", "roster", "calendar", "rule", "status", "show", "orders", "timeline", "forecast",
        "chronicle", "browse", "read", "verify", "backup", "restore",
    }  # fmt: skip
    assert told <= set(COMMANDS)
    assert GUIDES["es"].count("\n## ") == GUIDES["en"].count("\n## ")
    assert re.findall(r"```(?:sh|toml)", GUIDES["es"]) == re.findall(r"```(?:sh|toml)", GUIDES["en"])


def test_the_spanish_readme_says_what_the_english_one_says():
    english, spanish = ((ROOT / name).read_text() for name in ("README.md", "README.es.md"))
    assert spanish.count("\n## ") == english.count("\n## ")
    links = [set(re.findall(r"\]\(([^)#\s]+)\)", page)) for page in (english, spanish)]
    translated = {link.replace(".en.md", ".es.md") for link in links[0]}
    assert {link for link in translated if link.startswith(("docs/", "data/")) and "://" not in link} <= {
        link.replace(".en.md", ".es.md") for link in links[1]
    }
    assert set(re.findall(r"^make [a-z]+", english, re.MULTILINE)) == set(
        re.findall(r"^make [a-z]+", spanish, re.MULTILINE)
    )


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_terminal_can_complete_commands(shell):
    code = "import sys; sys.argv[0] = 'estafeta'; from mailer.cli import main; main()"
    env = {**os.environ, "_ESTAFETA_COMPLETE": f"{shell}_source"}
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True).stdout
    assert "estafeta" in told and "complet" in told


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("st", {"plain,status"}),
        ("forecast --stance ra", {"plain,raid"}),
        ("show -C {folder} du", {"plain,duric"}),
        ("show -C {folder} L", {"plain,los-cuatro"}),
        ("forecast -C {folder} gre", {"plain,greywick"}),
        ("timeline -C {folder} k", set()),
        ("link -C {folder} mar", {"plain,marta"}),
        ("show -C /nowhere du", set()),
    ],
)
def test_what_the_tab_key_offers(played, typed, offered):
    code = "import sys; sys.argv[0] = 'estafeta'; from mailer.cli import main; main()"
    words = ["estafeta", *typed.format(folder=played).split()]
    env = {**os.environ, "_ESTAFETA_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words)}
    env["COMP_CWORD"] = str(len(words) - 1)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert set(told.stdout.split()) == offered, told
