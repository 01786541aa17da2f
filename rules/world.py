"""The world as it stands: characters, parties and what hangs over them. Frozen; a day makes a new one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.atlas import Returns
from rules.character import Character
from rules.dice import Face
from rules.names import (
    CharacterId,
    DecisionId,
    ItemId,
    MonsterId,
    OrderId,
    PartyId,
    PlaceId,
    PlayerId,
    RouteId,
    SiteId,
    ZoneId,
)
from rules.orders import Order, StanceKind
from rules.time import Moment


@dataclass(frozen=True, slots=True)
class AtPlace:
    """At a place above ground."""

    place: PlaceId
    since: Moment | None = None  # came here then; None: longer ago than matters
    weary_until: Moment | None = None  # no setting out before, after a forced march


@dataclass(frozen=True, slots=True)
class OnRoute:
    """Under way between two places."""

    route: RouteId
    toward: PlaceId
    rest: tuple[RouteId, ...]  # routes still to take after this one
    destination: PlaceId
    miles_done_tenths: int  # along this route, towards `toward`, in tenths of a mile
    pace: str = "normal"
    is_lost: bool = False  # secret until noticed (A52)
    lost_miles_tenths: int = 0
    back_tenths: int = 0  # to walk back before this way goes on, once they know they strayed
    begun: Moment | None = None  # the march under way counts from here; None: camped
    planned: Moment | None = None  # the last day's march that was rolled for began then
    checks: tuple[Moment, ...] = ()  # encounter checks still ahead until the next dawn
    today_tenths: int = 0  # walked since dawn, as they believe
    departed: Moment | None = None
    halted_until: Moment | None = None  # waits where it is
    transport: str = ""  # the kind of mount all of them ride, "" on foot
    is_stealthy: bool = False
    is_disturbed: bool = False  # no quiet night since the last dawn (A36)
    has_forced: bool = False  # marched by force on this journey: a day's rest is due at its end


@dataclass(frozen=True, slots=True)
class InSite:
    """In a dungeon."""

    site: SiteId
    zone: ZoneId
    known: frozenset[ZoneId]  # zones known in session, with the passages between them
    explored_minutes: int = 0  # since the last point known in session (R47)
    known_point: ZoneId | None = None  # that point; None while the party stands on known ground
    trail: tuple[ZoneId, ...] = ()  # zones walked since that point, the latest last
    entered: Moment | None = None  # came in then; None: longer ago than matters


Where = AtPlace | OnRoute | InSite


@dataclass(frozen=True, slots=True)
class Foray:
    """What a party is doing in a dungeon, and how far it has come."""

    stance: StanceKind
    since: Moment
    path: tuple[ZoneId, ...] = ()  # zones still ahead
    minutes_left: int = 0  # to the next zone of the path, or outside
    objective: ZoneId | None = None  # of a raid, until reached
    minutes_to_check: int = 0  # until the next encounter check
    explored_today: int = 0  # minutes (A26)
    until: Moment | None = None
    order: OrderId | None = None  # the order it comes from; None: the default
    whose: CharacterId | None = None  # whose order that is
    legs: tuple[int, ...] = ()  # minutes to each zone of the path after the next
    behind: int = 0  # minutes walked since the last zone, on ground they know: to walk back if they turn
    move_ft: int = 0  # feet a turn those minutes were reckoned with
    is_random: bool = False  # the dice choose the way at each zone (R39, R49)
    quiet: tuple[Face, ...] = ()  # checks that found nobody and were not told yet
    is_camped: bool = False  # explored long enough for today (A26)
    is_errand: bool = False  # its order, a journey, goes on when this is done
    route: tuple[ZoneId, ...] = ()  # the way its order asked for
    seen: frozenset[ZoneId] = frozenset()  # zones the drawn way has led through


@dataclass(frozen=True, slots=True)
class Loot:
    """Treasure in the party's pool."""

    label: str
    worth_cp: int
    weight: int  # tenths of a pound
    carrier: CharacterId | None = None
    is_counted: bool = False  # its worth was given as XP (A19)


@dataclass(frozen=True, slots=True)
class Band:
    """A group of creatures met or on their way. Source: R65."""

    monsters: tuple[tuple[MonsterId, int], ...]
    price_cp: int = 0  # what they would settle for
    rations: int = 0
    due: Moment | None = None  # when those who went for help come back
    site: SiteId | None = None
    zone: ZoneId | None = None
    party: PartyId | None = None  # whom they come back for
    returns: Returns | None = None  # who comes back after these went away


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer a decision."""

    key: str  # "A", "B", ...
    means: str  # "accept", "refuse", "wait", "approach", ...: templates say it in words
    cost_cp: int = 0
    rations: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """An open question to a party. Its clock stands still until it is answered or the deadline passes."""

    id: DecisionId
    kind: str  # "deal", "lost", "stranger", "place_found", "confirm", "body"
    party: PartyId
    opened: Moment
    deadline: Moment
    options: tuple[Option, ...]
    silence: str  # what no answer means: "dm", or an option's key (A25, R70)
    band: Band | None = None
    place: PlaceId | None = None
    body: CharacterId | None = None  # whom to carry or to leave


@dataclass(frozen=True, slots=True)
class Task:
    """An activity under way."""

    character: CharacterId
    activity: str
    detail: str
    until: Moment
    spend_cp: int
    order: OrderId | None
    waits_for_dm: bool = False  # done its time, and no table tells the result (A50)
    is_told: bool = False  # its result is known; only the time it cost still runs


@dataclass(frozen=True, slots=True)
class Party:
    """People who act together; a lone character is a party of one."""

    id: PartyId
    name: str
    members: tuple[CharacterId, ...]  # in roster order, the dead who are with them too
    clock: Moment  # resolved up to here
    where: Where
    spokesperson: PlayerId | None = None
    foray: Foray | None = None
    standing: tuple[Order, ...] = ()  # attitudes and lasting orders of the party
    loot: tuple[Loot, ...] = ()
    bodies: Mapping[CharacterId, tuple[CharacterId, ...]] = field(default_factory=dict)  # the dead → who carries them
    quiet_checks: int = 0  # in a row (A36)
    decision: Decision | None = None
    left: PartyId | None = None  # the party this one broke away from
    is_held: bool = False  # the DM holds it: its clock stands
    found: frozenset[PlaceId] = frozenset()  # hidden places they know of (R71)
    bought: tuple[tuple[ItemId, int], ...] = ()  # of things in short supply, since the last turnover
    closed: Moment | None = None  # the last turnover that was seen to
    heard: Moment | None = None  # orders received up to here count at its clock, which stood still for a decision
    votes: tuple[Order, ...] = ()  # plural orders of a party without spokesperson (A47)
    maps: Mapping[SiteId, frozenset[ZoneId]] = field(default_factory=dict)  # zones known of dungeons they are not in
    sprung: frozenset[tuple[SiteId, ZoneId, int]] = frozenset()  # traps that went off under this party
    triggered: frozenset[OrderId] = frozenset()  # conditional orders whose condition came true
    fired: tuple[tuple[OrderId, Moment], ...] = ()  # when it did: it is then that they are said
    retreated: Moment | None = None  # turned back then, and has not gone down again (A43)


@dataclass(frozen=True, slots=True)
class World:
    """Everything that can change."""

    characters: Mapping[CharacterId, Character]
    parties: Mapping[PartyId, Party]
    bands: tuple[Band, ...] = ()  # on their way back to somebody
    tasks: tuple[Task, ...] = ()
    sprung: frozenset[tuple[SiteId, ZoneId, int]] = frozenset()  # traps that went off and do not reset
