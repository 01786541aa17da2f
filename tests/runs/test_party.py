"""The party commands itself by mail: overrides, breaking away, reminders, absences, questions."""

import pytest
from runs.story import Story

LUIS, MARTA, IVAN, JANA = "luis@example.com", "marta@example.com", "ivan@example.net", "jana@example.net"
ALBA, OWEN = "alba@example.com", "owen@example.com"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def plain(text):
    return " ".join(text.split())


def last(story, player, kind):
    return plain(story.texts(player, kind)[-1])


# -- overrides -------------------------------------------------------------------------------------------------------


def test_who_asked_for_something_else_is_told_in_the_same_run(story):
    story.letter(MARTA, "2026-01-16 10:00", "Nos quedamos.")
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior por donde vinimos.")
    story.run("2026-01-16 11:05")
    told = last(story, "marta", "override")
    assert "lo que mandaste para Krom no se hará: va por delante la palabra de Luis, portavoz del grupo" in told
    assert "tú, 16 de Escarcha, 10:00: «Nos quedamos.»" in told
    assert "Luis, 16 de Escarcha, 11:00: «Volvemos al exterior por donde vinimos" in told
    assert "Desde ahora, el grupo: retorno al exterior" in told
    assert "por mi cuenta" in told
    assert "a solas saldría con vida un 0 %; los demás, un 50 %" in told


def test_everybody_sees_the_party_turn_round_in_the_same_run(story):
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 11:05")
    assert {mail["To"].partition("<")[2] for mail in story.mails(kind="override")} == {
        f"{address}>" for address in (MARTA, IVAN, JANA)
    }
    assert "Luis cambia lo que hace el grupo" in last(story, "ivan", "override")


def test_what_changes_nothing_is_told_to_nobody(story):
    story.letter(LUIS, "2026-01-16 11:00", "Aseguramos la posición.")
    story.letter(LUIS, "2026-01-16 11:01", "Retirada al 30 %.")
    story.letter(MARTA, "2026-01-16 11:02", "Exploramos.")
    story.run("2026-01-16 11:05")
    assert story.mails(kind="override") == []


def test_an_override_is_told_once(story):
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 11:05")
    story.letter(LUIS, "2026-01-16 12:00", "Retirada al 30 %.")
    story.run("2026-01-16 12:05")
    story.run("2026-01-16 23:05")
    assert len(story.mails("marta", "override")) == 1


def test_who_broke_away_before_is_overridden_told_and_may_still_go(story):
    story.letter(MARTA, "2026-01-16 10:00", "Me quedo.")
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 11:05")
    assert "«Me quedo" in last(story, "marta", "override")
    story.letter(MARTA, "2026-01-16 11:06", "Krom se queda aquí, por mi cuenta.")
    story.run("2026-01-16 11:10")
    assert "a solas, 0 % de salir con vida de una pelea; el grupo sin ti, 50 %" in last(story, "marta", "receipt")
    story.run("2026-01-16 23:05")
    assert story.rows("select count(*) from events where kind = 'broke_away'")[0][0] >= 1
    assert story.rows("select count(*) from events where kind = 'overruled'")[0][0] >= 1


def test_the_dm_goes_before_everybody(story):
    story.letter(LUIS, "2026-01-16 10:00", "Exploramos.")
    story.letter(ALBA, "2026-01-16 11:00", "Los Cuatro: volvemos al exterior.")
    story.run("2026-01-16 11:05")
    orders = story.rows("select kind, json_extract(json, '$.by_dm') from orders order by id")
    assert ("stance", 1) in orders
    told = last(story, "luis", "override")
    assert "Alba, que dirige la partida" in told
    assert "por mi cuenta" not in told


def test_the_digest_lists_who_went_before_whom(story):
    story.letter(MARTA, "2026-01-16 10:00", "Me quedo.")
    story.letter(LUIS, "2026-01-16 11:00", "Volvemos al exterior.")
    story.run("2026-01-16 23:05")
    digest = last(story, "alba", "digest")
    assert "PALABRA CONTRA PALABRA" in digest
    assert "Krom, «Me quedo.»: va por delante Luis, «Volvemos al exterior.»" in digest
