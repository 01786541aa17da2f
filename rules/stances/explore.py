"""Stance explore: a way the dice choose over unknown ground, until a safe zone.

Source: R39-R46, A26, A30.
"""

from rules.changed import replace
from rules.dice import Throw, roll
from rules.events import EventKind
from rules.foray import begun, fresh, inside, set_out, under_way
from rules.load import party_move_ft
from rules.names import ZoneId
from rules.orders import StanceKind
from rules.scene import Scene
from rules.time import MINUTES_AN_HOUR
from rules.ways import Path, open_ways, shortest, timed, ways

_HOURS_DIE = 6


def plan(scene: Scene) -> Scene:
    """The scene with the next stretch drawn, or with nothing left to explore."""
    foray, where = under_way(scene), inside(scene)
    scene = scene.with_party(foray=replace(foray, move_ft=party_move_ft(scene)))
    if is_unmapped(scene):
        return _into_the_dark(scene)
    path = drawn(scene)
    if path is not None:
        return set_out(scene, path)
    scene = scene.tell(EventKind.NO_WAY, data={"zone": where.zone}, source="R39, R45")
    return begun(fresh(scene, is_done=True), StanceKind.SECURE, by="objective")


def is_unmapped(scene: Scene) -> bool:
    """Whether the campaign's files give no map of the ground. Source: A30."""
    where = inside(scene)
    return not ways(scene.book.atlas.sites[where.site], where.zone)


def _into_the_dark(scene: Scene) -> Scene:
    """Without a map a die says how many hours it takes to a safe place. Source: A30."""
    foray, where = under_way(scene), inside(scene)
    (face,) = roll(scene.dice, Throw(scene.now, scene.party.id, "hours_to_safe"), _HOURS_DIE)
    foray = replace(foray, minutes_left=face.value * MINUTES_AN_HOUR, is_random=True)
    return scene.with_party(foray=foray, where=replace(where, known_point=where.known_point or where.zone))


def drawn(scene: Scene) -> Path | None:
    """The next stretch: a neighbour nobody has seen, by the dice; else the way to the nearest one that has such.

    Secret ways stay unfound. None where nothing is left to see. Source: R39, R45, R49.
    """
    foray, where = under_way(scene), inside(scene)
    site = scene.book.atlas.sites[where.site]
    seen = where.known | foray.seen | {where.zone} | frozenset(where.trail)

    def unseen(zone: ZoneId) -> list[ZoneId]:
        return sorted({way.to for way in open_ways(site, zone, where.known)} - seen)

    choices = unseen(where.zone)
    if choices:
        zones: tuple[ZoneId, ...] | None = (_pick(scene, choices),)
    else:
        edge = frozenset(zone for zone in seen if unseen(zone))
        zones = shortest(site, where.zone, edge, known=where.known, allowed=seen)
    if not zones:
        return None
    return timed(
        site, where.zone, zones,
        known=where.known, familiar=seen, move_ft=foray.move_ft, tables=scene.book.tables,
    )  # fmt: skip


def _pick(scene: Scene, choices: list[ZoneId]) -> ZoneId:
    if len(choices) == 1:
        return choices[0]
    (face,) = roll(scene.dice, Throw(scene.now, scene.party.id, "route"), len(choices))
    return choices[face.value - 1]


def finish(scene: Scene) -> Scene:
    """The scene at the end of a stretch: a safe zone ends the exploration, anything else goes on. Source: R40, A26."""
    foray, where = under_way(scene), inside(scene)
    zone = scene.book.atlas.sites[where.site].zones.get(where.zone)
    is_new = where.zone in foray.seen and where.zone not in where.known
    if not foray.is_random and not (is_new and zone is not None and zone.safe):
        return plan(scene)
    scene = scene.tell(EventKind.SAFE_ZONE, data={"zone": where.zone}, source="R40, A26")
    return begun(fresh(scene, is_done=True), StanceKind.SECURE, by="objective")
