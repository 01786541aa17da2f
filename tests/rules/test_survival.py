"""The survival check in numbers: every figure the house rules print, and what must hold for all others."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ossur import DURIC, GOBLIN, JORAM, KROM, OGRE, ULMO, WORM, atlas, four, tables

from rules.character import Character, ClassLevel, Role
from rules.health import is_at_or_below, wounded_hp
from rules.house import House
from rules.names import CharacterId, ClassId
from rules.survival import (
    Contender,
    chance_of,
    check,
    fate,
    group_hit_dice,
    hit_dice,
    party_hit_dice,
    steps_of,
    survives,
    wound_dice,
    wound_die,
)

TABLES, HOUSE = tables(), House()
ROLLS = {DURIC: 32, KROM: 62, ULMO: 79, JORAM: 11}
sides = st.fractions(min_value=Fraction(1, 2), max_value=60, max_denominator=2)


def level(kind: str, number: int) -> ClassLevel:
    return ClassLevel(ClassId(kind), number)


def contenders() -> tuple[Contender, ...]:
    return tuple(Contender(person.name, person.classes) for person in four().values())


def test_g01_the_four_have_twelve_hit_dice() -> None:
    assert party_hit_dice(four().values(), tables=TABLES, house=HOUSE) == 12


@pytest.mark.parametrize(("group", "dice"), [(((GOBLIN, 6),), 6), (((WORM, 2),), 6), (((GOBLIN, 18), (OGRE, 1)), 22)])
def test_g02_hit_dice_of_creatures(group: tuple, dice: int) -> None:
    assert group_hit_dice(group, monsters=atlas().monsters) == dice


def test_g03_twelve_against_six_are_two_steps_and_seventy() -> None:
    assert (steps_of(Fraction(12), Fraction(6)), chance_of(Fraction(12), Fraction(6))) == (2, 70)


def test_g04_twelve_against_twenty_two_is_one_step_and_forty() -> None:
    assert (steps_of(Fraction(12), Fraction(22)), chance_of(Fraction(12), Fraction(22))) == (-1, 40)


def test_g05_against_two_worms() -> None:
    result = check(contenders(), Fraction(6), list(ROLLS.values()), tables=TABLES, house=HOUSE)
    assert (result.party_hd, result.against_hd, result.chance) == (12, 6, 70)
    fates = [(one.survives, one.margin, one.wound_dice, one.die) for one in result.members]
    assert fates == [(True, 38, 3, 10), (True, 8, 0, 6), (False, -9, 0, 8), (True, 59, 5, 4)]


@pytest.mark.parametrize(("hp", "left"), [(9, 1), (20, 7)])
def test_g06_wounds_leave_one_hit_point(hp: int, left: int) -> None:
    assert wounded_hp(hp, sum((4, 3, 2, 3, 1))) == left


def test_g07_against_the_goblins_and_their_ogre() -> None:
    result = check(contenders(), Fraction(22), list(ROLLS.values()), tables=TABLES, house=HOUSE)
    assert result.chance == 40
    assert [(one.survives, one.wound_dice) for one in result.members] == [(True, 0), (False, 0), (False, 0), (True, 2)]


@pytest.mark.parametrize("roll", range(1, 71))
def test_g12_dice_of_wounds_at_seventy(roll: int) -> None:
    table = {range(61, 71): 0, range(51, 61): 1, range(41, 51): 2, range(31, 41): 3, range(21, 31): 4,
             range(11, 21): 5, range(1, 11): 6}  # fmt: skip
    assert wound_dice(roll, 70) == next(dice for rolls, dice in table.items() if roll in rolls)


@pytest.mark.parametrize(
    ("party", "against", "chance"),
    [(12, 5, 70), (7, 5, 50), (8, 6, 50), (12, 18, 40), (12, 3, 100), (3, 12, 0), (12, "1/2", 100), (12, 12, 50)],
)
def test_d1_chances(party: int, against: int | str, chance: int) -> None:
    assert chance_of(Fraction(party), Fraction(against)) == chance


@pytest.mark.parametrize(
    ("roll", "chance", "lives", "dice"),
    [(70, 70, True, 0), (71, 70, False, 0), (100, 100, True, 0), (1, 100, True, 9), (1, 0, False, 0)],
)
def test_d2_edges(roll: int, chance: int, lives: bool, dice: int) -> None:
    result = fate(contenders()[0], roll, chance=chance, tables=TABLES, house=HOUSE)
    assert (result.survives, result.wound_dice) == (lives, dice)


@pytest.mark.parametrize("hp", [1, 0])
def test_d3_who_is_down_sinks_no_lower(hp: int) -> None:
    assert wounded_hp(hp, 40) == hp


@pytest.mark.parametrize(("hp", "turns_back"), [(10, True), (11, False)])
def test_d6_a_threshold_counts_at_and_below(hp: int, turns_back: bool) -> None:
    person = Character(DURIC, "Duric", (level("fighter", 3),), hp, 20)
    assert is_at_or_below(person, 50) is turns_back


@pytest.mark.parametrize(
    ("ratio", "above", "below"),
    [("1", 50, 50), ("3/2", 60, 40), ("2", 70, 30), ("5/2", 80, 20), ("3", 90, 10), ("7/2", 100, 0), ("9", 100, 0)],
)
def test_the_table_of_chances(ratio: str, above: int, below: int) -> None:
    for base in (Fraction(2), Fraction(7), Fraction(1, 2)):
        assert chance_of(base * Fraction(ratio), base) == above
        assert chance_of(base, base * Fraction(ratio)) == below


@given(sides, sides)
def test_both_sides_chances_add_up(party: Fraction, against: Fraction) -> None:
    assert chance_of(party, against) + chance_of(against, party) == 100


@given(sides, sides, st.integers(1, 9))
def test_scaling_both_sides_changes_nothing(party: Fraction, against: Fraction, factor: int) -> None:
    assert chance_of(party, against) == chance_of(party * factor, against * factor)


@given(sides, sides, sides)
def test_more_never_hurts_and_more_against_never_helps(party: Fraction, against: Fraction, more: Fraction) -> None:
    assert chance_of(party + more, against) >= chance_of(party, against) >= chance_of(party, against + more)


@given(st.integers(1, 100), st.integers(0, 100), st.integers(-5, 60), st.integers(1, 12))
def test_survivors_stay_above_nothing_and_take_nine_dice_at_most(roll: int, chance: int, hp: int, die: int) -> None:
    dice = wound_dice(roll, chance) if survives(roll, chance) else 0
    assert 0 <= dice <= 9
    after = wounded_hp(hp, dice * die)
    assert after <= hp
    assert after >= 1 or hp < 1
    assert after == hp or hp > 1


def test_a_side_without_hit_dice_is_an_error() -> None:
    with pytest.raises(ValueError, match="without hit dice"):
        chance_of(Fraction(0), Fraction(6))


@pytest.mark.parametrize(
    ("classes", "dice", "die"),
    [
        ((level("ranger", 3),), 4, 8),
        ((level("cleric", 12),), 9, 8),
        ((level("fighter", 3), level("magic_user", 4)), 4, 4),
        ((level("thief", 3), level("fighter", 3)), 3, 6),
        ((level("level_0", 0),), 1, 6),
        ((), 1, 6),
        ((level("bard", 5),), 5, 6),
    ],
)
def test_hit_dice_and_wound_die_by_class(classes: tuple[ClassLevel, ...], dice: int, die: int) -> None:
    member = Contender("one", classes)
    assert (hit_dice(member, tables=TABLES, house=HOUSE), wound_die(member, tables=TABLES)) == (dice, die)


def test_the_knob_counts_levels() -> None:
    assert hit_dice(Contender("a", (level("cleric", 12),)), tables=TABLES, house=House(pc_hd="level")) == 12


def test_a_sheet_overrides_both() -> None:
    member = Contender("dog", (), Fraction(2), 12)
    assert (hit_dice(member, tables=TABLES, house=HOUSE), wound_die(member, tables=TABLES)) == (2, 12)


def test_who_counts_among_the_party() -> None:
    def one(name: str, **more: object) -> Character:
        kept = {"hp": 5, **more}
        return Character(CharacterId(name), name, (level("fighter", 2),), max_hp=9, **kept)

    people = [
        one("a"),
        one("hireling", role=Role.HIRELING),
        one("mule", role=Role.ANIMAL),
        one("dog", role=Role.ANIMAL, hit_dice=Fraction(1, 2)),
        one("senseless", hp=0),
    ]
    assert party_hit_dice(people, tables=TABLES, house=HOUSE) == Fraction(9, 2)


@pytest.mark.parametrize(("roll", "lives"), [(100, False), (1, True)])
def test_the_knob_for_natural_hundred_and_one(roll: int, lives: bool) -> None:
    for chance in (0, 50, 100):
        assert survives(roll, chance, auto_fail=True) is lives


def test_the_knob_for_wounds_by_closeness() -> None:
    assert [wound_dice(roll, 70, mode="inverse") for roll in (1, 10, 11, 62, 70)] == [0, 0, 1, 6, 6]


def test_the_knobs_for_the_clamp() -> None:
    house = House(chance_min=5, chance_max=95)
    for against, chance in (("1/2", 95), ("120", 5)):
        result = check(contenders(), Fraction(against), (50,) * 4, tables=TABLES, house=house)
        assert result.chance == chance
