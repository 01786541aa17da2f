"""Where travellers stand on a route, and how long each stretch takes them: whole tenths of a mile, whole minutes.

Positions count from the end a party started at. Nothing here rolls or tells anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from rules.atlas import Atlas, Route
from rules.changed import replace
from rules.names import PlaceId
from rules.pace import TENTHS
from rules.tables import Tables
from rules.world import OnRoute


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a way in one terrain."""

    tenths: int
    terrain: str


def stretches(route: Route, toward: PlaceId) -> tuple[Stretch, ...]:
    """The route's legs in the order they are walked."""
    legs = route.legs if toward == route.ends[1] else route.legs[::-1]
    return tuple(Stretch(round(leg.miles * TENTHS), leg.terrain) for leg in legs)


def length(route: Route) -> int:
    """Tenths of a mile from end to end."""
    return sum(stretch.tenths for stretch in stretches(route, route.ends[1]))


def other_end(route: Route, place: PlaceId) -> PlaceId:
    """The end that is not `place`."""
    return route.ends[0] if place == route.ends[1] else route.ends[1]


def terrain(atlas: Atlas, on: OnRoute) -> str:
    """The terrain the party stands in; at a border, the one ahead."""
    left = on.miles_done_tenths
    way = stretches(atlas.routes[on.route], on.toward)
    for stretch in way:
        if left < stretch.tenths:
            return stretch.terrain
        left -= stretch.tenths
    return way[-1].terrain


def believed(on: OnRoute) -> int:
    """How far along the route they think they are: whoever is lost does not know it. Source: A52."""
    return on.miles_done_tenths + on.lost_miles_tenths


def ahead(atlas: Atlas, on: OnRoute) -> int:
    """Tenths still to walk to the destination, as the party believes."""
    rest = sum(length(atlas.routes[route]) for route in on.rest)
    return length(atlas.routes[on.route]) - believed(on) + on.back_tenths + rest


def minutes(way: Iterable[Stretch], *, begin: int, end: int, rate: Fraction, tables: Tables) -> Fraction:
    """Minutes of marching from one position to a later one. Source: R66."""
    total = Fraction(0)
    start = 0
    for stretch in way:
        walked = min(end, start + stretch.tenths) - max(begin, start)
        if walked > 0:
            total += walked / (rate * tables.terrain[stretch.terrain].speed)
        start += stretch.tenths
    return total


def minutes_to(atlas: Atlas, on: OnRoute, target: int, *, rate: Fraction, tables: Tables) -> int | None:
    """Whole minutes until the party is, or believes it is, at a position of its route; None when it cannot move."""
    if rate <= 0:
        return None
    here = rate * tables.terrain[terrain(atlas, on)].speed
    if on.is_lost:
        return ceil((target - believed(on)) / here)
    way = stretches(atlas.routes[on.route], on.toward)
    forward = minutes(way, begin=on.miles_done_tenths, end=target, rate=rate, tables=tables)
    return ceil(on.back_tenths / here + forward)


def walked(atlas: Atlas, on: OnRoute, time: int, *, rate: Fraction, tables: Tables) -> OnRoute:
    """The party after some minutes on its feet: back to where it strayed first, or astray, or on along its route."""
    here = rate * tables.terrain[terrain(atlas, on)].speed
    if on.is_lost:
        gone = floor(here * time)
        return replace(on, lost_miles_tenths=on.lost_miles_tenths + gone, today_tenths=on.today_tenths + gone)
    back = min(on.back_tenths, floor(here * time))
    left = time - (on.back_tenths / here if here else 0)
    on = replace(on, back_tenths=on.back_tenths - back, today_tenths=on.today_tenths + back)
    if on.back_tenths or left <= 0:
        return on
    gone = _forward(atlas, on, Fraction(left), rate=rate, tables=tables)
    return replace(on, miles_done_tenths=on.miles_done_tenths + gone, today_tenths=on.today_tenths + gone)


def _forward(atlas: Atlas, on: OnRoute, time: Fraction, *, rate: Fraction, tables: Tables) -> int:
    """Whole tenths of the route walked in some minutes, not past its end."""
    gone = Fraction(0)
    start = 0
    for stretch in stretches(atlas.routes[on.route], on.toward):
        end = start + stretch.tenths
        stands = on.miles_done_tenths + gone
        if stands < end and time > 0:
            speed = rate * tables.terrain[stretch.terrain].speed
            step = min(end - stands, time * speed)
            gone += step
            time -= step / speed if speed else time
        start = end
    return floor(gone)
