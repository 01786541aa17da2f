"""Taking people on: who can be had where, what a day of them costs, and when their time is over."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from rules.atlas import Place, PlaceKind
from rules.changed import replace
from rules.character import Character, ClassLevel, Life, Role
from rules.dice import Throw
from rules.events import Audience, EventKind
from rules.names import CharacterId
from rules.orders import Hire, Order
from rules.scene import Scene
from rules.survival import ORDINARY
from rules.tables import Hireling
from rules.time import MINUTES_A_DAY, Moment
from rules.world import AtPlace, Task


def hire(scene: Scene, order: Order) -> Scene:
    """The scene after looking for people: as many as asked, or nobody and why.

    They come at the table's wage, due each night; whoever hires must have a first day's wages at hand. Source: R10.
    """
    act, where = order.act, scene.party.where
    if not isinstance(act, Hire) or not isinstance(where, AtPlace):
        return scene
    row = scene.book.tables.hirelings.get(act.role)
    reason = _obstacle(scene, order.character, act, row, scene.book.atlas.places[where.place])
    if reason or row is None:
        return _told(scene, order.character, EventKind.NOT_HIRED, {"role": act.role, "reason": reason})
    for _ in range(act.quantity):
        scene = _taken_on(scene, order, row, days=act.days)
    data = {"role": act.role, "quantity": act.quantity, "daily_cp": row.daily_cp}
    return _told(scene, order.character, EventKind.HIRED, data)


def _obstacle(scene: Scene, who: CharacterId, act: Hire, row: Hireling | None, place: Place) -> str:
    if row is None:
        return "unknown_role"
    if place.kind is not PlaceKind.TOWN:
        return "nobody_here"
    if act.max_daily_cp is not None and row.daily_cp > act.max_daily_cp:
        return "too_dear"
    if scene.people[who].purse_cp < row.daily_cp * act.quantity:
        return "no_money"
    return ""


def _told(scene: Scene, who: CharacterId, kind: EventKind, data: Mapping[str, Any]) -> Scene:
    return scene.tell(kind, characters=(who,), data=data, source="R10", audience=Audience.CHARACTERS)


def _taken_on(scene: Scene, order: Order, row: Hireling, *, days: int | None) -> Scene:
    """One more member of the party: an ordinary person who counts one hit die. Source: R10, A13.

    Named after moment and place in line, never after a number of the ledger's: their dice must not hang on one.
    """
    names = (CharacterId(f"{order.character}.{row.role}.{scene.now}.{n}") for n in count(1))
    name = next(name for name in names if name not in scene.people)
    tables = scene.book.tables
    die = tables.classes[ORDINARY].wound_die if ORDINARY in tables.classes else 1
    hp = scene.dice.face(Throw(scene.now, name, "hit points"), 0, die).value
    person = Character(
        id=name,
        name=row.name_en if scene.book.house.language == "en" else row.name_es,
        classes=(ClassLevel(ORDINARY, 0),),
        hp=hp,
        max_hp=hp,
        role=Role.HIRELING,
        employer=order.character,
        hit_dice=Fraction(1),
        daily_wage_cp=row.daily_cp,
    )
    scene = scene.with_person(person).with_party(members=(*scene.party.members, name))
    if days is None:
        return scene
    task = Task(name, "hired", row.role, Moment(scene.now + days * MINUTES_A_DAY), 0, order.id)
    return replace(scene, tasks=(*scene.tasks, task))


def dismissed(scene: Scene, task: Task) -> Scene:
    """The scene after a hireling's time is over: they go their way, and their employer hears so. Source: R10."""
    scene = replace(scene, tasks=tuple(other for other in scene.tasks if other != task))
    person = scene.people[task.character]
    if not person.is_alive:
        return scene
    scene = scene.with_person(replace(person, life=Life.GONE, daily_wage_cp=0))
    scene = scene.with_party(members=tuple(name for name in scene.party.members if name != person.id))
    return _told(scene, person.employer or person.id, EventKind.DISMISSED, {"role": task.detail})
