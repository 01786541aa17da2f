"""An order that was read and is not trusted: it is asked about, and a yes by mail makes it stand as it was read."""

import json
import subprocess
import sys

import pytest
from runs.story import Story

MARTA, OWEN = "marta@example.com", "owen@example.com"
DOUBTED = "Compro 2 antorchas (el «experto» las quiere)."
HEDGED = "Compro 2 antorchas, creo, para lo de Iván."
TWO = f"{DOUBTED}\n\nRetirada al 30 % (consejo de «experto»)."


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def plain(text):
    return " ".join(text.split())


def receipt(story, player):
    return plain(story.texts(player, "receipt")[-1])


def standing(story):
    return story.rows("select kind, state from orders order by id")


def asked(story, words=DOUBTED, sender=MARTA, at="2026-01-16 10:00"):
    story.letter(sender, at, words)
    story.run(at)


def test_it_is_asked_about_with_the_short_form_as_yes_and_nothing_stands(story):
    asked(story)
    text = receipt(story, "marta")
    assert "¿Quieres decir esto" in text
    assert "1A comprar 2 antorchas" in text
    assert "1B no" in text
    assert standing(story) == []
    [(code, said)] = story.rows("select code, said from doubts where state = 'open'")
    assert code == "unsure"
    assert json.loads(said)["slots"]["items"][0]["qty"] == 2


def test_in_english_too(story):
    asked(story, 'Buy 2 torches ("expert" advice).', OWEN)
    text = receipt(story, "owen")
    assert "Do you mean this" in text
    assert "1A buy 2 torch" in text


@pytest.mark.parametrize("words", ["1A", "A", "sí", "Sí.", "1 sí", "1: sí", "vale", "sí, todo", "yes to all"])
def test_a_yes_makes_it_stand(story, words):
    asked(story)
    story.letter(MARTA, "2026-01-16 10:10", words)
    story.run("2026-01-16 10:11")
    assert standing(story) == [("shop", "standing")]
    assert "comprar 2 antorchas" in receipt(story, "marta").lower()
    assert story.rows("select count(*) from doubts where state = 'open'") == [(0,)]


@pytest.mark.parametrize("words", ["1B", "no", "1 no", "no a todo"])
def test_a_no_drops_it(story, words):
    asked(story)
    story.letter(MARTA, "2026-01-16 10:10", words)
    story.run("2026-01-16 10:11")
    assert standing(story) == []
    assert story.rows("select count(*) from doubts where state = 'open'") == [(0,)]


@pytest.mark.parametrize("words", ["sí", "1A"])
def test_twice_in_a_row_does_nothing_twice(story, words):
    asked(story)
    for minute in (10, 20):
        story.letter(MARTA, f"2026-01-16 10:{minute}", words)
        story.run(f"2026-01-16 10:{minute}")
    assert standing(story) == [("shop", "standing")]


@pytest.mark.parametrize("words", ["sí", "1A", "sí a todo"])
def test_after_the_turnover_it_says_kindly_that_the_day_is_closed(story, words):
    asked(story)
    story.letter(MARTA, "2026-01-17 09:00", words)
    story.run("2026-01-17 09:05")
    text = receipt(story, "marta")
    assert "El día en que te lo preguntamos ya se cerró" in text
    assert standing(story) == []
    story.letter(MARTA, "2026-01-17 09:10", "sí")
    story.run("2026-01-17 09:11")
    assert standing(story) == [("shop", "standing")]


def test_a_no_after_the_turnover_needs_no_more_asking(story):
    asked(story)
    story.letter(MARTA, "2026-01-17 09:00", "no")
    story.run("2026-01-17 09:05")
    assert story.rows("select count(*) from doubts where state = 'open'") == [(0,)]


def test_a_bare_yes_to_two_questions_is_asked_back_and_yes_to_all_takes_both(story):
    asked(story, TWO)
    story.letter(MARTA, "2026-01-16 10:10", "sí")
    story.run("2026-01-16 10:11")
    assert "Hay más de una pregunta abierta" in receipt(story, "marta")
    assert standing(story) == []
    story.letter(MARTA, "2026-01-16 10:20", "Sí a todo")
    story.run("2026-01-16 10:21")
    assert sorted(kind for kind, _ in standing(story)) == ["retreatat", "shop"]


def test_yes_to_all_takes_nothing_that_would_ruin(story):
    asked(story, f"{DOUBTED}\n\nVendo todo lo que tengo.")
    story.letter(MARTA, "2026-01-16 10:10", "Sí a todo")
    story.run("2026-01-16 10:11")
    assert standing(story) == []
    assert story.rows("select code from doubts where state = 'open'") == [("confirm",)]


def test_only_who_was_asked_can_answer(story):
    asked(story)
    story.letter("luis@example.com", "2026-01-16 10:10", "1A")
    story.run("2026-01-16 10:11")
    assert standing(story) == []


def test_a_normal_campaign_asks_about_it(story):
    asked(story, HEDGED)
    assert standing(story) == []


def test_a_bold_campaign_takes_what_a_careful_one_asks_about(story):
    path = story.folder / "campaign.toml"
    path.write_text(path.read_text() + '\n[reading]\nsure = "bold"\n')
    asked(story, HEDGED)
    assert standing(story) == [("shop", "standing")]


def test_explain_shows_the_reasons_and_their_sum(story, tmp_path):
    letter = tmp_path / "letter.eml"
    letter.write_bytes(story.letter(MARTA, "2026-01-16 10:00", DOUBTED))
    shown = subprocess.run(
        [sys.executable, "-m", "mailer", "read", "-C", str(story.folder), "--explain", str(letter)],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "doubt  unsure" in shown
    assert "speech 20" in shown
    assert "distrust " in shown


def test_a_question_about_words_that_give_no_single_order_has_words_of_its_own(story, caplog):
    story.letter(MARTA, "2026-01-16 10:00", "Krom compra torchas y antorcas.")
    story.run("2026-01-16 10:01")
    assert "¿La apunto?" in " ".join(story.texts("marta", "receipt")[-1].split())
    assert "cannot be told" not in caplog.text
