"""Critical Condition in downtime: a sheet as its rules see it, and what a failed survival check does to it.

The rules themselves are in `condition.py`, complete without this; this bridge is ours, and the house's switch
`critical_condition` opens it (AC8).
"""

from rules.changed import replace
from rules.character import Character, Life
from rules.condition import WEAK_SAVES, Condition, State, difficulty, halved, start_turn, wearied
from rules.dice import Face, Throw
from rules.events import EventKind
from rules.names import CharacterId
from rules.scene import Scene

_D20 = 20
_MISS_A_TURN = 10  # points by which a survival check missed, for each turn's start (AC8)
_AVERAGE = 10  # of an ability: neither better nor worse at saves


def top_hp(person: Character) -> int:
    """The maximum that somebody's hit points and retreat threshold are measured against. Source: AC8."""
    return halved(person.max_hp, exhaustion=person.exhaustion)


def of(person: Character) -> Condition:
    """A sheet as these rules see it."""
    if not person.is_alive:
        return Condition(0, person.max_hp, person.exhaustion, State.DEAD)
    down = State.KNOCKED_OUT if person.hp < 1 else State.STANDING
    return Condition(
        max(person.hp, 0), person.max_hp, person.exhaustion, State.CRITICAL if person.is_critical else down
    )


def written(person: Character, state: Condition) -> Character:
    """The sheet after these rules."""
    critical = state.state is State.CRITICAL
    return replace(person, hp=state.hp, exhaustion=state.exhaustion, is_critical=critical)


def drop(scene: Scene, *, who: CharacterId, roll: int, chance: int, found: tuple[Face, ...] = ()) -> Scene:
    """The scene after a failed survival check of somebody, where Critical Condition is played.

    It does not kill outright: down to 0 hit points and into the condition, then a turn's start for each full 10 points
    by which the check missed. Whoever lives stays at 0 hit points in the condition until healed. In the variant the
    sixth level is followed by death saves until they settle it. `found` are the faces of the check.

    Source: AC8, C2, C3, C6, C11.
    """
    house = scene.book.house
    person = scene.people[who]
    state = wearied(replace(of(person), hp=0, state=State.CRITICAL), house=house)
    faces: tuple[Face, ...] = ()
    saves: list[dict[str, int | bool]] = []
    for _ in range((roll - chance) // _MISS_A_TURN):
        if state.state is not State.CRITICAL:
            break
        thrown = _saved(scene, who, state, done=len(faces))
        after = start_turn(state, [face.value for face in thrown], house=house, bonus=_bonus(person))
        saves.append({"dc": difficulty(state.exhaustion), "passed": after == state})
        faces, state = (*faces, *thrown), after
    while state.state is State.DYING:
        thrown = _saved(scene, who, state, done=len(faces))
        faces, state = (*faces, *thrown), start_turn(state, [face.value for face in thrown], house=house)
    fallen = written(person, state)
    if state.state is State.DEAD:
        fallen = replace(fallen, life=Life.DEAD, died_at=scene.now)
    return _told(scene.with_person(fallen), person, saves=saves, faces=(*found, *faces), roll=roll, chance=chance)


def _saved(scene: Scene, who: CharacterId, state: Condition, *, done: int) -> tuple[Face, ...]:
    """The next d20 of somebody's saves, or two of them where exhaustion weakens them."""
    throw = Throw(scene.now, who, "critical")
    count = 2 if state.exhaustion >= WEAK_SAVES else 1
    return tuple(scene.dice.face(throw, done + n, _D20) for n in range(count))


def _bonus(person: Character) -> int:
    """What a sheet adds to a Constitution save: half of what the score is over ten, rounded down."""
    score = person.abilities.get("con")
    return 0 if score is None else (score - _AVERAGE) // 2


def _told(
    scene: Scene,
    before: Character,
    *,
    saves: list[dict[str, int | bool]],
    faces: tuple[Face, ...],
    roll: int,
    chance: int,
) -> Scene:
    who = (before.id,)
    now = scene.people[before.id]
    data = {"level": now.exhaustion, "was": before.exhaustion}
    scene = scene.tell(EventKind.EXHAUSTION, characters=who, data=data, source="C2, C3, AC8")
    if not now.is_alive:
        dead = {"roll": roll, "chance": chance, "cause": "exhaustion"}
        return scene.tell(EventKind.DIED, characters=who, data=dead, faces=faces, source="C6, C11, AC8")
    critical = {"exhaustion": now.exhaustion, "saves": saves}
    scene = scene.tell(EventKind.CRITICAL, characters=who, data=critical, faces=faces, source="C1, C2, C3, AC8")
    if now.hp < 1:
        return scene
    return scene.tell(EventKind.CRITICAL_OVER, characters=who, data={"hp": now.hp, "by": "death_save"}, source="C11")
