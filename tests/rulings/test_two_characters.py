"""The DM's word to a player of two characters: told once where it touches both, and by name where it does not."""

import pytest
from runs.story import Story

ALBA = "alba@example.com"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def ruled(story, words):
    story.letter(ALBA, "2026-01-16 09:00", words)
    story.run("2026-01-16 09:05")
    return [mail["Subject"] for mail in story.mails("owen", "ruling")], story.texts("owen", "ruling")


def test_a_ruling_on_the_party_is_one_mail(story):
    _, (told,) = ruled(story, "retén Greywick")
    assert len(story.mails("tess", "ruling")) == 1
    assert "Greywick" in told


def test_a_ruling_on_one_names_that_one(story):
    (subject,), (told,) = ruled(story, "Hesper: 3 pg")
    assert subject == "[Los Cuatro] A ruling of the DM, 16 Hoarfrost, Hesper"
    assert "Hesper: 3 HP" in " ".join(told.split())


def test_what_touches_both_is_one_mail_in_both_names(story):
    (subject,), (told,) = ruled(story, "Hesper: 3 pg\nMaren: 4 pg\nretén Greywick")
    assert subject == "[Los Cuatro] A ruling of the DM, 16 Hoarfrost, Maren and Hesper"
    told = " ".join(told.split())
    assert "touches Maren and Hesper" in told
    assert [told.count(words) for words in ("Hesper: 3 HP", "Maren: 4 HP")] == [1, 1]


def test_what_the_other_may_not_know_is_told_apart(story):
    subjects, _ = ruled(story, "nota a Hesper: ves una luz\nnota a Maren: oyes un ruido")
    assert sorted(subjects) == [
        "[Los Cuatro] A ruling of the DM, 16 Hoarfrost, Hesper",
        "[Los Cuatro] A ruling of the DM, 16 Hoarfrost, Maren",
    ]
