"""What names mean: exact, near, ambiguous, none; and what is never told."""

from dataclasses import replace

import pytest

from mailer.reading.resolve.for_reading import reading_gazetteer
from mailer.reading.resolve.gazetteer import How, Noun
from mailer.reading.resolve.known import gazetteer_of

NAMES = [
    ("antorcha", Noun.ITEM, How.EXACT, ["torch"]),
    ("las Antorchas", Noun.ITEM, How.EXACT, ["torch"]),
    ("ANTÓRCHAS", Noun.ITEM, How.EXACT, ["torch"]),
    ("antrochas", Noun.ITEM, How.NEAR, ["torch"]),
    ("antorxas", Noun.ITEM, How.NONE, ["torch"]),
    ("antorcha vieja", Noun.ITEM, How.NEAR, ["torch"]),
    ("antorcha mágica", Noun.ITEM, How.NONE, ["torch"]),
    ("cuerda", Noun.ITEM, How.AMBIGUOUS, ["rope_hemp", "rope_silk"]),
    ("rope", Noun.ITEM, How.AMBIGUOUS, ["rope_hemp", "rope_silk"]),
    ("cuerda de 15 m", Noun.ITEM, How.AMBIGUOUS, ["rope_hemp", "rope_silk"]),
    ("faroles", Noun.ITEM, How.AMBIGUOUS, ["lantern_hooded", "lantern_bullseye"]),
    ("bullseye lantern", Noun.ITEM, How.EXACT, ["lantern_bullseye"]),
    ("capucha", Noun.ITEM, How.NONE, ["lantern_hooded"]),
    ("seda", Noun.ITEM, How.NONE, ["rope_silk"]),
    ("catapulta", Noun.ITEM, How.NONE, []),
    ("dagas", Noun.ITEM, How.EXACT, ["dagger"]),
    ("dagx", Noun.ITEM, How.NONE, ["dagger"]),
    ("puerto salitre", Noun.PLACE, How.EXACT, ["salitre"]),
    ("el Salitre", Noun.PLACE, How.EXACT, ["salitre"]),
    ("Port Salytre", Noun.PLACE, How.NEAR, ["salitre"]),
    ("valdecuerbo", Noun.PLACE, How.NEAR, ["valdecuervo"]),
    ("la posta", Noun.PLACE, How.EXACT, ["valdecuervo"]),
    ("la Torre", Noun.SITE, How.NEAR, ["tower"]),
    ("Cripta de Osur", Noun.SITE, How.NEAR, ["crypt"]),
    ("Fray Anselmo", Noun.CHARACTER, How.EXACT, ["anselmo"]),
    ("Anselmo", Noun.CHARACTER, How.EXACT, ["anselmo"]),
    ("krom", Noun.CHARACTER, How.EXACT, ["krom"]),
    ("el jefe", Noun.CHARACTER, How.EXACT, ["duric"]),
    ("trasgos", Noun.MONSTER, How.EXACT, ["goblin"]),
    ("porteadores", Noun.ROLE, How.EXACT, ["pack_handler"]),
    ("torch bearer", Noun.ROLE, How.EXACT, ["linkboy"]),
    ("", Noun.ITEM, How.NONE, []),
    ("¡¿...?!", Noun.ITEM, How.NONE, []),
]


@pytest.mark.parametrize(("name", "noun", "how", "ids"), NAMES, ids=str)
def test_what_a_name_means(campaign, world, name, noun, how, ids):
    match = gazetteer_of(campaign, world, player="luis").find(name, noun)
    assert match.how is how
    assert sorted(entry.id for entry in match.candidates) == sorted(ids)


def test_secrets_are_not_proposed(campaign, world):
    players = gazetteer_of(campaign, world, player="luis")
    assert players.find("Valle Ocult", Noun.PLACE).candidates == ()
    assert players.find("Valle Oculto", Noun.PLACE).how is How.NONE
    assert players.find("altar de obsi", Noun.ZONE, owner="crypt").candidates == ()
    assert players.find("altar de obsidiana", Noun.ZONE, owner="crypt").how is How.EXACT
    assert players.find("pasillo frescoso", Noun.ZONE, owner="crypt").candidates[0].id == "hall"
    assert players.find("ogroides", Noun.MONSTER).candidates == ()
    dm = gazetteer_of(campaign, world)
    assert dm.find("Valle Oculto", Noun.PLACE).how is How.EXACT
    assert dm.find("altar de obxxx", Noun.ZONE, owner="crypt").candidates[0].id == "altar"


def test_a_place_found_is_no_secret_to_those_who_found_it(campaign, world):
    found = replace(world.parties["sabela"], found=frozenset({"secret"}), maps={"tower": frozenset({"cellar"})})
    after = replace(world, parties={**world.parties, "sabela": found})
    assert gazetteer_of(campaign, after, player="gil").find("Valle Oculto", Noun.PLACE).how is How.EXACT
    assert gazetteer_of(campaign, after, player="luis").find("Valle Oculto", Noun.PLACE).how is How.NONE
    assert gazetteer_of(campaign, after, player="gil").find("sotanillos", Noun.ZONE).candidates[0].id == "cellar"


def test_the_reading_gets_the_same_names(campaign, world):
    names = reading_gazetteer(campaign, world)
    assert names.commands("Joram", "Sabela")
    assert names.is_spokesperson("Duric")
    assert "Puerto Salitre" in names.places
    assert "Valle Oculto" not in names.places
