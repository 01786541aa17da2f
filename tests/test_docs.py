"""What the pages say is so: commands exist and are told, links lead somewhere, every line of cron.example is one."""

import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from mailer.cli.app import COMMANDS, estafeta

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("data/*.md")])
_COMMAND = re.compile(r"`estafeta ([a-z]+)\b")
_LINK = re.compile(r"\]\(([^)#\s]+)")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_is_told(name):
    told = CliRunner().invoke(estafeta, [name, "--help"])
    assert told.exit_code == 0
    assert len(told.output.splitlines()) > 4
    assert f"estafeta {name}" in (ROOT / "docs" / "commands.md").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_a_page_names_exists(page):

    named = set(_COMMAND.findall(page.read_text()))
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    local = [link for link in _LINK.findall(page.read_text()) if "://" not in link and not link.startswith("mailto:")]
    missing = [link for link in local if not (page.parent / link).exists()]
    assert not missing


def test_every_line_of_the_cron_example_is_one():
    for line in (ROOT / "cron.example").read_text().splitlines():
        bare = line.removeprefix("# ") if line.startswith("# */") else line
        if not bare or bare.startswith("#") or re.fullmatch(r"[A-Z]+=\S+", bare):
            continue
        fields = bare.split(None, 5)
        assert len(fields) == 6, line
        assert all(re.fullmatch(r"[\d*/,-]+", field) for field in fields[:5]), line
        used = set(re.findall(r'"\$ESTAFETA" ([a-z]+)', fields[5]))
        assert used
        assert used <= set(COMMANDS)
        assert all(f"{name}=" in (ROOT / "cron.example").read_text() for name in re.findall(r"\$([A-Z]+)", bare))


def test_the_words_of_the_readme_try_it_are_make_targets():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test"} <= targets
    assert set(re.findall(r"^make ([a-z]+)", (ROOT / "README.md").read_text(), re.MULTILINE)) <= targets


def test_nothing_that_is_kept_names_a_registry_or_a_machine():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    words = re.compile(r"pyp[i]\.org|pythonh[o]sted|registry\.npm[j]s|deb\.deb[i]an")
    for name in filter(None, listed):
        path = ROOT / name
        if path.is_file() and path.stat().st_size < 2_000_000:
            assert not words.search(path.read_bytes().decode("utf-8", "replace")), name


_NAMED = re.compile(r"`(?:tests/)?((?:[\w/]+/)?test_\w+)(?:\.py)?`")
_PLACES = {path.relative_to(ROOT / "tests").with_suffix("").as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
_FUNCTIONS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/guarantees.md"])
def test_every_test_that_a_promise_names_exists(page):
    named = set(_NAMED.findall((ROOT / page).read_text(encoding="utf-8")))
    assert len(named) > 20
    files = {place.rpartition("/")[2] for place in _PLACES}
    assert [one for one in sorted(named) if one not in _PLACES | files | _FUNCTIONS] == []


def test_every_promise_names_what_tries_to_break_it():
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+\w?) \|(.*)\|$", page, re.MULTILINE)
    assert [int(number) for number, _ in rows if number.isdigit()] == list(range(1, 29))
    assert [number for number, row in rows if "test_" not in row.rpartition(" | ")[2]] == []


@pytest.mark.parametrize("place", re.findall(r"`(mailer/[\w/]+(?:\.py)?/?)`", (ROOT / "SECURITY.md").read_text()))
def test_every_place_that_stops_an_attack_exists(place):
    assert (ROOT / place).exists()
