"""Stance return: out by a known way, first back over what was explored in a fifth of the time it took.

Source: R47, R48, R52, R53, A29.
"""

from fractions import Fraction
from math import ceil

from rules.changed import replace
from rules.events import EventKind
from rules.foray import begun, fresh, inside, quiet_told, set_out, under_way
from rules.load import party_move_ft
from rules.names import PlaceId, ZoneId
from rules.orders import StanceKind
from rules.reward import bring_out
from rules.scene import Scene
from rules.time import MINUTES_A_DAY, Moment, day_of
from rules.ways import Path, exits, shortest, through, timed, turns_up
from rules.world import AtPlace

_FIFTH = 5  # of the time explored (R47)


def plan(scene: Scene) -> Scene:
    """The scene with the way out laid out; where no way is known or open, they hold where they are."""
    foray = under_way(scene)
    scene = scene.with_party(foray=replace(foray, move_ft=party_move_ft(scene)))
    path = way_out(scene)
    if path is None:
        scene = scene.tell(EventKind.NO_WAY, data={"zone": inside(scene).zone}, source="R52")
        return begun(fresh(scene), StanceKind.SECURE, by="default")
    return set_out(scene, path)


def way_out(scene: Scene) -> Path | None:
    """The way out with its minutes: as the players chose it, else the shortest. Source: R47, R52, A29."""
    foray, where = under_way(scene), inside(scene)
    site, tables = scene.book.atlas.sites[where.site], scene.book.tables
    start = where.known_point or where.zone
    familiar = where.known | frozenset(where.trail) | {start, where.zone}
    zones = _zones_out(scene, start, familiar)
    if zones is None:
        return None
    back = Fraction(where.explored_minutes, _FIFTH)
    on = timed(
        site, start, zones,
        known=where.known, familiar=familiar, move_ft=foray.move_ft, tables=tables, before=back, in_turns=True,
    )  # fmt: skip
    return on if start == where.zone and zones else _from_beyond(on, start, back)


def _from_beyond(on: Path, start: ZoneId, back: Fraction) -> Path:
    """The way with a first leg over explored ground, to the zone it starts from. Source: R47."""
    if not on.legs:
        minutes = turns_up(back)
        return Path((start,), (minutes,)) if minutes else on
    first = min(max(1, ceil(back)), on.legs[0] - 1)
    return Path((start, *on.zones), (first, on.legs[0] - first, *on.legs[1:]))


def _zones_out(scene: Scene, start: ZoneId, familiar: frozenset[ZoneId]) -> tuple[ZoneId, ...] | None:
    """The zones on the way out; by unknown but open ways if no familiar one leads there."""
    foray, where = under_way(scene), inside(scene)
    site = scene.book.atlas.sites[where.site]
    doors = exits(site)
    asked = (*foray.route, *((foray.objective,) if foray.objective else ()))
    for stops in dict.fromkeys((asked, ())):
        for allowed in (familiar, None):
            to_stops = through(site, start, stops, known=where.known, allowed=allowed)
            last = stops[-1] if stops else start
            home = shortest(site, last, doors, known=where.known, allowed=allowed)
            if to_stops is not None and home is not None:
                return (*to_stops, *home)
    return None


def finish(scene: Scene) -> Scene:
    """The scene outside; part of an hour on the way counts whole, so its check comes first. Source: R53, A28."""
    foray = under_way(scene)
    if foray.minutes_to_check < scene.book.house.moving_minutes:
        return scene.with_party(foray=replace(foray, minutes_to_check=0))
    return leave(scene)


def leave(scene: Scene) -> Scene:
    """The scene at the place outside, with the days spent below. Source: R53, R63, A38."""
    where, house = inside(scene), scene.book.house
    site = scene.book.atlas.sites[where.site]
    zone = site.zones.get(where.zone)
    place: PlaceId = zone.exit_to if zone is not None and zone.exit_to is not None else site.place
    foray = scene.party.foray
    scene = quiet_told(scene)
    if foray is not None and not foray.is_errand:
        scene = fresh(scene, is_done=True)
    entered = scene.now if where.entered is None else where.entered
    days = day_of(scene.now, house.turnover) - day_of(entered, house.turnover) + 1
    data = {"place": place, "minutes": scene.now - entered, "days": days}
    scene = scene.tell(EventKind.LEFT_SITE, data=data, source="R53, R63")
    maps = {**scene.party.maps, where.site: where.known}
    scene = scene.with_party(where=AtPlace(place, since=scene.now), foray=None, maps=maps, quiet_checks=0)
    if house.dungeon_days_double:
        for person in scene.living:
            free = Moment(max(person.free_at or 0, scene.now + days * MINUTES_A_DAY))
            scene = scene.with_person(replace(person, free_at=free))
    return bring_out(scene)
