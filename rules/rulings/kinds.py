"""What a DM may rule, as values, and what a ruling changed.

Adjust((CharacterId("krom"),), Figure.HP, 12)   # Krom has 12 hit points
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.character import Good
from rules.names import CharacterId, OrderId, PartyId, PlayerId
from rules.time import Day
from rules.world import Where, World


class Figure(StrEnum):
    """A number on a sheet that may be set right."""

    HP = "hp"
    MAX_HP = "max_hp"
    PURSE = "purse_cp"
    RATIONS = "rations"
    XP = "xp"
    EXHAUSTION = "exhaustion"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class Adjust:
    """A number becomes another, or more, or less."""

    who: tuple[CharacterId, ...]
    figure: Figure
    amount: int
    by: int = 0  # 0: it becomes the amount; 1: it grows by it; -1: it falls by it, never below nothing


@dataclass(frozen=True, slots=True)
class Gain:
    """Somebody has something more."""

    who: tuple[CharacterId, ...]
    good: Good


@dataclass(frozen=True, slots=True)
class Lose:
    """Somebody has something less; `quantity` None: all there is of it."""

    who: tuple[CharacterId, ...]
    label: str  # as it stands on the sheet
    quantity: int | None = None


@dataclass(frozen=True, slots=True)
class Spells:
    """Memorised spells are gone, back or new; no name: all of them."""

    who: tuple[CharacterId, ...]
    do: str  # "lose", "recover", "learn"
    name: str = ""
    level: int = 1


@dataclass(frozen=True, slots=True)
class Kill:
    """Somebody is dead."""

    who: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class Raise:
    """Somebody lives again."""

    who: tuple[CharacterId, ...]
    hp: int = 1


@dataclass(frozen=True, slots=True)
class Move:
    """People are somewhere else: a party, or some of one, who then are a party of their own."""

    who: tuple[CharacterId, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Join:
    """People are with a party."""

    who: tuple[CharacterId, ...]
    party: PartyId


@dataclass(frozen=True, slots=True)
class Session:
    """A session was played: who, on which day, how many days passed in it, where it left them. Source: R5, R7."""

    who: tuple[CharacterId, ...]
    day: Day
    days: int
    where: Where | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Hold:
    """Parties stand still, or go on."""

    parties: tuple[PartyId, ...]
    is_held: bool


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks for a party. Source: R58."""

    party: PartyId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Note:
    """Something happens, or is told: to parties, or in secret to some characters. Source: R11."""

    words: str
    parties: tuple[PartyId, ...] = ()
    who: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """A new party, of some people or of nobody yet; without a place it stands where the first of them stands."""

    name: str
    who: tuple[CharacterId, ...] = ()
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """A party is none any more: each of its people goes alone."""

    party: PartyId


@dataclass(frozen=True, slots=True)
class Hand:
    """Characters are played by somebody else from now on, or by the DM."""

    who: tuple[CharacterId, ...]
    player: PlayerId | None


@dataclass(frozen=True, slots=True)
class Retire:
    """Characters leave the campaign for good, alive, with who serves them and what they carry."""

    who: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class TakeUp:
    """A suspended order is tried again. Source: A49."""

    order: OrderId


Ruling = (
    Adjust | Gain | Lose | Spells | Kill | Raise | Move | Join | Session | Hold | Speaker | Note | Open | Close | Hand
    | Retire | TakeUp
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not what it was."""

    code: str  # a phrase of the templates: the figure, "gained", "died", ...
    who: CharacterId | None = None
    party: PartyId | None = None
    was: Any = None
    now: Any = None
    is_public: bool = False  # all of the party see it; else it is the character's own affair


@dataclass(frozen=True, slots=True)
class Applied:
    """What a ruling made of the world."""

    world: World
    changes: tuple[Change, ...]
