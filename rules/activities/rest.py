"""Resting for a number of days, or until so many hit points are back; idle days in safety rest people anyway."""

from rules.changed import replace
from rules.critical import top_hp
from rules.events import Audience, EventKind
from rules.orders import Order, Rest
from rules.scene import Scene
from rules.time import MINUTES_A_DAY, Moment
from rules.world import Task


def rest(scene: Scene, order: Order) -> Scene:
    """The scene with somebody at rest. A healer's care has no procedure and goes to the DM. Source: R10, A50, A57."""
    act = order.act
    if not isinstance(act, Rest):
        return scene
    if act.healer is not None:
        data = {"order": order.id, "words": order.text}
        scene = scene.tell(EventKind.FOR_THE_DM, characters=(order.character,), data=data, source="A50")
    days = rest_days(scene, order)
    if days is None:
        return _over(scene, order)
    until = Moment(scene.now + days * MINUTES_A_DAY)
    task = Task(order.character, "rest", "", until, 0, order.id)
    return replace(scene, tasks=(*scene.tasks, task))


def rest_days(scene: Scene, order: Order) -> int | None:
    """How many days the rest takes; None when it has no end of its own."""
    act = order.act
    if not isinstance(act, Rest) or (act.days is None and act.until_hp is None):
        return None
    if act.until_hp is None:
        return act.days
    person = scene.people[order.character]
    missing = min(act.until_hp, top_hp(person)) - person.hp
    needed = max(0, -(-missing // max(scene.book.house.heal_per_rest_day, 1)))
    return needed if act.days is None else min(needed, act.days)


def rested(scene: Scene, task: Task) -> Scene:
    """The scene after a rest has run its time."""
    scene = replace(scene, tasks=tuple(other for other in scene.tasks if other != task))
    if task.order is None:
        return scene
    data = {"order": task.order}
    scene = scene.tell(
        EventKind.ORDER_DONE, characters=(task.character,), data=data, source="A57", audience=Audience.CHARACTERS
    )
    return replace(scene, done=(*scene.done, task.order))


def _over(scene: Scene, order: Order) -> Scene:
    """An open-ended rest asks for nothing that idle days do not give: it is done as soon as it is begun."""
    return replace(scene, done=(*scene.done, order.id))
