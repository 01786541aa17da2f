"""Stance secure: hold a position, checked on every two hours, as long as the players wish.

Source: R37, R38, A23.
"""

from rules.changed import replace
from rules.events import EventKind
from rules.foray import begun, inside, set_out, under_way
from rules.load import party_move_ft
from rules.orders import StanceKind
from rules.scene import Scene
from rules.ways import shortest, timed


def plan(scene: Scene) -> Scene:
    """The scene with the way to the position laid out; with none named, or none known, they hold where they are."""
    foray, where = under_way(scene), inside(scene)
    move = party_move_ft(scene)
    if foray.objective is None:
        return scene.with_party(foray=replace(foray, move_ft=move))
    site, book = scene.book.atlas.sites[where.site], scene.book
    goal, known = foray.objective, where.known | {where.zone}
    zones = shortest(site, where.zone, frozenset({goal}), known=known, allowed=known)
    if zones is None:
        scene = scene.tell(EventKind.NO_WAY, data={"zone": goal}, source="R49")
        here = replace(foray, objective=None, move_ft=move, minutes_to_check=book.house.secure_minutes)
        return scene.with_party(foray=here)
    path = timed(site, where.zone, zones, known=known, familiar=known, move_ft=move, tables=book.tables)
    return set_out(scene.with_party(foray=replace(foray, move_ft=move)), path)


def finish(scene: Scene) -> Scene:
    """The scene with the position reached: from now on it is held."""
    foray = under_way(scene)
    return begun(
        scene.with_party(foray=replace(foray, stance=StanceKind.RETURN)),  # it walked until now
        StanceKind.SECURE,
        by="objective",
        order=foray.order,
        whose=foray.whose,
        until=foray.until,
    )
