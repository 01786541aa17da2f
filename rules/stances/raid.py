"""Stance raid: to an objective by a way the players know or the dice draw, and then home.

Source: R49-R51, A32.
"""

from rules.changed import replace
from rules.events import EventKind
from rules.foray import begun, fresh, inside, set_out, under_way
from rules.load import party_move_ft
from rules.names import ZoneId
from rules.orders import StanceKind
from rules.scene import Scene
from rules.stances.explore import drawn
from rules.ways import Path, through, timed


def plan(scene: Scene) -> Scene:
    """The scene with the way to the objective: as the players gave it, else the shortest known, else drawn."""
    foray = under_way(scene)
    goal = foray.objective or (foray.route[-1] if foray.route else None)
    site = scene.book.atlas.sites[inside(scene).site]
    foray = replace(foray, objective=goal, move_ft=party_move_ft(scene))
    scene = scene.with_party(foray=foray)
    if goal is None or goal not in site.zones:
        return _missed(scene)
    path = known_way(scene, (*foray.route, goal))
    if path is not None:
        return set_out(scene, path) if path.zones else finish(scene)
    return _next(scene.with_party(foray=replace(foray, is_random=True)))


def known_way(scene: Scene, stops: tuple[ZoneId, ...]) -> Path | None:
    """The shortest way over known ground by all the stops in their order; None where it is not known. Source: R49."""
    foray, where = under_way(scene), inside(scene)
    site = scene.book.atlas.sites[where.site]
    known = where.known | {where.zone}
    taken = through(site, where.zone, stops, known=known, allowed=known)
    if taken is None:
        return None
    return timed(site, where.zone, taken, known=known, familiar=known, move_ft=foray.move_ft, tables=scene.book.tables)


def _next(scene: Scene) -> Scene:
    """The scene with the next stretch of a drawn way; with none left the objective is missed."""
    path = drawn(scene)
    return _missed(scene) if path is None else set_out(scene, path)


def _missed(scene: Scene) -> Scene:
    foray = under_way(scene)
    scene = scene.tell(EventKind.OBJECTIVE_MISSED, data={"zone": foray.objective}, source="A32")
    return begun(fresh(scene), StanceKind.RETURN, by="objective")


def finish(scene: Scene) -> Scene:
    """The scene at the end of a stretch: at the objective the way home begins, as part of the raid. Source: R51."""
    foray, where = under_way(scene), inside(scene)
    if where.zone != foray.objective:
        return _next(scene)
    scene = scene.tell(EventKind.OBJECTIVE_REACHED, data={"zone": where.zone}, source="R50, R51")
    return begun(scene, StanceKind.RETURN, by="objective", order=foray.order, whose=foray.whose)
