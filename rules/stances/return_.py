"""Stance return: out by a known way, first back over what was explored in a fifth of the time it took.

Source: R47, R48, R52, R53, A29.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rules.events import EventKind
from rules.foray import begun, fresh, inside, quiet_told, set_out
from rules.load import party_move_ft
from rules.names import PlaceId, ZoneId
from rules.orders import StanceKind
from rules.reward import bring_out
from rules.scene import Scene
from rules.time import MINUTES_A_DAY, Moment, day_of
from rules.ways import Path, exits, shortest, timed, turns_up
from rules.world import AtPlace


def plan(scene: Scene) -> Scene:
    """The scene with the way out laid out; where no way is known or open, they hold where they are."""
    foray = scene.party.foray
    assert foray is not None
    scene = scene.with_party(foray=replace(foray, move_ft=party_move_ft(scene)))
    path = way_out(scene)
    if path is None:
        scene = scene.tell(EventKind.NO_WAY, data={"zone": inside(scene).zone}, source="R52")
        return begun(fresh(scene), StanceKind.SECURE, by="default")
    return set_out(scene, path)


def way_out(scene: Scene) -> Path | None:
    """The way out with its minutes: as the players chose it, else the shortest. Source: R47, R52, A29."""
    foray, where = scene.party.foray, inside(scene)
    assert foray is not None
    site, tables = scene.book.atlas.sites[where.site], scene.book.tables
    start = where.known_point or where.zone
    zones, familiar = _zones_out(scene, start)
    if zones is None:
        return None
    pace = max(1, tables.known_route_multiplier)
    back = Fraction(where.explored_minutes, pace)
    if not zones or start != where.zone:
        zones = (start, *zones)  # a first leg back to the last point known
        return _backtracked(scene, zones, familiar, back)
    return timed(
        site, start, zones,
        known=where.known, familiar=familiar, move_ft=foray.move_ft, tables=tables, before=back, in_turns=True,
    )  # fmt: skip


def _backtracked(scene: Scene, zones: Sequence[ZoneId], familiar: frozenset[ZoneId], back: Fraction) -> Path | None:
    """The way over explored ground to its first zone and on from there; the whole in turns of ten minutes."""
    foray, where = scene.party.foray, inside(scene)
    assert foray is not None
    site, tables = scene.book.atlas.sites[where.site], scene.book.tables
    start, *rest = zones
    if not rest and start == where.zone:
        minutes = turns_up(back)
        return Path((start,), (minutes,)) if minutes else Path((), ())
    on = timed(
        site, start, rest,
        known=where.known, familiar=familiar, move_ft=foray.move_ft, tables=tables, before=back, in_turns=True,
    )  # fmt: skip
    first = max(1, -(-back.numerator // back.denominator)) if back else 1
    if not on.legs:
        return Path((start,), (turns_up(Fraction(first)),))
    return Path((start, *on.zones), (first, max(1, on.legs[0] - first), *on.legs[1:]))


def _zones_out(scene: Scene, start: ZoneId) -> tuple[tuple[ZoneId, ...] | None, frozenset[ZoneId]]:
    """The zones on the way out and the ground that is familiar; by unknown but open ways if no known one leads out."""
    foray, where = scene.party.foray, inside(scene)
    assert foray is not None
    site = scene.book.atlas.sites[where.site]
    familiar = where.known | frozenset(where.trail) | {start, where.zone}
    for allowed in (familiar, None):
        zones = _through(scene, start, (*foray.route, *((foray.objective,) if foray.objective else ())), allowed)
        if zones is None:
            zones = shortest(site, start, lambda zone: zone in exits(site), known=where.known, allowed=allowed)
        if zones is not None:
            return zones, familiar
    return None, familiar


def _through(
    scene: Scene, start: ZoneId, stops: Sequence[ZoneId], allowed: frozenset[ZoneId] | None
) -> tuple[ZoneId, ...] | None:
    """The way out by the zones the players named, in their order; None where they named none or cannot go so."""
    where = inside(scene)
    site = scene.book.atlas.sites[where.site]
    if not stops:
        return None
    taken: tuple[ZoneId, ...] = ()
    here = start
    for stop in stops:
        part = shortest(site, here, lambda zone, stop=stop: zone == stop, known=where.known, allowed=allowed)  # type: ignore[misc]
        if part is None:
            return None
        taken, here = (*taken, *part), stop
    last = shortest(site, here, lambda zone: zone in exits(site), known=where.known, allowed=allowed)
    return None if last is None else (*taken, *last)


def finish(scene: Scene) -> Scene:
    """The scene outside; part of an hour on the way counts whole, so its check comes first. Source: R53, A28."""
    foray = scene.party.foray
    assert foray is not None
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
