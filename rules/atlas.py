"""The world as the campaign's files describe it: places, routes, dungeons, monsters. Nothing in it ever moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from rules.names import ItemId, MonsterId, PlaceId, RouteId, SiteId, ZoneId


@dataclass(frozen=True, slots=True)
class Label:
    """What a thing is called, and what else people call it."""

    es: str
    en: str
    aliases: tuple[str, ...] = ()

    def in_(self, language: str) -> str:
        """The name in one language."""
        return self.en if language == "en" else self.es


@dataclass(frozen=True, slots=True)
class Monster:
    """A kind of creature."""

    id: MonsterId
    label: Label
    hit_dice: Fraction  # the whole dice of one, without "+n"; 1/2 for the smallest (R21, A12)
    xp: int  # for one of average hit points
    parley: bool  # able and apt to talk (A24)
    special: tuple["SpecialAttack", ...] = ()
    treasure: str = ""  # name of a treasure table, "" for creatures without any (R31)
    save_as_level: int = 1  # fighter level for its own saving throws


@dataclass(frozen=True, slots=True)
class SpecialAttack:
    """An attack that asks even survivors for a saving throw. Source: R32, A20."""

    name: str  # "paralysis": one save for each distinct name
    save: str  # column of the saving-throw table: death, petrify, aimed, breath, spells
    effect: Label  # what failing means, in words
    lasting: bool = False  # False: for the fight only, nothing remains on the sheet
    kills: bool = False


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """One line of an encounter table."""

    weight: int
    monsters: tuple[tuple[MonsterId, str], ...]  # kinds and how many as dice text: "2", "1d6", "2d4+1"
    deal: "Deal | None" = None  # what they ask where reaction allows it
    returns: "Returns | None" = None  # who comes back, and when (R65)
    label: Label | None = None  # how the group is told of, where a list of monsters is not enough


@dataclass(frozen=True, slots=True)
class Deal:
    """What creatures would settle for. Source: R34-R36."""

    price_cp: int = 0
    rations: int = 0
    words: Label = Label("", "")  # their offer, told to the party


@dataclass(frozen=True, slots=True)
class Returns:
    """Reinforcements that come after a group went away. Source: R65."""

    after_minutes: int
    monsters: tuple[tuple[MonsterId, str], ...]  # everybody who comes, the first ones among them


@dataclass(frozen=True, slots=True)
class EncounterTable:
    """Who may turn up, and how often a check finds somebody."""

    entries: tuple[GroupEntry, ...]
    chance: int = 1  # an encounter on 1..chance
    sides: int = 6  # of this die (A22)


class TrapScope(StrEnum):
    """Whom a trap reaches."""

    ONE = "one"
    FRONT = "front"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap on the way; out of session nobody finds it before it is walked into. Source: R33, R44, A31."""

    label: Label
    hit_dice: Fraction
    scope: TrapScope = TrapScope.ONE
    goes_off_percent: int = 50
    reset: bool = False  # springs again for the next who come by


@dataclass(frozen=True, slots=True)
class Passage:
    """A way from one zone to another, walked in both directions unless said otherwise."""

    to: ZoneId
    minutes: int  # at exploration speed of a 120 ft mover, mapping
    secret: bool = False  # never found out of session (R45), usable once known
    one_way: bool = False
    traps: tuple[Trap, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a dungeon."""

    id: ZoneId
    label: Label
    passages: tuple[Passage, ...]
    level: int = 1
    safe: bool = False  # exploration stops here (R40)
    exit_to: PlaceId | None = None  # where one comes out
    table: str = ""  # name of its encounter table; "" takes the site's
    traps: tuple[Trap, ...] = ()


@dataclass(frozen=True, slots=True)
class Site:
    """A dungeon as a graph of zones."""

    id: SiteId
    label: Label
    place: PlaceId  # outside its first exit
    zones: Mapping[ZoneId, Zone]
    table: str  # name of the encounter table of zones that name none


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a route in one terrain."""

    miles: Fraction
    terrain: str


@dataclass(frozen=True, slots=True)
class Route:
    """A way between two places."""

    id: RouteId
    label: Label
    ends: tuple[PlaceId, PlaceId]
    legs: tuple[Leg, ...]  # from the first end to the second
    known: bool = True  # a road, a river, a reliable map: nobody gets lost
    table: str = ""  # wilderness encounter table, "" takes the region's
    sights: tuple["Sight", ...] = ()  # places that may be found along it


@dataclass(frozen=True, slots=True)
class Sight:
    """A place beside a route that those who pass may notice. Source: R71."""

    place: PlaceId
    miles: Fraction  # from the route's first end
    percent: int = 100


class PlaceKind(StrEnum):
    """What sort of place it is."""

    TOWN = "town"
    INN = "inn"
    LANDMARK = "landmark"
    DUNGEON_MOUTH = "dungeon_mouth"
    CAMP = "camp"


@dataclass(frozen=True, slots=True)
class Stock:
    """What a place sells of one thing."""

    price_cp: int
    quantity: int | None = None  # a day; None for as many as one likes


@dataclass(frozen=True, slots=True)
class Place:
    """A place one can be at."""

    id: PlaceId
    label: Label
    kind: PlaceKind
    safe: bool = True  # rest, healing and recovery of spells go on undisturbed
    market: bool = False  # things can be bought and sold by the price list
    price_percent: int = 100  # of the price list
    buys_at_percent: int = 50  # what a shop pays of a thing's price
    stock: Mapping[ItemId, Stock] = field(default_factory=dict)  # exceptions to the price list
    not_sold: frozenset[ItemId] = frozenset()
    lodging_cp: int = 0  # a night and head, with food
    hidden: bool = False  # known to nobody until found (R71)


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the price list."""

    id: ItemId
    label: Label
    price_cp: int
    weight: int  # tenths of a pound, of a single one
    pack: int = 1  # how many the price is for: arrows by the dozen
    category: str = "gear"  # gear, weapon, armour, animal, service, ration (a day's food and water for one)
    move_ft: int = 0  # of an animal or vehicle that carries people


@dataclass(frozen=True, slots=True)
class Activity:
    """A DM's small table for something people do between sessions, so that it resolves itself. Source: R10, A50."""

    id: str  # "carouse", "research:barrow", "theft": the kind, narrowed by a colon where wanted
    label: Label
    days: int
    cost_cp: int
    chance_percent: int  # of success, rolled once at the end
    results: tuple["ActivityResult", ...]


@dataclass(frozen=True, slots=True)
class ActivityResult:
    """One line of an activity's results."""

    on: str  # "success" or "failure"
    weight: int
    words: Label
    gain_cp: int = 0  # negative: a loss
    xp: int = 0
    extra_days: int = 0
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Atlas:
    """All that the world's files say."""

    places: Mapping[PlaceId, Place]
    routes: Mapping[RouteId, Route]
    sites: Mapping[SiteId, Site]
    monsters: Mapping[MonsterId, Monster]
    encounters: Mapping[str, EncounterTable]
    items: Mapping[ItemId, Item]
    activities: Mapping[str, Activity] = field(default_factory=dict)
    # name → dice text, worth of each pip in cp; thrown once for each creature that carries it
    treasures: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    wilderness_table: str = ""  # the region's, for routes that name none
