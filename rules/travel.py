"""The road: a party under way, march by march, until it arrives, must decide something, or the step ends.

scene = depart(scene, Travel(PlaceId("fosco")))      # at a place → on the first route
scene = travel(scene, until=moment)                  # marches, checks, nights
scene = wilderness.settled(scene, "A")               # an answer, and on it goes
"""

from collections.abc import Iterator
from fractions import Fraction

from rules.changed import replace
from rules.events import EventKind
from rules.march import ahead, length, minutes_to, other_end, walked
from rules.names import PlaceId
from rules.orders import Travel
from rules.owed import free_from
from rules.pace import party_move_ft, rate
from rules.routes import arrives, next_route, planned, set_out
from rules.scene import Scene
from rules.schedule import Due, first, march_start, march_window, moved, next_turnover, released
from rules.time import MINUTES_A_DAY, Moment, day_of
from rules.upkeep import dawn, night_on_route
from rules.wilderness import encounter_check, next_sight, noticed, orientation, route_of, sighted
from rules.world import AtPlace, OnRoute


def travel(scene: Scene, *, until: Moment) -> Scene:
    """The scene at `until`, at its arrival, or at the moment of a decision, whichever comes first.

    Source: R66-R73, A51-A54.
    """
    while isinstance(scene.party.where, OnRoute) and scene.party.decision is None and scene.living:
        due = first(_dues(scene, scene.party.where))
        if due is None or due.at > until:
            break
        scene = due.step(moved(scene, due.at))
    stays = isinstance(scene.party.where, OnRoute) and scene.party.decision is None
    return moved(scene, until) if stays else scene


def depart(scene: Scene, order: Travel) -> Scene | None:
    """The scene with the party on its way from the place it is at; None where no way leads there. Source: R66."""
    where = scene.party.where
    on = set_out(scene, order, where.place) if isinstance(where, AtPlace) else None
    if on is None:
        return None
    scene = scene.with_party(where=on)
    return _told_departure(scene, on)


def _told_departure(scene: Scene, on: OnRoute) -> Scene:
    arrival = arrives(scene)
    day = None if arrival is None else day_of(arrival, scene.book.house.turnover)
    data = {"destination": on.destination, "route": on.route, "arrives_day": day}
    return scene.tell(EventKind.DEPARTED, data=data, source="R66")


def divert(scene: Scene, order: Travel) -> Scene | None:
    """The scene with a party under way turned towards another place, or to another pace; None where no way leads there.

    It goes on or turns back, whichever is shorter to that place, and keeps its secret if it is lost. Source: R59, R66.
    """
    on = scene.party.where
    if not isinstance(on, OnRoute):
        return None
    scene = _stopped(scene)
    on = scene.party.where
    assert isinstance(on, OnRoute)
    on = replace(on, pace=order.pace, is_stealthy=order.stealth, transport=order.transport or on.transport)
    if order.destination != on.destination or order.via:
        ways = [way for way in (_onward(scene, on, order), _back(scene, on, order)) if way is not None]
        if not ways:
            return None
        on = min(ways, key=lambda way: _arrival_rank(scene, way))
    return _told_departure(scene.with_party(where=on), on)


def _arrival_rank(scene: Scene, way: OnRoute) -> tuple[bool, int]:
    arrival = arrives(scene.with_party(where=way))
    return arrival is None, arrival or scene.now


def halt(scene: Scene, until: Moment) -> Scene:
    """The scene with a party under way waiting where it is; what it walked today is told. Source: R66."""
    if not isinstance(scene.party.where, OnRoute):
        return scene
    scene = _stopped(scene)
    return scene.with_party(where=replace(_on(scene), halted_until=until))


def _onward(scene: Scene, on: OnRoute, order: Travel) -> OnRoute | None:
    rest = planned(scene, order, on.toward)
    return None if rest is None else replace(on, rest=rest, destination=order.destination)


def _back(scene: Scene, on: OnRoute, order: Travel) -> OnRoute | None:
    route = route_of(scene, on)
    turned = replace(on, toward=other_end(route, on.toward), miles_done_tenths=length(route) - on.miles_done_tenths)
    return _onward(scene, turned, order)


def _dues(scene: Scene, on: OnRoute) -> Iterator[Due]:
    """All that may come next on the road. At one moment the night comes first, setting out last."""
    yield Due(next_turnover(scene), night_on_route)
    yield from released(scene)
    if on.checks:
        yield Due(Moment(max(scene.now, on.checks[0])), _check)
    if on.begun is None:
        # Days lived ahead in a session were walked there: nobody walks them twice (A38).
        free = max(free_from(person) for person in scene.living)
        yield Due(march_start(scene, max(scene.now, on.halted_until or scene.now, free)), _begin)
        return
    # The march that was planned, not the one `begun` falls in: a route may end as the day's march does.
    end = (march_window(scene, on.begun)[0] if on.planned is None else on.planned) + scene.book.house.march_minutes
    target, arrival = _milestone(scene, on)
    if arrival is not None and arrival <= end:
        yield Due(Moment(max(scene.now, arrival)), lambda scene: _reach(scene, target))
    yield Due(Moment(max(scene.now, end)), _camp)


def _milestone(scene: Scene, on: OnRoute) -> tuple[int, Moment | None]:
    """The next position at which something happens, and when: a place to be seen, or the end of the route."""
    target = length(route_of(scene, on))
    sight = None if on.is_lost else next_sight(scene, on)
    if sight is not None:
        target = min(target, sight[0])
    atlas, tables = scene.book.atlas, scene.book.tables
    time = minutes_to(atlas, on, target, rate=rate(scene, on), tables=tables)
    return target, None if time is None or on.begun is None else Moment(on.begun + time)


def _begin(scene: Scene) -> Scene:
    """On their feet: the first time in a day with the day's rolls. Source: R66, A51, A52."""
    on = _on(scene)
    window, end = march_window(scene, scene.now)
    on = replace(on, has_forced=on.has_forced or on.pace == "forced")
    if on.planned == window:
        return scene.with_party(where=replace(on, begun=scene.now))
    scene = dawn(scene, on)
    fresh = replace(on, planned=window, is_disturbed=False)
    scene = orientation(scene.with_party(where=fresh), fresh)
    if not party_move_ft(scene, on.transport):
        scene = scene.tell(EventKind.HALTED, data={"reason": "exhausted"}, source="AC8")
    on = replace(_on(scene), begun=None if scene.party.decision else scene.now)
    return scene.with_party(where=replace(on, checks=_checks(scene, on, end)))


def _checks(scene: Scene, on: OnRoute, end: Moment) -> tuple[Moment, ...]:
    """When the day's encounter checks fall: spread over the march, and one in the middle of the night. Source: A51."""
    house = scene.book.house
    arrival = _milestone(scene, replace(on, begun=scene.now))[1]
    stop = end if arrival is None else min(end, arrival)
    count = 2 if house.wilderness_checks == "osric" else 1
    by_day = (Moment(scene.now + (stop - scene.now) * n // (count + 1)) for n in range(1, count + 1))
    night = Moment(end + (MINUTES_A_DAY - house.march_minutes) // 2)
    return (*by_day, night)


def _check(scene: Scene) -> Scene:
    """One encounter check; whatever slows the party or asks it something finds its position settled."""
    on = _on(scene)
    before = rate(scene, on)
    after = encounter_check(scene.with_party(where=replace(on, checks=on.checks[1:])))
    if not isinstance(after.party.where, OnRoute):
        return after
    if after.party.decision is not None or not after.living:
        return _stopped(after, speed=before)
    return _settle(after, speed=before) if rate(after, _on(after)) != before else after


def _on(scene: Scene) -> OnRoute:
    assert isinstance(scene.party.where, OnRoute)
    return scene.party.where


def _settle(scene: Scene, *, speed: Fraction | None = None) -> Scene:
    """The scene with the party's position reckoned up to now."""
    on = _on(scene)
    if on.begun is None:
        return scene
    pace = rate(scene, on) if speed is None else speed
    way = walked(scene.book.atlas, on, scene.now - on.begun, rate=pace, tables=scene.book.tables)
    return scene.with_party(where=replace(way, begun=scene.now))


def _stopped(scene: Scene, *, speed: Fraction | None = None) -> Scene:
    """The scene with the march broken off, and what was walked of it told. Source: R66."""
    scene = _settle(scene, speed=speed)
    on = _on(scene)
    scene = scene.with_party(where=replace(on, begun=None, today_tenths=0))
    if not on.today_tenths:
        return scene
    left = ahead(scene.book.atlas, on)
    data = {"miles_tenths": on.today_tenths, "left_tenths": left, "route": on.route}
    return scene.tell(EventKind.TRAVELLED, data=data, source="R66, A52")


def _camp(scene: Scene) -> Scene:
    return _stopped(scene)


def _reach(scene: Scene, target: int) -> Scene:
    """At a milestone: the end of a route, a place beside it, or where the lost think they should be."""
    scene = _settle(scene)
    on = _on(scene)
    if on.is_lost:
        return noticed(_stopped(scene))
    short = target - on.miles_done_tenths
    on = replace(on, miles_done_tenths=target, today_tenths=on.today_tenths + short)
    sight = next_sight(scene, replace(on, miles_done_tenths=target - 1))
    scene = scene.with_party(where=on)
    if sight is not None and sight[0] == target:
        scene = sighted(scene, sight[1])
        if scene.party.decision is not None:
            return _stopped(scene)
    return _at_end(scene, on) if target == length(route_of(scene, on)) else scene


def _at_end(scene: Scene, on: OnRoute) -> Scene:
    if on.rest:
        return scene.with_party(where=next_route(scene.book.atlas, on))
    return _arrive(_stopped(scene), on.toward)


def _arrive(scene: Scene, place: PlaceId) -> Scene:
    """At the destination; after a forced march a full day's rest is due. Source: R66."""
    on = _on(scene)
    turnover = scene.book.house.turnover
    since = scene.now if on.departed is None else on.departed
    days = day_of(scene.now, turnover) - day_of(since, turnover)
    weary = Moment(scene.now + MINUTES_A_DAY) if on.has_forced else None
    scene = scene.with_party(where=AtPlace(place, since=scene.now, weary_until=weary))
    return scene.tell(EventKind.ARRIVED, data={"place": place, "days": days}, source="R66")
