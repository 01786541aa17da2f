"""`estafeta rule`: the same words at the terminal, and what they come to."""

import json
import os

from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta


def rule(story, *texts, stdin=None):
    args = ["rule", "-C", str(story.folder), "--now", "2026-01-16T10:05+01:00", *texts]
    return CliRunner().invoke(estafeta, args, input=stdin)


def begun(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    return story


def test_a_ruling_is_carried_out_said_back_and_mailed_by_the_next_run(tmp_path):
    story = begun(tmp_path)
    done = rule(story, "Krom: 5 pg", "Joram +50 px")
    assert (done.exit_code, done.output.splitlines()) == (
        0,
        ["Krom: 5 PG (tenía 9)", "Joram gana 50 puntos de experiencia: suma 5.490"],
    )
    assert story.rows("select letter, player, text from rulings") == [
        (None, "alba", "Krom: 5 pg"),
        (None, "alba", "Joram +50 px"),
    ]
    story.run("2026-01-16 10:10")
    assert "Krom: 5 PG (tenía 9)" in story.texts("marta")[-1]
    assert "Joram gana" not in story.texts("marta")[-1]


def test_a_line_that_is_no_ruling_is_said_back_and_the_others_count(tmp_path):
    story = begun(tmp_path)
    done = rule(story, stdin="Zutano: 3 pg\nbuenas\nKrom: 5 pg\n")
    assert done.exit_code == os.EX_DATAERR
    assert "Zutano: 3 pg: No sé quién es («Zutano»)" in done.output
    assert "buenas: no es un fallo que sepa leer" in done.output
    assert story.rows("select count(*) from rulings") == [(1,)]


def test_programs_may_read_it(tmp_path):
    done = rule(begun(tmp_path), "--json", "Krom: 5 pg")
    assert json.loads(done.output)["said"] == ["Krom: 5 PG (tenía 9)"]


def test_an_open_decision_is_settled_and_its_party_goes_on(tmp_path):
    story = begun(tmp_path)
    for day in range(16, 22):
        story.run(f"2026-01-{day} 23:05")
        if story.rows("select 1 from decisions where state = 'open'"):
            break
    args = ["rule", "-C", str(story.folder), "--now", f"2026-01-{day + 1}T09:00+01:00", "D1 A"]
    done = CliRunner().invoke(estafeta, args)
    assert done.exit_code == 0, done.output
    assert story.rows("select answered_by from decisions where state = 'answered'") == [("alba",)]
