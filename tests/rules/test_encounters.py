"""Encounters: groups, reaction, deals and who pays, fights and all that follows from them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from ossur import (
    ANA,
    BEA,
    CHAMBER,
    CRYPT,
    DAY,
    DM,
    DURIC,
    DUSK,
    FOUR,
    GOBLIN,
    HOUR,
    JORAM,
    KROM,
    OGRE,
    POISON,
    ROT,
    SPIDER,
    ULMO,
    WORM,
    Named,
    book,
    four,
    kinds,
    one,
    order,
    person,
    scene,
    step,
    told,
    world,
)

from rules.character import ClassLevel, Life, Limits, Role, Spell
from rules.encounter import confront, meet, numbered, returned
from rules.events import Audience, EventKind
from rules.fight import fight
from rules.names import CharacterId, ClassId, MonsterId
from rules.orders import Answer, Attitude, Meet, Stance, StanceKind
from rules.reaction import speaker
from rules.world import Band, Foray

SIX = Band(((GOBLIN, 6),), price_cp=200, rations=2)
WORMS = Band(((WORM, 2),))
G5 = {"duric:survival": 32, "krom:survival": 62, "ulmo:survival": 79, "joram:survival": 11,
      "duric:wounds": (4, 4, 4), "joram:wounds": (4, 3, 2, 3, 1)}  # fmt: skip
CAMP = Foray(StanceKind.SECURE, DUSK, minutes_to_check=120, move_ft=120)
SPELLS = (Spell("sueño", 1), Spell("sueño", 1), Spell("escudo", 1), Spell("telaraña", 2))


def camped(dice: object = None, people: object = None, **more: object):
    return scene(dice, people, foray=CAMP, **more)


# -- G8: a deal ------------------------------------------------------------------------------------------------------


def test_g08_a_deal_rolls_no_hundred_costs_no_spell_and_gives_no_xp() -> None:
    dice = Named({f"check@{DUSK + 120}": 1, "group": 1, "number:goblin": 6, "reaction": 50, "returns:goblin": ()})
    people = four(joram={"spells": SPELLS})
    yes = order(1, Answer(None, "accept"), DUSK + 4 * HOUR)
    after = step(world(people), DUSK + DAY, yes, dice=dice)
    offer = one(after.events, EventKind.DEAL_OFFERED)
    assert offer.data["words_es"] == "Unas provisiones y nos vamos"
    accepted = one(after.events, EventKind.DEAL_ACCEPTED)
    assert accepted.data["paid"] == {DURIC: 200}
    assert accepted.data["rations_paid"] == {DURIC: 2}
    assert one(after.events, EventKind.DECISION_ANSWERED).data == {
        "decision": offer.data["decision"], "choice": "accept", "by": ANA, "order": 1, "at": DUSK + 4 * HOUR,
    }  # fmt: skip
    assert not [throw for throw in dice.asked if throw.what.startswith(("survival", "spell"))]
    assert not told(after.events, EventKind.XP)
    assert not any(spell.lost for spell in after.world.characters[JORAM].spells)
    assert 1 in after.done


@pytest.mark.parametrize(
    ("charisma", "roll", "code", "offers"),
    [(10, 46, "neutral", True), (10, 45, "unfavourable", False), (3, 60, "unfavourable", False),
     (18, 12, "neutral", True), (18, 90, "very_friendly", True), (3, 4, "very_hostile", False)],
)  # fmt: skip
def test_reaction_by_the_speakers_charisma(charisma: int, roll: int, code: str, offers: bool) -> None:
    people = four(duric={"abilities": {"cha": charisma}})
    after = confront(camped(Named({"reaction": roll, **G5, "treasure:goblin": 1}), people), SIX)
    reaction = one(after.events, EventKind.REACTION)
    assert (reaction.data["code"], reaction.data["speaker"]) == (code, DURIC)
    assert 1 <= reaction.data["total"] <= 100
    assert bool(told(after.events, EventKind.DEAL_OFFERED)) is offers
    assert bool(told(after.events, EventKind.SURVIVAL)) is not offers


def test_the_2d6_table_is_a_knob() -> None:
    people = four(duric={"abilities": {"cha": 16}})
    after = confront(camped(Named({"reaction": (2, 2)}), people, book=book(reaction_table="2d6")), SIX)
    assert one(after.events, EventKind.REACTION).data["total"] == 6
    assert after.party.decision is not None


def test_without_the_spokesperson_the_best_charisma_speaks() -> None:
    people = four(duric={"life": Life.DEAD}, ulmo={"abilities": {"cha": 16}})
    assert speaker(scene(people=people)).id == ULMO
    people = four(duric={"hp": 0}, joram={"abilities": {"cha": 18}})
    assert speaker(scene(people=people)).id == JORAM


def test_who_cannot_talk_just_fights() -> None:
    after = confront(camped(Named(G5)), WORMS)
    assert EventKind.REACTION not in kinds(after.events)
    assert one(after.events, EventKind.SURVIVAL).data["chance"] == 70


@pytest.mark.parametrize(
    ("meet_how", "outcome"),
    [
        (Meet(Attitude.FIGHT), EventKind.SURVIVAL),
        (Meet(Attitude.PARLEY, pay_up_to_cp=200, rations_up_to=2), EventKind.DEAL_ACCEPTED),
        (Meet(Attitude.PARLEY, pay_up_to_cp=199, rations_up_to=2), EventKind.DEAL_OFFERED),
        (Meet(Attitude.PARLEY, pay_up_to_cp=200), EventKind.DEAL_OFFERED),
        (Meet(Attitude.PARLEY), EventKind.DEAL_OFFERED),
        (Meet(Attitude.BRIBE), EventKind.DEAL_ACCEPTED),
        (Meet(Attitude.AVOID, pay_up_to_cp=300, rations_up_to=5), EventKind.DEAL_ACCEPTED),
        (Meet(Attitude.FIGHT, "mute"), EventKind.DEAL_OFFERED),
        (Meet(Attitude.FIGHT, "talkers"), EventKind.SURVIVAL),
        (Meet(Attitude.FIGHT, "goblin"), EventKind.SURVIVAL),
        (Meet(Attitude.FIGHT, "ogre"), EventKind.DEAL_OFFERED),
    ],
)
def test_what_was_said_beforehand_decides_at_once(meet_how: Meet, outcome: EventKind) -> None:
    standing = (order(1, meet_how, DUSK),)
    after = confront(camped(Named({"reaction": 80, **G5, "treasure:goblin": 1}), standing=standing), SIX)
    expected = EventKind.SURVIVAL if outcome is EventKind.SURVIVAL else outcome
    assert expected in kinds(after.events)
    assert (after.party.decision is not None) is (outcome is EventKind.DEAL_OFFERED)


def test_what_was_said_of_their_kind_counts_before_what_was_said_of_all() -> None:
    standing = (order(1, Meet(Attitude.BRIBE, "goblin"), DUSK), order(2, Meet(Attitude.FIGHT), DUSK + 1))
    after = confront(camped(Named({"reaction": 80}), standing=standing), SIX)
    assert EventKind.DEAL_ACCEPTED in kinds(after.events)


def test_the_spokespersons_character_pays_first_then_the_roster() -> None:
    people = four(duric={"purse_cp": 50, "rations": 1}, krom={"purse_cp": 20}, ulmo={"purse_cp": 400})
    standing = (order(1, Meet(Attitude.BRIBE), DUSK),)
    after = confront(camped(Named({"reaction": 80}), people, standing=standing, spokesperson=BEA), SIX)
    paid = one(after.events, EventKind.DEAL_ACCEPTED)
    assert paid.data["paid"] == {KROM: 20, DURIC: 50, ULMO: 130}
    assert paid.data["rations_paid"] == {KROM: 2}
    purses = {name: sheet.purse_cp for name, sheet in after.people.items()}
    assert purses == {DURIC: 0, KROM: 0, ULMO: 270, JORAM: 500}


def test_who_cannot_pay_can_only_refuse_or_make_another_offer() -> None:
    people = {name: replace(sheet, purse_cp=10) for name, sheet in four().items()}
    after = confront(camped(Named({"reaction": 80}), people), SIX)
    assert [option.means for option in after.party.decision.options] == ["refuse"]


def goblins_offer() -> Named:
    return Named({f"check@{DUSK + 120}": 1, "group": 1, "number:goblin": 6, "reaction": 50, "returns:goblin": (),
                  **G5, "treasure:goblin": 1, "treasure:ogre": 1})  # fmt: skip


def test_refusing_means_a_fight() -> None:
    no = order(1, Answer(None, "B"), DUSK + 4 * HOUR)
    after = step(world(), DUSK + 4 * HOUR, no, dice=goblins_offer())
    seen = kinds(after.events)
    assert seen.index(EventKind.DEAL_REFUSED) < seen.index(EventKind.SURVIVAL)


@pytest.mark.parametrize(
    ("knobs", "standing", "outcome"),
    [
        ({}, None, EventKind.DEAL_ACCEPTED),
        ({"no_reply": "refuse"}, None, EventKind.DEAL_REFUSED),
        ({"no_reply": "accept"}, None, EventKind.DEAL_ACCEPTED),
        ({}, Meet(Attitude.PARLEY, pay_up_to_cp=1), EventKind.DEAL_ACCEPTED),
        ({"no_reply": "refuse"}, Meet(Attitude.PARLEY), EventKind.DEAL_ACCEPTED),
        ({"no_reply": "accept"}, Meet(Attitude.PARLEY, pay_up_to_cp=1), EventKind.DEAL_ACCEPTED),
    ],
)
def test_silence_until_the_deadline(knobs: dict, standing: Meet | None, outcome: EventKind) -> None:
    said = () if standing is None else (order(1, standing, DUSK),)
    start = world(standing=said)
    first = step(start, DUSK + DAY, dice=goblins_offer(), the_book=book(**knobs))
    assert first.world.parties[FOUR].decision.deadline == DUSK + 2 * DAY
    assert first.world.parties[FOUR].clock == DUSK + 120
    last = step(first.world, DUSK + 2 * DAY, dice=goblins_offer(), the_book=book(**knobs))
    assert outcome in kinds(last.events)
    assert EventKind.DECISION_EXPIRED in kinds(last.events)


def test_a_counter_offer_goes_to_the_dm_whose_word_settles_it() -> None:
    counter = order(1, Answer(None, "counter", pay_cp=50, words="50 cobres y ya"), DUSK + 3 * HOUR)
    first = step(world(), DUSK + DAY, counter, dice=goblins_offer())
    assert one(first.events, EventKind.DEAL_COUNTERED).data["words"] == "50 cobres y ya"
    assert first.world.parties[FOUR].decision is not None
    assert 1 in first.done
    word = order(2, Answer(None, "accept"), DUSK + DAY + HOUR, by=DM, character=DURIC, by_dm=True)
    second = step(first.world, DUSK + 2 * DAY, word, dice=goblins_offer())
    assert one(second.events, EventKind.DECISION_ANSWERED).data["by"] == DM


def test_a_counter_offer_of_the_full_price_is_a_yes() -> None:
    counter = order(1, Answer(None, "counter", pay_cp=250, rations=2), DUSK + 3 * HOUR)
    after = step(world(), DUSK + DAY, counter, dice=goblins_offer())
    assert EventKind.DEAL_ACCEPTED in kinds(after.events)


def test_the_answer_of_somebody_else_is_a_proposal() -> None:
    no = order(1, Answer(None, "refuse"), DUSK + 3 * HOUR, by=BEA)
    after = step(world(), DUSK + DAY, no, dice=goblins_offer())
    assert one(after.events, EventKind.PROPOSED).data["order"] == 1
    assert after.world.parties[FOUR].decision is not None


def test_without_spokesperson_more_than_half_settle_it_and_most_do_at_the_deadline() -> None:
    votes = [order(n, Answer(None, "refuse"), DUSK + (2 + n) * HOUR, by=who) for n, who in ((1, ANA), (2, BEA))]
    start = world(spokesperson=None)
    first = step(start, DUSK + DAY, *votes, dice=goblins_offer())
    assert first.world.parties[FOUR].decision is not None
    third = order(3, Answer(None, "refuse"), DUSK + DAY + HOUR, by="carlos")
    settled = step(first.world, DUSK + DAY + 2 * HOUR, *votes, third, dice=goblins_offer())
    assert EventKind.DECISION_ANSWERED in kinds(settled.events)
    late = step(first.world, DUSK + 2 * DAY, *votes, dice=goblins_offer())
    assert one(late.events, EventKind.DECISION_EXPIRED).data["choice"] == "refuse"


def test_an_attitude_sent_while_they_wait_answers_them() -> None:
    pay = order(1, Meet(Attitude.BRIBE), DUSK + 3 * HOUR)
    after = step(world(), DUSK + DAY, pay, dice=goblins_offer())
    assert EventKind.DEAL_ACCEPTED in kinds(after.events)


# -- G9: what a fight brings -----------------------------------------------------------------------------------------


def test_g09_survivors_share_the_worms_and_the_next_check_counts_eight() -> None:
    after = fight(camped(Named(G5)), WORMS)
    xp = one(after.events, EventKind.XP)
    assert xp.data == {"total": 230, "each": 76, "shares": {DURIC: 76, KROM: 76, JORAM: 76}, "left_over": 2}
    assert after.people[ULMO].xp == 0
    assert EventKind.TREASURE not in kinds(after.events)
    assert EventKind.NO_TREASURE in kinds(after.events)
    again = {f"{who}:survival:later": 50 for who in (DURIC, KROM, JORAM)}
    second = fight(replace(after, dice=Named(again), events=()), WORMS, ":later")
    check = one(second.events, EventKind.SURVIVAL)
    assert (check.data["party_hd"], check.data["chance"]) == ("8", 50)


@pytest.mark.parametrize(("total", "each", "left"), [(231, 77, 0), (230, 76, 2)])
def test_d7_whole_points_and_the_rest_to_nobody(total: int, each: int, left: int) -> None:
    from rules.reward import award

    people = {name: sheet for name, sheet in four().items() if name != ULMO}
    xp = one(award(scene(people=people), total, source="R30").events, EventKind.XP)
    assert (xp.data["each"], xp.data["left_over"]) == (each, left)


def test_a_henchman_takes_half_a_share_and_a_hireling_none() -> None:
    from rules.reward import shares

    book_ = book()
    kit = person(CharacterId("kit"), "fighter", 1, 5, role=Role.HENCHMAN, employer=DURIC)
    boy = person(CharacterId("boy"), "level_0", 0, 3, role=Role.HIRELING, employer=DURIC)
    got = shares(250, [*(four()[name] for name in (DURIC, KROM)), kit, boy], house=book_.house)
    assert got == {DURIC: 100, KROM: 100, "kit": 50}


def test_the_order_of_a_fight() -> None:
    people = four(joram={"spells": SPELLS})
    dice = Named(
        {
            **G5,
            "krom:survival": 55,
            "duric:wounds": (1, 1),
            "joram:wounds": (1,) * 4,
            "joram:spell:1": 2,
            "save:rot": 3,
            "treasure:goblin": 4,
        }
    )
    after = fight(camped(dice, people, book=book((ROT,))), Band(((WORM, 2), (GOBLIN, 1))))
    order_of = [kind for kind in kinds(after.events) if kind is not EventKind.STANCE_BEGUN]
    assert order_of == [
        EventKind.SURVIVAL,
        EventKind.DIED,
        *[EventKind.SAVE] * 3,
        *[EventKind.SURVIVED] * 3,
        EventKind.XP,
        EventKind.TREASURE,
        *[EventKind.SPELL_LOST] * 2,
        EventKind.RETREAT_CALLED,
    ]


def test_every_face_of_a_fight_stands_with_its_event() -> None:
    after = fight(camped(Named(G5)), WORMS)
    thrown = {(face.throw.who, face.throw.what, face.n, face.value) for event in after.events for face in event.faces}
    assert (ULMO, "survival", 0, 79) in thrown
    assert {value for who, what, _, value in thrown if (who, what) == (JORAM, "wounds")} == {4, 3, 2, 1}
    assert len([one for one in thrown if one[1] == "survival"]) == 4


# -- special attacks -------------------------------------------------------------------------------------------------


def test_a_failed_save_against_poison_kills_before_wounds_and_takes_no_share() -> None:
    dice = Named({"survival": 30, "save:poison": 14, "duric:wounds": 1, "krom:wounds": 1, "wounds": 1,
                  "joram:save:poison": 13})  # fmt: skip
    after = fight(camped(dice), Band(((SPIDER, 2),)))
    died = one(after.events, EventKind.DIED)
    assert (died.characters, died.data["cause"]) == ((JORAM,), "save:poison")
    assert JORAM not in one(after.events, EventKind.XP).data["shares"]
    assert JORAM not in {who for event in told(after.events, EventKind.SURVIVED) for who in event.characters}


def test_a_lasting_effect_stays_on_the_sheet_and_another_is_over_with_the_fight() -> None:
    dice = Named({"survival": 60, "save:rot": 2, "wounds": 1, "save:paralysis": 2})
    after = fight(camped(dice, book=book((ROT,))), WORMS)
    assert after.people[DURIC].effects == ("podredumbre",)
    from ossur import PARALYSIS

    after = fight(camped(dice, book=book((PARALYSIS,))), WORMS)
    assert after.people[DURIC].effects == ()
    assert len(told(after.events, EventKind.SAVE)) == 4, "one for each kind of attack, not for each worm"


def test_saves_go_by_class_and_level() -> None:
    from rules.saves import save_target

    tables = book().tables
    assert save_target(four()[ULMO], "death", tables=tables) == 7
    assert save_target(four()[DURIC], "death", tables=tables) == 14
    both = replace(four()[DURIC], classes=(*four()[DURIC].classes, ClassLevel(ClassId("cleric"), 1)))
    assert save_target(both, "death", tables=tables) == 10
    assert save_target(replace(both, classes=()), "death", tables=tables) == 14


# -- spells ----------------------------------------------------------------------------------------------------------


def test_d5_one_spell_of_each_level_a_fight() -> None:
    people = four(joram={"spells": SPELLS})
    quiet = {"survival": 70, "joram:spell:1": 3}
    first = fight(camped(Named(quiet), people), WORMS)
    assert [spell.lost for spell in first.people[JORAM].spells] == [False, False, True, True]
    second = fight(replace(first, dice=Named({"survival:b": 70, "joram:spell:1:b": 1}), events=()), WORMS, ":b")
    assert [spell.lost for spell in second.people[JORAM].spells] == [True, False, True, True]
    assert [event.data for event in told(second.events, EventKind.SPELL_LOST)] == [{"spell": "sueño", "level": 1}]


def test_the_dead_lose_no_spells_and_the_knob_spares_clerics() -> None:
    people = four(joram={"spells": SPELLS}, ulmo={"spells": (Spell("bendición", 1),)})
    dead = fight(camped(Named({**G5, "joram:survival": 90}), people), WORMS)
    assert not any(spell.lost for spell in dead.people[JORAM].spells)
    dice = Named({"survival": 70, "joram:spell:1": 1})
    spared = fight(camped(dice, people, book=book(casters="magic_users")), WORMS)
    assert not spared.people[ULMO].spells[0].lost
    assert any(spell.lost for spell in spared.people[JORAM].spells)


def test_four_quiet_checks_of_a_day_give_spells_back() -> None:
    lost = tuple(replace(spell, lost=True) for spell in SPELLS[:2])
    after = step(world(four(joram={"spells": lost})), DUSK + 8 * HOUR)
    back = one(after.events, EventKind.SPELLS_RECOVERED)
    assert (back.at, back.characters, back.data["spells"]) == (DUSK + 8 * HOUR, (JORAM,), ["sueño", "sueño"])
    assert not any(spell.lost for spell in after.world.characters[JORAM].spells)


def test_an_encounter_begins_the_count_anew() -> None:
    lost = (Spell("sueño", 1, lost=True),)
    dice = Named({f"check@{DUSK + 6 * HOUR}": 1, "group": 2, "survival": 70})
    after = step(world(four(joram={"spells": lost})), DUSK + 24 * HOUR, dice=dice)
    assert one(after.events, EventKind.SPELLS_RECOVERED).at == DUSK + 14 * HOUR


# -- treasure and load -----------------------------------------------------------------------------------------------


def test_treasure_goes_where_there_is_room() -> None:
    dice = Named({"survival": 60, "wounds": 1, "treasure:goblin": (6,) * 6})
    people = four(krom={"abilities": {"str": 18}})
    after = fight(camped(dice, people), SIX)
    treasure = one(after.events, EventKind.TREASURE)
    assert treasure.data == {"worth_cp": 3600, "weight": 36, "carried": 3600, "left_behind": 0}
    assert [(piece.carrier, piece.worth_cp, piece.weight) for piece in after.party.loot] == [(KROM, 3600, 36)]


def test_what_is_over_the_limit_stays_behind() -> None:
    dice = Named({"survival": 60, "wounds": 1, "treasure:goblin": (6,) * 6})
    limits = {name: {"limits": Limits(load_weight=10)} for name in four()}
    after = fight(camped(dice, four(**limits)), SIX)
    treasure = one(after.events, EventKind.TREASURE)
    assert treasure.data["carried"] == 4 * 500, "ten pounds' tenths each, less five coins of their own"
    assert treasure.data["left_behind"] == 3600 - 2000


# -- groups ----------------------------------------------------------------------------------------------------------


def test_mixed_groups_fight_as_one() -> None:
    dice = Named({"survival": 40})
    after = fight(camped(replace_values(dice, {"treasure:goblin": (1,) * 18, "treasure:ogre": 1})),
                  Band(((GOBLIN, 18), (OGRE, 1))))  # fmt: skip
    assert len(told(after.events, EventKind.SURVIVAL)) == 1
    assert one(after.events, EventKind.SURVIVAL).data["against_hd"] == "22"


def replace_values(dice: Named, more: dict) -> Named:
    return Named({**dice.faces, **more})


def test_numbers_by_dice_and_somebody_always_comes() -> None:
    from rules.atlas import GroupEntry

    entry = GroupEntry(1, ((GOBLIN, "2d4+1"), (OGRE, "1d4-2")))
    band, faces = numbered(scene(Named({"number:goblin": (3, 2), "number:ogre": 1})), entry)
    assert band.monsters == ((GOBLIN, 6),)
    assert [face.value for face in faces] == [3, 2, 1]
    band, _ = numbered(scene(Named({"number:ogre": 1})), GroupEntry(1, ((OGRE, "1d4-2"),)))
    assert band.monsters == ((OGRE, 1),)


def test_an_unknown_table_is_told_to_the_dm_and_hurts_nobody() -> None:
    after = meet(camped(), "nowhere")
    event = one(after.events, EventKind.FOR_THE_DM)
    assert event.audience is Audience.DM
    assert after.party.decision is None


def test_those_who_come_back_do_not_talk() -> None:
    coming = Band(((GOBLIN, 6),), due=DUSK, site=CRYPT, zone=CHAMBER, party=FOUR)
    suffix = f":returned:{DUSK}"
    dice = Named({f"survival{suffix}": 60, f"wounds{suffix}": 1, f"treasure:goblin{suffix}": 1})
    after = returned(replace(camped(dice), bands=(coming,)), coming)
    assert one(after.events, EventKind.ENCOUNTER).data["returned"] is True
    assert EventKind.REACTION not in kinds(after.events)
    assert after.bands == ()


def test_nobody_conscious_has_the_least_chance() -> None:
    people = {name: replace(sheet, hp=0) for name, sheet in four().items()}
    after = fight(camped(Named({"survival": 1}), people), WORMS)
    assert one(after.events, EventKind.SURVIVAL).data["chance"] == 0
    assert not after.living


def test_half_a_hit_die_is_exact() -> None:
    from rules.survival import group_hit_dice

    kobolds = ((MonsterId("kobold"), 3),)
    assert group_hit_dice(kobolds, monsters=book().atlas.monsters) == Fraction(3, 2)


def test_critical_condition_takes_the_place_of_death() -> None:
    dice = Named({"survival": 60, "wounds": 1, "ulmo:survival": 99, "critical": (20,) * 9})
    after = fight(camped(dice, book=book(critical_condition=True)), WORMS)
    assert after.people[ULMO].is_alive
    assert after.people[ULMO].is_critical
    event = one(after.events, EventKind.CRITICAL)
    assert (event.faces[0].throw.what, event.faces[0].value) == ("survival", 99)


def test_the_attitude_order_of_the_spokesperson_stands_until_another() -> None:
    first = order(1, Meet(Attitude.FIGHT, "goblin"), DUSK + 1)
    second = order(2, Meet(Attitude.BRIBE, "goblin"), DUSK + 2)
    third = order(3, Meet(Attitude.FIGHT), DUSK + 3, by=BEA)
    after = step(world(), DUSK + 10, first, second, third)
    assert [o.id for o in after.world.parties[FOUR].standing] == [2]
    assert {1, 2, 3} <= set(after.done)
    assert one(after.events, EventKind.PROPOSED).data["order"] == 3


def test_poison_is_a_special_attack_of_the_spider() -> None:
    assert book().atlas.monsters[SPIDER].special == (POISON,)
    assert Stance(StanceKind.SECURE).until is None


@pytest.mark.parametrize(
    ("pace", "check", "deadline"),
    [("daily", 2, 2), ("daily", 22, 2), ("hourly", 2, 1), ("hourly", 18, 1), ("hourly", 20, 2)],
)
def test_people_have_time_to_answer(pace: str, check: int, deadline: int) -> None:
    dice = Named({**goblins_offer().faces, f"check@{DUSK + 120}": 6, f"check@{DUSK + check * HOUR}": 1})
    after = step(world(), DUSK + DAY - 1, dice=dice, the_book=book(pace=pace))
    assert after.world.parties[FOUR].decision.deadline == DUSK + deadline * DAY
