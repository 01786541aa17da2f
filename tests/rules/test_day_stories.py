"""The two stories of the house rules, played through the clock: Duric, Krom, Ulmo and Joram camp in the crypt."""

from ossur import (
    ANA,
    DAY,
    DURIC,
    DUSK,
    FOUR,
    GOBLIN,
    HOUR,
    JORAM,
    KROM,
    MOUTH,
    OGRE,
    ULMO,
    WORM,
    Named,
    one,
    order,
    step,
    told,
    world,
)

from rules.character import Life
from rules.events import Audience, EventKind
from rules.orders import Answer, Carry, Stance, StanceKind
from rules.world import AtPlace, InSite

CAMP = order(1, Stance(StanceKind.SECURE), DUSK - 10)
GOBLINS = DUSK + DAY + 6 * HOUR  # 05:00 of the second day
WORMS = DUSK + DAY + 18 * HOUR  # 17:00 of the second day
CHECKS = {
    f"check@{GOBLINS}": 1, f"group@{GOBLINS}": 1, "number:goblin": 6, "reaction": 60, "returns:goblin": (),
}  # fmt: skip
FIGHT = {"duric:survival": 32, "krom:survival": 62, "ulmo:survival": 79, "joram:survival": 11}
WOUNDS = {"duric:wounds": (4, 4, 4), "joram:wounds": (4, 3, 2, 3, 1)}


def test_g11_the_first_day_is_quiet_the_second_brings_goblins_then_worms_and_they_come_out() -> None:
    dice = Named({**CHECKS, f"check@{WORMS}": 1, f"group@{WORMS}": 2, **FIGHT, **WOUNDS})
    first = step(world(), DUSK + DAY, CAMP, dice=dice)
    assert one(first.events, EventKind.QUIET).data["checks"] == 12
    assert not told(first.events, EventKind.ENCOUNTER)

    second = step(first.world, DUSK + 2 * DAY, CAMP, dice=dice)
    offer = one(second.events, EventKind.DEAL_OFFERED)
    assert (offer.at, offer.data["price_cp"], offer.data["rations"]) == (GOBLINS, 200, 2)
    assert second.world.parties[FOUR].clock == GOBLINS

    yes = order(2, Answer(None, "accept"), GOBLINS + 20 * HOUR)
    third = step(second.world, DUSK + 3 * DAY, CAMP, yes, dice=dice)
    assert one(third.events, EventKind.DEAL_ACCEPTED).data["paid"] == {DURIC: 200}
    check = one(third.events, EventKind.SURVIVAL)
    assert (check.at, check.data["chance"], check.data["party_hd"], check.data["against_hd"]) == (WORMS, 70, "12", "6")
    people = third.world.characters
    assert (people[DURIC].hp, people[KROM].hp, people[JORAM].hp) == (12, 11, 1)
    assert people[ULMO].life is Life.DEAD
    assert {name: people[name].xp for name in people} == {DURIC: 76, KROM: 76, JORAM: 76, ULMO: 0}
    assert one(third.events, EventKind.NO_TREASURE).data["monsters"] == [[WORM, 2]]
    assert third.world.parties[FOUR].clock == WORMS, "the spokesperson is asked about Ulmo"

    carry = order(3, Carry(ULMO, (DURIC, KROM)), DUSK + 3 * DAY + 10 * HOUR)
    home = order(4, Stance(StanceKind.RETURN), DUSK + 3 * DAY + 10 * HOUR)
    # They hear of the worms when day three closes and answer on day four; the party still walked out on day two.
    fourth = step(third.world, DUSK + 4 * DAY, carry, home, dice=dice)
    out = one(fourth.events, EventKind.LEFT_SITE)
    assert one(fourth.events, EventKind.BODY_TAKEN).data["bearers"] == [DURIC, KROM]
    assert (out.data["place"], out.data["days"]) == (MOUTH, 2)
    assert ULMO in fourth.world.parties[FOUR].members
    assert isinstance(fourth.world.parties[FOUR].where, AtPlace)
    assert not told(fourth.events, EventKind.ENCOUNTER)
    assert {3, 4} <= set(fourth.done)


def test_g11b_without_worms_the_goblins_come_back_with_their_ogre() -> None:
    dice = Named({**CHECKS, **FIGHT, "joram:wounds": (1, 1), "treasure:goblin": (1,) * 18, "treasure:ogre": 3})
    yes = order(2, Answer(None, "A"), GOBLINS + HOUR)
    deal = step(world(), DUSK + 2 * DAY, CAMP, yes, dice=dice)
    coming = one(deal.events, EventKind.REINFORCEMENTS_DUE)
    assert coming.audience is Audience.DM
    assert coming.data == {"at": GOBLINS + DAY, "monsters": [[GOBLIN, 18], [OGRE, 1]]}
    assert one(deal.events[-1:], EventKind.MEALS)

    after = step(deal.world, DUSK + 3 * DAY, CAMP, dice=dice)
    check = one(after.events, EventKind.SURVIVAL)
    assert (check.at, check.data["chance"], check.data["against_hd"]) == (GOBLINS + DAY, 40, "22")
    people = after.world.characters
    assert people[DURIC].hp == 24
    assert {name for name in people if people[name].life is Life.DEAD} == {KROM, ULMO}
    assert people[JORAM].hp == 7
    assert isinstance(after.world.parties[FOUR].where, InSite)
    assert after.world.parties[FOUR].loot
    assert not after.world.bands
    assert one(after.events, EventKind.RETREAT_CALLED).data["reason"] == "death"
    assert after.world.parties[FOUR].spokesperson == ANA
