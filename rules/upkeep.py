"""What a night asks of people and gives them: lodging, wages, meals, hit points, spells, and breath."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules import critical
from rules.atlas import Place
from rules.changed import replace
from rules.character import Character, Role
from rules.events import Audience, EventKind
from rules.names import CharacterId
from rules.scene import Scene
from rules.spells import recover_spells
from rules.time import MINUTES_A_DAY, Moment
from rules.world import AtPlace, OnRoute, Task

SPARE_TIME = frozenset({"rest", "hired"})  # tasks that leave a day free


def night_in_place(scene: Scene) -> Scene:
    """The scene after a day's close at a place above ground.

    Days that somebody owes were lived at the table: they cost and give nothing again. Spells not won back by the next
    session are missing there. Source: R56, R57, A36, A57, AC7.
    """
    where = scene.party.where
    if not isinstance(where, AtPlace):
        return scene
    place = scene.book.atlas.places[where.place]
    scene = wages(scene.with_party(bought=()))
    scene, fed = _board(scene, place)
    if not place.safe:
        return scene
    scene = recover_spells(scene)
    for person in scene.living:
        if not owes(person, scene.now):
            scene = _rested(scene, person, fed=person.id in fed, whole=_is_rest_day(scene, person, where))
    return scene


def night_on_route(scene: Scene) -> Scene:
    """The scene after a day's close on the road: wages are due, and everyone eats of what they carry."""
    scene = wages(scene)
    scene, _ = meals(scene, _present(scene))
    return scene


def owes(person: Character, now: Moment) -> bool:
    """Whether a day that closes now was already lived at the table. Source: R8, A38."""
    return person.free_at is not None and person.free_at > now


def _present(scene: Scene) -> tuple[Character, ...]:
    return tuple(person for person in scene.living if not owes(person, scene.now))


def payer(scene: Scene, person: Character) -> CharacterId:
    """Who pays for somebody: their employer if alive and there, else they themselves."""
    employer = scene.people.get(person.employer) if person.employer else None
    return employer.id if employer is not None and employer.is_alive else person.id


def _by_payer(scene: Scene, people: Iterable[Character]) -> dict[CharacterId, tuple[Character, ...]]:
    groups: dict[CharacterId, tuple[Character, ...]] = {}
    for person in people:
        name = payer(scene, person)
        groups[name] = (*groups.get(name, ()), person)
    return groups


def paid(scene: Scene, who: CharacterId, cost_cp: int) -> Scene | None:
    """The scene with that much taken from a purse; None when there is not enough: no purse goes below nothing."""
    person = scene.people[who]
    if person.purse_cp < cost_cp:
        return None
    return scene.with_person(replace(person, purse_cp=person.purse_cp - cost_cp))


def wages(scene: Scene) -> Scene:
    """The scene with a day's wages paid; whoever cannot pay them hears so, and the DM judges what follows."""
    hired = [person for person in _present(scene) if person.daily_wage_cp and payer(scene, person) != person.id]
    for name, people in _by_payer(scene, hired).items():
        cost = sum(person.daily_wage_cp for person in people)
        after = paid(scene, name, cost)
        data = {"cost_cp": cost, "purse_cp": (after or scene).people[name].purse_cp}
        if after is None:
            roles = [person.name for person in people]
            scene = _to(scene, name, EventKind.WAGES_UNPAID, {**data, "roles": roles}, "R10")
        else:
            scene = _to(after, name, EventKind.WAGES, data, "R10")
    return scene


def _to(scene: Scene, who: CharacterId, kind: EventKind, data: Mapping[str, Any], source: str) -> Scene:
    """One more event that only one character's player learns of."""
    return scene.tell(kind, characters=(who,), data=data, source=source, audience=Audience.CHARACTERS)


def _board(scene: Scene, place: Place) -> tuple[Scene, frozenset[CharacterId]]:
    """Bed and table paid for where they are to be had, else everyone eats their own; and who was fed."""
    people = tuple(person for person in _present(scene) if person.role is not Role.ANIMAL)
    if not scene.book.house.upkeep or (not place.lodging_cp and place.safe):
        return scene, frozenset(person.id for person in people)
    if not place.lodging_cp:
        return meals(scene, people)
    fed: frozenset[CharacterId] = frozenset()
    for name, guests in _by_payer(scene, people).items():
        cost = place.lodging_cp * len(guests)
        after = paid(scene, name, cost)
        data = {"cost_cp": cost, "purse_cp": (after or scene).people[name].purse_cp}
        if after is None:
            scene = _to(scene, name, EventKind.LODGING_UNPAID, data, "R10")
            continue
        scene = _to(after, name, EventKind.LODGING, data, "R10")
        fed |= {person.id for person in guests}
    return scene, fed


def meals(scene: Scene, people: Iterable[Character]) -> tuple[Scene, frozenset[CharacterId]]:
    """A ration for each head, one's own first and then what others can spare; and who was fed. Source: A45."""
    hungry = [person.id for person in people if person.role is not Role.ANIMAL]
    sheets = dict(scene.people)
    living = [person.id for person in scene.living]
    eaten: dict[str, int] = {}
    fed = []
    for name in hungry:
        giver = sheets[name]
        if giver.rations < 1:
            giver = max([sheets[one] for one in living], key=lambda person: person.rations, default=giver)
        if giver.rations < 1:
            break
        sheets[giver.id] = replace(giver, rations=giver.rations - 1)
        eaten[giver.id] = eaten.get(giver.id, 0) + 1
        fed.append(name)
    scene = replace(scene, people=sheets)
    return _told_meals(scene, len(hungry), eaten), frozenset(fed)


def _told_meals(scene: Scene, heads: int, eaten: dict[str, int]) -> Scene:
    left = sum(person.rations for person in scene.living)
    if eaten:
        scene = scene.tell(EventKind.MEALS, data={"eaten": eaten, "left": left}, source="A45")
    days = left // heads if heads else 0
    if sum(eaten.values()) < heads:
        return scene.tell(EventKind.PROVISIONS_OUT, source="R38, A45")
    if heads and days <= scene.book.house.provisions_warn_days:
        return scene.tell(EventKind.PROVISIONS_LOW, data={"days": days}, source="R38, A45")
    return scene


def _is_rest_day(scene: Scene, person: Character, where: AtPlace) -> bool:
    """Whether the whole day was spent here in peace, with no work on hand."""
    came_late = where.since is not None and where.since > scene.now - MINUTES_A_DAY
    was_away = person.free_at is not None and person.free_at > scene.now - MINUTES_A_DAY
    return not came_late and not was_away and not any(is_busy(task, person.id) for task in scene.tasks)


def is_busy(task: Task, who: CharacterId) -> bool:
    """Whether a task keeps somebody from other work."""
    return task.character == who and not task.waits_for_dm and task.activity not in SPARE_TIME


def _rested(scene: Scene, person: Character, *, fed: bool, whole: bool) -> Scene:
    """After a night in safety: hit points and breath for a whole day of rest."""
    if not whole:
        return scene
    if scene.book.house.critical_condition and fed:
        scene = _relieved(scene, person.id)
    return _healed(scene, person.id)


def _relieved(scene: Scene, who: CharacterId) -> Scene:
    """A level of exhaustion less for a day of rest with food. Source: C13, AC7, AC8."""
    person = scene.people[who]
    if not person.exhaustion:
        return scene
    scene = scene.with_person(replace(person, exhaustion=person.exhaustion - 1))
    data = {"level": person.exhaustion - 1, "was": person.exhaustion}
    return scene.tell(EventKind.EXHAUSTION, characters=(who,), data=data, source="C13, AC7")


def _healed(scene: Scene, who: CharacterId) -> Scene:
    """The hit points of a day of rest. Source: R10, A57, C7."""
    person = scene.people[who]
    hp = min(critical.top_hp(person), person.hp + scene.book.house.heal_per_rest_day)
    if hp <= person.hp:
        return scene
    over = person.is_critical and hp >= 1
    scene = scene.with_person(replace(person, hp=hp, is_critical=person.is_critical and not over))
    data = {"hp": hp, "gained": hp - person.hp}
    scene = scene.tell(EventKind.HEALED, characters=(who,), data=data, source="A57")
    if over:
        scene = scene.tell(EventKind.CRITICAL_OVER, characters=(who,), data={"hp": hp, "by": "rest"}, source="C7")
    return scene


def dawn(scene: Scene, on: OnRoute) -> Scene:
    """The scene after a night on the road: eight hours that nobody broke give spells back. Source: R55, A36."""
    if on.planned is None or on.is_disturbed:
        return scene
    return recover_spells(scene)
