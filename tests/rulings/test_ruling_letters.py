"""Every kind of ruling by mail: what it changes, whom it is told to in the same run, and that it can be undone."""

import pytest
from runs.story import Story

from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world

ALBA = "alba@example.com"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def world(story):
    from mailer.campaign.load import load_campaign

    ledger = open_ledger(story.folder / "ledger.db")
    found = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return found


def rule(story, words, at="2026-01-16 10:00"):
    story.letter(ALBA, at, words)
    return story.run(at.replace(":00", ":05"))


def sheet(name, field):
    return lambda found: getattr(found.characters[name], field)


def goods(name):
    return lambda found: {good.label: good.quantity for good in found.characters[name].goods}


def party(name, field):
    return lambda found: getattr(found.parties[name], field)


RULINGS = [
    ("Krom: 5 pg", sheet("krom", "hp"), 5, {"luis", "marta", "ivan", "jana"}, "Krom: 5 PG (tenía 9)"),
    ("krom 3 pg menos", sheet("krom", "hp"), 9, set(), ""),
    ("Krom pierde 4 pg", sheet("krom", "hp"), 5, {"luis", "marta", "ivan", "jana"}, "Krom: 5 PG"),
    ("Krom: 12 pg máximos", sheet("krom", "max_hp"), 12, {"luis", "marta", "ivan", "jana"}, "12 PG de máximo"),
    ("Joram +50 px", sheet("joram", "xp"), 5490, {"jana"}, "Joram gana 50 puntos de experiencia"),
    ("Duric pierde 10 po", sheet("duric", "purse_cp"), 2540, {"luis"}, "Duric pierde 10 po"),
    ("Duric: 3 po y 4 pp", sheet("duric", "purse_cp"), 340, {"luis"}, "le quedan 3 po"),
    ("Ulmo: 9 raciones", sheet("ulmo", "rations"), 9, {"ivan"}, "Ulmo: 9 raciones"),
    ("Ulmo: agotamiento 2", sheet("ulmo", "exhaustion"), 2, {"luis", "marta", "ivan", "jana"}, "agotamiento 2"),
    ("Krom muere", sheet("krom", "life"), "dead", {"luis", "marta", "ivan", "jana"}, "Krom ha muerto"),
    ("Pell gains 2 gp", sheet("pell", "purse_cp"), 3960, {"tess"}, "Pell gains 2 gp"),
    ("Marta es la portavoz de Los Cuatro", party("los-cuatro", "spokesperson"), "marta",
     {"luis", "marta", "ivan", "jana"}, "portavoz, Marta"),
    ("detén a Los Cuatro", party("los-cuatro", "is_held"), True, {"luis", "marta", "ivan", "jana"}, "se detiene"),
    ("nota a Los Cuatro: Suena un cuerno.", sheet("krom", "hp"), 9, {"luis", "marta", "ivan", "jana"},
     "«Suena un cuerno.»"),
    ("en secreto a Krom: El mapa es falso.", sheet("krom", "hp"), 9, {"marta"}, "«El mapa es falso.»"),
    ("Joram pierde el conjuro Dormir", lambda w: [s.lost for s in w.characters["joram"].spells],
     [True, False, False], {"jana"}, "pierde el conjuro «Dormir»"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "look", "value", "hear", "sentence"), RULINGS, ids=[one[0] for one in RULINGS])
def test_a_ruling_changes_the_world_and_is_told_in_the_same_run(story, words, look, value, hear, sentence):
    before = {player: len(story.mails(player)) for player in ("luis", "marta", "ivan", "jana", "owen", "tess")}
    rule(story, words)
    assert look(world(story)) == value
    heard = {player for player, count in before.items() if len(story.mails(player)) > count}
    assert heard == hear
    assert all(sentence in " ".join(story.texts(player)[-1].split()) for player in heard)


@pytest.mark.parametrize(
    ("words", "look"), [(one[0], one[1]) for one in RULINGS if one[3]], ids=[one[0] for one in RULINGS if one[3]]
)
def test_a_ruling_is_undone_by_another(story, words, look):
    before = look(world(story))
    rule(story, words)
    rule(story, "deshacer", "2026-01-16 11:00")
    assert look(world(story)) == before
    rows = story.rows("select kind, undone_by from rulings order by id")
    assert rows[0][1] == 2
    assert rows[1] == ("undo", None)


def test_the_row_says_who_ruled_what_and_when(story):
    rule(story, "Krom: 5 pg")
    assert story.rows("select r.player, r.text, r.kind, r.line, r.ruled_at, s.kind from rulings r"
                      " join steps s on s.id = r.step") == [
        ("alba", "Krom: 5 pg", "adjust", 1, "2026-01-16T09:05:00+00:00", "ruling")
    ]  # fmt: skip


def test_several_rulings_in_one_letter_are_one_mail_to_each_and_a_bad_line_disturbs_nothing(story):
    before = len(story.mails("luis"))
    rule(story, "Duric: 10 pg\nZutano: 3 pg\nDuric pierde 1 po\nHasta el jueves, gente.")
    found = world(story)
    assert (found.characters["duric"].hp, found.characters["duric"].purse_cp) == (10, 3440)
    assert len(story.mails("luis")) == before + 1
    receipt = story.texts("alba", "receipt")[-1]
    assert "Duric: 10 PG (tenía 18)" in receipt
    assert "Zutano: 3 pg" in receipt
    assert "No sé quién es («Zutano»)" in receipt
    assert "Hasta el jueves, gente." in receipt


def test_a_session_owes_days_places_people_and_is_told_to_all(story):
    rule(story, "sesión del 15 de enero: Duric, Krom; 9 días; terminan en Valdecuervo")
    found = world(story)
    assert [found.characters[name].free_at for name in ("duric", "krom", "ulmo")] == [9 * 1440, 9 * 1440, None]
    home = next(one for one in found.parties.values() if "duric" in one.members)
    assert home.members == ("duric", "krom")
    assert home.where.place == "valdecuervo"
    assert found.parties["los-cuatro"].members == ("ulmo", "joram")
    assert {mail["To"].partition(" ")[0] for mail in story.mails(kind="session_recorded")} == {
        "Luis", "Marta", "Jana", "Owen", "Tess", "=?utf-8?q?Iv=C3=A1n?=",
    } or len(story.mails(kind="session_recorded")) == 6  # fmt: skip
    assert "libre el 24 de Escarcha" in story.texts("luis", "session_recorded")[0]
    rule(story, "deshaz el último fallo", "2026-01-16 12:00")
    found = world(story)
    assert found.parties["los-cuatro"].members == ("duric", "krom", "ulmo", "joram")
    assert found.characters["duric"].free_at is None


def test_the_dead_come_back_and_things_are_had_and_lost(story):
    rule(story, "Ulmo muere\nUlmo vuelve a la vida con 1 pg\nMaren gana «mapa viejo»\nMaren gana 2 antorchas")
    found = world(story)
    assert (found.characters["ulmo"].life, found.characters["ulmo"].hp) == ("alive", 1)
    assert goods("maren")(found)["mapa viejo"] == 1
    rule(story, "Maren pierde el mapa viejo", "2026-01-16 11:00")
    assert "mapa viejo" not in goods("maren")(world(story))


def test_a_held_party_stands_still_while_the_other_lives_on(story):
    rule(story, "detén a Los Cuatro")
    story.run("2026-01-17 23:05")
    found = world(story)
    assert found.parties["los-cuatro"].clock == 1380
    assert found.parties["greywick"].clock == 2 * 1440 + 1380
    rule(story, "suelta a Los Cuatro", "2026-01-18 10:00")
    assert world(story).parties["los-cuatro"].clock > 2 * 1440  # it lives through what it missed


def test_people_who_are_placed_elsewhere_part_and_come_back(story):
    rule(story, "Krom está en Valdecuervo")
    found = world(story)
    assert found.parties["los-cuatro"].members == ("duric", "ulmo", "joram")
    rule(story, "Krom vuelve con Los Cuatro", "2026-01-16 11:00")
    assert set(world(story).parties["los-cuatro"].members) == {"duric", "krom", "ulmo", "joram"}
    story.run("2026-01-17 23:05")


def test_two_parties_at_one_place_at_different_dates_are_told_to_the_dm(story):
    rule(story, "sesión del 15 de enero: Los Cuatro; 9 días; terminan en Greywick")
    story.run("2026-01-16 23:05")
    digest = " ".join(story.texts("alba", "digest")[-1].split())
    assert "Greywick: Greywick está ahí ahora, y Los Cuatro ya ha vivido ahí hasta el 24 de Escarcha." in digest
    story.run("2026-01-25 23:05")
    assert "ya ha vivido ahí" not in story.texts("alba", "digest")[-1]


def test_a_party_is_opened_with_people_and_closed_again(story):
    rule(story, "abre el grupo Los Lobos: Krom, Joram; en Valdecuervo")
    found = world(story)
    assert found.parties["los-lobos"].members == ("krom", "joram")
    assert found.parties["los-cuatro"].members == ("duric", "ulmo")
    assert "se abre el grupo Los Lobos" in story.texts("marta", "ruling")[-1].replace("Se abre", "se abre")
    assert "con Los Lobos" in story.texts("luis", "ruling")[-1]
    story.run("2026-01-17 23:05")
    rule(story, "cierra el grupo Los Lobos", "2026-01-18 10:00")
    assert "los-lobos" not in world(story).parties
    assert world(story).parties["krom"].members == ("krom",)
    rule(story, "deshacer", "2026-01-18 11:00")
    assert world(story).parties["los-lobos"].members == ("krom", "joram")
    story.run("2026-01-18 23:05")


def test_an_empty_party_waits_for_its_people(story):
    rule(story, "nuevo grupo Los Lobos en Valdecuervo")
    story.run("2026-01-17 23:05")
    assert world(story).parties["los-lobos"].members == ()
    rule(story, "Krom se une a Los Lobos", "2026-01-18 10:00")
    assert world(story).parties["los-lobos"].members == ("krom",)
    story.run("2026-01-18 23:05")
    assert "Valdecuervo" in story.mails("marta", "outcome")[-1]["Subject"]


def test_a_line_that_looks_like_a_ruling_is_asked_about_with_the_nearest_form(story):
    rule(story, "Krom: 12 puntos de vida\nBuenas noches a todos.\nque se muera Krom")
    receipt = " ".join(story.texts("alba", "receipt")[-1].split())
    assert "¿Querías algo como «Krom: 12 pg»?" in receipt
    assert "¿Querías algo como «Krom muere»?" in receipt
    assert "«Buenas noches a todos.» — charla" in receipt


def test_the_receipt_of_a_ruling_has_words_of_its_own(story):
    rule(story, "Krom: 5 pg")
    receipt = " ".join(story.texts("alba", "receipt")[-1].split())
    assert "1 fallo" in story.mails("alba", "receipt")[-1]["Subject"]
    assert "puedes cambiarlo todo" not in receipt
    assert "Para quitar tu último fallo: deshacer" in receipt
    told = story.mails("marta", "ruling")[-1]
    assert "Fallo de quien dirige, 16 de Escarcha" in told["Subject"]
    assert "así ha ido el día" not in story.texts("marta", "ruling")[-1]


def test_a_note_to_people_by_name_is_for_them_alone(story):
    before = {player: len(story.mails(player)) for player in ("luis", "marta", "jana")}
    rule(story, "nota a Krom y Joram: El mapa es falso.")
    heard = {player for player, count in before.items() if len(story.mails(player)) > count}
    assert heard == {"marta", "jana"}


@pytest.mark.parametrize(
    "words",
    [
        "sesión del 1 de marzo: Duric; 3 días",  # not played yet
        "sesión del 45 de enero: Duric; 3 días",
        "sesión del jueves: Zutano; 3 días",
        "portavoz de Greywick: Marta",  # plays in another party
        "Krom: explora hacia el fondo",  # a person is not their party
        "Krom está en Babia",
        "Krom pierde el arpa",
        "Krom pierde el conjuro Dormir",
        "suelta a Los Cuatro",  # nobody held them
        "deshacer",
        "D7 A",
    ],
)
def test_what_cannot_be_ruled_changes_nothing_and_is_said_back(story, words):
    before = world(story)
    rule(story, words)
    assert world(story) == before
    assert story.rows("select count(*) from rulings") == [(0,)]
    assert f"«{words}»" in story.texts("alba", "receipt")[-1]


def test_words_of_a_ruling_are_data(story):
    rule(story, "nota a Los Cuatro: {{ 7*7 }} <b>x</b> {% raw %}")
    assert "«{{ 7*7 }} <b>x</b> {% raw %}»" in story.texts("luis", "ruling")[-1]
    html = story.mails("luis", "ruling")[-1].get_body(("html",)).get_content()
    assert "&lt;b&gt;x&lt;/b&gt;" in html


def test_a_character_changes_hands_and_both_players_hear(story):
    story.letter("marta@example.com", "2026-01-16 09:00", "Krom compra 1 antorcha.")
    story.run("2026-01-16 09:05")
    rule(story, "Krom: juega Tess")
    assert world(story).characters["krom"].player == "tess"
    assert "Krom is your character" in story.mails("tess", "register")[-1]["Subject"]
    assert "Krom cambia de manos" in story.mails("marta", "register")[-1]["Subject"]
    assert ("cancelled",) in story.rows("select state from orders where player = 'marta'")
    rule(story, "deshacer", "2026-01-16 11:00")
    assert world(story).characters["krom"].player == "marta"
