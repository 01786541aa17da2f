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


# -- the living ------------------------------------------------------------------------------------------------------


def with_ulmo_at(tmp_path, hp):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    made.letter("alba@example.com", "2026-01-16 09:00", f"Ulmo: {hp} pg")
    made.run("2026-01-16 09:05")
    return made


def said(story, player, kind):
    return " ".join(story.texts(player, kind)[-1].split())


@pytest.mark.parametrize("words", ["Que Krom cargue con Ulmo.", "Krom carries Ulmo."])
def test_who_lies_senseless_is_carried_like_the_dead_and_not_called_a_body(tmp_path, words):
    story = with_ulmo_at(tmp_path, 0)
    story.letter(LUIS, "2026-01-16 10:00", words)
    story.run("2026-01-16 10:05")
    assert "Krom carga con Ulmo." in said(story, "luis", "receipt")
    story.run("2026-01-16 23:05")
    assert "Krom carga con Ulmo, sin sentido." in said(story, "ivan", "outcome")
    assert "cuerpo" not in said(story, "ivan", "outcome")


def test_who_comes_to_walks_again(tmp_path):
    from mailer.campaign.load import load_campaign
    from mailer.ledger.ledger import open_ledger
    from mailer.ledger.world import load_world

    def bodies(story):
        ledger = open_ledger(story.folder / "ledger.db")
        found = load_world(ledger, load_campaign(story.folder).start).parties["los-cuatro"].bodies
        ledger.close()
        return dict(found)

    story = with_ulmo_at(tmp_path, 0)
    story.letter(LUIS, "2026-01-16 10:00", "Que Krom cargue con Ulmo.")
    story.run("2026-01-16 23:05")
    assert bodies(story) == {"ulmo": ("krom",)}
    story.letter("alba@example.com", "2026-01-17 09:00", "Ulmo: 5 pg")
    story.run("2026-01-17 23:05")
    assert bodies(story) == {}


@pytest.mark.parametrize("hp", [1, 20])
@pytest.mark.parametrize(
    ("who", "words"),
    [
        (LUIS, "que Krom cargue con Ulmo"),
        (MARTA, "Krom carga con Ulmo."),
        (MARTA, "Cargo con Ulmo."),
        (LUIS, "Krom carries Ulmo."),
    ],
)
def test_who_can_walk_is_the_dms_affair_and_the_player_is_told_why(tmp_path, hp, who, words):
    story = with_ulmo_at(tmp_path, hp)
    story.letter(who, "2026-01-16 10:00", words)
    story.run("2026-01-16 10:05")
    told = said(story, who.partition("@")[0], "receipt")
    assert "está en pie y puede andar, y para eso no hay regla; lo resolverá quien dirige" in told
    story.run("2026-01-16 23:05")
    assert story.rows("select kind, state from orders") == [("free", "standing")]
    assert story.rows("select count(*) from events where kind in ('body_taken', 'order_failed')") == [(0,)]
    assert words.rstrip(".") in said(story, "alba", "digest")
