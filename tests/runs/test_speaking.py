"""Who speaks for a party when its spokesperson dies, leaves or is away, and how it is told; who answered what, when."""

import json

import pytest
from runs.story import Story

LUIS, MARTA, IVAN, JANA = "luis@example.com", "marta@example.com", "ivan@example.net", "jana@example.net"
ALBA, OWEN, TESS = "alba@example.com", "owen@example.com", "tess@example.net"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def plain(text):
    return " ".join(text.split())


def said(story, player, kind):
    return [plain(text) for text in story.texts(player, kind)]


def write(story, who, at, words):
    story.letter(who, f"2026-01-{at}", words)
    hour, minute = at[-5:].split(":")
    story.run(f"2026-01-{at[:2]} {hour}:{int(minute) + 3:02}")


def evenings(story, first, last):
    for day in range(first, last + 1):
        story.run(f"2026-01-{day} 23:05")


def party(story, name="los-cuatro"):
    rows = story.rows("select json from parties where party = ? order by step desc limit 1", name)
    return json.loads(rows[0][0])


def until_asked(story, first=16):
    for day in range(first, 28):
        story.run(f"2026-01-{day} 23:05")
        if story.rows("select 1 from decisions where state = 'open' and party = 'los-cuatro'"):
            return day
    raise AssertionError("nobody was asked anything")


# -- the dead --------------------------------------------------------------------------------------------------------


def test_a_dead_spokesperson_speaks_on_is_asked_and_told(story):
    write(story, ALBA, "16 09:00", "Duric muere")
    before = len(said(story, "luis", "outcome"))
    day = until_asked(story)
    assert len(said(story, "luis", "outcome")) > before
    assert [mail["To"].partition("<")[2] for mail in story.mails(kind="decision")][-1] == f"{LUIS}>"
    write(story, LUIS, f"{day + 1} 09:00", "B")
    rows = story.rows("select state, answered_by from decisions where answered_by is not null")
    assert rows == [("answered", "luis")]


def test_where_the_dead_do_not_speak_the_others_are_asked_and_most_decide(story):
    settings = story.folder / "campaign.toml"
    settings.write_text(settings.read_text() + "\n[house]\ndead_spokesperson_stays = false\n")
    write(story, ALBA, "16 09:00", "Duric muere")
    day = until_asked(story)
    asked = {mail["To"].partition("<")[2].rstrip(">") for mail in story.mails(kind="decision")}
    assert asked == {MARTA, IVAN, JANA}
    write(story, LUIS, f"{day + 1} 09:00", "A")
    write(story, MARTA, f"{day + 1} 09:10", "B")
    assert story.rows("select count(*) from decisions where state = 'answered'") == [(0,)]
    write(story, IVAN, f"{day + 1} 09:20", "B")
    rows = story.rows("select state, choice, answered_by, answered_at from decisions where answered_by is not null")
    assert [(row[0], row[1], row[2]) for row in rows] == [("answered", "refuse", "ivan")]
    assert "por mayoría de 2" in said(story, "marta", "outcome")[-1]


def test_the_party_may_name_another_and_the_new_one_is_told_to_all(story):
    write(story, ALBA, "16 09:00", "Duric muere")
    write(story, MARTA, "16 10:00", "Marta es la portavoz.")
    write(story, IVAN, "16 10:10", "Portavoz: Marta.")
    evenings(story, 16, 16)
    assert party(story)["spokesperson"] == "marta"
    for player in ("marta", "ivan", "jana"):
        assert "Desde ahora, portavoz: Marta" in said(story, player, "outcome")[-1]


# -- who leaves ------------------------------------------------------------------------------------------------------


def test_who_leaves_speaks_no_more_for_those_who_stay(story):
    write(story, LUIS, "16 09:00", "Duric se queda aquí, por mi cuenta.")
    evenings(story, 16, 16)
    alone = [row[0] for row in story.rows("select distinct party from parties where party like 'los-cuatro.%'")]
    assert alone == ["los-cuatro.duric"]
    assert "spokesperson" not in party(story)
    assert "Luis ya no va con el grupo ni habla por él" in said(story, "marta", "outcome")[-1]
    write(story, MARTA, "17 09:00", "Volvemos al exterior.")
    write(story, IVAN, "17 09:10", "Volvemos al exterior.")
    write(story, LUIS, "17 09:20", "Exploramos.")
    evenings(story, 17, 17)
    assert party(story).get("foray", {}).get("stance") != "explore"


# -- who answered, and when -------------------------------------------------------------------------------------------


def test_an_answer_stands_with_who_gave_it_and_when(story):
    day = until_asked(story)
    write(story, LUIS, f"{day + 1} 09:00", "B")
    (row,) = story.rows(
        "select d.answered_by, d.answered_at, o.text, o.received from decisions d join orders o on o.id = d.answer"
    )
    assert row[0] == "luis"
    assert row[1] == row[3]
    assert row[1] % 1440 == 9 * 60
    for player in ("luis", "marta"):
        assert f"en palabra de Luis ({day + 1} de Escarcha, 09:00)" in said(story, player, "outcome")[-1]
    evenings(story, day + 1, day + 1)
    assert f"en palabra de Luis ({day + 1} de Escarcha, 09:00)" in said(story, "alba", "digest")[-1]


def test_the_roster_s_first_character_is_a_player_s_first(story):
    """Owen plays Maren and Hesper: by the alphabet Hesper would come first."""
    story.run("2026-01-16 23:05")
    write(story, OWEN, "17 09:00", "Buy 2 torches.")
    assert story.rows("select character from orders where player = 'owen'") == [("maren",)]
