"""The survival check: hit dice of both sides, the chance, who lives and how wounded. Exact numbers, no dice of its own.

    check((Contender("Duric", (ClassLevel("fighter", 3),)), ...), Fraction(6), (32, ...), book=book)

Source: R20-R29, A1-A17.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.atlas import Monster
from rules.character import Character, ClassLevel, Role
from rules.house import House
from rules.names import ClassId, MonsterId
from rules.tables import Tables

_BASE = 50  # percent (R20)
_STEP = 10  # percentage points of a step, and of margin to a wound die (R22, R28)
_CERTAIN = 100
ORDINARY = ClassId("level_0")  # the class row of people and animals without a class


@dataclass(frozen=True, slots=True)
class Contender:
    """As much of a member as the check asks for."""

    name: str
    classes: tuple[ClassLevel, ...]
    hit_dice: Fraction | None = None
    wound_die: int | None = None


@dataclass(frozen=True, slots=True)
class Fate:
    """What the check did to one member."""

    name: str
    roll: int
    survives: bool
    margin: int  # chance less roll
    wound_dice: int
    die: int


@dataclass(frozen=True, slots=True)
class Check:
    """A survival check."""

    party_hd: Fraction
    against_hd: Fraction
    steps: int  # above zero: in the party's favour
    chance: int
    members: tuple[Fate, ...]


def check(
    party: Sequence[Contender], against: Fraction, rolls: Sequence[int], *, tables: Tables, house: House
) -> Check:
    """The whole check for members in roster order and a d100 for each, the chance being one for all.

    Source: R25, A15, A16.
    """
    own = sum((hit_dice(member, tables=tables, house=house) for member in party), Fraction(0))
    chance = chance_of(own, against, low=house.chance_min, high=house.chance_max)
    fates = tuple(
        fate(member, roll, chance=chance, tables=tables, house=house) for member, roll in zip(party, rolls, strict=True)
    )
    return Check(own, against, steps_of(own, against), chance, fates)


def fate(member: Contender | Character, roll: int, *, chance: int, tables: Tables, house: House) -> Fate:
    """Whether one member lives, and with how many wound dice of which die."""
    lives = survives(roll, chance, auto_fail=house.auto_fail_100)
    count = wound_dice(roll, chance, mode=house.wound_mode) if lives else 0
    return Fate(member.name, roll, lives, chance - roll, count, wound_die(member, tables=tables))


def steps_of(party: Fraction, against: Fraction) -> int:
    """Whole halves of the smaller side by which the greater exceeds it; negative where the party is the smaller.

    Source: R22-R24, A1-A3.
    """
    low, high = min(party, against), max(party, against)
    if low <= 0:
        raise ValueError(f"a side without hit dice: {party} against {against}")
    small, great = low.numerator * high.denominator, high.numerator * low.denominator  # over one denominator
    steps = 2 * (great - small) // small
    return steps if party >= against else -steps


def chance_of(party: Fraction, against: Fraction, *, low: int = 0, high: int = _CERTAIN) -> int:
    """The percentage that lets each member live. Source: R20, R22, R23, A4."""
    return max(low, min(high, _BASE + _STEP * steps_of(party, against)))


def survives(roll: int, chance: int, *, auto_fail: bool = False) -> bool:
    """Whether a d100 lives: at or under the chance. Source: R26, A5, A6."""
    if auto_fail and roll in (1, _CERTAIN):
        return roll == 1
    return roll <= chance


def wound_dice(roll: int, chance: int, *, mode: str = "margin") -> int:
    """How many dice of wounds a survivor takes: one for each full ten points of margin. Source: R28, A7, A8."""
    points = roll - 1 if mode == "inverse" else chance - roll
    return max(0, points // _STEP)


def hit_dice(member: Contender | Character, *, tables: Tables, house: House) -> Fraction:
    """Hit dice of one member: those of the best class, without fixed hit points. Source: R21, A10, A11, A13."""
    if member.hit_dice is not None:
        return member.hit_dice
    return Fraction(max((_dice_of(level, tables, house) for level in member.classes), default=1))


def _dice_of(level: ClassLevel, tables: Tables, house: House) -> int:
    if level.level < 1:
        return 1
    row = tables.classes.get(level.name)
    if house.pc_hd == "level" or row is None:
        return level.level
    return row.hit_dice[min(level.level, len(row.hit_dice) - 1)]


def wound_die(member: Contender | Character, *, tables: Tables) -> int:
    """Sides of the die of the class with most levels; of several alike the one listed first. Source: R28, A11."""
    if member.wound_die is not None:
        return member.wound_die
    best = max(member.classes, key=lambda level: level.level, default=ClassLevel(ORDINARY, 0))
    row = tables.classes.get(best.name if best.level > 0 else ORDINARY) or tables.classes.get(ORDINARY)
    return row.wound_die if row else 2 * 2 + 2


def takes_part(person: Character) -> bool:
    """Whether somebody rolls in a check: everyone alive who is there, animals only if their sheet says how strong.

    Source: R25, A13.
    """
    return person.is_alive and (person.role is not Role.ANIMAL or person.hit_dice is not None)


def party_hit_dice(people: Iterable[Character], *, tables: Tables, house: House) -> Fraction:
    """Hit dice of those who are present, alive and conscious. Source: R21, A13."""
    counted = (person for person in people if takes_part(person) and person.is_conscious)
    return sum((hit_dice(person, tables=tables, house=house) for person in counted), Fraction(0))


def group_hit_dice(group: Iterable[tuple[MonsterId, int]], *, monsters: Mapping[MonsterId, Monster]) -> Fraction:
    """Hit dice of creatures that attack together: number times dice, without the "+n". Source: R21, A12, A17."""
    return sum((monsters[kind].hit_dice * count for kind, count in group), Fraction(0))
