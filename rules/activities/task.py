"""Whatever takes time and money: by a DM's small table where there is one, else it waits for the DM's word."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from rules.atlas import Activity, ActivityResult, Atlas
from rules.changed import replace
from rules.dice import Face, Throw
from rules.events import Audience, EventKind
from rules.names import CharacterId
from rules.orders import Do, Order
from rules.routines import counted, routine
from rules.scene import Scene
from rules.time import MINUTES_A_DAY, Moment
from rules.upkeep import paid
from rules.world import Task

_D100 = 100


def table_for(atlas: Atlas, activity: str, detail: str) -> Activity | None:
    """The DM's table for an activity: the one narrowed to that detail, else that of its kind. Source: A50."""
    return atlas.activities.get(f"{activity}:{detail}") or atlas.activities.get(activity)


def begin(scene: Scene, order: Order) -> Scene:
    """The scene with an activity begun and paid for; its time and money are the table's, else those declared.

    Source: R10, A50.
    """
    act = order.act
    if not isinstance(act, Do):
        return scene
    table = table_for(scene.book.atlas, act.activity, act.detail)
    cost = table.cost_cp if table else act.spend_cp or 0
    reason = "too_dear" if table and act.spend_cp is not None and act.spend_cp < cost else "no_money"
    after = None if reason == "too_dear" else paid(scene, order.character, cost)
    if after is None:
        data = {"order": order.id, "reason": reason, "price_cp": cost}
        scene = _told(scene, order.character, EventKind.ORDER_FAILED, data)
        return replace(scene, done=(*scene.done, order.id))
    until = Moment(scene.now + task_days(scene, act) * MINUTES_A_DAY)
    task = Task(order.character, act.activity, act.detail, until, cost, order.id)
    data = {"activity": act.activity, "detail": act.detail, "until": until, "spend_cp": cost}
    after = replace(after, tasks=(*after.tasks, task))
    return _told(after, order.character, EventKind.TASK_BEGUN, data)


def task_days(scene: Scene, act: Do) -> int:
    """How long an activity takes: what its table says, else as declared, else a day. Source: R10, A50."""
    table = table_for(scene.book.atlas, act.activity, act.detail)
    return table.days if table else 1 if act.days is None else act.days


def _told(
    scene: Scene, who: CharacterId, kind: EventKind, data: Mapping[str, Any], faces: tuple[Face, ...] = ()
) -> Scene:
    return scene.tell(kind, characters=(who,), data=data, faces=faces, source="R10, A50", audience=Audience.CHARACTERS)


def ended(scene: Scene, task: Task) -> Scene:
    """The scene after a task has taken its time: resolved by its table, or waiting for the DM. Source: R10, A50."""
    if task.order is not None and routine(scene.people[task.character], task.order) is None:
        scene = replace(scene, done=(*scene.done, task.order))
    if task.is_told or not scene.people[task.character].is_alive:
        return _without(scene, task)
    table = table_for(scene.book.atlas, task.activity, task.detail)
    if table is None:
        data = {"activity": task.activity, "detail": task.detail}
        waiting = replace(task, waits_for_dm=True)
        scene = replace(scene, tasks=tuple(waiting if other == task else other for other in scene.tasks))
        return _told(scene, task.character, EventKind.TASK_WAITS, data)
    return _resolved(_without(scene, task), task, table)


def _without(scene: Scene, task: Task) -> Scene:
    return replace(scene, tasks=tuple(other for other in scene.tasks if other != task))


def _resolved(scene: Scene, task: Task, table: Activity) -> Scene:
    """By two dice: whether it succeeds, and which line of the results."""
    luck = scene.dice.face(Throw(scene.now, task.character, f"{table.id}:chance"), 0, _D100)
    success = luck.value <= table.chance_percent
    lines = [result for result in table.results if result.on == ("success" if success else "failure")]
    faces = [luck]
    result = None
    if lines:
        throw = Throw(scene.now, task.character, f"{table.id}:result")
        face = scene.dice.face(throw, 0, sum(line.weight for line in lines))
        faces.append(face)
        result = _line(lines, face.value)
    return with_result(scene, task, success=success, result=result, faces=tuple(faces))


def _line(lines: Sequence[ActivityResult], value: int) -> ActivityResult:
    tops = accumulate(line.weight for line in lines)
    return next(line for line, top in zip(lines, tops, strict=True) if value <= top)


def with_result(
    scene: Scene, task: Task, *, success: bool, result: ActivityResult | None, faces: tuple[Face, ...] = ()
) -> Scene:
    """The scene with an activity's outcome on the sheet: by its table, or by the DM's word.

    A loss takes no more than the purse holds. Extra days keep the character busy, and nothing more comes of them.
    Source: R10, A50.
    """
    scene = replace(scene, tasks=tuple(other for other in scene.tasks if not _is_same(other, task)))
    person = scene.people[task.character]
    gain = max(result.gain_cp, -person.purse_cp) if result else 0
    xp = result.xp if result else 0
    effects = (result.effect,) if result and result.effect else ()
    person = replace(person, purse_cp=person.purse_cp + gain, xp=person.xp + xp, effects=(*person.effects, *effects))
    scene = scene.with_person(person)
    if result and result.extra_days:
        until = Moment(scene.now + result.extra_days * MINUTES_A_DAY)
        scene = replace(scene, tasks=(*scene.tasks, replace(task, until=until, spend_cp=0, order=None, is_told=True)))
    data = {
        "activity": task.activity,
        "detail": task.detail,
        "success": success,
        "words_es": result.words.es if result else "",
        "words_en": result.words.en if result else "",
        "gain_cp": gain,
        "xp": xp,
    }
    scene = _told(scene, task.character, EventKind.TASK_DONE, data, faces)
    return counted(scene, task.character, task.order, why="" if success else "no_luck")


def _is_same(other: Task, task: Task) -> bool:
    """Whether it is that task, whether or not it waits by now."""
    return replace(other, waits_for_dm=False) == replace(task, waits_for_dm=False)
