"""What the wild throws at travellers: encounters by terrain, losing the way unawares, and places beside the road.

Decisions on the road and what their options mean: general actions, all that players have out of session (R72). The
first is the plausible one, taken where nobody answers (R70):

    lost         backtrack · press_on · wait
    place_found  pass_by · approach
    stranger     pass_by · approach
"""

from collections.abc import Iterable
from typing import Any

from rules.atlas import Route, Sight
from rules.changed import replace
from rules.decisions import lettered, means_of, opened
from rules.dice import Face, Throw, roll
from rules.encounter import meet
from rules.events import Audience, EventKind
from rules.march import length, terrain
from rules.names import PlaceId
from rules.pace import TENTHS
from rules.reward import listed
from rules.scene import Scene
from rules.schedule import march_window
from rules.time import MINUTES_A_DAY
from rules.world import AtPlace, Band, OnRoute, Option

_D12 = 12
_D100 = 100
_POINTS = 8  # of the compass


def route_of(scene: Scene, on: OnRoute) -> Route:
    """The route under the party's feet."""
    return scene.book.atlas.routes[on.route]


def is_at_night(scene: Scene) -> bool:
    """Whether the party's clock stands outside the hours of a march."""
    house = scene.book.house
    return not 0 <= scene.now % MINUTES_A_DAY - house.march_begins < house.march_minutes


def encounter_check(scene: Scene) -> Scene:
    """The scene after one encounter check by day or by night, by terrain. Source: R66, A51, A54.

    Whoever is met is the encounter's business; the party loses no way by it.
    """
    on = scene.party.where
    assert isinstance(on, OnRoute)
    table = route_of(scene, on).table or scene.book.atlas.wilderness_table
    face = scene.dice.face(Throw(scene.now, scene.party.id, "wilderness"), 0, _D12)
    if not table or face.value > _chance(scene, on):
        return scene.tell(EventKind.QUIET, data={"checks": 1}, faces=(face,), source="A51", audience=Audience.DM)
    if is_at_night(scene):
        scene = scene.with_party(where=replace(on, is_disturbed=True))
    return _as_stranger(meet(scene, table, what="wilderness", found=(face,)))


def _as_stranger(scene: Scene) -> Scene:
    """The scene with people who ask nothing met as strangers, not bargained with. Source: R67, R71, A53."""
    decision = scene.party.decision
    if decision is None or decision.kind != "deal" or decision.band is None:
        return scene
    band = decision.band
    if band.price_cp or band.rations:
        return scene
    offers = (EventKind.DEAL_OFFERED, decision.id)
    events = tuple(event for event in scene.events if (event.kind, event.data.get("decision")) != offers)
    scene = _asked(replace(scene, events=events), "stranger", ("pass_by", "approach"), band=band)
    data = {**_named(scene), "monsters": listed(band)}
    return scene.tell(EventKind.STRANGER_MET, data=data, source="R67, R69, R71, A53")


def _chance(scene: Scene, on: OnRoute) -> int:
    row = scene.book.tables.terrain[terrain(scene.book.atlas, on)]
    if scene.book.house.wilderness_checks == "osric":
        return row.osric_in_12
    return row.night_in_12 if is_at_night(scene) else row.day_in_12


def lost_percent(scene: Scene, on: OnRoute) -> int:
    """The chance of losing the way today: none on a known way, half of the terrain's at a careful pace. Source: A52."""
    if route_of(scene, on).known:
        return 0
    percent = scene.book.tables.terrain[terrain(scene.book.atlas, on)].lost_percent
    return percent // 2 if on.pace == "careful" or on.is_stealthy else percent


def orientation(scene: Scene, on: OnRoute) -> Scene:
    """The scene after the day's secret roll for the way: straying, going on astray, or noticing. Source: R71, A52."""
    percent = lost_percent(scene, on)
    if on.back_tenths or not (percent or on.is_lost):
        return scene
    face = scene.dice.face(Throw(scene.now, scene.party.id, "way"), 0, _D100)
    if face.value > percent:
        return noticed(scene, (face,)) if on.is_lost else scene
    return scene if on.is_lost else _strayed(scene, on, face)


def _strayed(scene: Scene, on: OnRoute, face: Face) -> Scene:
    """Off the way, and nobody but the DM knows: one point to a side, or anywhere at all."""
    throw = Throw(scene.now, scene.party.id, "veer")
    veer = scene.book.tables.terrain[terrain(scene.book.atlas, on)].veer
    (side,) = roll(scene.dice, throw, _POINTS if veer == "any" else 2)
    data = {"route": on.route, "veer": veer, "side": side.value}
    scene = scene.with_party(where=replace(on, is_lost=True, lost_miles_tenths=0))
    return scene.tell(EventKind.WENT_ASTRAY, data=data, faces=(face, side), source="R66, A52", audience=Audience.DM)


def noticed(scene: Scene, faces: tuple[Face, ...] = ()) -> Scene:
    """The scene in which the party sees that it is lost, and is asked what to do. Source: R69, R71, A52."""
    scene = _asked(scene, "lost", ("backtrack", "press_on", "wait"))
    return scene.tell(EventKind.NOTICED_LOST, data=_named(scene), faces=faces, source="R69, R71, A52")


def _asked(
    scene: Scene, kind: str, means: Iterable[str], *, place: PlaceId | None = None, band: Band | None = None
) -> Scene:
    """The scene with a decision of the road; silence leaves it to the DM. Source: R69, R70."""
    scene = opened(scene, kind, lettered(Option("", word) for word in means), band=band)
    assert scene.party.decision is not None
    return scene.with_party(decision=replace(scene.party.decision, place=place))


def _named(scene: Scene) -> dict[str, Any]:
    assert scene.party.decision is not None
    return {"decision": scene.party.decision.id}


def next_sight(scene: Scene, on: OnRoute) -> tuple[int, Sight] | None:
    """The next place beside the route that the party does not know yet, with its position. Source: R71."""
    route = route_of(scene, on)
    whole = length(route)
    sights = []
    for sight in route.sights:
        tenths = round(sight.miles * TENTHS)
        position = tenths if on.toward == route.ends[1] else whole - tenths
        if position > on.miles_done_tenths and sight.place not in scene.party.found:
            sights.append((position, sight))
    return min(sights, key=lambda pair: (pair[0], pair[1].place), default=None)


def sighted(scene: Scene, sight: Sight) -> Scene:
    """The scene after passing a place that may be noticed; found, the party is asked what to do. Source: R69, R71."""
    throw = Throw(scene.now, scene.party.id, f"sight:{sight.place}")
    (face,) = roll(scene.dice, throw, _D100)
    if face.value > sight.percent:
        return scene
    scene = scene.with_party(found=scene.party.found | {sight.place})
    scene = _asked(scene, "place_found", ("pass_by", "approach"), place=sight.place)
    data = {**_named(scene), "place": sight.place}
    return scene.tell(EventKind.PLACE_FOUND, data=data, faces=(face,), source="R69, R71")


def settled(scene: Scene, choice: str) -> Scene:
    """The scene after a decision of the road was answered: `choice` is an option's key or what it means.

    Back to where they strayed costs the way they went astray, and from there they know the ground. Pressing on, half
    of a way that only veered a point still counts, none of one that went anywhere. Waiting costs the rest of the day.
    Source: R69, R70, R71, A52.
    """
    decision, on = scene.party.decision, scene.party.where
    if decision is None or not isinstance(on, OnRoute):
        return scene
    means = means_of(decision, choice)
    scene = scene.with_party(decision=None)
    if means == "approach" and decision.place is not None:
        return _approached(scene, on, decision.place)
    if means == "approach":
        data = {"order": None, "words": f"{decision.kind}: {means}"}
        scene = scene.tell(EventKind.FOR_THE_DM, data=data, source="R70, R71")
    way = _found_again(scene, on, means) if decision.kind == "lost" else on
    scene = scene.with_party(where=way)
    data = {"route": way.route, "destination": way.destination, "choice": means}
    return scene.tell(EventKind.SET_OUT_AGAIN, data=data, source="R70, R71")


def _approached(scene: Scene, on: OnRoute, place: PlaceId) -> Scene:
    scene = scene.with_party(where=AtPlace(place, since=scene.now))
    days = 0 if on.departed is None else (scene.now - on.departed) // MINUTES_A_DAY
    return scene.tell(EventKind.ARRIVED, data={"place": place, "days": days}, source="R71")


def _found_again(scene: Scene, on: OnRoute, means: str) -> OnRoute:
    """The party no longer astray, with what that costs it."""
    gone = on.lost_miles_tenths
    found = replace(on, is_lost=False, lost_miles_tenths=0)
    if means == "wait":
        return replace(found, back_tenths=gone, halted_until=march_window(scene, scene.now)[1])
    if means == "press_on":
        veer = scene.book.tables.terrain[terrain(scene.book.atlas, on)].veer
        counts = gone // 2 if veer == "one_point" else 0
        return replace(found, miles_done_tenths=on.miles_done_tenths + counts)
    return replace(found, back_tenths=gone)
