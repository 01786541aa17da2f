"""Orders that are done again and again: when the next time is due, what counts as failing, and when they are suspended.

What became of the last times is kept on the character's sheet, so that it goes where they go and is a fold of what
happened: no clock but the campaign's, and the same in one long step or in many short ones.

Source: R10, A49.
"""

from rules.changed import replace
from rules.character import Character, Routine
from rules.events import Audience, Event, EventKind
from rules.names import CharacterId, OrderId
from rules.orders import Do, Order, Resume, Shop
from rules.scene import Scene
from rules.spoken import done, failed
from rules.time import MINUTES_A_DAY, Moment
from rules.world import World

REPEATABLE = (Shop, Do)  # what may be asked for every so many days; all else goes on by itself or happens once
_FAILING = frozenset({EventKind.NOT_BOUGHT, EventKind.NOT_SOLD, EventKind.ORDER_FAILED})
_WORKING = frozenset({EventKind.BOUGHT, EventKind.SOLD})


def routine(person: Character, order: OrderId | None) -> Routine | None:
    """How an order that repeats has fared so far; None before its first time."""
    return next((one for one in person.routines if one.order == order), None)


def is_suspended(order: Order, world: World) -> bool:
    """Whether an order is tried no more until somebody says so."""
    person = world.characters.get(order.character)
    kept = routine(person, order.id) if person is not None else None
    return kept is not None and kept.suspended is not None


def due_at(scene: Scene, order: Order) -> Moment | None:
    """From when an order may be done the next time; None while it is suspended."""
    kept = routine(scene.people[order.character], order.id)
    if kept is None:
        return Moment(0)
    return None if kept.suspended is not None else kept.due


def tried(before: Scene, after: Scene, order: Order) -> Scene:
    """The scene after one more time: the order stands on, and is due again; who died repeats nothing."""
    person = after.people[order.character]
    if not person.is_alive:
        return after
    after = replace(after, done=tuple(one for one in after.done if one != order.id))
    kept = routine(person, order.id) or Routine(order.id, before.now)
    period = max(order.every, 1) * MINUTES_A_DAY
    times = max(0, before.now - kept.due) // period + 1
    after = _kept(after, person, replace(kept, due=Moment(kept.due + times * period)))
    if any(task.order == order.id for task in after.tasks):
        return after  # how it went is known at its end
    return counted(after, order.character, order.id, why=_why(after.events[len(before.events) :]))


def counted(scene: Scene, who: CharacterId, order: OrderId | None, *, why: str) -> Scene:
    """The scene with one more time counted: a failure where there is a reason, which so many times running suspend."""
    person = scene.people[who]
    kept = routine(person, order)
    if kept is None:
        return scene
    times = kept.failed + 1 if why else 0
    most = scene.book.house.routine_failures
    if not most or times < most:
        return _kept(scene, person, replace(kept, failed=times))
    scene = _kept(scene, person, replace(kept, failed=times, suspended=scene.now))
    data = {"order": kept.order, "times": times, "reason": why}
    return scene.tell(
        EventKind.ORDER_SUSPENDED, characters=(who,), data=data, source="R10, A49", audience=Audience.CHARACTERS
    )


def _why(events: tuple[Event, ...]) -> str:
    """Why nothing at all came of it; "" where something did."""
    if any(event.kind in _WORKING for event in events):
        return ""
    reasons = [str(event.data.get("reason", "")) for event in events if event.kind in _FAILING]
    return reasons[-1] if reasons else ""


def _kept(scene: Scene, person: Character, now: Routine) -> Scene:
    others = tuple(one for one in person.routines if one.order != now.order)
    return scene.with_person(replace(person, routines=(*others, now)))


def resumed(scene: Scene, order: Order) -> Scene:
    """The scene with suspended orders of whoever says so due again: one by number, or all of theirs."""
    assert isinstance(order.act, Resume)
    found = False
    for person in scene.everyone:
        if not (order.by_dm or person.player == order.by):
            continue
        again = awake(person, order.act.order, now=scene.now)
        found, scene = found or again != person, scene.with_person(again)
    return done(scene, order.id) if found else failed(scene, order, "not_suspended")


def awake(person: Character, order: OrderId | None, *, now: Moment) -> Character:
    """The sheet with a suspended order, or all of them, due from a moment on and without failures."""
    routines = tuple(
        replace(one, due=max(one.due, now), failed=0, suspended=None)
        if one.suspended is not None and order in (None, one.order)
        else one
        for one in person.routines
    )
    return replace(person, routines=routines) if routines != person.routines else person


def without(scene: Scene, orders: tuple[OrderId, ...]) -> Scene:
    """The scene with nothing kept of orders that were taken back."""
    for person in scene.everyone:
        left = tuple(one for one in person.routines if one.order not in orders)
        if left != person.routines:
            scene = scene.with_person(replace(person, routines=left))
    return scene
