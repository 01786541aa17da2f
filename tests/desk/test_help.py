"""Help in two languages, whole for every command: words for each option, examples that run, nothing left over."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from mailer.cli.app import COMMANDS, estafeta
from mailer.cli.help import examples
from mailer.cli.language import language_of
from mailer.cli.locale import compiled, source
from mailer.resources import shipped

WORDS = tomllib.loads((shipped("data") / "help.es.toml").read_text())
EXAMPLES = tomllib.loads((shipped("data") / "help.examples.toml").read_text())
CODE = "import sys; sys.argv[0] = 'estafeta'; from mailer.cli import main; main()"
COMMON = {"help", "version", "folder", "now", "as_json", "_"}
BAD_USE = 64  # of sysexits


def told(*arguments: str, language: str, cwd: Path | str = ".") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LANG": language, "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "100"}
    env.pop("LANGUAGE", None)
    words = [sys.executable, "-c", CODE, *arguments]
    return subprocess.run(words, capture_output=True, text=True, env=env, check=False, cwd=cwd)


def helped(*arguments: str, language: str) -> str:
    return " ".join(told(*arguments, language=language).stdout.split())


@pytest.mark.parametrize("name", [*COMMANDS])
def test_every_spanish_word_has_its_option_and_every_option_its_word(name):
    command = estafeta.get_command(None, name)
    options = {one.name for one in command.params if isinstance(one, click.Option)}
    words = set(WORDS[name])
    assert words - {"_"} <= options
    assert options - COMMON <= words
    assert WORDS[name]["_"].strip()
    assert all(one.help for one in command.params if isinstance(one, click.Option))


def test_nothing_is_told_of_a_command_that_is_not():
    assert set(WORDS) - {"estafeta", "metavars"} == set(COMMANDS)
    assert set(EXAMPLES) - {"estafeta"} == set(COMMANDS)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_a_whole_page_in_both_languages(name):
    """Head, options and examples; in Spanish no word of English but those that are typed."""
    spanish, english = (told(*[name][: bool(name)], "--help", language=one).stdout for one in ("es_ES", "en_GB"))
    assert spanish.startswith("Uso: estafeta") and english.startswith("Usage: estafeta")
    assert "Ejemplos:" in spanish and "Examples:" in english
    assert "Muestra esta ayuda." in spanish and "Show this message" in english
    body = spanish.partition("Ejemplos:")[0]
    for word in (
        "Usage",
        "Options",
        "Commands",
        "TEXT ",
        "FOLDER",
        "INTEGER",
        "FILE",
        "PARTY",
        "[required]",
        "default",
    ):
        assert word not in body, word
    for word in re.findall(r"\b(the|of|with|and|what|every)\b", re.sub(r"`[^`]*`|\(.*?\)", "", body)):
        pytest.fail(f"English in Spanish help: {word!r}")


def test_it_speaks_as_the_campaign_and_the_system_do(tmp_path):
    assert "Mira todo lo que puede dejar callada" in helped("doctor", "--help", language="es_ES.UTF-8")
    assert "La carpeta de la campaña" in helped("doctor", "--help", language="es_MX.UTF-8")
    assert "Look at everything" in helped("doctor", "--help", language="en_GB.UTF-8")
    assert "Look at everything" in helped("doctor", "--help", language="C")
    listed = helped("--help", language="es_ES.UTF-8")
    assert "El correo de una campaña viva" in listed and "Las órdenes en pie" in listed
    settings = tmp_path / "campaign.toml"
    for text, language in (('language = "es"', "es"), ("", "es"), ('# x\nlanguage = "en"\n[[', "en")):
        settings.write_text(text)
        for words in (["status", "-C", str(tmp_path)], ["status", f"-C{tmp_path}"]):
            assert language_of(words, {"LANG": "de_DE"}) == language
    assert language_of(["init", "x", "--language", "es"], {"LANG": "en_GB"}) == "es"
    assert language_of(["init", "x", "--language=en"], {"LANG": "es_ES"}) == "en"
    assert language_of(["init", "x"], {}) == "en"


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("name", [*COMMANDS])
def test_every_example_runs(name, language, played, tmp_path, monkeypatch):
    """Each line as it stands, where there is a campaign called mundarrah; Datasette's server alone is only parsed."""
    shutil.copytree(played, tmp_path / "mundarrah")
    monkeypatch.chdir(tmp_path)
    letter = next((played / "mail" / "in" / "cur").iterdir())
    for file in ("carta.eml", "letter.eml"):
        shutil.copy(letter, tmp_path / file)
    shutil.copy(Path(__file__).parent / "calendars" / "simple.json", tmp_path / "export.json")
    for line in examples(name, language):
        typed, _, target = line.partition("#")[0].partition(" > ")
        program, word, *words = shlex.split(typed)
        assert (program, word) == ("estafeta", name)
        if name == "browse":
            estafeta.get_command(None, name).make_context(name, words)
            continue
        if name == "import":
            assert CliRunner().invoke(estafeta, ["export", "-C", "mundarrah", words[0]]).exit_code == 0
        done = CliRunner().invoke(estafeta, [word, *words])
        finds = name in ("doctor", "replay")  # for which 1 means that there is something to tell
        assert done.exit_code in ((0, 1) if finds else (0,)), (line, done.output, done.exception)
        if target.strip():
            Path(target.strip()).write_text(done.stdout)


def test_the_first_page_shows_lines_of_the_others():
    for language in ("es", "en"):
        for line in examples("estafeta", language):
            assert shlex.split(line)[1] in COMMANDS


def own_words_of_click() -> set[str]:
    """Every sentence click would say to somebody who types, as its source has them."""
    rare = re.compile(
        r"declaration|defined twice|flag for true|is deprecated|No options defined|Unknown color|start character"
    )
    found: set[str] = set()
    for name in ("core", "decorators", "exceptions", "formatting", "parser", "types", "termui"):
        tree = ast.parse((Path(click.__file__).parent / f"{name}.py").read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
                found |= {one.value for one in node.args[:2] if isinstance(one, ast.Constant)}
    return {one for one in found if not rare.search(one)}


def test_click_itself_speaks_spanish():
    assert compiled() == source().with_suffix(".mo").read_bytes(), "run: python -m mailer.cli.locale"
    with source().open("rb") as file:
        ids = [one.id for one in read_po(file)]
    told = {word for one in ids for word in (one if isinstance(one, tuple) else (one,))}
    assert own_words_of_click() <= told


@pytest.mark.parametrize(
    ("words", "spanish", "english"),
    [
        (["forcast"], "No existe la orden 'forcast'", "No such command"),
        (["show"], "Falta el argumento 'PERSONAJE|GRUPO|DÍA|CARTA'", "Missing argument"),
        (["show", "--jsn", "x"], "No existe la opción '--jsn'", "No such option"),
        (["forecast", "x", "--days", "99"], "99 se sale de 1<=x<=60", "not in the range"),
        (["forecast", "x", "--stance", "run"], "no es ninguno de estos", "is not one of"),
        (["run", "--all", "/nowhere"], "Carpeta '/nowhere': no existe", "does not exist"),
        (["run", "-C"], "La opción '-C' pide un valor", "requires an argument"),
        (["status", "a", "b"], "Sobran estos argumentos", "unexpected extra arguments"),
        (["timeline", "--days", "many"], "no es un número", "is not a valid integer"),
    ],
)
def test_wrong_use_is_told_in_both_languages(words, spanish, english):
    for language, wanted, help_line in (("es_ES", spanish, "Se explica con"), ("en_GB", english, "for help")):
        done = told(*words, language=language)
        assert done.returncode == BAD_USE
        assert wanted in done.stderr, done.stderr
        assert help_line in done.stderr or words == ["run", "-C"]  # broken off before there is a command to explain
