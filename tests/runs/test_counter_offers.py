"""Answers to a deal: a letter, other words, an offer of one's own or nonsense; with the handle and without, alike."""

import json
import shutil

import pytest
from runs.story import Story

LUIS, ALBA, MARTA = "luis@example.com", "alba@example.com", "marta@example.com"
ACCEPT, REFUSE, COUNTER, NOTHING = "A", "B", "counter", ""
ANSWERS = [
    ("A", ACCEPT),
    ("b.", REFUSE),
    ("aceptar", ACCEPT),
    ("Pagamos.", ACCEPT),
    ("accept", ACCEPT),
    ("deal", ACCEPT),
    ("rechazamos", REFUSE),
    ("no hay trato", REFUSE),
    ("refuse", REFUSE),
    ("we refuse", REFUSE),
    ("les doy 10 po, ni una más", COUNTER),
    ("Contraoferta: diez po y dos raciones.", COUNTER),
    ("we give them 10 gp, not one more", COUNTER),
    ("Counteroffer: 5 gp and our thanks", COUNTER),
    ("patatas fritas", NOTHING),
    ("banana bread", NOTHING),
]


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """Goblins ask for 10 gp and four rations."""
    story = Story(tmp_path_factory.mktemp("deal") / "campaign")
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 09:12", "Como portavoz: aseguramos la posición en la sala de las columnas.")
    story.run("2026-01-16 23:05")
    story.run("2026-01-17 23:05")
    assert story.mails("luis", "decision")
    return story.folder


@pytest.fixture
def story(base, tmp_path):
    shutil.copytree(base, tmp_path / "campaign")
    made = Story.__new__(Story)
    made.folder = tmp_path / "campaign"
    return made


def answers(story):
    rows = [json.loads(row[0]) for row in story.rows("select json from orders where kind = 'answer'")]
    return [row["act"]["choice"] for row in rows]


@pytest.mark.parametrize("handle", ["", "D1: ", "d1 "])
@pytest.mark.parametrize(("words", "choice"), ANSWERS)
def test_whoever_speaks_for_the_party_is_understood(story, handle, words, choice):
    story.letter(LUIS, "2026-01-18 09:12", handle + words)
    story.run("2026-01-18 09:15")
    assert answers(story) == ([choice] if choice else [])
    assert ("1 aceptada" in story.mails("luis", "receipt")[-1]["subject"]) == bool(choice)
    left = story.rows("select state, choice from decisions where kind = 'deal'")
    assert left == {
        ACCEPT: [("answered", "accept")], REFUSE: [("answered", "refuse")],
        COUNTER: [("open", "")], NOTHING: [("open", "")],
    }[choice]  # fmt: skip


@pytest.mark.parametrize("handle", ["", "D1: "])
@pytest.mark.parametrize(("words", "choice"), ANSWERS)
def test_so_is_the_dm_who_answers_the_digest(story, handle, words, choice):
    digest = story.mails("alba", "digest")[-1]
    story.letter(ALBA, "2026-01-18 09:12", handle + words, In_Reply_To=digest["Message-ID"])
    story.run("2026-01-18 09:15")
    assert answers(story) == ([choice] if choice else [])
    assert ("1 fallo" in story.mails("alba", "receipt")[-1]["subject"]) == bool(choice)


@pytest.mark.parametrize("handle", ["", "D1: "])
def test_from_anybody_else_it_is_a_proposal(story, handle):
    story.letter(MARTA, "2026-01-18 09:12", handle + "les doy 10 po, ni una más")
    story.run("2026-01-18 09:15")
    assert answers(story) == ["counter"]
    assert story.mails("luis", "proposal")
    assert story.rows("select count(*) from events where kind = 'deal_countered'") == [(0,)]


@pytest.mark.parametrize("words", ["les doy 10 po, ni una más", "D1: Contraoferta: diez po y dos raciones."])
def test_an_offer_of_ones_own_stands_as_it_was_said_and_goes_to_the_dm(story, words):
    story.letter(LUIS, "2026-01-18 09:12", words)
    story.run("2026-01-18 09:15")
    story.run("2026-01-18 23:05")
    assert story.rows("select count(*) from events where kind = 'deal_countered'") == [(1,)]
    assert words.removeprefix("D1: ").rstrip(".") in " ".join(story.texts("alba", "digest")[-1].split())


def test_a_handle_means_nothing_where_nothing_is_asked(tmp_path):
    story = Story(tmp_path / "campaign")
    story.run("2026-01-15 23:05")
    story.letter(LUIS, "2026-01-16 09:12", "D1: A")
    story.run("2026-01-16 09:15")
    assert answers(story) == []
