"""Memorised spells: what a fight out of session costs, and how they come back."""

from rules.changed import replace
from rules.character import Character
from rules.dice import Dice, Face, Throw, roll
from rules.events import EventKind
from rules.scene import Scene
from rules.time import Moment

_MAGIC_USERS = frozenset({"magic_user", "illusionist"})


def is_caster(person: Character, casters: str) -> bool:
    """Whether the loss touches them: whoever keeps spells in memory, or magic-users only. Source: A33."""
    return casters != "magic_users" or any(level.name in _MAGIC_USERS for level in person.classes)


def spent(
    person: Character, *, at: Moment, dice: Dice, cause: str = ""
) -> tuple[Character, tuple[int, ...], tuple[Face, ...]]:
    """The person with one spell of each level gone at random, which ones by index, and the dice.

    A level with only one spell left needs no die. Source: R54, A35.
    """
    left: dict[int, list[int]] = {}
    for index, spell in enumerate(person.spells):
        if not spell.lost:
            left.setdefault(spell.level, []).append(index)
    gone: list[int] = []
    faces: tuple[Face, ...] = ()
    for level, indices in sorted(left.items()):
        thrown = roll(dice, Throw(at, person.id, f"spell:{level}{cause}"), len(indices)) if len(indices) > 1 else ()
        gone.append(indices[thrown[0].value - 1 if thrown else 0])
        faces += thrown
    spells = tuple(replace(spell, lost=True) if n in gone else spell for n, spell in enumerate(person.spells))
    return (replace(person, spells=spells) if gone else person), tuple(gone), faces


def lose_spells(scene: Scene, cause: str = "") -> Scene:
    """The scene after a fight has cost every living caster their spells. Source: R54, A34, A35."""
    for person in scene.living:
        if not person.spells or not is_caster(person, scene.book.house.casters):
            continue
        after, gone, faces = spent(person, at=scene.now, dice=scene.dice, cause=cause)
        for index in gone:
            spell = person.spells[index]
            own = tuple(face for face in faces if face.throw.what == f"spell:{spell.level}{cause}")
            scene = scene.tell(
                EventKind.SPELL_LOST,
                characters=(person.id,),
                data={"spell": spell.name, "level": spell.level},
                faces=own,
                source="R54, A34, A35",
            )
        scene = scene.with_person(after) if gone else scene
    return scene


def lacks_spells(scene: Scene) -> bool:
    """Whether somebody who lives has spells to win back."""
    return any(spell.lost for person in scene.living for spell in person.spells)


def recover_spells(scene: Scene) -> Scene:
    """The scene with every lost spell of the living back in memory. Source: R55, A36."""
    for person in scene.living:
        lost = tuple(spell.name for spell in person.spells if spell.lost)
        if not lost:
            continue
        spells = tuple(replace(spell, lost=False) for spell in person.spells)
        scene = scene.with_person(replace(person, spells=spells)).tell(
            EventKind.SPELLS_RECOVERED, characters=(person.id,), data={"spells": list(lost)}, source="R55, A36"
        )
    return scene
