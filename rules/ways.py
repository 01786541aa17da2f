"""Ways through a dungeon: from a zone to its neighbours, the shortest over known ground, and how long each takes."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil

from rules.atlas import Passage, Site, Trap
from rules.names import SiteId, ZoneId
from rules.tables import Tables

TrapKey = tuple[SiteId, ZoneId, int]
_TURN = 10  # minutes


@dataclass(frozen=True, slots=True)
class Way:
    """A passage as it is walked: from here to there."""

    to: ZoneId
    minutes: int  # exploring, for a mover of full speed
    secret: bool
    traps: tuple[tuple[TrapKey, Trap], ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """Zones to walk through one after another, and the minutes to each."""

    zones: tuple[ZoneId, ...]
    legs: tuple[int, ...]


_LAID_OUT: dict[int, tuple[Site, dict[ZoneId, tuple[Way, ...]]]] = {}  # by `id`, which is one site's while we hold it
_MOST_LAID_OUT = 256  # sites


def ways(site: Site, zone: ZoneId) -> tuple[Way, ...]:
    """All ways out of a zone, its own passages first, then those of other zones that lead here."""
    _, out = _LAID_OUT.get(id(site)) or _new_ground(site)
    found = out.get(zone)
    if found is None:
        found = out[zone] = _laid_out(site, zone)
    return found


def _new_ground(site: Site) -> tuple[Site, dict[ZoneId, tuple[Way, ...]]]:
    """Where the ways of a site are kept: it never changes, and every step of a party asks for them."""
    if len(_LAID_OUT) >= _MOST_LAID_OUT:
        _LAID_OUT.clear()
    return _LAID_OUT.setdefault(id(site), (site, {}))


def _laid_out(site: Site, zone: ZoneId) -> tuple[Way, ...]:
    here = site.zones.get(zone)
    if here is None:
        return ()
    out = [_way(site, zone, n, passage.to) for n, passage in enumerate(here.passages)]
    for other in site.zones.values():
        if other.id == zone:
            continue
        out += [
            _way(site, other.id, n, other.id)
            for n, passage in enumerate(other.passages)
            if passage.to == zone and not passage.one_way and not _is_mirrored(here.passages, other.id)
        ]
    return tuple(way for way in out if way.to in site.zones)


def _is_mirrored(passages: Sequence[Passage], to: ZoneId) -> bool:
    """Whether the file names the way from this end too."""
    return any(passage.to == to for passage in passages)


def _way(site: Site, owner: ZoneId, index: int, to: ZoneId) -> Way:
    zone = site.zones[owner]
    passage = zone.passages[index]
    first = len(zone.traps) + sum(len(other.traps) for other in zone.passages[:index])
    traps = tuple(((site.id, owner, first + n), trap) for n, trap in enumerate(passage.traps))
    return Way(to, passage.minutes, passage.secret, traps)


def zone_traps(site: Site, zone: ZoneId) -> tuple[tuple[TrapKey, Trap], ...]:
    """The traps of a zone itself."""
    return tuple(((site.id, zone, n), trap) for n, trap in enumerate(site.zones[zone].traps))


def open_ways(site: Site, zone: ZoneId, known: frozenset[ZoneId]) -> tuple[Way, ...]:
    """Ways a party can take: secret ones only where it knows both ends. Source: R45."""
    return tuple(way for way in ways(site, zone) if not way.secret or (zone in known and way.to in known))


def way_between(site: Site, start: ZoneId, end: ZoneId, known: frozenset[ZoneId]) -> Way | None:
    """The quickest open way from a zone to its neighbour."""
    fits = [way for way in open_ways(site, start, known) if way.to == end]
    return min(fits, key=lambda way: way.minutes, default=None)


def minutes_of(way: Way, *, move_ft: int, is_known: bool, tables: Tables) -> Fraction:
    """Minutes to walk it: by the slowest's speed, on known ground as many times faster as the rulebook says.

    Source: R41, A29.
    """
    full = tables.load_bands[0].move_ft if tables.load_bands else move_ft
    pace = max(1, tables.known_route_multiplier) if is_known else 1
    return Fraction(way.minutes * full, max(1, move_ft) * pace)


def shortest(
    site: Site,
    start: ZoneId,
    goals: Container[ZoneId],
    *,
    known: frozenset[ZoneId],
    allowed: frozenset[ZoneId] | None = None,
) -> tuple[ZoneId, ...] | None:
    """The quickest way to the nearest of some zones, over `allowed` zones only; None where there is none.

    Equally quick ways are told apart by their zones' names. Source: R49, R52.
    """
    queue: list[tuple[int, tuple[ZoneId, ...], ZoneId]] = [(0, (), start)]
    seen: set[ZoneId] = set()
    while queue:
        cost, taken, zone = heappop(queue)
        if zone in seen:
            continue
        seen.add(zone)
        if zone in goals:
            return taken
        for way in open_ways(site, zone, known):
            if way.to not in seen and (allowed is None or way.to in allowed):
                heappush(queue, (cost + way.minutes, (*taken, way.to), way.to))
    return None


def through(
    site: Site,
    start: ZoneId,
    stops: Sequence[ZoneId],
    *,
    known: frozenset[ZoneId],
    allowed: frozenset[ZoneId] | None = None,
) -> tuple[ZoneId, ...] | None:
    """The way by all the stops in their order; None where one cannot be reached so. Source: R49, R52."""
    taken: tuple[ZoneId, ...] = ()
    here = start
    for stop in stops:
        part = shortest(site, here, frozenset({stop}), known=known, allowed=allowed)
        if part is None:
            return None
        taken, here = (*taken, *part), stop
    return taken


def timed(
    site: Site,
    start: ZoneId,
    zones: Sequence[ZoneId],
    *,
    known: frozenset[ZoneId],
    familiar: frozenset[ZoneId],
    move_ft: int,
    tables: Tables,
    before: Fraction = Fraction(0),
    in_turns: bool = False,
) -> Path:
    """A path with the minutes of each leg, every leg at least one.

    `before` is walked ahead of the first; `in_turns` rounds the whole up to turns of ten minutes. Source: A29.
    """
    ends: list[int] = []
    sofar = before
    here = start
    for zone in zones:
        way = way_between(site, here, zone, known)
        is_known = here in familiar and zone in familiar
        sofar += minutes_of(way, move_ft=move_ft, is_known=is_known, tables=tables) if way else 0
        ends.append(max(ceil(sofar), (ends[-1] if ends else 0) + 1))
        here = zone
    if in_turns and ends:
        ends[-1] = -(-ends[-1] // _TURN) * _TURN
    legs = tuple(end - begin for begin, end in zip([0, *ends], ends, strict=False))
    return Path(tuple(zones), legs)


def turns_up(minutes: Fraction) -> int:
    """Minutes rounded up to whole turns of ten. Source: A29."""
    return ceil(minutes / _TURN) * _TURN


def exits(site: Site, zones: Iterable[ZoneId] | None = None) -> frozenset[ZoneId]:
    """The zones one can leave by."""
    return frozenset(
        zone for zone in (site.zones if zones is None else zones) if zone in site.zones and site.zones[zone].exit_to
    )
