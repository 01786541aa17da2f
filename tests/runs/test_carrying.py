"""A dead companion is carried by whoever says so of themselves; by others at the spokesperson's word. Source: R62."""

import pytest
from runs.story import Story

LUIS, MARTA = "luis@example.com", "marta@example.com"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    made.letter("alba@example.com", "2026-01-16 09:00", "Joram muere")
    made.run("2026-01-16 09:05")
    return made


@pytest.mark.parametrize(
    ("who", "words", "bearers"),
    [
        (MARTA, "Krom carga con Joram.", ["krom"]),
        (MARTA, "Cargo con el cuerpo de Joram.", ["krom"]),
        (MARTA, "Llevo a Joram a cuestas.", ["krom"]),
        (MARTA, "I carry Joram's body", ["krom"]),
        (LUIS, "Que Krom cargue con Joram.", ["krom"]),
        (LUIS, "Cargo con Joram.", ["duric"]),
        (LUIS, "Cargamos con Joram.", ["duric", "krom", "ulmo"]),
    ],
)
def test_it_is_read_and_done(story, who, words, bearers):
    story.letter(who, "2026-01-16 10:00", words)
    story.run("2026-01-16 10:05")
    assert story.rows("select count(*) from doubts") == [(0,)]
    ((kind, told),) = story.rows("select kind, json_extract(json, '$.act.bearers') from orders")
    assert (kind, told) == ("carry", str(bearers).replace("'", '"').replace(" ", ""))
    story.run("2026-01-16 23:05")
    assert story.rows("select state from orders") == [("done",)]


@pytest.mark.parametrize("words", ["Llevo a Joram a la taberna.", "Ivan, carga con Joram.", "Cargamos con Joram."])
def test_what_is_not_for_them_to_say_is_no_carrying(story, words):
    story.letter(MARTA, "2026-01-16 10:00", words)
    story.run("2026-01-16 10:05")
    assert story.rows("select count(*) from orders where kind = 'carry'") == [(0,)]
