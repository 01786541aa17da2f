"""Critical Condition: the worked story, every rule by table, and the bridge to downtime."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules_road.realm import Loaded, book, kinds, person, scene, tables, told

from rules.character import Life
from rules.condition import (
    Condition,
    State,
    Turn,
    difficulty,
    effects,
    heal,
    hurt,
    long_rest,
    medicine,
    play,
    restored,
    slowed,
    start_turn,
)
from rules.critical import drop, of, top_hp
from rules.dice import Scripted
from rules.events import EventKind
from rules.house import House

HOUSE = House(critical_condition=True)
VARIANT = House(critical_condition=True, critical_variant=True)
BRUENOR = Condition(hp=15, max_hp=15)


def down(exhaustion: int = 1, max_hp: int = 15) -> Condition:
    return Condition(0, max_hp, exhaustion, State.CRITICAL)


def test_g13_g14_g15_bruenor():
    fallen, struck, cured = play([Turn("damage", 15), Turn("hit", 7), Turn("heal", 11)], start=BRUENOR, house=HOUSE)
    assert (fallen.hp, fallen.exhaustion, fallen.state) == (0, 1, State.CRITICAL)
    assert [row.level for row in effects(fallen.exhaustion, tables().exhaustion)] == [1]
    assert (struck.hp, struck.exhaustion, struck.state) == (0, 3, State.CRITICAL)
    assert [row.level for row in effects(struck.exhaustion, tables().exhaustion)] == [1, 2, 3]
    assert (cured.hp, cured.exhaustion, cured.state) == (11, 3, State.STANDING)


@pytest.mark.parametrize(("level", "dc"), [(1, 12), (3, 16), (5, 20)])
def test_g16_the_difficulty_of_a_turns_start(level, dc):
    assert difficulty(level) == dc


@pytest.mark.parametrize(
    ("level", "rolls", "bonus", "after"),
    [
        (1, (12,), 0, 1),
        (1, (11,), 0, 2),
        (1, (9,), 3, 1),
        (2, (14, 1), 0, 2),
        (3, (20, 15), 0, 4),
        (3, (16, 20), 0, 3),
        (5, (20, 20), 0, 5),
    ],
)
def test_c3_ac3_the_save_at_a_turns_start(level, rolls, bonus, after):
    assert start_turn(down(level), rolls, house=HOUSE, bonus=bonus).exhaustion == after


def test_c3_only_in_the_condition():
    assert start_turn(BRUENOR, (1,), house=HOUSE) == BRUENOR


@pytest.mark.parametrize(
    ("damage", "near", "level"),
    [(1, False, 2), (14, False, 2), (1, True, 3), (0, True, 3), (0, False, 1)],
)
def test_c4_c5_ac2_damage_in_the_condition(damage, near, level):
    assert hurt(down(), damage, house=HOUSE, within_5_ft=near).exhaustion == level


def test_ac1_the_blow_that_fells_costs_one_level_even_from_near():
    assert hurt(BRUENOR, 15, house=HOUSE, within_5_ft=True).exhaustion == 1


def test_c8_entering_again_adds_to_what_remains():
    again = hurt(heal(down(3), 4), 4, house=HOUSE)
    assert (again.exhaustion, again.state) == (4, State.CRITICAL)


@pytest.mark.parametrize(("level", "near"), [(5, False), (4, True), (5, True)])
def test_c6_six_levels_kill(level, near):
    dead = hurt(down(level), 1, house=HOUSE, within_5_ft=near)
    assert (dead.exhaustion, dead.state) == (6, State.DEAD)


def test_c9_a_blow_may_knock_out_who_is_off_guard():
    stunned = hurt(BRUENOR, 15, house=HOUSE, knocks_out=True)
    assert (stunned.exhaustion, stunned.state, stunned.hp) == (0, State.KNOCKED_OUT, 0)
    assert heal(stunned, 1).state is State.STANDING
    assert hurt(BRUENOR, 14, house=HOUSE, knocks_out=True).state is State.STANDING


def test_c9_whoever_lies_there_wearies_on():
    stunned = hurt(BRUENOR, 15, house=HOUSE, knocks_out=True)
    assert hurt(stunned, 1, house=HOUSE).exhaustion == 1
    assert hurt(stunned, 1, house=HOUSE).state is State.KNOCKED_OUT


@pytest.mark.parametrize(
    ("state", "damage", "dies"),
    [
        (BRUENOR, 30, True),
        (BRUENOR, 29, False),
        (Condition(5, 15), 20, True),
        (down(), 15, True),
        (down(), 14, False),
        (Condition(3, 15, 4), 10, True),
        (Condition(3, 15, 4), 9, False),
        (down(4), 7, True),
        (down(4), 6, False),
    ],
)
def test_c14_ac4_massive_damage(state, damage, dies):
    assert (hurt(state, damage, house=HOUSE).state is State.DEAD) is dies


def test_c14_massive_damage_goes_before_knocking_out():
    assert hurt(BRUENOR, 30, house=HOUSE, knocks_out=True).state is State.DEAD


@pytest.mark.parametrize(("total", "hp"), [(10, 1), (9, 0)])
def test_c12_ac5_medicine_leaves_one_hit_point_and_all_exhaustion(total, hp):
    helped = medicine(down(3), total, house=HOUSE)
    assert (helped.hp, helped.exhaustion, helped.state is State.STANDING) == (hp, 3, hp == 1)


def test_ac5_the_difficulty_is_a_knob():
    assert medicine(down(), 14, house=House(medicine_dc=15)).state is State.CRITICAL


@pytest.mark.parametrize(
    ("state", "fed", "hp", "level"),
    [(Condition(4, 15, 2), True, 15, 1), (Condition(4, 15, 2), False, 15, 2), (down(2), True, 0, 1)],
)
def test_c13_ac7_a_long_rest(state, fed, hp, level):
    rested = long_rest(state, fed=fed)
    assert (rested.hp, rested.exhaustion) == (hp, level)


@pytest.mark.parametrize(
    ("spell", "lesser", "level"),
    [("greater_restoration", False, 2), ("lesser_restoration", False, 3), ("lesser_restoration", True, 2)],
)
def test_ac6_which_restoration_works(spell, lesser, level):
    assert restored(down(3), spell, house=House(lesser_restoration=lesser)).exhaustion == level


def test_c11_in_the_variant_the_sixth_level_fells():
    fallen = hurt(down(5), 1, house=VARIANT)
    assert fallen.state is State.DYING
    healed = heal(fallen, 4)
    assert (healed.hp, healed.exhaustion, healed.state) == (4, 5, State.STANDING)
    worse = hurt(hurt(fallen, 1, house=VARIANT), 1, house=VARIANT)
    assert (worse.failures, heal(worse, 1).failures, heal(worse, 1).passes) == (2, 0, 0)


@pytest.mark.parametrize(
    ("faces", "state"),
    [
        ([10, 10, 10], State.KNOCKED_OUT),
        ([9, 9, 9], State.DEAD),
        ([1, 9], State.DEAD),
        ([10, 9, 10, 9, 10], State.KNOCKED_OUT),
        ([20], State.STANDING),
    ],
)
def test_c11_death_saves(faces, state):
    turns = [Turn("start", rolls=(face,)) for face in faces]
    after = play(turns, start=hurt(down(5), 1, house=VARIANT), house=VARIANT)[-1]
    assert after.state is state
    if state is State.STANDING:
        assert (after.hp, after.exhaustion) == (1, 5)


def test_c11_a_blow_is_a_failed_death_save():
    dying = hurt(down(5), 1, house=VARIANT)
    assert hurt(dying, 1, house=VARIANT).failures == 1
    assert hurt(dying, 1, house=VARIANT, within_5_ft=True).failures == 2


@pytest.mark.parametrize(("level", "speed", "most"), [(0, 30, 15), (1, 30, 15), (2, 15, 15), (4, 15, 7), (5, 0, 7)])
def test_c15_what_exhaustion_does_to_speed_and_health(level, speed, most):
    assert slowed(30, exhaustion=level) == speed
    assert top_hp(person(max_hp=15, exhaustion=level)) == most


def test_c15_level_four_caps_the_hit_points_one_has():
    worn = hurt(Condition(0, 20, 3, State.CRITICAL), 1, house=HOUSE)
    assert heal(worn, 20).hp == 10


def test_an_unknown_turn_is_an_error():
    with pytest.raises(ValueError, match="dance"):
        play([Turn("dance")], start=BRUENOR, house=HOUSE)


turns = st.lists(
    st.builds(
        Turn,
        does=st.sampled_from(["damage", "hit", "start", "heal", "medicine", "rest", "restore"]),
        amount=st.integers(0, 40),
        rolls=st.tuples(st.integers(1, 20), st.integers(1, 20)),
        knocks_out=st.booleans(),
    ),
    max_size=30,
)


@given(turns, st.booleans())
def test_whatever_happens_a_condition_stays_sound(script, variant):
    house = VARIANT if variant else HOUSE
    before = BRUENOR
    for turn, after in zip(script, play(script, start=BRUENOR, house=house), strict=True):
        assert 0 <= after.hp <= after.top_hp
        assert 0 <= after.exhaustion <= 6
        assert after.hp == 0 or after.state is State.STANDING
        assert before.state is not State.DEAD or after == before
        assert after.exhaustion >= before.exhaustion or turn.does in ("rest", "restore", "heal", "start")
        if not variant:
            assert after.state is not State.DYING
            assert after.exhaustion < 6 or after.state is State.DEAD
        before = after


# the bridge


@pytest.mark.parametrize(
    ("missed", "faces", "exhaustion"),
    [
        (1, [], 1),
        (9, [], 1),
        (10, [12], 1),
        (10, [11], 2),
        (20, [11, 13], 3),
        (30, [1, 1, 16, 20], 3),
        (35, [1, 1, 1, 20], 4),
        (40, [1, 1, 1, 20, 1, 20], 5),
    ],
)
def test_ac8_a_failed_survival_check_drops_instead_of_killing(missed, faces, exhaustion):
    dice = Scripted(faces)
    here = scene(person(abilities={"con": 10}), dice=dice, book=book(critical_condition=True))
    after = drop(here, who="duric", roll=50 + missed, chance=50)
    dice.finish()
    fallen = after.people["duric"]
    assert (fallen.hp, fallen.exhaustion, fallen.is_critical, fallen.life) == (0, exhaustion, True, Life.ALIVE)
    assert told(after, EventKind.EXHAUSTION)[0].data == {"level": exhaustion, "was": 0}
    assert len(told(after, EventKind.CRITICAL)[0].data["saves"]) == missed // 10


def test_ac8_six_levels_kill():
    here = scene(person(exhaustion=4), dice=Loaded({"critical": 1}), book=book(critical_condition=True))
    after = drop(here, who="duric", roll=60, chance=50)
    assert (after.people["duric"].life, after.people["duric"].exhaustion) == (Life.DEAD, 6)
    assert told(after, EventKind.DIED)[0].data == {"roll": 60, "chance": 50, "cause": "exhaustion"}
    assert EventKind.CRITICAL not in kinds(after)


@pytest.mark.parametrize(
    ("faces", "life", "hp", "level"),
    [
        ([1, 1] * 3, Life.DEAD, 0, 6),
        ([15, 12] * 3, Life.ALIVE, 0, 6),
        ([20, 20], Life.ALIVE, 1, 5),
    ],
)
def test_ac8_c11_in_the_variant_death_saves_settle_it(faces, life, hp, level):
    used = faces if life is not Life.DEAD else faces[:4]
    dice = Scripted(used)
    knobs = book(critical_condition=True, critical_variant=True)
    after = drop(scene(person(exhaustion=5), dice=dice, book=knobs), who="duric", roll=51, chance=50)
    dice.finish()
    fallen = after.people["duric"]
    assert (fallen.life, fallen.hp, fallen.exhaustion, fallen.is_critical) == (life, hp, level, False)


@given(st.integers(1, 100), st.integers(0, 5), st.integers(1, 20), st.booleans())
def test_ac8_nobody_comes_out_of_a_drop_half_dead(missed, level, face, variant):
    knobs = book(critical_condition=True, critical_variant=variant)
    here = scene(person(exhaustion=level), dice=Loaded({"critical": face}), book=knobs)
    fallen = drop(here, who="duric", roll=missed, chance=0).people["duric"]
    assert fallen.exhaustion > level or (variant and fallen.hp == 1)
    assert (fallen.life is Life.DEAD) == (of(fallen).state is State.DEAD)
    assert fallen.life is Life.DEAD or fallen.is_conscious or variant
