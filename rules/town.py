"""Days at a place above ground: each member's own affairs as their orders come in, the nights, and setting out.

    scene = town(scene, until=moment, orders=orders)

`orders` are those that hold, by time of receipt. Taken care of here: Shop, Hire, Rest, Do, Wait, and Travel of the
whole party (or of somebody who is a party of one). All others are left alone. A finished order is in `scene.done`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rules import owed
from rules.activities.hire import dismissed, hire
from rules.activities.rest import rest, rested
from rules.activities.shop import shop
from rules.activities.task import begin, ended, task_days
from rules.changed import replace
from rules.events import Audience, EventKind
from rules.orders import Do, Hire, Order, Rest, Scope, Shop, Travel, Wait
from rules.pace import party_move_ft
from rules.routes import arrives
from rules.routines import due_at, tried
from rules.scene import Scene
from rules.schedule import Due, first, march_start, moved, next_turnover, released
from rules.time import MINUTES_A_DAY, Moment
from rules.travel import depart
from rules.upkeep import is_busy, night_in_place
from rules.world import AtPlace, Task

Activity = Callable[[Scene, Order], Scene]


def town(scene: Scene, *, until: Moment, orders: Sequence[Order]) -> Scene:
    """The scene at `until`, or at the party's departure. Source: R2, R10, R57, R64, A39, A40.

    What closes by a moment (a night, a task) comes before what begins at it; orders that come at `until` itself are
    left to the next step. No order counts before it was received, nor before its character is free.
    """
    begins = scene.now
    scene = _given_up(scene)
    while isinstance(scene.party.where, AtPlace) and scene.party.decision is None:
        open_orders = _open(scene, orders)
        closing = first(_closings(scene))
        opening = first(_openings(scene, open_orders, since=begins, until=until))
        due = first(due for due in (closing, opening) if due is not None)
        if due is None or due.at > until or (due is opening and due.at >= until):
            break
        scene = due.step(moved(scene, due.at))
    stays = isinstance(scene.party.where, AtPlace) and scene.party.decision is None
    return moved(scene, until) if stays else scene


def _given_up(scene: Scene) -> Scene:
    """The scene without work and rest whose order was taken back while they ran; what was paid is gone."""
    kept = tuple(task for task in scene.tasks if task.order not in scene.done or not _runs(task))
    return scene if kept == scene.tasks else replace(scene, tasks=kept)


def _runs(task: Task) -> bool:
    return not task.waits_for_dm and task.activity != "hired"


def _open(scene: Scene, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Those of the town that are not done yet, in the order they came in."""
    mine = (
        order
        for order in orders
        if order.id not in scene.done
        and order.character in scene.people
        and isinstance(order.act, Shop | Hire | Rest | Do | Wait | Travel)
        and (not isinstance(order.act, Travel | Wait) or _moves_party(scene, order))
        and (not order.condition or any(event.kind == order.condition for event in scene.events))
    )
    return tuple(sorted(mine, key=lambda order: (order.every > 0, order.received, order.id)))  # what is done once first


def _moves_party(scene: Scene, order: Order) -> bool:
    return order.scope is Scope.PARTY or tuple(person.id for person in scene.living) == (order.character,)


def _closings(scene: Scene) -> Iterator[Due]:
    yield from released(scene)
    for task in sorted(scene.tasks, key=lambda task: (task.until, task.character, task.order or 0)):
        if not task.waits_for_dm and task.character in scene.people:
            yield Due(Moment(max(task.until, scene.now)), partial(_end, task=task))
    yield Due(next_turnover(scene), night_in_place)


def _end(scene: Scene, *, task: Task) -> Scene:
    if task.activity == "hired":
        return dismissed(scene, task)
    return rested(scene, task) if task.activity == "rest" else ended(scene, task)


def _openings(scene: Scene, orders: Sequence[Order], *, since: Moment, until: Moment) -> Iterator[Due]:
    for order in orders:
        if any(task.order == order.id for task in scene.tasks):
            continue
        moment = _ready(scene, order, orders)
        if moment is not None:
            yield Due(moment, partial(_carry_out, order=order, others=orders))
        told = _queued(scene, order, orders, since=since, until=until)
        if told is not None:
            yield told


def _ready(scene: Scene, order: Order, orders: Sequence[Order]) -> Moment | None:
    """When an order is carried out as things stand; None while one of the same letter before it is under way."""
    again = due_at(scene, order)
    if again is None:
        return None
    moment = max(scene.now, order.received, order.starts or order.received, again, _free_at(scene, order))
    if isinstance(order.act, Wait) and order.act.until is not None:
        moment = max(moment, order.act.until)
    for before in orders:
        if before.id >= order.id or (before.received, before.by) != (order.received, order.by):
            continue
        after = _follows(scene, order, before)
        if after is None:
            return None
        moment = max(moment, after)
    if isinstance(order.act, Travel):
        return march_start(scene, moment)
    return None if _journey_before(scene, order, orders, Moment(moment)) else Moment(moment)


def _journey_before(scene: Scene, order: Order, orders: Sequence[Order], begins: Moment) -> Order | None:
    """A journey ordered earlier that would leave before some work could be done: the work waits for its end.

    So nobody holds back a party that is about to leave; what was begun before the journey was ordered is finished.
    """
    if not isinstance(order.act, Do):
        return None
    ends = begins + task_days(scene, order.act) * MINUTES_A_DAY
    for journey in orders:
        is_before = order.every > 0 or (journey.received, journey.id) < (order.received, order.id)
        if isinstance(journey.act, Travel) and is_before:
            leaves = _ready(scene, journey, orders)
            if leaves is not None and leaves < ends:
                return journey
    return None


def _follows(scene: Scene, order: Order, before: Order) -> Moment | None:
    """From when on an order may follow one said before it in the same breath: after a journey, a wait, a piece of work.

    Shopping does not wait for work; all else does.
    """
    if isinstance(before.act, Travel | Wait):
        return None
    if before.every:
        return scene.now  # it has no end
    if isinstance(before.act, Do | Rest) and not isinstance(order.act, Shop | Hire):
        return None if before.character == order.character or _moves_party(scene, order) else scene.now
    return scene.now


def _free_at(scene: Scene, order: Order) -> Moment:
    """When those whom an order needs are free: of owed days, of other work, of weariness. Source: R8, A39."""
    if isinstance(order.act, Travel):
        moments = [owed.free_from(person) for person in scene.living]
        moments += [task.until for task in scene.tasks if is_busy(task, task.character)]
        where = scene.party.where
        if isinstance(where, AtPlace) and where.weary_until is not None:
            moments.append(where.weary_until)
        return max(moments, default=scene.now)
    moments = [owed.free_from(scene.people[order.character])]
    if isinstance(order.act, Do):
        moments += [task.until for task in scene.tasks if is_busy(task, order.character)]
    return max(moments)


def _queued(scene: Scene, order: Order, orders: Sequence[Order], *, since: Moment, until: Moment) -> Due | None:
    """Telling that an order has to wait, once, when it comes in. Source: A39."""
    wait = _waits_until(scene, order, orders)
    told = any(event.kind is EventKind.ORDER_QUEUED and event.data["order"] == order.id for event in scene.events)
    if told or wait <= max(order.received, order.starts or order.received):
        return None
    # Only at the very moment it comes in: what stands in its way later is told for itself, and a step may end anywhere.
    if not max(since, scene.now) <= order.received < until:
        return None
    return Due(order.received, partial(_tell_queued, order=order, wait=wait))


def _waits_until(scene: Scene, order: Order, orders: Sequence[Order]) -> Moment:
    """When an order may be carried out as far as one can tell: for work behind a journey, its arrival."""
    free = _free_at(scene, order)
    journey = _journey_before(scene, order, orders, Moment(max(scene.now, order.received, free)))
    if journey is None or not isinstance(journey.act, Travel):
        return free
    leaves = _ready(scene, journey, orders)
    return max(free, arrives(scene, journey.act, leaving=leaves) or leaves or free)


def _tell_queued(scene: Scene, *, order: Order, wait: Moment) -> Scene:
    return _to_player(scene, order, EventKind.ORDER_QUEUED, {"order": order.id, "until": wait}, "R8, A39")


def _to_player(scene: Scene, order: Order, kind: EventKind, data: dict[str, object], source: str) -> Scene:
    audience = Audience.PARTY if order.scope is Scope.PARTY else Audience.CHARACTERS
    return scene.tell(kind, characters=(order.character,), data=data, source=source, audience=audience)


def _carry_out(scene: Scene, *, order: Order, others: Sequence[Order]) -> Scene:
    """One order, carried out or failed; one that repeats stands on."""
    after = _once(scene, order, others)
    return tried(scene, after, order) if order.every else after


def _once(scene: Scene, order: Order, others: Sequence[Order]) -> Scene:
    if not scene.people[order.character].is_alive and order.scope is not Scope.PARTY:
        return _failed(scene, order, "dead")
    match order.act:
        case Shop():
            return _done(shop(scene, order), order)
        case Hire():
            return _done(hire(scene, order), order)
        case Rest():
            return rest(scene, order)
        case Do():
            return begin(scene, order)
        case Wait():
            return _wait(scene, order, others)
        case _:
            return _set_out(scene, order, others)


def _done(scene: Scene, order: Order) -> Scene:
    return replace(scene, done=(*scene.done, order.id))


def _failed(scene: Scene, order: Order, reason: str) -> Scene:
    scene = _to_player(scene, order, EventKind.ORDER_FAILED, {"order": order.id, "reason": reason}, "A39, A49")
    return _done(scene, order)


def _wait(scene: Scene, order: Order, others: Sequence[Order]) -> Scene:
    """Being idle takes back journeys ordered before it and not begun yet."""
    for other in others:
        if isinstance(other.act, Travel) and other.received < order.received:
            scene = _failed(scene, other, "replaced")
    return _done(scene, order)


def _set_out(scene: Scene, order: Order, others: Sequence[Order]) -> Scene:
    """The party on its way, unless it changed its mind before the march began. Source: R66, A46."""
    assert isinstance(order.act, Travel)
    assert isinstance(scene.party.where, AtPlace)
    if any(_replaces(other, order, scene.now) for other in others):
        return _failed(scene, order, "replaced")
    if order.act.destination == scene.party.where.place:
        return _failed(scene, order, "already_there")
    if not party_move_ft(scene, order.act.transport):
        return _failed(scene, order, "cannot_move")
    after = depart(_left(scene), order.act)
    return _failed(scene, order, "no_way") if after is None else _done(after, order)


def _replaces(other: Order, order: Order, now: Moment) -> bool:
    """Whether the party thought better of a journey since: a later one to elsewhere that is due leaves it no time."""
    if not order.received < other.received <= now or not isinstance(other.act, Travel | Wait):
        return False
    same = (
        isinstance(other.act, Travel)
        and isinstance(order.act, Travel)
        and other.act.destination == order.act.destination
    )
    return same or other.starts is None or other.starts <= now


def _left(scene: Scene) -> Scene:
    """The scene with the rests of those who leave broken off."""
    for task in scene.tasks:
        if task.activity == "rest":
            scene = rested(scene, task)
    return scene
