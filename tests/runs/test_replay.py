"""The days again from the ledger's inputs: nothing is different until the rules, the files or the reading are."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta
from mailer.demo import play

TESS, ALBA = "tess@example.net", "alba@example.com"
_NEWCOMER = """
[characters.sable]
name = "Sable"
player = "tess"
class = "thief 1"
max_hp = 5
abilities = { str = 10, int = 14, wis = 8, dex = 18, con = 12, cha = 14 }
xp = 0
purse = "8 gp"
rations = 2

[parties.lone-sable]
name = "Sable"
members = ["sable"]
place = "greywick"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replay") / "campaign"
    for _ in play(folder):
        pass
    return folder


@pytest.fixture
def copy(played, tmp_path):
    shutil.copytree(played, tmp_path / "campaign")
    return tmp_path / "campaign"


def replay(folder, day, *words):
    return CliRunner().invoke(estafeta, ["replay", "-C", str(folder), "--from", day, *words])


def told(folder, day):
    done = replay(folder, day, "--json")
    return done.exit_code, [json.loads(line) for line in done.output.splitlines()]


def contents(folder):
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }


@pytest.mark.parametrize(("day", "count"), [("2026-01-15", 5), ("2026-01-17", 3), ("2026-01-19", 1)])
def test_with_the_same_rules_and_files_nothing_is_different_and_nothing_is_touched(played, day, count):
    before = contents(played)
    done = replay(played, day)
    assert done.exit_code == 0, done.output
    assert done.output.startswith(("un" if count == 1 else str(count)) + " día")
    assert "nada sería distinto" in done.output
    assert told(played, day) == (0, [])
    assert contents(played) == before


def test_a_house_rule_that_changed_shows_in_every_day_it_touches_from_that_date_on(copy):
    settings = copy / "campaign.toml"
    text = settings.read_text()
    assert "[house]" not in text
    settings.write_text(text + "\n[house]\nsecure_minutes = 30\n")
    code, found = told(copy, "2026-01-15")
    assert code == 1
    assert any("encounter" in line for one in found for line in one["new"])
    assert min(one["day"] for one in found) < "2026-01-17"
    code, found = told(copy, "2026-01-18")
    assert code == 1
    assert min(one["day"] for one in found) >= "2026-01-17"  # what an answer of the 18th made of the 17th


def test_a_price_that_changed_shows_in_the_purse_of_whoever_bought(copy):
    places = copy / "world" / "01-lugares.toml"
    text = places.read_text()
    there = text.index("market = true", text.index("[places.greywick]"))
    places.write_text(text[:there] + "price_percent = 50\n" + text[there:])
    code, found = told(copy, "2026-01-16")
    assert code == 1
    maren = next(one for one in found if one["who"] == "maren" and one["day"] == "2026-01-16")
    assert any("cost_cp 1000; item rope_silk" in line for line in maren["gone"])
    assert any("cost_cp 500; item rope_silk" in line for line in maren["new"])
    assert "purse_cp" in {path for path, _, _ in maren["sheet"]}
    shown = replay(copy, "2026-01-16").output
    assert "2026-01-16 maren" in shown
    assert "purse_cp: " in shown


def test_rulings_newcomers_missed_nights_and_an_hourly_pace_come_out_the_same(tmp_path):
    story = Story(tmp_path / "campaign")
    story.set('pace = "daily"', 'pace = "hourly"')
    story.letter(TESS, "2026-01-15 20:00", "Pell buys 2 torches.")
    story.run("2026-01-15 20:05")
    story.run("2026-01-15 23:05")
    words = ["Krom: 4 pg", "Joram +50 px", "deshacer"]
    words = ["rule", "-C", str(story.folder), "--now", "2026-01-16T10:05+01:00", *words]
    ruled = CliRunner().invoke(estafeta, words)
    assert ruled.exit_code == 0, ruled.output
    story.letter(ALBA, "2026-01-16 11:00", "Duric +20 po", subject="fallo")
    story.run("2026-01-16 11:05")
    roster = story.folder / "roster.toml"
    roster.write_text(roster.read_text() + _NEWCOMER)
    story.run("2026-01-18 09:00")
    story.letter(TESS, "2026-01-18 12:00", "Sable buys 1 torch.")
    story.letter("stranger@example.com", "2026-01-18 12:01", "Hello?")
    story.run("2026-01-18 12:05")
    story.run("2026-01-18 23:05")
    assert story.rows("select count(*) from rulings where letter is null")[0][0] >= 2
    assert story.rows("select count(*) from parties where party = 'lone-sable'")[0][0]
    for day in ("2026-01-15", "2026-01-16", "2026-01-18"):
        done = replay(story.folder, day)
        assert done.output.endswith("nada sería distinto\n"), done.output


def test_files_that_no_longer_have_what_the_ledger_speaks_of_are_one_line(copy):
    """The road that Greywick is on has another name now."""
    places = copy / "world" / "01-lugares.toml"
    places.write_text(places.read_text().replace("saltmarsh-causeway", "salt-road"))
    words = [sys.executable, "-m", "mailer", "replay", "-C", str(copy), "--from", "2026-01-19"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (os.EX_SOFTWARE, "", 1)
    assert "2026-01-19T23:05+01:00 no se puede repetir: KeyError: 'saltmarsh-causeway'" in done.stderr


def test_what_cannot_be_replayed_is_said_in_a_line(played, tmp_path):
    for folder, day, said in (
        (played, "yesterday", "«yesterday» no es una fecha"),
        (played, "2026-03-01", "desde 2026-03-01 no hay ningún día cerrado"),
        (Story(tmp_path / "new").folder, "2026-01-15", "no existe todavía"),
    ):
        done = replay(folder, day)
        assert done.exit_code == os.EX_USAGE or done.exit_code == 2
        assert said in done.output
