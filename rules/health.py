"""Hit points: how wounds are borne and how low somebody has sunk."""

from rules.changed import replace
from rules.character import Character, Life
from rules.condition import halved
from rules.time import Moment

_PERCENT = 100


def wounded_hp(hp: int, damage: int) -> int:
    """Hit points after wounds of a survival check: never below 1, never raised. Source: R29, A9."""
    return max(min(hp, 1), hp - damage)


def wounded(person: Character, damage: int) -> Character:
    """The person after wounds that cannot kill. Source: R29."""
    hp = wounded_hp(person.hp, damage)
    return person if hp == person.hp else replace(person, hp=hp)


def dead(person: Character, at: Moment) -> Character:
    """The person, dead. Source: R27."""
    return replace(person, life=Life.DEAD, died_at=at, hp=min(person.hp, 0), is_critical=False)


def full_hp(person: Character) -> int:
    """The maximum that health is measured against: halved from exhaustion 4 on. Source: C15, AC8."""
    return halved(person.max_hp, exhaustion=person.exhaustion)


def is_at_or_below(person: Character, percent: int) -> bool:
    """Whether hit points are at most that percentage of the maximum. Source: R15, A42."""
    return person.hp * _PERCENT <= percent * full_hp(person)
