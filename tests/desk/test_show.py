"""The DM's desk: people, parties, days and letters in words and as JSON; nothing is changed by looking."""

import json
import tomllib

import pytest
from click.testing import CliRunner

from mailer.cli.app import estafeta
from mailer.desk.timeline import strip
from mailer.resources import shipped
from rules.events import Event, EventKind

NOW = "2026-01-20T12:00"


def invoke(command, folder, *arguments):
    return CliRunner().invoke(estafeta, [command, "-C", str(folder), *arguments], env={"COLUMNS": "200"})


def shown(folder, what):
    return json.loads(invoke("show", folder, what, "--json", "--now", NOW).output)


def test_a_character(played):
    krom = shown(played, "krom")
    assert (krom["kind"], krom["name"], krom["hp"], krom["party"]) == ("character", "Krom", 1, "Los Cuatro")
    assert krom["load"] in ("light", "medium", "heavy", "severe")
    assert "salen" in str(krom["events"]) or krom["events"]
    assert shown(played, "ulmo")["life"] == "dead"


def test_a_party_by_name_and_by_id(played):
    party = shown(played, "los cuatro")
    assert party == shown(played, "los-cuatro")
    assert [one["name"] for one in party["people"]] == ["Duric", "Krom", "Ulmo", "Joram"]
    ordered = [order["says"] for order in party["orders"] if order["id"]]
    assert ordered == ["retirada al 30 %", "carga hasta media", "descansar 7 días"]
    assert "retirada al 40 %" in [order["says"] for order in party["orders"] if not order["id"]]  # of Krom's sheet


def test_a_day_with_its_secrets_marked(played):
    day = shown(played, "2026-01-17")
    events = day["parties"]["Los Cuatro"]
    assert any("ofrecen un trato" in one["says"] for one in events)
    assert [one["kind"] for one in events if one["secret"] and one["kind"] == "reinforcements_due"]
    assert day["commitment"]
    assert shown(played, "ayer")["real"] == "2026-01-19"
    assert shown(played, "2031-01-01")["parties"] == {}


def test_a_letter_line_by_line(played):
    letter = shown(played, "2")
    assert letter == shown(played, "carta 2") == shown(played, "#2")
    assert [line["verdict"] for line in letter["lines"]].count("order") == 2
    assert {order["kind"] for order in letter["orders"]} == {"shop", "travel"}
    assert letter["mails"][0]["kind"] == "receipt"


@pytest.mark.parametrize("what", ["duric", "los-cuatro", "greywick", "2026-01-17", "hoy", *map(str, range(1, 9))])
@pytest.mark.parametrize("language", ["es", "en"])
def test_everything_can_be_printed_in_both_languages(played, tmp_path, what, language):
    import shutil

    shutil.copytree(played, tmp_path / "c")
    settings = tmp_path / "c" / "campaign.toml"
    settings.write_text(settings.read_text().replace('language = "es"', f'language = "{language}"'))
    done = invoke("show", tmp_path / "c", what, "--now", NOW)
    assert done.exit_code == 0, done.output
    assert len(done.output) > 40


def test_what_nobody_knows_is_said_with_what_may_be_meant(played):
    done = invoke("show", played, "durik")
    assert done.exit_code == 2
    assert "Duric" in done.output
    assert invoke("show", played, "4711").exit_code == 2
    assert invoke("timeline", played, "nobody").exit_code == 2


def test_orders_standing_and_all(played):
    standing = invoke("orders", played, "--json").output.splitlines()
    every = [json.loads(line) for line in invoke("orders", played, "--all", "--json").output.splitlines()]
    assert len(standing) < len(every)
    assert {one["state"] for one in map(json.loads, standing)} == {"standing"}
    assert [one["id"] for one in every] == sorted(one["id"] for one in every)
    assert all(one["says"] for one in every)
    owens = invoke("orders", played, "--all", "--player", "owen", "--json").output.splitlines()
    assert {json.loads(line)["player"] for line in owens} == {"owen"}
    assert "descansar 7 días" in invoke("orders", played).output


def test_the_timeline(played):
    rows = [json.loads(line) for line in invoke("timeline", played, "Los Cuatro", "--json").output.splitlines()]
    assert {row["party"] for row in rows} == {"Los Cuatro"}
    assert all(len(row["strip"]) == 24 for row in rows)
    deadly = next(row for row in rows if row["real"] == "2026-01-17")
    assert deadly["strip"].index("⚔") == 2
    assert deadly["strip"].count("†") == 1
    printed = invoke("timeline", played, "--days", "2").output
    assert "2026-01-16" not in printed


def test_a_strip_shows_the_gravest_of_each_hour():
    def at(kind, minute):
        return Event(kind, minute, "p")

    events = [at(EventKind.QUIET, 1), at(EventKind.DIED, 130), at(EventKind.ENCOUNTER, 130), at(EventKind.MOVED, 1380)]
    shape = strip(events, 0, 1380)
    assert len(shape) == 24
    assert (shape[3], shape[23], shape.count("·")) == ("†", "▪", 22)


def test_a_campaign_before_its_first_run(tmp_path):
    from runs.story import Story

    story = Story(tmp_path / "c")
    assert shown(story.folder, "duric")["events"] == []
    assert "nada que mostrar" in invoke("orders", story.folder, "--all").output
    assert "retirada al 40" in invoke("orders", story.folder).output  # as Krom's sheet has it
    assert "nada que mostrar" in invoke("timeline", story.folder).output
    assert not (story.folder / "ledger.db").exists()


@pytest.mark.parametrize("file", ["show", "forecast", "init"])
def test_every_word_stands_in_both_languages(file):
    from string import Formatter

    words = tomllib.loads((shipped("data") / f"{file}.toml").read_text())
    for code, entry in words.items():
        assert set(entry) == {"es", "en"}, code
        blanks = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in entry.values()]
        assert blanks[0] == blanks[1], code


def test_things_are_counted_and_classes_named_in_the_campaigns_language(played):
    from click.testing import CliRunner

    from mailer.cli.app import estafeta

    done = CliRunner().invoke(estafeta, ["show", "-C", str(played), "krom", "--now", "2026-01-20T12:00+01:00"])
    assert done.exit_code == 0, done.output
    assert "ladrón 2" in done.output and "thief" not in done.output


def test_a_fraction_nobody_can_read_is_left_out():
    from fractions import Fraction

    from mailer.desk.forecast_view import _short_fraction

    assert _short_fraction(Fraction(1, 6)) == "1/6"
    assert _short_fraction(Fraction(4678776693546226271, 47383813383000000001)) == ""


def test_a_place_named_with_its_article_in_another_language_gets_no_second():
    from mailer.writing.words import words_of

    assert words_of("en").with_article("la villa") == "la villa"
    assert words_of("es").with_article("the keep") == "the keep"
