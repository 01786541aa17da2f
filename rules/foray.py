"""What a party does in a dungeon: how a stance begins, whether it is on the move, and the checks not told of yet."""

from rules.changed import replace
from rules.events import EventKind
from rules.house import House
from rules.names import CharacterId, OrderId, ZoneId
from rules.orders import StanceKind
from rules.scene import Scene
from rules.time import Moment
from rules.ways import Path
from rules.world import Foray, InSite


def inside(scene: Scene) -> InSite:
    """Where the party stands in a dungeon; asked only of a party that is in one."""
    assert isinstance(scene.party.where, InSite)
    return scene.party.where


def under_way(scene: Scene) -> Foray:
    """What the party does in the dungeon; asked only of a party that is in one."""
    assert scene.party.foray is not None
    return scene.party.foray


def is_moving(foray: Foray) -> bool:
    """Whether the party walks, and so is checked on by the hour."""
    match foray.stance:
        case StanceKind.SECURE:
            return foray.minutes_left > 0 or bool(foray.path)
        case StanceKind.EXPLORE:
            return not foray.is_camped
        case _:
            return True


def interval(foray: Foray, house: House) -> int:
    """Minutes between encounter checks. Source: R37, R42, A27."""
    return house.moving_minutes if is_moving(foray) else house.secure_minutes


def begun(
    scene: Scene,
    stance: StanceKind,
    *,
    by: str,
    order: OrderId | None = None,
    whose: CharacterId | None = None,
    objective: ZoneId | None = None,
    route: tuple[ZoneId, ...] = (),
    until: Moment | None = None,
) -> Scene:
    """The scene with a stance taken at this moment; its way is planned when time next moves on."""
    here = inside(scene).zone
    scene = quiet_told(scene)
    old = scene.party.foray
    goal = None if stance is StanceKind.EXPLORE else objective
    if goal == here and stance is not StanceKind.RAID:
        goal = None
    foray = Foray(
        stance, scene.now, objective=goal, until=until, order=order, whose=whose, route=route,
        explored_today=old.explored_today if old else 0,
        behind=old.behind if old else 0,
    )  # fmt: skip
    foray = replace(foray, minutes_to_check=_to_check(old, foray, scene.book.house))
    zone = here if here in inside(scene).known else None  # a place only the DM knows is not named (R46)
    data = {"stance": stance.value, "zone": zone, "by": by, "order": order}
    return scene.with_party(foray=foray).tell(EventKind.STANCE_BEGUN, data=data, source="R17")


def _to_check(old: Foray | None, new: Foray, house: House) -> int:
    """Minutes to the next check under a new stance; no change of mind lets anybody slip past one.

    Going on as before goes on counting. Part of an hour on the move counts whole, so whoever stops owes its check at
    once; part of a watch does not count. Source: A28.
    """
    will_move = is_moving(new) or new.objective is not None
    length = house.moving_minutes if will_move else house.secure_minutes
    if old is None:
        return length
    was_moving = is_moving(old)
    if was_moving == will_move:
        return min(old.minutes_to_check, length)
    return 0 if was_moving and old.minutes_to_check < house.moving_minutes else length


def set_out(scene: Scene, path: Path) -> Scene:
    """The scene with the party on a path; whoever turned between two zones first walks back to the last."""
    foray = under_way(scene)
    first = (path.legs[0] if path.legs else 0) + foray.behind
    return scene.with_party(foray=replace(foray, path=path.zones, minutes_left=first, legs=path.legs[1:], behind=0))


def quiet_told(scene: Scene) -> Scene:
    """The scene with the checks that found nobody told of in one event."""
    foray = scene.party.foray
    if foray is None or not foray.quiet:
        return scene
    data = {"checks": len(foray.quiet), "since": foray.quiet[0].throw.at}
    scene = scene.tell(EventKind.QUIET, data=data, faces=foray.quiet, source="R19, R37, R42, A22")
    return scene.with_party(foray=replace(foray, quiet=()))


def fresh(scene: Scene, *, is_done: bool = False) -> Scene:
    """The scene with the order of the current stance finished: it asks for nothing more. `is_done`: carried out."""
    foray = scene.party.foray
    if foray is None or foray.order is None or foray.order in scene.done:
        return scene
    if is_done:
        scene = scene.tell(EventKind.ORDER_DONE, data={"order": foray.order}, source="A46")
    return replace(scene, done=(*scene.done, foray.order))
