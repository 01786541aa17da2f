"""What happened: the values that come out of a day, from which every mail, table and proof is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.dice import Face
from rules.names import CharacterId, PartyId
from rules.time import Moment


class Audience(StrEnum):
    """Who may know of an event."""

    PARTY = "party"  # all members, living or dead
    CHARACTERS = "characters"  # only the characters named
    DM = "dm"  # a secret of the DM's


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a party at a moment."""

    kind: "EventKind"
    at: Moment
    party: PartyId
    characters: tuple[CharacterId, ...] = ()  # whom it is about
    data: Mapping[str, Any] = field(default_factory=dict)  # JSON-able; keys listed with each kind
    faces: tuple[Face, ...] = ()  # the dice it rests on
    source: str = ""  # rule ids: "R22, A1"
    audience: Audience = Audience.PARTY


class EventKind(StrEnum):
    """Every kind of event, with the keys of its data. Ids are slugs, money in cp, weight in tenths of a pound."""

    # the dungeon
    STANCE_BEGUN = "stance_begun"  # stance, zone, by ("order", "default", "retreat", "load", "provisions", "objective")
    QUIET = "quiet"  # checks: how many encounter checks in a row found nobody; since: moment of the first
    ENCOUNTER = "encounter"  # monsters: [[id, count], ...], hd: "6", returned: bool
    REACTION = "reaction"  # code, roll, modifier, total, speaker
    DEAL_OFFERED = "deal_offered"  # decision, price_cp, rations, monsters, words_es, words_en
    DEAL_ACCEPTED = "deal_accepted"  # decision, price_cp, rations, paid: {character: cp}, monsters
    DEAL_REFUSED = "deal_refused"  # decision, monsters
    SURVIVAL = "survival"  # chance, party_hd, against_hd, steps, monsters (or trap)
    SURVIVED = "survived"  # roll, margin, dice, die, damage, hp
    DIED = "died"  # roll, chance, cause
    SAVE = "save"  # attack, column, target, roll, passed, effect_es, effect_en
    SPELL_LOST = "spell_lost"  # spell, level
    SPELLS_RECOVERED = "spells_recovered"  # spells: [...]
    XP = "xp"  # total, each, shares: {character: xp}, left_over
    TREASURE = "treasure"  # worth_cp, weight, carried, left_behind
    NO_TREASURE = "no_treasure"  # monsters
    TRAP = "trap"  # label_es, label_en, went_off, hd
    RETREAT_CALLED = "retreat_called"  # reason: "threshold", "death", "load", "provisions"; who, percent
    MOVED = "moved"  # zone
    SAFE_ZONE = "safe_zone"  # zone
    OBJECTIVE_REACHED = "objective_reached"  # zone
    OBJECTIVE_MISSED = "objective_missed"  # zone
    LEFT_SITE = "left_site"  # place, minutes, days
    ENTERED_SITE = "entered_site"  # site, zone
    BODY_TAKEN = "body_taken"  # bearers; lives: whether it is somebody senseless, not dead
    BODY_LEFT = "body_left"  # zone
    REINFORCEMENTS_DUE = "reinforcements_due"  # at, monsters (DM)
    PROVISIONS_LOW = "provisions_low"  # days
    PROVISIONS_OUT = "provisions_out"
    # the road
    DEPARTED = "departed"  # destination, route, arrives_day
    TRAVELLED = "travelled"  # miles_tenths, left_tenths, route
    ARRIVED = "arrived"  # place, days
    WENT_ASTRAY = "went_astray"  # (DM) route
    NOTICED_LOST = "noticed_lost"  # decision
    PLACE_FOUND = "place_found"  # place, decision
    STRANGER_MET = "stranger_met"  # monsters, decision
    # the town
    BOUGHT = "bought"  # item, quantity, cost_cp, purse_cp
    SOLD = "sold"  # item, quantity, gain_cp, purse_cp
    NOT_BOUGHT = (
        "not_bought"  # item, quantity, reason: "too_dear", "no_money", "not_sold", "no_market", "sold_out"; price_cp
    )
    NOT_SOLD = "not_sold"  # item, reason: "not_owned", "too_cheap", "no_market"; offer_cp
    LODGING = "lodging"  # cost_cp, purse_cp
    LODGING_UNPAID = "lodging_unpaid"  # cost_cp, purse_cp
    HEALED = "healed"  # hp, gained
    HIRED = "hired"  # role, quantity, daily_cp
    NOT_HIRED = "not_hired"  # role, reason
    WAGES = "wages"  # cost_cp, purse_cp
    TASK_BEGUN = "task_begun"  # activity, detail, until, spend_cp
    TASK_DONE = "task_done"  # activity, detail, success, words_es, words_en, gain_cp, xp
    TASK_WAITS = "task_waits"  # activity, detail
    # the party
    OVERRULED = "overruled"  # order, by, text, by_text
    PROPOSED = "proposed"  # order, text
    BROKE_AWAY = "broke_away"  # alone_party, alone_hd, rest_hd
    REJOINED = "rejoined"  # party
    UNITED = "united"  # party, name: of the party that came to it; player: who speaks for both, None for nobody
    SPOKESPERSON = "spokesperson"  # player; why: "dead", and stays: bool, where nobody was named anew
    ORDER_DONE = "order_done"  # order
    ORDER_FAILED = "order_failed"  # order, reason
    ORDER_QUEUED = "order_queued"  # order, until: owes days (A39)
    ORDER_SUSPENDED = "order_suspended"  # order, times, reason: one that repeats is tried no more
    FOR_THE_DM = "for_the_dm"  # order, words
    DECISION_ANSWERED = (
        "decision_answered"  # decision, choice, by, order, at: when it came, votes: how many where most decide
    )
    DECISION_EXPIRED = "decision_expired"  # decision, choice
    RULED = "ruled"  # words, changes
    FREE_AGAIN = "free_again"  # the owed days are over
    # Critical Condition
    CRITICAL = "critical"  # exhaustion, saves: [...]
    EXHAUSTION = "exhaustion"  # level, was
    # more of the road and the town
    MEALS = "meals"  # eaten: {character: rations}, left: rations of all together
    WAGES_UNPAID = "wages_unpaid"  # cost_cp, purse_cp, roles: [...]
    DISMISSED = "dismissed"  # role: a hireling whose time is over
    SET_OUT_AGAIN = "set_out_again"  # route, destination, choice: after a decision on the road
    HALTED = "halted"  # reason: "exhausted", "overloaded": nobody moves today
    CRITICAL_OVER = "critical_over"  # hp, by: "healing", "medicine", "rest", "spell", "death_save"
    # more of the dungeon
    REINFORCEMENTS_MISSED = "reinforcements_missed"  # monsters: came back and found nobody (DM)
    NO_WAY = "no_way"  # zone: no way is known or open to where the party wants to go
    MADE_CAMP = "made_camp"  # zone: explored long enough for one day (A26)
    BODY_DECISION = "body_decision"  # decision, body, bearers: take the dead along or leave them
    DEAL_COUNTERED = "deal_countered"  # decision, words, pay_cp, rations: for the DM to judge
