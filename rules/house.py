"""The campaign's house rules: every knob with the reading we recommend as its default."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class House:
    """The knobs. Each line: what it sets, and the reading it comes from (RULES §4)."""

    turnover: int = 1380  # local minute of the day at which a day closes (A55)
    chance_min: int = 0  # clamp of the survival chance (A4)
    chance_max: int = 100
    auto_fail_100: bool = False  # a natural 00 always dies, 01 always lives (A5)
    wound_mode: str = "margin"  # "margin" as printed, "inverse" by closeness to failure (A7)
    pc_hd: str = "hit_dice"  # "hit_dice" of the class table or "level" (A10)
    henchman_share_percent: int = 50  # of a full share of XP (A18)
    treasure_xp: bool = False  # treasure is worth XP, and then only once outside (A19)
    casters: str = "memorised"  # whoever has spells in memory, or "magic_users" only (A33)
    check_chance: int = 1  # encounter on 1..check_chance ...
    check_sides: int = 6  # ... of this die, where a table says nothing (A22)
    secure_minutes: int = 120  # between checks (R37)
    moving_minutes: int = 60  # between checks while exploring, raiding, returning (R42, A27)
    explore_max_minutes: int = 480  # a day, then the party camps (A26)
    no_reply: str = "dm"  # a deal nobody answers: "dm", "refuse" or "accept" (A25)
    trap_chance: int = 1  # in trap_sides an hour, where a site has no map (A30)
    trap_sides: int = 6
    quiet_checks_to_recover: int = 4  # in a row within a day, gives spells back (A36)
    retreat_basis: str = "any_member"  # "any_member", "average" or "own" (A42)
    retreat_on_death: bool = True  # a death alone turns the party back (A42)
    default_load_level: str = "heavy"  # fullest band if nobody says otherwise (A44)
    starving_returns: bool = True  # no provisions left: the stance becomes return (A45)
    provisions_warn_days: int = 2
    wilderness_checks: str = "day_night"  # "day_night" by terrain, or "osric" three of 1 in 12 (A51)
    dungeon_rest_heals: bool = False  # (A57)
    heal_per_rest_day: int = 1
    dungeon_days_double: bool = False  # days lived 1:1 underground are owed again (A38)
    proposal_days: int = 3  # for how long what somebody proposed may be taken up (A46)
    routine_failures: int = 3  # in a row, then an order that repeats is suspended; 0: never
    dead_spokesperson_stays: bool = True  # delegation is to the person (A47)
    march_begins: int = 480  # minute of the day at which travellers set out
    march_minutes: int = 480  # of marching that make a day's miles
    careful_percent: int = 75  # of the usual miles at a careful pace, which halves the chance of getting lost
    forced_percent: int = 150  # at a forced one, which asks for a full day's rest afterwards
    reaction_table: str = "d100"  # "d100" or "2d6"
    upkeep: bool = True  # towns charge lodging
    pace: str = "daily"  # "daily" resolves at the turnover, "hourly" as the hours pass (R68)
    critical_condition: bool = False  # AC8
    critical_variant: bool = False  # C11
    lesser_restoration: bool = False  # removes exhaustion too (AC6)
    medicine_dc: int = 10  # AC5
    language: str = "es"  # of the words that failed saves leave on a sheet
