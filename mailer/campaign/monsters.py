"""Monsters by their printed hit dice: what they count, what they are worth, how they save.

Reads `data/ogl/monsters.csv`:

    id,name_es,name_en,hd,xp_base,xp_per_hp,parley,attack,save,effect_es,effect_en,lasting,kills
    goblin,goblin,goblin,1-1,10,1,yes,,,,,,
"""

import re
from functools import cache

from mailer.campaign.csvs import rows
from mailer.campaign.game_kinds import counted
from rules.atlas import Label, Monster, SpecialAttack
from rules.names import MonsterId

_PRINTED = re.compile(r"(\d+)([+-]\d+)?", re.ASCII)
_LITTLE = re.compile(r"(?:1d)?(\d+) *hp", re.ASCII)


def load_monsters() -> dict[MonsterId, Monster]:
    """The monsters that are shipped."""
    return {MonsterId(row["id"]): _monster(row) for row in rows("ogl", "monsters.csv")}


def _monster(row: dict[str, str]) -> Monster:
    special = SpecialAttack(
        name=row["attack"],
        save=row["save"],
        effect=Label(row["effect_es"], row["effect_en"]),
        lasting=row["lasting"] == "yes",
        kills=row["kills"] == "yes",
    )
    return Monster(
        id=MonsterId(row["id"]),
        label=Label(row["name_es"], row["name_en"]),
        hit_dice=counted(row["hd"]),
        xp=int(row["xp_base"]) + int(row["xp_per_hp"]) * average_hp(row["hd"]),
        parley=row["parley"] == "yes",
        special=(special,) if row["save"] else (),
        save_as_level=fighter_level(row["hd"]),
    )


def average_hp(hit_dice: str) -> int:
    """Average hit points, half points dropped: "3+1" has 14, "1-1" has 3, "1d4 hp" has 2."""
    printed = _PRINTED.fullmatch(hit_dice)
    if printed:
        return max(1, (int(printed[1]) * 9 + int(printed[2] or 0) * 2) // 2)
    little = _LITTLE.fullmatch(hit_dice)
    if little and "d" in hit_dice:
        return (int(little[1]) + 1) // 2
    return int(little[1]) if little else 2


def experience(hit_dice: str, *, special: int = 0) -> int:
    """What one of average hit points is worth by the table: base, each hit point, each special attack."""
    row = _band(_ladder(hit_dice))
    return row[0] + row[1] * average_hp(hit_dice) + row[2] * special


def fighter_level(hit_dice: str) -> int:
    """The fighter level a monster saves as."""
    step = _ladder(hit_dice)
    levels = _levels()
    if step <= 0:
        return levels[0] if step < 0 else levels[1]
    return levels[min(step + 1, len(levels) - 1)]


@cache
def _levels() -> tuple[int, ...]:
    return tuple(int(row["fighter_level"]) for row in rows("ogl", "monster_level_equivalence.csv"))


def _ladder(hit_dice: str) -> int:
    """The band of hit dice: -1 below 1-1, 0 for 1-1, 1 for 1, 2 for 1+1 to 2, 3 for 2+1 to 3, and so on."""
    printed = _PRINTED.fullmatch(hit_dice)
    if not printed:
        return 1 if counted(hit_dice) >= 1 else -1
    whole, plus = int(printed[1]), int(printed[2] or 0)
    if plus < 0:
        return max(0, whole - 1) if whole > 1 else 0
    return whole + 1 if plus > 0 else whole


@cache
def _bands() -> tuple[tuple[int, int, int], ...]:
    return tuple((int(row["base"]), int(row["per_hp"]), int(row["special"])) for row in rows("ogl", "xp_by_hd.csv"))


def _band(step: int) -> tuple[int, int, int]:
    """The row: the first is below 1-1, the second holds 1-1 and 1, then one a band."""
    bands = _bands()
    return bands[0] if step < 0 else bands[min(max(step, 1), len(bands) - 1)]
