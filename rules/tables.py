"""The figures of the rulebook in play, read from `data/` by the post and handed to the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.atlas import Label
from rules.names import ClassId


@dataclass(frozen=True, slots=True)
class ClassRow:
    """What the rules must know of a class."""

    wound_die: int  # sides
    max_hit_dice: int  # beyond that level only fixed hit points are gained
    hit_dice: tuple[int, ...]  # by level, index 0 for level 0; the last counts on
    saves_as: ClassId
    prepares: bool  # memorises spells
    label: Label | None = None  # what people call it; None: its name


@dataclass(frozen=True, slots=True)
class SaveRow:
    """Saving throws of a class over some levels: roll d20, pass at or above."""

    level_min: int
    level_max: int | None  # None: no upper limit
    aimed: int
    breath: int
    death: int
    petrify: int
    spells: int


@dataclass(frozen=True, slots=True)
class ReactionRow:
    """One band of the reaction table, on the modified total."""

    low: int
    high: int
    code: str
    parley: bool  # the encounter may become an offer (A24)


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """A terrain."""

    speed: Fraction  # of level-ground miles a day
    day_in_12: int  # encounters on 1..n of a d12
    night_in_12: int
    osric_in_12: int
    lost_percent: int  # chance a day of losing the way
    veer: str  # "none", "one_point" or "any"
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class LoadBand:
    """A band of encumbrance."""

    label: str
    up_to: int  # tenths of a pound
    move_ft: int


@dataclass(frozen=True, slots=True)
class Hireling:
    """Somebody one can take on."""

    role: str
    name_es: str
    name_en: str
    daily_cp: int


@dataclass(frozen=True, slots=True)
class ExhaustionRow:
    """What a level of exhaustion does, each on top of those before. Source: C15."""

    level: int
    effect_es: str
    effect_en: str


@dataclass(frozen=True, slots=True)
class Tables:
    """All of them. Every one is documented with its source and licence in `data/SOURCES.md`."""

    classes: Mapping[ClassId, ClassRow]
    saves: Mapping[ClassId, tuple[SaveRow, ...]]
    reaction_d100: tuple[ReactionRow, ...]
    reaction_2d6: tuple[ReactionRow, ...]
    charisma_reaction: Mapping[int, int]  # charisma → percentage points
    strength_allowance: Mapping[int, int]  # strength → tenths of a pound
    terrain: Mapping[str, TerrainRow]
    load_bands: tuple[LoadBand, ...]
    hirelings: Mapping[str, Hireling]
    exhaustion: tuple[ExhaustionRow, ...]
    miles_a_day: Mapping[int, int]  # standard movement in feet → miles a day on level ground
    known_route_multiplier: int  # speed on known or mapped ground against exploring (A29)
    coin_cp: int = 100  # purses are weighed as coins of this worth
    coin_weight: int = 1  # of one coin, tenths of a pound: ten coins to the pound
    ration_weight: int = 10  # of a day's food and water, tenths of a pound
    body_weight: int = 1600  # of a companion who is carried, tenths of a pound
