"""People added to roster.toml once the campaign is under way: they enter at the next run, whoever lists them."""

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta

_FILA = """

[players.nuria]
name = "Nuria"
addresses = ["nuria@example.com"]

[characters.fila]
name = "Fila"
player = "nuria"
class = "thief 1"
max_hp = 5
rations = 9
"""


@pytest.fixture
def story(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.run("2026-01-16 23:05")
    return story


def added(story, party, members):
    story.set(members, members.replace("]", ', "fila"]'), file="roster.toml")
    roster = story.folder / "roster.toml"
    roster.write_text(roster.read_text() + _FILA)


def asked(story, name, *words):
    done = CliRunner().invoke(estafeta, [name, "-C", str(story.folder), *words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def test_a_newcomer_enters_the_party_that_lists_her_and_gets_its_mail(story):
    added(story, "greywick", 'members = ["maren", "pell", "hesper", "grub"]')
    story.letter("nuria@example.com", "2026-01-17 12:00", "Fila compra 2 antorchas.")
    story.run("2026-01-17 23:05")
    assert "Fila" in asked(story, "show", "greywick", "--now", "2026-01-17T23:10+01:00")
    assert story.mails("nuria", "outcome")
    assert story.rows("select count(*) from sheets where character = 'fila'")[0][0]
    assert story.rows("select count(*) from parties where party = 'fila'") == [(0,)]
    assert story.rows("select party, characters from events where kind = 'ruled'") == [("greywick", '["fila"]')]
    assert any("Fila is with Greywick" in text for text in story.texts("tess", "ruling"))
    assert not any("Fila" in text for text in story.texts("marta"))
    asked(story, "verify", "2026-01-17")
    assert "fila" not in asked(story, "replay", "--from", "2026-01-15")


def test_she_is_greeted_by_the_next_run_though_nothing_else_is_due(story):
    story.run("2026-01-17 08:00")
    added(story, "greywick", 'members = ["maren", "pell", "hesper", "grub"]')
    story.run("2026-01-17 08:05")
    assert len(story.mails("nuria", "welcome")) == 1
    count = len(story.mails("nuria"))
    story.run("2026-01-17 08:10")
    assert len(story.mails("nuria")) == count
    assert story.rows("select count(*) from runs where started like '2026-01-17%'") == [(1,)]


def test_where_that_is_underground_she_waits_outside_alone(story):
    clock = story.rows("select json_extract(json, '$.clock') from parties where party = 'los-cuatro' order by step")
    added(story, "los-cuatro", 'members = ["duric", "krom", "ulmo", "joram"]')
    story.run("2026-01-17 23:05")
    shown = asked(story, "show", "fila", "--json", "--now", "2026-01-17T23:10+01:00")
    assert '"party": "Fila"' in shown
    first = story.rows("select json_extract(json, '$.clock') from parties where party = 'fila' order by step")[0]
    assert first[0] >= clock[0][0]
    assert story.mails("nuria", "outcome")
    assert "fila" not in asked(story, "replay", "--from", "2026-01-15")


def test_an_own_party_begins_at_the_hour_of_the_others(story):
    roster = story.folder / "roster.toml"
    roster.write_text(roster.read_text() + _FILA + 'place = "greywick"\n')
    story.run("2026-01-17 23:05")
    days = story.rows("select min(day) from events where party = 'fila'")
    assert days[0][0] is not None and days[0][0] >= story.rows("select max(day) from days")[0][0]
