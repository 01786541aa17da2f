"""A party hears its orders: what counts at its clock is carried out, held back, overruled, or passed on.

`heard(scene, orders)` changes nothing the second time at the same moment. Personal affairs in town are the town's.

Source: R59, R60, A46-A50.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.apart import broken_away
from rules.bodies import is_here, taken
from rules.events import Audience, EventKind
from rules.foray import begun
from rules.names import CharacterId, OrderId, PlayerId, SiteId
from rules.orders import (
    Absence,
    Answer,
    Ask,
    BreakAway,
    Cancel,
    Carry,
    Designate,
    Free,
    LoadUpTo,
    Meet,
    Order,
    Rejoin,
    RetreatAt,
    Scope,
    Stance,
    StanceKind,
    Travel,
    Wait,
)
from rules.precedence import Verdict, authority, counts, is_action, rank, weigh
from rules.scene import Scene
from rules.travel import divert
from rules.ways import exits
from rules.world import AtPlace, Foray, InSite, OnRoute

_TOWN = ("Shop", "Hire", "Rest", "Do")


def relevant(scene: Scene, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Orders that concern this party and are not done, by receipt."""
    done, members = set(scene.done), set(scene.party.members)
    mine = (order for order in orders if order.id not in done and order.character in members)
    return tuple(sorted(mine, key=lambda order: (order.received, order.id)))


def heard(scene: Scene, orders: Sequence[Order]) -> Scene:
    """The scene after everything that counts at its clock was heard."""
    if not orders and not scene.party.votes:
        return scene if scene.party.foray else _settled_in(scene)
    scene = cancelled(scene, _counting(scene, orders))
    for order in _counting(scene, orders):
        scene = _instant(scene, order)
    scene = elected_spokesperson(scene, _counting(scene, orders))
    verdict = _weighed(scene, _counting(scene, orders))
    scene = _told(scene, verdict)
    scene = _voted(scene, verdict)
    scene = _parted(scene, verdict)
    scene = _obeyed(scene, verdict.plan)
    return scene if scene.party.foray else _settled_in(scene)


def _settled_in(scene: Scene) -> Scene:
    """With nothing ordered a party in a dungeon holds its position. Source: A46."""
    if not isinstance(scene.party.where, InSite) or not scene.living:
        return scene
    return begun(scene, StanceKind.SECURE, by="default")


def _counting(scene: Scene, orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple(order for order in relevant(scene, orders) if counts(order, scene.party, scene.people))


def _weighed(scene: Scene, orders: Sequence[Order]) -> Verdict:
    return weigh(scene.party, scene.people, orders, dead_speak=scene.book.house.dead_spokesperson_stays)


# -- what is done at once --------------------------------------------------------------------------------------------


def _instant(scene: Scene, order: Order) -> Scene:
    """The scene after an order that takes no time, if it is one."""
    if order.id in scene.done:
        return scene
    if _is_of_the_dead(scene, order):
        return failed(scene, order, "dead")
    do = _INSTANTS.get(type(order.act))
    return scene if do is None else do(scene, order)


def _is_of_the_dead(scene: Scene, order: Order) -> bool:
    """Whether a dead character is to act; a dead spokesperson still speaks for the party. Source: A47."""
    person = scene.people[order.character]
    return not person.is_alive and rank_of(scene, order) == 2 and not isinstance(order.act, Ask | Free | Cancel)


def rank_of(scene: Scene, order: Order) -> int:
    """The rank of an order in this party: 0 the DM, 1 the spokesperson, 2 anybody else."""
    return rank(order, scene.party, scene.people, dead_speak=scene.book.house.dead_spokesperson_stays)


def done(scene: Scene, *orders: OrderId) -> Scene:
    """The scene with orders finished."""
    new = tuple(order for order in orders if order not in scene.done)
    return replace(scene, done=(*scene.done, *new)) if new else scene


def failed(scene: Scene, order: Order, reason: str) -> Scene:
    """The scene with an order that came to nothing, and why."""
    audience = Audience.PARTY if order.scope is Scope.PARTY else Audience.CHARACTERS
    data = {"order": order.id, "reason": reason}
    scene = scene.tell(
        EventKind.ORDER_FAILED, characters=(order.character,), data=data, source="A39, A49", audience=audience
    )
    return done(scene, order.id)


def proposed(scene: Scene, order: Order) -> Scene:
    """The scene with a plural order of somebody who does not speak for the party: shown to all. Source: A46."""
    data = {"order": order.id, "text": order.text}
    scene = scene.tell(EventKind.PROPOSED, characters=(order.character,), data=data, source="R58, A46")
    return done(scene, order.id)


def speaks(scene: Scene, order: Order) -> bool:
    """Whether an order carries the party's word; where nobody speaks for it, anybody's does."""
    if rank_of(scene, order) < 2:
        return True
    dead_speak = scene.book.house.dead_spokesperson_stays
    return scene.party.spokesperson is None and authority(scene.party, scene.people, dead_speak=dead_speak) is None


def _meet(scene: Scene, order: Order) -> Scene:
    """An attitude stands until another one about the same creatures. Source: A25."""
    assert isinstance(order.act, Meet)
    if not speaks(scene, order):
        return proposed(scene, order)
    against = order.act.against
    kept = (o for o in scene.party.standing if not (isinstance(o.act, Meet) and o.act.against == against))
    return done(scene.with_party(standing=(*kept, order)), order.id)


def _limit(scene: Scene, order: Order) -> Scene:
    """A limit of one's own goes on the sheet; one the spokesperson states for all stands for those who stated none.

    Source: R15, R16, A46.
    """
    person = scene.people[order.character]
    if order.scope is Scope.PARTY and speaks(scene, order):
        kind = type(order.act)
        kept = (o for o in scene.party.standing if not isinstance(o.act, kind))
        return done(scene.with_party(standing=(*kept, order)), order.id)
    limits = person.limits
    if isinstance(order.act, RetreatAt):
        limits = replace(limits, retreat_percent=order.act.percent, retreat_hp=order.act.hp)
    if isinstance(order.act, LoadUpTo):
        limits = replace(limits, load_level=order.act.level, load_weight=order.act.weight)
    return done(scene.with_person(replace(person, limits=limits)), order.id)


def _carry(scene: Scene, order: Order) -> Scene:
    """Whoever speaks for the party may name bearers; anybody else only themselves. Source: R62, A46."""
    assert isinstance(order.act, Carry)
    if not is_here(scene, order.act.body):
        return failed(scene, order, "no_body")
    bearers = tuple(name for name in order.act.bearers or (order.character,) if _can_bear(scene, name))
    own = {person.id for person in scene.living if person.player == order.by}
    if not bearers or not (speaks(scene, order) or set(bearers) <= own):
        return failed(scene, order, "not_theirs") if bearers else failed(scene, order, "no_bearer")
    return done(taken(scene, order.act.body, bearers), order.id)


def _can_bear(scene: Scene, name: CharacterId) -> bool:
    return name in scene.party.members and scene.people[name].is_conscious


def _designate(scene: Scene, order: Order) -> Scene:
    """The DM's word or the present spokesperson's names another; else most of the players must. Source: R58, A47."""
    assert isinstance(order.act, Designate)
    if order.by_dm or order.by == scene.party.spokesperson:
        return done(_spokesperson(scene, order.act.player), order.id)
    return scene


def elected_spokesperson(scene: Scene, orders: Sequence[Order]) -> Scene:
    """The scene with the spokesperson whom more than half of the players of the party name. Source: R58."""
    naming = [order for order in orders if isinstance(order.act, Designate) and order.id not in scene.done]
    if not naming:
        return scene
    players = {person.player for person in scene.living if person.player is not None}
    latest = {order.by: order for order in naming if order.by in players}
    for order in latest.values():
        assert isinstance(order.act, Designate)
        agree = [o.id for o in latest.values() if isinstance(o.act, Designate) and o.act.player == order.act.player]
        if 2 * len(agree) > len(players):
            return done(_spokesperson(scene, order.act.player), *(o.id for o in naming))
    return scene


def _spokesperson(scene: Scene, player: PlayerId) -> Scene:
    if scene.party.spokesperson == player:
        return scene
    scene = done(scene, *(vote.id for vote in scene.party.votes)).with_party(spokesperson=player, votes=())
    return scene.tell(EventKind.SPOKESPERSON, data={"player": player}, source="R58")


def cancelled(scene: Scene, orders: Sequence[Order]) -> Scene:
    """The scene with orders taken back by those who gave them, or by the DM. Source: A46."""
    for cancel in orders:
        if not isinstance(cancel.act, Cancel) or cancel.id in scene.done:
            continue
        gone = tuple(other.id for other in orders if _takes_back(cancel, cancel.act, other))
        foray = scene.party.foray
        scene = done(scene, cancel.id, *gone)
        if foray is not None and foray.order is not None and foray.order in gone:
            scene = begun(scene, StanceKind.SECURE, by="default")
    return scene


def _takes_back(cancel: Order, act: Cancel, other: Order) -> bool:
    if other.id == cancel.id or not (cancel.by_dm or other.by == cancel.by):
        return False
    if other.received > cancel.received or (other.received == cancel.received and other.id > cancel.id):
        return False
    if act.order is not None:
        return other.id == act.order
    return act.kind in ("all", type(other.act).__name__.lower()) and (
        cancel.by_dm or other.character == cancel.character
    )


def _for_the_dm(scene: Scene, order: Order) -> Scene:
    assert isinstance(order.act, Free)
    data = {"order": order.id, "words": order.act.words}
    scene = scene.tell(
        EventKind.FOR_THE_DM, characters=(order.character,), data=data, source="A49, A50", audience=Audience.CHARACTERS
    )
    return done(scene, order.id)


def _asked(scene: Scene, order: Order) -> Scene:
    return done(scene, order.id)  # the receipt answered it


def _absent(scene: Scene, order: Order) -> Scene:
    assert isinstance(order.act, Absence)
    return done(scene, order.id) if order.act.until <= scene.now else scene


def _unasked(scene: Scene, order: Order) -> Scene:
    """An answer to nothing: the question was settled before, or never put."""
    return scene if scene.party.decision is not None else failed(scene, order, "no_decision")


def _at_home(scene: Scene, order: Order) -> Scene:
    """Coming back means nothing to somebody who never left."""
    return scene if scene.party.left is not None else failed(scene, order, "not_apart")


_INSTANTS: dict[type, Callable[[Scene, Order], Scene]] = {
    Meet: _meet,
    RetreatAt: _limit,
    LoadUpTo: _limit,
    Carry: _carry,
    Designate: _designate,
    Free: _for_the_dm,
    Ask: _asked,
    Absence: _absent,
    Answer: _unasked,
    Rejoin: _at_home,
}


# -- the party's action ----------------------------------------------------------------------------------------------


def _told(scene: Scene, verdict: Verdict) -> Scene:
    """Those who lost hear of it the same run, and by whose word. Source: A46."""
    for order, winner in verdict.overruled:
        data = {"order": order.id, "by": winner.id, "text": order.text, "by_text": winner.text}
        scene = scene.tell(EventKind.OVERRULED, characters=(order.character,), data=data, source="R59, A46")
        scene = done(scene, order.id)
    for order in verdict.proposed:
        scene = proposed(scene, order)
    return done(scene, *(order.id for order in verdict.replaced))


def _voted(scene: Scene, verdict: Verdict) -> Scene:
    """The votes of a party without spokesperson as they now stand, new ones shown to all. Source: A47."""
    before = {vote.id for vote in scene.party.votes}
    if any(vote in scene.done for vote in before):
        scene = done(scene, *before)  # what they wanted is done: nobody's wish outlives it
        return scene.with_party(votes=())
    after = {vote.id for vote in verdict.votes}
    if before == after:
        return scene
    for vote in verdict.votes:
        if vote.id not in before:
            data = {"order": vote.id, "text": vote.text}
            scene = scene.tell(EventKind.PROPOSED, characters=(vote.character,), data=data, source="R58, A47")
    return done(scene, *(before - after)).with_party(votes=verdict.votes)


def _parted(scene: Scene, verdict: Verdict) -> Scene:
    """The scene without those who break away; who only wants what all do stays with them. Source: R60, A46."""
    for who, order in verdict.alone:
        if is_action(order) and _is_same(scene, order):
            continue
        if isinstance(order.act, BreakAway):
            scene = done(scene, order.id)
        scene = broken_away(scene, who)
    return scene


def _is_same(scene: Scene, order: Order) -> bool:
    """Whether an order asks one character for what the party does anyway."""
    match order.act:
        case Stance():
            foray = scene.party.foray
            return foray is not None and foray.stance is order.act.stance and _fits(foray, order.act)
        case Travel():
            where = scene.party.where
            return isinstance(where, OnRoute) and where.destination == order.act.destination
        case _:
            return isinstance(scene.party.where, AtPlace)


def _fits(foray: Foray, act: Stance) -> bool:
    """Whether a foray already is what a stance asks for, so that no way is planned anew."""
    target = act.target if act.stance is not StanceKind.EXPLORE else None
    return foray.route == act.route and (target is None or foray.objective == target)


def _obeyed(scene: Scene, plan: Sequence[Order]) -> Scene:
    """The scene with the first step of the plan taken up."""
    for order in plan:
        if order.id in scene.done:
            continue
        if order is not plan[-1] and _never_ends(order):
            scene = done(scene, order.id)
            continue
        return _take_up(scene, order)
    return scene


def _never_ends(order: Order) -> bool:
    """Whether something said after it in the same breath can only mean that it takes its place."""
    act = order.act
    return (isinstance(act, Stance) and act.stance is StanceKind.SECURE and act.until is None) or (
        isinstance(act, Wait) and act.until is None
    )


def _take_up(scene: Scene, order: Order) -> Scene:
    match scene.party.where, order.act:
        case InSite(), Stance() as act:
            return _stance(scene, order, act)
        case InSite(), Travel():
            return _stance(scene, order, Stance(StanceKind.RETURN))
        case AtPlace() as where, Stance() as act:
            return _enter(scene, order, act, where)
        case OnRoute() as on, Travel() as act:
            return _divert(scene, order, act, on)
        case _:
            return scene  # the town sees to it, or it waits for the arrival


def _stance(scene: Scene, order: Order, act: Stance) -> Scene:
    """The scene with a stance taken up, unless it is the one they are in already."""
    foray = scene.party.foray
    if foray is not None and foray.order == order.id:
        return scene
    if foray is not None and foray.stance is act.stance and _fits(foray, act):
        return scene.with_party(foray=replace(foray, order=order.id, until=act.until))
    until = act.until if act.stance in (StanceKind.SECURE, StanceKind.EXPLORE) else None
    return begun(scene, act.stance, by="order", order=order.id, objective=act.target, route=act.route, until=until)


def _enter(scene: Scene, order: Order, act: Stance, where: AtPlace) -> Scene:
    """The scene with the party gone down where it stands at a dungeon's mouth. Source: R10, R12."""
    if act.stance is StanceKind.RETURN:
        return done(scene.tell(EventKind.ORDER_DONE, data={"order": order.id}, source="R53"), order.id)
    site = _site_here(scene, act, where)
    if site is None:
        return failed(scene, order, "not_there")
    zones = scene.book.atlas.sites[site].zones
    doors = sorted(zone for zone in exits(scene.book.atlas.sites[site]) if zones[zone].exit_to == where.place)
    entry = doors[0] if doors else next(iter(zones), None)
    if entry is None:
        return failed(scene, order, "not_there")
    known = scene.party.maps.get(site, frozenset()) | {entry}
    scene = scene.with_party(where=InSite(site, entry, known, entered=scene.now), foray=None)
    scene = scene.tell(EventKind.ENTERED_SITE, data={"site": site, "zone": entry}, source="R10, R12")
    return _stance(scene, order, act)


def _site_here(scene: Scene, act: Stance, where: AtPlace) -> SiteId | None:
    """The dungeon one can go down into from here: the one named, else the first."""
    sites = scene.book.atlas.sites
    here = [
        site.id
        for site in sites.values()
        if site.place == where.place or any(zone.exit_to == where.place for zone in site.zones.values())
    ]
    return next((site for site in here if act.site in (None, site)), None)


def _divert(scene: Scene, order: Order, act: Travel, on: OnRoute) -> Scene:
    """The scene with travellers turned towards another place. Source: R59, R66."""
    if on.destination == act.destination and on.pace == act.pace and not act.via:
        return done(scene, order.id)
    after = divert(scene, act)
    return failed(scene, order, "no_way") if after is None else done(after, order.id)


def town_orders(scene: Scene, orders: Sequence[Order]) -> tuple[Order, ...]:
    """What the town carries out: personal affairs as received, and of the party's actions the one that rules."""
    known = [order for order in relevant(scene, orders) if order.received <= scene.now]
    counting = [order for order in known if counts(order, scene.party, scene.people)]
    plan = [order for order in _weighed(scene, counting).plan if isinstance(order.act, Travel | Wait)]
    ruling = tuple(replace(order, scope=Scope.PARTY, condition="") for order in plan)
    personal = (
        replace(order, condition="") if order.id in scene.party.triggered else order
        for order in known
        if type(order.act).__name__ in _TOWN
    )
    return (*personal, *ruling)


def triggered(scene: Scene, orders: Sequence[Order], since: int) -> Scene:
    """The scene with conditional orders whose event came true among those told after the first `since`."""
    waiting = [order for order in orders if order.condition and order.id not in scene.party.triggered]
    if not waiting:
        return scene
    events = scene.events[since:]
    true = frozenset(
        order.id
        for order in waiting
        if any(event.kind.value == order.condition and event.at >= order.received for event in events)
    )
    return scene.with_party(triggered=scene.party.triggered | true) if true else scene
