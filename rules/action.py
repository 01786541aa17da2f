"""What a party does by the order that rules: a stance taken, a dungeon entered, a journey turned.

Source: R10, R12, R17, R59, A46.
"""

from collections.abc import Sequence

from rules.changed import replace
from rules.events import EventKind
from rules.foray import begun
from rules.names import PlayerId, SiteId
from rules.orders import Act, Order, Stance, StanceKind, Travel, Wait
from rules.retreat import over_threshold
from rules.scene import Scene
from rules.schedule import next_turnover
from rules.spoken import done, failed
from rules.time import MINUTES_A_DAY, Moment, day_of, end_of_day
from rules.travel import divert, halt
from rules.ways import exits
from rules.world import AtPlace, Foray, InSite, OnRoute


def obeyed(scene: Scene, plan: Sequence[Order]) -> Scene:
    """The scene with the first step of each letter of the plan taken up; what cannot be begun here waits."""
    seen: set[tuple[PlayerId, Moment]] = set()
    for order in plan:
        letter = (order.by, order.received)
        if order.id in scene.done or letter in seen:
            continue
        if _has_more(order, plan) and _never_ends(order):
            scene = done(scene, order.id)
            continue
        seen.add(letter)
        scene = _take_up(scene, order, plan)
    return scene


def _has_more(order: Order, plan: Sequence[Order]) -> bool:
    """Whether the same letter goes on after an order."""
    return any(o.id > order.id and (o.by, o.received) == (order.by, order.received) for o in plan)


def _never_ends(order: Order) -> bool:
    """Whether something said after it in the same breath can only mean that it takes its place."""
    act = order.act
    return (isinstance(act, Stance) and act.stance is StanceKind.SECURE and act.until is None) or (
        isinstance(act, Wait) and act.until is None
    )


def _take_up(scene: Scene, order: Order, plan: Sequence[Order]) -> Scene:
    match scene.party.where, order.act:
        case InSite(), Stance() as act:
            return _stance(scene, order, act)
        case InSite(), Travel():
            return _way_out(scene, order)
        case AtPlace() as where, Stance() as act:
            return _enter(scene, order, act, where, plan)
        case AtPlace(place=here), Travel(destination=there) if here == there and _has_more(order, plan):
            return obeyed(done(scene, order.id), plan)
        case OnRoute() as on, Travel() as act:
            return _divert(scene, order, act, on)
        case OnRoute() as on, Wait() as act:
            return _wait(scene, order, act, on)
        case _:
            return scene  # the town sees to it, or it waits for the arrival


def _stance(scene: Scene, order: Order, act: Stance) -> Scene:
    """The scene with a stance taken up, unless it is the one they are in already."""
    foray = scene.party.foray
    if foray is not None and foray.order == order.id:
        return scene
    if foray is not None and foray.stance is act.stance and _fits(foray, act):
        return scene.with_party(foray=replace(foray, order=order.id, whose=order.character, until=act.until))
    if _is_over(scene, act):
        return failed(scene, order, "replaced")
    until = act.until if act.stance in (StanceKind.SECURE, StanceKind.EXPLORE) else None
    return begun(
        scene, act.stance,
        by="order", order=order.id, whose=order.character, objective=act.target, route=act.route, until=until,
    )  # fmt: skip


def _is_over(scene: Scene, act: Stance) -> bool:
    """Whether a stance was wanted up to an hour that is past."""
    return act.until is not None and act.until <= scene.now


def _way_out(scene: Scene, order: Order) -> Scene:
    """The scene on its way outside, from where the journey ordered goes on."""
    scene = _stance(scene, order, Stance(StanceKind.RETURN))
    foray = scene.party.foray
    if foray is None or foray.is_errand:
        return scene
    return scene.with_party(foray=replace(foray, is_errand=True))


def _enter(scene: Scene, order: Order, act: Stance, where: AtPlace, plan: Sequence[Order]) -> Scene:
    """The scene with the party gone down where it stands at a dungeon's mouth. Source: R10, R12."""
    if act.stance is StanceKind.RETURN:
        return done(scene.tell(EventKind.ORDER_DONE, data={"order": order.id}, source="R53"), order.id)
    site = _site_here(scene, act, where)
    if site is None:
        waits = act.site in scene.book.atlas.sites or any(isinstance(other.act, Travel) for other in plan)
        return scene if waits else failed(scene, order, "not_there")
    if _is_over(scene, act):
        return failed(scene, order, "replaced")
    held_back = _held_back(scene, order)
    if held_back:
        return failed(scene, order, held_back)
    zones = scene.book.atlas.sites[site].zones
    doors = sorted(zone for zone in exits(scene.book.atlas.sites[site]) if zones[zone].exit_to == where.place)
    entry = doors[0] if doors else next(iter(zones), None)
    if entry is None:
        return failed(scene, order, "not_there")
    known = scene.party.maps.get(site, frozenset()) | {entry}
    scene = scene.with_party(where=InSite(site, entry, known, entered=scene.now), foray=None, retreated=None)
    scene = scene.tell(EventKind.ENTERED_SITE, data={"site": site, "zone": entry}, source="R10, R12")
    return _stance(scene, order, act)


def _held_back(scene: Scene, order: Order) -> str:
    """Why a party stays outside: it turned back on a day not told yet, or somebody is at their limit; "" if it goes.

    Whoever writes after the day closed has read of the retreat, and their word counts as a countermand does, whatever
    the limits; so does the DM's, and an order that waited for what happened. Source: R15, A42, A43.
    """
    if order.by_dm or order.condition:
        return ""
    turned, turnover = scene.party.retreated, scene.book.house.turnover
    if turned is not None:
        return "retreated" if order.received < end_of_day(day_of(turned, turnover), turnover) else ""
    return "too_hurt" if over_threshold(scene) else ""


def _site_here(scene: Scene, act: Stance, where: AtPlace) -> SiteId | None:
    """The dungeon one can go down into from here: the one named, else the first."""
    sites = scene.book.atlas.sites
    here = [
        site.id
        for site in sites.values()
        if site.place == where.place or any(zone.exit_to == where.place for zone in site.zones.values())
    ]
    return next((site for site in here if act.site in (None, site)), None)


def _wait(scene: Scene, order: Order, act: Wait, on: OnRoute) -> Scene:
    """The scene with travellers camped where they are: to a day, or from close to close until told otherwise.

    Source: R59, R66.
    """
    if act.until is not None and act.until <= scene.now:
        return done(scene, order.id)
    until = act.until or Moment(next_turnover(scene) + MINUTES_A_DAY)
    return scene if on.halted_until is not None and on.halted_until >= until else halt(scene, until)


def _divert(scene: Scene, order: Order, act: Travel, on: OnRoute) -> Scene:
    """The scene with travellers turned towards another place. Source: R59, R66."""
    if on.halted_until is not None and on.halted_until > scene.now:  # they go on
        on = replace(on, halted_until=None)
        scene = scene.with_party(where=on)
    if on.destination == act.destination and on.pace == act.pace and not act.via:
        return done(scene, order.id)
    after = divert(scene, act)
    return failed(scene, order, "no_way") if after is None else done(after, order.id)


def is_same(scene: Scene, order: Order, plan: Sequence[Order]) -> bool:
    """Whether an order asks one character for what the party does anyway, or is about to do."""
    acts = [one.act for one in plan if one.id not in scene.done]
    ruling = next((act for act in acts if type(act) is type(order.act)), acts[0] if acts else None)
    if ruling is not None and type(ruling) is type(order.act):
        return _is_alike(ruling, order.act)
    match order.act:
        case Stance() as act:
            foray = scene.party.foray
            if foray is None:
                return isinstance(scene.party.where, InSite) and act.stance is StanceKind.SECURE and act.target is None
            return ruling is None and foray.stance is act.stance and _fits(foray, act)
        case Travel() as act:
            where = scene.party.where
            return ruling is None and isinstance(where, OnRoute) and where.destination == act.destination
        case _:
            return ruling is None and isinstance(scene.party.where, AtPlace)


def _is_alike(one: Act, other: Act) -> bool:
    """Whether two orders of a kind ask for the same in the main."""
    match one, other:
        case Stance(), Stance():
            return (one.stance, one.target, one.route) == (other.stance, other.target, other.route)
        case Travel(), Travel():
            return one.destination == other.destination
        case _:
            return True


def _fits(foray: Foray, act: Stance) -> bool:
    """Whether a foray already is what a stance asks for, so that no way is planned anew."""
    target = act.target if act.stance is not StanceKind.EXPLORE else None
    return foray.route == act.route and (target is None or foray.objective == target)
