"""Orders that wait for something: they fire when it comes true, and only for what was said."""

import pytest
from runs.story import Story

LUIS, MARTA, OWEN = "luis@example.com", "marta@example.com", "owen@example.com"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def ordered(story, who, words):
    """The condition of each order of a letter, and its kind."""
    story.letter(who, "2026-01-16 09:00", words)
    story.run("2026-01-16 09:05")
    return story.rows("select kind, coalesce(json_extract(json, '$.condition'), '') from orders order by id")


@pytest.mark.parametrize(
    ("who", "words", "kind", "condition"),
    [
        (LUIS, "Si hay un encuentro, volvemos al exterior.", "stance", "encounter"),
        (LUIS, "Al primer encuentro, volvemos al exterior.", "stance", "encounter"),
        (LUIS, "Si aparece alguien, volvemos al exterior.", "stance", "encounter"),
        (LUIS, "Si nos encontramos con algo, volvemos al exterior.", "stance", "encounter"),
        (LUIS, "If there is an encounter, we return to the surface.", "stance", "encounter"),
        (LUIS, "Si muere alguien, volvemos al exterior.", "stance", "died"),
        (MARTA, "Si muere alguien, vuelvo al exterior.", "stance", "died"),
        # narrower than anything the rules wait for: the DM's
        (LUIS, "Si muere Krom, volvemos al exterior.", "free", ""),
        (LUIS, "If Ulmo dies, we return to the surface.", "free", ""),
        (LUIS, "Si hay un encuentro con goblins, volvemos al exterior.", "free", ""),
        (OWEN, "If there is any food left, we travel to Saltmire.", "free", ""),
    ],
)
def test_what_it_waits_for(story, who, words, kind, condition):
    assert ordered(story, who, words) == [(kind, condition)]


def test_it_fires_at_that_hour_and_not_before(story):
    ordered(story, LUIS, "Si hay un encuentro, volvemos al exterior.")
    for day in (16, 17, 18):
        story.run(f"2026-01-{day} 23:05")
    met = story.rows("select min(at) from events where kind = 'encounter' and party = 'los-cuatro'")[0][0]
    turned = story.rows(
        "select min(at) from events where kind = 'stance_begun' and party = 'los-cuatro'"
        " and json_extract(data, '$.stance') = 'return'"
    )[0][0]
    assert turned is not None
    assert met <= turned
    assert story.rows("select count(*) from events where kind = 'left_site'")[0][0] >= 1


def test_what_never_comes_true_waits_on_and_is_shown(story):
    ordered(story, OWEN, "If somebody dies, we travel to Saltmire.")
    for day in (16, 17, 18):
        story.run(f"2026-01-{day} 23:05")
    assert story.rows("select state from orders") == [("standing",)]
    assert "travel to Saltmire (the party's) (once somebody falls)" in " ".join(
        story.texts("owen", "outcome")[-1].split()
    )


def test_on_arrival_it_is_done_where_it_was_meant_for(story):
    ordered(story, OWEN, "We travel to Saltmire. When we arrive, I buy 2 torches.")
    for day in range(16, 24):
        story.run(f"2026-01-{day} 23:05")
    rows = story.rows("select kind from events where kind in ('arrived', 'bought', 'not_bought') order by id")
    assert [row[0] for row in rows][:2] in (["arrived", "bought"], ["arrived", "not_bought"])
