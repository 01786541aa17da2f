"""Whoever is overruled again and again: the DM's digest says so with a number, from the third time in a week on."""

import pytest
from runs.story import Story

ALBA, LUIS, MARTA = "alba@example.com", "luis@example.com", "marta@example.com"


def plain(text):
    return " ".join(text.split())


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def contested(story, day, *, who=LUIS, words="Exploramos."):
    """The digest of a day on which somebody's word was beaten by the DM's, minutes before the day closed."""
    story.letter(who, f"2026-01-{day} 22:50", words)
    story.run(f"2026-01-{day} 22:52")
    story.letter(ALBA, f"2026-01-{day} 22:55", "Los Cuatro: aseguramos la posición.")
    story.run(f"2026-01-{day} 22:57")
    story.run(f"2026-01-{day} 23:05")
    return plain(story.texts("alba", "digest")[-1])


def test_the_third_time_in_a_week_is_flagged(story):
    told = [contested(story, day) for day in (16, 17, 18, 19)]
    assert all("Duric, «Exploramos»: va por delante Alba" in one for one in told)
    assert ["en una semana" in one for one in told] == [False, False, True, True]
    assert "Van 3 en una semana." in told[2]
    assert "Van 4 en una semana." in told[3]


def test_several_orders_of_one_letter_are_one_time(story):
    told = [contested(story, day, words="Exploramos.\nDespués volvemos al exterior.") for day in (16, 17)]
    assert not any("en una semana" in one for one in told)


def test_it_is_that_players_own_count(story):
    for day in (16, 17):
        contested(story, day)
    told = contested(story, 18, who=MARTA, words="Me voy por mi cuenta y vuelvo al exterior.")
    assert "en una semana" not in told


def test_what_was_more_than_a_week_ago_is_over(story):
    for day in (16, 17):
        contested(story, day)
    for day in range(18, 25):
        story.run(f"2026-01-{day} 23:05")
    assert "en una semana" not in contested(story, 25)
