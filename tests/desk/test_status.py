"""`estafeta status`: in the campaign's words, before the first run too, and the same for programs as before."""

import json

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta


def status(folder, *arguments):
    done = CliRunner().invoke(
        estafeta, ["status", "-C", str(folder), "--now", "2026-01-18T12:00+01:00", *arguments], env={"COLUMNS": "160"}
    )
    assert done.exit_code == 0, done.output
    return done.output


def test_it_speaks_the_campaigns_language(played):
    shown = status(played)
    assert "último día cerrado: 2026-01-19" in shown
    assert "retenidas 1" in shown and "enviados" in shown
    assert "Ulmo ha muerto" in shown


@pytest.mark.parametrize("language", ["es", "en"])
def test_before_the_first_run_there_is_a_world_and_no_ledger(tmp_path, language):
    story = Story(tmp_path / "c")
    story.set('language = "es"', f'language = "{language}"')
    shown = status(story.folder)
    assert "Los Cuatro" in shown
    assert ("asegurar" if language == "es" else "secure") in shown
    assert not (story.folder / "ledger.db").exists()


def test_programs_read_the_same_facts(played):
    facts = json.loads(status(played, "--json"))
    assert facts["letters"]["held"] == 1
    party = next(one for one in facts["parties"] if one["id"] == "los-cuatro")
    assert party["people"]["Ulmo"] == "dead"
    assert party["place"] and party["where"]


def test_whatever_is_told_is_told_to_programs_too(played):
    """One JSON value, or one a line, and nothing beside it."""
    for words in (
        ["status", "--json"],
        ["show", "Duric", "--json"],
        ["show", "2026-01-17", "--json"],
        ["show", "1", "--json"],
        ["orders", "--all", "--json"],
        ["timeline", "--json"],
        ["doctor", "--json"],
        ["verify", "--all", "--json"],
        ["restore", "--list", "--json"],
        ["forecast", "greywick", "--runs", "5", "--json"],
        ["link", "--json"],
        ["replay", "--from", "2026-01-18", "--json"],
        ["run", "--dry-run", "--json", "--now", "2026-01-19T23:06"],
    ):
        done = CliRunner().invoke(estafeta, [words[0], "-C", str(played), *words[1:]])
        try:
            json.loads(done.stdout)
        except ValueError:
            assert done.stdout == "" or all(json.loads(line) for line in done.stdout.splitlines()), (words, done.output)
        assert done.exit_code in (0, 1), (words, done.output, done.exception)
