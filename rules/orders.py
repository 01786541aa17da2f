"""Orders as the rules take them: names resolved, money in copper, dates as moments.

What a player *said* (words, spans, doubts) is the reading's business; an `Order` is what became of it once everything
in it is known to exist. One class an act; `Act` is their union.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.character import LoadLevel
from rules.names import CharacterId, DecisionId, ItemId, OrderId, PartyId, PlaceId, PlayerId, RouteId, SiteId, ZoneId
from rules.time import Moment


class StanceKind(StrEnum):
    """What a party does in a dungeon out of session: exactly four. Source: R17."""

    SECURE = "secure"
    EXPLORE = "explore"
    RAID = "raid"
    RETURN = "return"


class Attitude(StrEnum):
    """How to meet what turns up."""

    FIGHT = "fight"
    PARLEY = "parley"
    AVOID = "avoid"
    BRIBE = "bribe"


class Scope(StrEnum):
    """Whose action an order is. Source: A46."""

    PERSONAL = "personal"  # a character's own affair: the spokesperson's word does not touch it
    PARTY = "party"  # said in the plural, or for the party
    ALONE = "alone"  # a party action for one character alone, in the singular: breaking away


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something to buy."""

    item: ItemId
    quantity: int
    max_price_cp: int | None = None  # for all of them


@dataclass(frozen=True, slots=True)
class Sale:
    """Something to sell."""

    item: ItemId
    quantity: int | None  # None: all there is
    min_price_cp: int | None = None  # for all of them


@dataclass(frozen=True, slots=True)
class Shop:
    """Buy and sell, in the order said."""

    lines: tuple[Purchase | Sale, ...]
    budget_cp: int | None = None


@dataclass(frozen=True, slots=True)
class Travel:
    """Go to a place."""

    destination: PlaceId
    via: tuple[PlaceId | RouteId, ...] = ()
    pace: str = "normal"  # careful, normal, forced
    stealth: bool = False
    transport: str = ""


@dataclass(frozen=True, slots=True)
class Stance:
    """Take a stance in a dungeon."""

    stance: StanceKind
    site: SiteId | None = None  # None: where they are
    target: ZoneId | None = None  # a raid's objective, a zone to hold
    route: tuple[ZoneId, ...] = ()  # zones to pass, in order; empty: the shortest known, else drawn (R49)
    until: Moment | None = None


@dataclass(frozen=True, slots=True)
class Meet:
    """How to meet creatures, as a standing attitude (A25)."""

    attitude: Attitude
    against: str = "any"  # a monster's id, "talkers", "mute" or "any"
    pay_up_to_cp: int | None = None
    rations_up_to: int | None = None


@dataclass(frozen=True, slots=True)
class RetreatAt:
    """Turn back at this health. Source: R15."""

    percent: int | None = None
    hp: int | None = None


@dataclass(frozen=True, slots=True)
class LoadUpTo:
    """Turn back when loaded so. Source: R16."""

    level: LoadLevel | None = None
    weight: int | None = None  # tenths of a pound


@dataclass(frozen=True, slots=True)
class Rest:
    """Rest or heal in a safe place; `days` None: until told otherwise."""

    days: int | None = None
    until_hp: int | None = None
    healer: CharacterId | None = None


@dataclass(frozen=True, slots=True)
class Hire:
    """Take people on."""

    role: str  # a line of the hirelings table
    quantity: int = 1
    max_daily_cp: int | None = None
    days: int | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """An activity that takes its time and money: research, training, carousing, crafting, class work, asking around."""

    activity: str  # "research", "train", "carouse", "craft", "explore_town", "theft", "prayer", ...
    detail: str = ""  # topic, skill, target: as said
    days: int | None = None
    spend_cp: int | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing, outside dungeons."""

    until: Moment | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer an open decision."""

    decision: DecisionId | None  # None: the party's only open one
    choice: str  # an option's key, or "counter"
    pay_cp: int | None = None
    rations: int | None = None
    words: str = ""  # terms of a counter-offer


@dataclass(frozen=True, slots=True)
class Carry:
    """Carry a body or a companion out. Source: R62."""

    body: CharacterId
    bearers: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class Designate:
    """Name the spokesperson. Source: R58."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class BreakAway:
    """Leave the party's action; what to do instead is an order of its own. Source: R60."""

    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Come back to the party. Source: A48."""


@dataclass(frozen=True, slots=True)
class Unite:
    """Become one with another party, which must want it too. Source: A48."""

    party: PartyId
    who: CharacterId | None = None  # only with somebody of it, who comes alone


@dataclass(frozen=True, slots=True)
class Absence:
    """The player is away: safe defaults meanwhile."""

    since: Moment
    until: Moment


@dataclass(frozen=True, slots=True)
class Cancel:
    """Take back standing orders: of one kind of act (a class name in lower case), one by number, or all."""

    kind: str = "all"
    order: OrderId | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Take up again what was suspended: one order by number, or all of a player's."""

    order: OrderId | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about what the house knows; answered at once, changes nothing."""

    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Free:
    """A clear instruction outside the rules: goes to the DM as it stands. Source: A49, A50."""

    words: str


Act = (
    Shop | Travel | Stance | Meet | RetreatAt | LoadUpTo | Rest | Hire | Do | Wait | Answer | Carry | Designate
    | BreakAway | Rejoin | Unite | Absence | Cancel | Resume | Ask | Free
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Order:
    """One thing a person wants done."""

    id: OrderId
    by: PlayerId
    character: CharacterId  # whose order it is
    scope: Scope
    received: Moment  # when our server had it: the only "later" there is
    act: Act
    starts: Moment | None = None  # not before
    condition: str = ""  # an event kind it waits for, "" for none
    text: str = ""  # the player's own words
    as_spokesperson: bool = False
    by_dm: bool = False  # the DM's word: outranks everybody (A46)
    every: int = 0  # days from one time to the next; 0: once
