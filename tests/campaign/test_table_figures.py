"""The shipped tables hold the figures of their sources, on rows picked by hand from them."""

from fractions import Fraction
from itertools import pairwise

import pytest

from mailer.campaign.csvs import rows
from mailer.campaign.monsters import average_hp, experience, fighter_level, load_monsters
from mailer.campaign.tables import load_items, load_tables
from mailer.resources import shipped

OSRIC, BX, FIFTH = load_tables("osric"), load_tables("bx"), load_tables("5e")
ITEMS, MONSTERS = load_items(), load_monsters()


@pytest.mark.parametrize(
    ("name", "level", "dice"),
    [
        ("fighter", 3, 3), ("thief", 2, 2), ("cleric", 4, 4), ("magic_user", 3, 3),  # G1
        ("ranger", 1, 2), ("ranger", 3, 4), ("cleric", 12, 9), ("fighter", 11, 9), ("magic_user", 12, 11),
        ("thief", 11, 10), ("druid", 14, 14), ("illusionist", 20, 10), ("level_0", 0, 1), ("fighter", 0, 1),
    ],
)  # fmt: skip
def test_hit_dice_by_class_and_level(name, level, dice):
    row = OSRIC.classes[name]
    assert row.hit_dice[min(level, len(row.hit_dice) - 1)] == dice


@pytest.mark.parametrize(
    ("tables", "name", "die"),
    [
        (OSRIC, "fighter", 10), (OSRIC, "ranger", 8), (OSRIC, "cleric", 8), (OSRIC, "thief", 6),
        (OSRIC, "magic_user", 4),
        (BX, "fighter", 8), (BX, "thief", 4), (BX, "cleric", 6), (BX, "dwarf", 8), (BX, "magic_user", 4),
        (FIFTH, "barbarian", 12), (FIFTH, "fighter", 10), (FIFTH, "cleric", 8), (FIFTH, "wizard", 6),
    ],
)  # fmt: skip
def test_wound_dice(tables, name, die):
    assert tables.classes[name].wound_die == die


def test_every_class_saves_as_one_that_has_saves_and_has_names():
    for tables in (OSRIC, BX, FIFTH):
        for row in tables.classes.values():
            assert row.saves_as in tables.saves
            assert row.label is not None and row.label.es and row.label.en
            assert row.hit_dice[0] == 1
            assert list(row.hit_dice) == sorted(row.hit_dice)


def test_no_two_classes_of_a_set_share_a_name():
    from mailer.campaign.game_kinds import folded

    for tables in (OSRIC, BX, FIFTH):
        names = [
            word
            for row in tables.classes.values()
            if row.label
            for word in {folded(one) for one in (row.label.es, row.label.en, *row.label.aliases)}
        ]
        assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "level", "column", "number"),
    [
        ("fighter", 3, "death", 13), ("fighter", 3, "spells", 16), ("thief", 2, "death", 13), ("cleric", 4, "death", 9),
        ("magic_user", 3, "death", 14), ("magic_user", 3, "aimed", 11), ("druid", 13, "petrify", 8),
        ("paladin", 19, "spells", 3), ("fighter", 0, "breath", 20), ("illusionist", 21, "aimed", 3),
    ],
)  # fmt: skip
def test_saving_throws(name, level, column, number):
    (row,) = (
        one for one in OSRIC.saves[name] if one.level_min <= level and (one.level_max is None or level <= one.level_max)
    )
    assert getattr(row, column) == number


def test_saving_throws_leave_no_level_out():
    for lines in OSRIC.saves.values():
        for former, later in pairwise(lines):
            assert former.level_max is not None
            assert later.level_min == former.level_max + 1


@pytest.mark.parametrize("table", [OSRIC.reaction_d100, OSRIC.reaction_2d6])
def test_reaction_bands_join(table):
    for former, later in pairwise(table):
        assert later.low == former.high + 1
    assert [row.parley for row in table] == sorted(row.parley for row in table)


def test_reaction_figures():
    assert (OSRIC.reaction_d100[0].low, OSRIC.reaction_d100[-1].high) == (1, 100)
    assert next(row.low for row in OSRIC.reaction_d100 if row.parley) == 46
    assert (OSRIC.reaction_2d6[0].low, OSRIC.reaction_2d6[-1].high) == (2, 12)
    assert [OSRIC.charisma_reaction[n] for n in (3, 8, 12, 13, 18)] == [-25, 0, 0, 5, 35]


@pytest.mark.parametrize(
    ("terrain", "speed", "day", "night", "lost"),
    [
        ("road", Fraction(3, 2), 2, 1, 0), ("clear", Fraction(1), 2, 1, 10), ("forest", Fraction(2, 3), 4, 2, 70),
        ("swamp", Fraction(1, 2), 6, 3, 60), ("mountain", Fraction(1, 2), 6, 3, 50),
        ("hills", Fraction(2, 3), 4, 2, 20),
    ],
)  # fmt: skip
def test_terrain(terrain, speed, day, night, lost):
    row = OSRIC.terrain[terrain]
    assert (row.speed, row.day_in_12, row.night_in_12, row.lost_percent) == (speed, day, night, lost)


def test_load_and_march():
    assert [(band.label, band.up_to, band.move_ft) for band in OSRIC.load_bands] == [
        ("light", 350, 120), ("medium", 700, 90), ("heavy", 1050, 60), ("severe", 1500, 30),
    ]  # fmt: skip
    assert [OSRIC.strength_allowance[n] for n in (3, 8, 12, 16, 17, 18)] == [-350, 0, 100, 350, 500, 750]
    assert [OSRIC.miles_a_day[n] for n in (120, 90, 60, 30)] == [24, 18, 12, 6]
    assert OSRIC.hirelings["linkboy"].daily_cp == 10
    assert OSRIC.hirelings["teamster"].daily_cp == 50


@pytest.mark.parametrize(
    ("item", "price", "weight", "pack"),
    [
        ("torch", 1, 10, 1), ("rope_silk_per_50_ft", 1000, 50, 1), ("thieves_tools", 3000, 10, 1),
        ("plate", 40_000, 450, 1),
        ("sword_long", 1500, 70, 1), ("arrows", 200, 3, 12), ("horse_war_heavy", 50_000, 0, 1), ("satchel", 100, 50, 1),
        ("rations_trail_per_day", 600, 10, 1), ("dart", 20, 5, 1), ("iron_spikes_dozen", 100, 4, 12),
    ],
)  # fmt: skip
def test_prices_and_weights(item, price, weight, pack):
    found = ITEMS[item]
    assert (found.price_cp, found.weight, found.pack) == (price, weight, pack)


def test_the_price_list_is_whole():
    assert len(ITEMS) == 107 + 40 + 12
    assert {item.category for item in ITEMS.values()} == {"gear", "weapon", "armour", "animal", "ration"}
    assert all(item.label.es and item.label.en for item in ITEMS.values())


def test_no_alias_names_two_things_of_the_price_list():
    from mailer.campaign.game_kinds import folded

    seen: dict[str, str] = {}
    for item in ITEMS.values():
        for word in {folded(one) for one in (item.label.es, item.label.en, *item.label.aliases)}:
            assert seen.setdefault(word, item.id) == item.id


@pytest.mark.parametrize(
    ("monster", "dice", "xp", "level"),
    [
        ("goblin", 1, 10 + 3, 1), ("ogre", 4, 95 + 5 * 19, 6), ("carcass_creeper", 3, 105 + 3 * 14, 5),
        ("kobold", Fraction(1, 2), 5 + 2, 0), ("bandit", 1, 10 + 3, 2), ("troll", 6, 525 + 8 * 33, 8),
        ("rat", Fraction(1, 2), 5 + 1, 0), ("purple_worm", 15, 5000 + 20 * 67, 16), ("wolf", 2, 50 + 2 * 11, 4),
    ],
)  # fmt: skip
def test_monsters(monster, dice, xp, level):
    found = MONSTERS[monster]
    assert (found.hit_dice, found.xp, found.save_as_level) == (dice, xp, level)


def test_special_attacks_say_all_they_must():
    asking = {name for name, one in MONSTERS.items() if one.special}
    assert len(asking) == len([row for row in rows("ogl", "monsters.csv") if row["save"]]) == 15
    for name in asking:
        for attack in MONSTERS[name].special:
            assert attack.save in ("aimed", "breath", "death", "petrify", "spells")
            assert attack.name and attack.effect.es and attack.effect.en
            assert attack.lasting or not attack.kills


@pytest.mark.parametrize(
    ("hit_dice", "hp"), [("1-1", 3), ("1", 4), ("3+1", 14), ("1d4 hp", 2), ("1d6 hp", 3), ("1 hp", 1), ("1/2", 2)]
)
def test_average_hit_points(hit_dice, hp):
    assert average_hp(hit_dice) == hp


@pytest.mark.parametrize(
    ("hit_dice", "level", "xp"),
    [
        ("1/2", 0, 5 + 2), ("1-1", 1, 10 + 3), ("1", 2, 10 + 4), ("1+1", 3, 30 + 5), ("2", 3, 30 + 9),
        ("2+1", 4, 50 + 2 * 10),
        ("3", 4, 50 + 2 * 13), ("3+1", 5, 75 + 3 * 14), ("4+1", 6, 110 + 4 * 19), ("20", 21, 4000 + 30 * 90),
        ("40", 21, 5000 + 35 * 180),
    ],
)  # fmt: skip
def test_own_monsters_save_and_are_worth_by_the_table(hit_dice, level, xp):
    assert (fighter_level(hit_dice), experience(hit_dice)) == (level, xp)


def test_exhaustion_has_six_levels():
    assert [row.level for row in OSRIC.exhaustion] == [1, 2, 3, 4, 5, 6]
    assert OSRIC.exhaustion[-1].effect_es == "muerte"


def test_every_table_names_its_source_and_stands_in_the_list():
    listed = (shipped("data") / "SOURCES.md").read_text(encoding="utf-8")
    found = sorted((shipped("data")).glob("*/*.csv"))
    assert len(found) == 18
    for path in found:
        assert "Source" in path.read_text(encoding="utf-8").split("\n\n")[0]
        assert path.name in listed
    for folder in {path.parent for path in found}:
        assert list(folder.glob("LICENSE*")), folder
