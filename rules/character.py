"""A character's sheet: what the rules must know of one person, and nothing of the player behind."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from rules.names import CharacterId, ClassId, ItemId, OrderId, PlayerId
from rules.time import Moment


class Role(StrEnum):
    """What a person is to the party."""

    CHARACTER = "character"  # a player's own
    HENCHMAN = "henchman"  # takes half a share (A18)
    HIRELING = "hireling"  # counts its hit dice, takes no share
    ANIMAL = "animal"  # counts only if its sheet gives hit dice (A13)


class Life(StrEnum):
    """Whether somebody lives."""

    ALIVE = "alive"
    DEAD = "dead"
    GONE = "gone"  # retired, dismissed or lost for good: the rules leave them alone


@dataclass(frozen=True, slots=True)
class ClassLevel:
    """One class of a character and the level in it."""

    name: ClassId
    level: int  # 0 for ordinary people


@dataclass(frozen=True, slots=True)
class Good:
    """Things of one kind that somebody carries."""

    item: ItemId  # of the price list, or a slug of its own for a thing that is in none
    label: str  # as its owner reads it
    quantity: int
    weight: int  # of one, in tenths of a pound
    worth_cp: int  # of one, what a shop would pay at best


@dataclass(frozen=True, slots=True)
class Spell:
    """One memorised spell; the same spell twice is two of these."""

    name: str
    level: int
    lost: bool = False  # cast or lost in a fight out of session, and not yet won back (R54)


class LoadLevel(StrEnum):
    """Bands of encumbrance, by rising load."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"
    SEVERE = "severe"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a player said beforehand about when to turn back. Source: R15, R16."""

    retreat_percent: int | None = None  # of maximum hit points; turn back at or below
    retreat_hp: int | None = None  # the same in hit points
    load_level: LoadLevel | None = None  # fullest band accepted
    load_weight: int | None = None  # or a weight, tenths of a pound
    retreat_by: OrderId | None = None  # the order each comes from; None: what the sheet came with
    load_by: OrderId | None = None


@dataclass(frozen=True, slots=True)
class Routine:
    """How an order that repeats has fared."""

    order: OrderId
    due: Moment  # not again before
    failed: int = 0  # times in a row
    suspended: Moment | None = None  # tried no more since then


@dataclass(frozen=True, slots=True)
class Character:
    """One sheet. Frozen: every change makes a new one, and an event says why."""

    id: CharacterId
    name: str
    classes: tuple[ClassLevel, ...]  # several: multi-class, all count at once (A11)
    hp: int
    max_hp: int
    player: PlayerId | None = None  # None for people of the DM's
    role: Role = Role.CHARACTER
    employer: CharacterId | None = None  # of a henchman or hireling
    race: str = "human"
    gender: str = "m"  # how mails speak of them: m, f or n
    abilities: Mapping[str, int] = field(default_factory=dict)  # "str", "int", "wis", "dex", "con", "cha"
    life: Life = Life.ALIVE
    died_at: Moment | None = None
    xp: int = 0
    purse_cp: int = 0
    goods: tuple[Good, ...] = ()
    rations: int = 0  # days of food and water for one
    spells: tuple[Spell, ...] = ()
    limits: Limits = Limits()
    effects: tuple[str, ...] = ()  # lasting effects of failed saves, in words for the sheet
    exhaustion: int = 0  # levels, where Critical Condition is played
    is_critical: bool = False  # in Critical Condition (C1)
    free_at: Moment | None = None  # personal date: plays no downtime before it (R7, A38)
    hit_dice: Fraction | None = None  # overrides the class table, for animals and odd cases
    wound_die: int | None = None  # sides; overrides the class's die (A11)
    standard_move_ft: int = 120
    daily_wage_cp: int = 0  # of a hireling
    notes: str = ""
    routines: tuple[Routine, ...] = ()  # of orders that repeat, from their first time on

    @property
    def is_alive(self) -> bool:
        """Whether they live and are still with us."""
        return self.life is Life.ALIVE

    @property
    def is_conscious(self) -> bool:
        """Whether they live and stand: at 1 hit point or more, or fighting on in Critical Condition."""
        return self.is_alive and (self.hp >= 1 or self.is_critical)
