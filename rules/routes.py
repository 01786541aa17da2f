"""Ways between places: the shortest by marching time, and when travellers would arrive if nothing befell them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush

from rules.atlas import Atlas, Route
from rules.changed import replace
from rules.march import length, minutes, minutes_to, other_end, stretches, walked
from rules.mounts import ride_ft
from rules.names import PlaceId, RouteId
from rules.orders import Travel
from rules.owed import free_from
from rules.pace import rate
from rules.scene import Scene
from rules.schedule import march_start, march_window
from rules.tables import Tables
from rules.time import Moment
from rules.world import AtPlace, OnRoute


@dataclass(frozen=True, slots=True)
class Path:
    """Routes to take one after another, and the marching time they take at one tenth of a mile a minute."""

    routes: tuple[RouteId, ...]
    cost: Fraction


def shortest(
    atlas: Atlas, start: PlaceId, end: PlaceId, *, tables: Tables, found: frozenset[PlaceId] = frozenset()
) -> Path | None:
    """The quickest way over routes that touch no place still hidden; None where there is none.

    Equally quick ways are told apart by their routes' names, so that a replay takes the same. Source: R66, R71.
    """
    queue: list[tuple[Fraction, tuple[RouteId, ...], PlaceId]] = [(Fraction(0), (), start)]
    seen: set[PlaceId] = set()
    while queue:
        cost, taken, place = heappop(queue)
        if place == end:
            return Path(taken, cost)
        if place in seen:
            continue
        seen.add(place)
        for route in _from(atlas, place):
            beyond = other_end(route, place)
            if beyond not in seen and _is_open(atlas, beyond, found):
                heappush(queue, (cost + _cost(route, tables), (*taken, route.id), beyond))
    return None


def _from(atlas: Atlas, place: PlaceId) -> tuple[Route, ...]:
    return tuple(route for route in atlas.routes.values() if place in route.ends)


def _is_open(atlas: Atlas, place: PlaceId, found: frozenset[PlaceId]) -> bool:
    return place in found or (place in atlas.places and not atlas.places[place].hidden)


def _cost(route: Route, tables: Tables) -> Fraction:
    return minutes(stretches(route, route.ends[1]), begin=0, end=length(route), rate=Fraction(1), tables=tables)


def planned(scene: Scene, travel: Travel, start: PlaceId) -> tuple[RouteId, ...] | None:
    """The routes a travel order takes from a place: by way of what it names, in that order. Source: R66."""
    atlas = scene.book.atlas
    taken: tuple[RouteId, ...] = ()
    place = start
    for stop in (*travel.via, travel.destination):
        part = _part(scene, place, stop)
        if part is None:
            return None
        taken = (*taken, *part)
        place = _end_of(atlas, place, part)
    return taken


def _part(scene: Scene, place: PlaceId, stop: PlaceId | RouteId) -> tuple[RouteId, ...] | None:
    """The way to a place, or to the nearer end of a route and along it."""
    atlas, tables, found = scene.book.atlas, scene.book.tables, scene.party.found
    if stop not in atlas.routes:
        path = shortest(atlas, place, PlaceId(stop), tables=tables, found=found)
        return None if path is None else path.routes
    route = atlas.routes[RouteId(stop)]
    paths = [shortest(atlas, place, end, tables=tables, found=found) for end in route.ends]
    nearest = min((path for path in paths if path is not None), key=lambda path: (path.cost, path.routes), default=None)
    return None if nearest is None else (*nearest.routes, route.id)


def _end_of(atlas: Atlas, start: PlaceId, routes: Sequence[RouteId]) -> PlaceId:
    place = start
    for route in routes:
        place = other_end(atlas.routes[route], place)
    return place


def set_out(scene: Scene, travel: Travel, start: PlaceId) -> OnRoute | None:
    """The party at the beginning of its way, at its present moment; None where no way leads there."""
    routes = planned(scene, travel, start)
    if not routes:
        return None
    atlas = scene.book.atlas
    return OnRoute(
        route=routes[0],
        toward=other_end(atlas.routes[routes[0]], start),
        rest=tuple(routes[1:]),
        destination=travel.destination,
        miles_done_tenths=0,
        pace=travel.pace,
        departed=scene.now,
        transport=travel.transport if ride_ft(scene, travel.transport) else "",
        is_stealthy=travel.stealth,
    )


def next_route(atlas: Atlas, on: OnRoute) -> OnRoute:
    """The party at the beginning of the next route of its way."""
    route, *rest = on.rest
    toward = other_end(atlas.routes[route], on.toward)
    return replace(on, route=route, toward=toward, rest=tuple(rest), miles_done_tenths=0)


def arrives(scene: Scene, travel: Travel | None = None, *, leaving: Moment | None = None) -> Moment | None:
    """When the party would arrive if nothing befell it: on the way it is on, or on one ordered from where it stands.

    What it believes counts: nobody learns from a forecast that they are lost. None: no way, or nobody can move.
    Source: R66, A52.
    """
    where = scene.party.where
    free = max((free_from(person) for person in scene.living), default=scene.now)
    start = march_start(scene, max(scene.now, leaving or scene.now, free))
    if travel is not None and isinstance(where, AtPlace):
        on = set_out(scene, travel, where.place)
    else:
        on = where if isinstance(where, OnRoute) else None
    return None if on is None else _arrival(scene, _as_believed(on), start)


def _as_believed(on: OnRoute) -> OnRoute:
    return replace(
        on, is_lost=False, miles_done_tenths=on.miles_done_tenths + on.lost_miles_tenths, lost_miles_tenths=0
    )


def _arrival(scene: Scene, on: OnRoute, start: Moment) -> Moment | None:
    """Day by day along the way from a moment within a march."""
    atlas, tables = scene.book.atlas, scene.book.tables
    speed = rate(scene, on)
    now = on.begun or start
    while True:
        need = minutes_to(atlas, on, length(atlas.routes[on.route]), rate=speed, tables=tables)
        if need is None:
            return None
        end = march_window(scene, now)[1]
        if now + need <= end:
            now = Moment(now + need)
            if not on.rest:
                return now
            on = next_route(atlas, on)
        else:
            on = walked(atlas, on, end - now, rate=speed, tables=tables)
            now = end
        now = march_start(scene, now)
