from fractions import Fraction
from pathlib import Path

import pytest

from mailer.campaign.head import load_roster, load_settings
from mailer.campaign.load import load_campaign
from mailer.inbox.settings import MaildirOutSettings, MaildirSettings
from mailer.resources import shipped
from rules.character import LoadLevel, Role
from rules.house import House
from rules.orders import StanceKind
from rules.time import Day
from rules.world import AtPlace, InSite

EXAMPLE = shipped("data") / "example"
EXAMPLE_5E = shipped("data") / "example5e"


@pytest.fixture(scope="module")
def campaign():
    return load_campaign(EXAMPLE)


def test_the_party_of_the_house_rules_camps_in_the_crypt(campaign):
    four = campaign.start.parties["los-cuatro"]
    people = [campaign.start.characters[name] for name in four.members]
    assert [(one.name, one.classes[0].name, one.classes[0].level) for one in people] == [
        ("Duric", "fighter", 3),
        ("Krom", "thief", 2),
        ("Ulmo", "cleric", 4),
        ("Joram", "magic_user", 3),
    ]
    assert [one.hp for one in people] == [18, 9, 20, 9]
    assert four.spokesperson == "luis"
    assert isinstance(four.where, InSite)
    assert (four.where.site, four.where.zone) == ("cripta-de-ossur", "sala-de-las-columnas")
    assert four.foray is not None and four.foray.stance is StanceKind.SECURE
    assert four.clock == 22 * 60  # Thursday 2026-01-15, ten in the evening


def test_g1_and_g2_the_hit_dice_of_the_example(campaign):
    classes, monsters = campaign.book.tables.classes, campaign.book.atlas.monsters
    party = campaign.start.parties["los-cuatro"].members
    levels = [campaign.start.characters[name].classes[0] for name in party]
    assert sum(classes[one.name].hit_dice[one.level] for one in levels) == 12
    assert 6 * monsters["goblin"].hit_dice == 6
    assert 2 * monsters["carcass_creeper"].hit_dice == 6
    assert 18 * monsters["goblin"].hit_dice + monsters["ogre"].hit_dice == 22


def test_g5_the_worms_of_the_crypt_ask_for_no_save_and_the_shipped_ones_do(campaign):
    from mailer.campaign.load import shipped_atlas

    assert campaign.book.atlas.monsters["carcass_creeper"].special == ()
    assert not campaign.book.atlas.monsters["carcass_creeper"].parley
    assert [one.save for one in shipped_atlas().monsters["carcass_creeper"].special] == ["death"]
    assert not any(one.lasting or one.kills for one in shipped_atlas().monsters["carcass_creeper"].special)


def test_g11b_the_goblins_come_back_with_an_ogre_and_twelve_more(campaign):
    goblins = campaign.book.atlas.encounters["cripta"].entries[0]
    assert goblins.monsters == (("goblin", "6"),)
    assert goblins.deal is not None and (goblins.deal.price_cp, goblins.deal.rations) == (1000, 4)
    assert goblins.returns is not None
    assert goblins.returns.after_minutes == 1440
    assert dict(goblins.returns.monsters) == {"goblin": "18", "ogre": "1"}


def test_the_second_party_shops_in_english(campaign):
    greywick = campaign.start.parties["greywick"]
    assert greywick.where == AtPlace("greywick")
    assert campaign.roster.players["owen"].language == "en"
    maren = campaign.start.characters["maren"]
    assert maren.purse_cp == 54 * 100 + 7 * 10
    assert [good.quantity for good in maren.goods if good.item == "arrows"] == [24]
    assert campaign.start.characters["grub"].role is Role.HIRELING
    assert campaign.start.characters["grub"].employer == "maren"


def test_sheets_are_read_to_the_last_line(campaign):
    krom = campaign.start.characters["krom"]
    assert krom.purse_cp == 22 * 100 + 6 * 10 + 8
    assert krom.limits.retreat_percent == 40
    own = next(good for good in krom.goods if good.label == "daga buena")
    assert (own.item, own.worth_cp, own.weight) == ("daga-buena", 1600, 10)
    ulmo = campaign.start.characters["ulmo"]
    assert sorted(spell.level for spell in ulmo.spells) == [1] * 5 + [2] * 3
    assert [spell.name for spell in ulmo.spells].count("Curar heridas leves") == 2


def test_day_zero_is_a_thursday_in_winter_under_two_moons(campaign):
    date = campaign.calendar.date_of(Day(0))
    assert (date.year, date.month, date.day) == (1026, 1, 15)
    assert campaign.calendar.say(date, "es") == "jueves de hierro, 15 de Escarcha del año 1026 del Puente"
    assert campaign.calendar.say(date, "en") == "Ironday, 15 Hoarfrost, year 1026 of the Bridge"
    assert date.season is not None and date.season.es == "invierno"
    assert len(date.moons) == 2


def test_own_prices_stock_and_hidden_places(campaign):
    atlas = campaign.book.atlas
    assert atlas.items["torch"].price_cp == 2
    valdecuervo = atlas.places["valdecuervo"]
    assert valdecuervo.stock["water_holy_per_vial"].price_cp == 2500  # no price of its own: the list's
    assert valdecuervo.stock["rope_silk_per_50_ft"].quantity == 1
    assert atlas.places["ermita-de-la-fuente"].hidden
    assert atlas.routes["bosque-del-brezo"].sights[0].place == "ermita-de-la-fuente"
    assert atlas.routes["senda-de-la-cripta"].legs[1].miles == Fraction(7, 2)
    assert atlas.wilderness_table in atlas.encounters


def test_mail_goes_through_folders_of_the_campaign(campaign):
    assert campaign.settings.inbox == (MaildirSettings(path=EXAMPLE / "mail/in", account="mail/in"),)
    assert campaign.settings.out == MaildirOutSettings(path=EXAMPLE / "mail/out")
    assert campaign.settings.zone.key == "Europe/Madrid"
    assert campaign.book.house == House(language="es")


def test_settings_and_roster_alone_are_the_same(campaign):
    settings = load_settings(EXAMPLE)
    assert settings == campaign.settings
    assert load_roster(EXAMPLE, settings) == campaign.roster
    assert [dm.id for dm in campaign.roster.dms] == ["alba"]


def test_the_fifth_edition_example_plays_critical_condition():
    campaign = load_campaign(EXAMPLE_5E)
    assert campaign.book.house.critical_condition
    assert campaign.book.tables.classes["fighter"].wound_die == 10
    assert campaign.book.tables.classes["cleric"].wound_die == 8
    bruenor, sira = (campaign.start.characters[name] for name in ("bruenor", "sira"))
    assert bruenor.max_hp == 15  # G13
    assert sira.classes[0].name == "cleric"  # written "clérigo 2"
    assert campaign.calendar.date_of(Day(0)).year == 1492


def test_a_lone_character_is_a_party_of_one(folder: Path):
    with (folder / "roster.toml").open("a", encoding="utf-8") as file:
        file.write(
            '[characters.tello]\nname="Tello"\nplayer="ivan"\nclass="guerrero 2"\nmax_hp=11\nplace="valdecuervo"\n'
        )
        file.write('limits = { load = "medium", load_lb = 42.5 }\nfree_on = 2026-01-24\n')
    world = load_campaign(folder).start
    assert world.parties["tello"].members == ("tello",)
    assert world.parties["tello"].spokesperson == "ivan"
    assert world.characters["tello"].limits.load_level is LoadLevel.MEDIUM
    assert world.characters["tello"].limits.load_weight == 425
    assert world.characters["tello"].free_at == 9 * 1440  # G10: nine days ahead


def test_what_a_party_knows_by_default_is_its_way_out(folder: Path):
    roster = folder / "roster.toml"
    lines = [line for line in roster.read_text(encoding="utf-8").splitlines() if not line.startswith("known =")]
    roster.write_text("\n".join(lines), encoding="utf-8")
    where = load_campaign(folder).start.parties["los-cuatro"].where
    assert isinstance(where, InSite)
    assert where.known == {"sala-de-las-columnas", "galeria-de-los-nichos", "vestibulo"}
