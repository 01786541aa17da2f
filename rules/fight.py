"""A fight out of session: the survival check and all that follows from it, in one order.

chance → who lives → saves against special attacks → wounds → experience and treasure → spells → turning back

Source: R20-R32, R54, A15-A21, A34, A35.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules import critical
from rules.atlas import SpecialAttack
from rules.changed import replace
from rules.character import Character
from rules.dice import Face, Throw, roll, total
from rules.events import EventKind
from rules.health import dead, wounded
from rules.load import handed_on
from rules.names import CharacterId
from rules.retreat import after_danger
from rules.reward import listed, reap
from rules.saves import save_target
from rules.scene import Scene
from rules.spells import lose_spells
from rules.survival import Fate, chance_of, fate, group_hit_dice, party_hit_dice, steps_of, takes_part
from rules.world import Band

_D100, _D20 = 100, 20


@dataclass(frozen=True, slots=True)
class Threat:
    """What a survival check is made against."""

    hit_dice: Fraction
    data: dict[str, Any]  # how events name it: monsters, or trap
    cause: str  # of death: "encounter" or "trap"
    suffix: str = ""  # tells the throws of one moment apart
    special: tuple[SpecialAttack, ...] = ()
    source: str = "R20-R26, A1-A6"


def fight(scene: Scene, band: Band, suffix: str = "") -> Scene:
    """The scene after a fight to the end with creatures. Source: R20-R32, R54."""
    before = scene.living
    scene = endured(scene, threat_of(scene, band, suffix), [person for person in before if takes_part(person)])
    if scene.living:
        scene = lose_spells(reap(scene, band, suffix), suffix)
    return after_danger(handed_on(scene), deaths=len(before) - len(scene.living))


def threat_of(scene: Scene, band: Band, suffix: str = "") -> Threat:
    """A band as a threat, with one of each special attack its creatures have. Source: R21, R32, A17, A20."""
    monsters = scene.book.atlas.monsters
    special = {attack.name: attack for kind, _ in band.monsters for attack in monsters[kind].special}
    hit_dice = group_hit_dice(band.monsters, monsters=monsters)
    return Threat(hit_dice, {"monsters": listed(band)}, "encounter", suffix, tuple(special.values()))


def endured(scene: Scene, threat: Threat, reached: Iterable[Character], *, faces: tuple[Face, ...] = ()) -> Scene:
    """The scene after a survival check of those a threat reaches, with saves and wounds. Source: R25, A16, A21."""
    chance, scene = _chance(scene, threat, faces)
    survivors: list[tuple[CharacterId, Fate, Face]] = []
    for person in reached:
        scene, fared, face = _rolled(scene, person, chance, threat)
        if fared.survives:
            survivors.append((person.id, fared, face))
    for name, fared, _ in survivors:
        scene = _saved(scene, name, fared, chance, threat)
    for name, fared, face in survivors:
        if scene.people[name].is_alive:
            scene = _hurt(scene, name, fared, face, threat)
    return scene


def _chance(scene: Scene, threat: Threat, faces: tuple[Face, ...]) -> tuple[int, Scene]:
    """The chance, one for all, and the scene with it told. Nobody left who can stand: the house's least chance."""
    house = scene.book.house
    own = party_hit_dice(scene.living, tables=scene.book.tables, house=house)
    against = threat.hit_dice
    if own and against:
        chance = chance_of(own, against, low=house.chance_min, high=house.chance_max)
        steps = steps_of(own, against)
    else:
        chance, steps = (house.chance_max if own else house.chance_min), 0
    data = {"chance": chance, "party_hd": str(own), "against_hd": str(against), "steps": steps, **threat.data}
    return chance, scene.tell(EventKind.SURVIVAL, data=data, faces=faces, source=threat.source)


def _rolled(scene: Scene, person: Character, chance: int, threat: Threat) -> tuple[Scene, Fate, Face]:
    (face,) = roll(scene.dice, Throw(scene.now, person.id, f"survival{threat.suffix}"), _D100)
    fared = fate(person, face.value, chance=chance, tables=scene.book.tables, house=scene.book.house)
    if fared.survives:
        return scene, fared, face
    if scene.book.house.critical_condition:
        scene = critical.drop(scene, who=person.id, roll=face.value, chance=chance, found=(face,))
        return scene, fared, face
    return slain(scene, person.id, roll=face.value, chance=chance, cause=threat.cause, faces=(face,)), fared, face


def slain(
    scene: Scene, who: CharacterId, *, roll: int, chance: int, cause: str, faces: tuple[Face, ...], source: str = "R27"
) -> Scene:
    """The scene with somebody dead where they stood. Source: R27."""
    scene = scene.with_person(dead(scene.people[who], scene.now))
    data = {"roll": roll, "chance": chance, "cause": cause}
    return scene.tell(EventKind.DIED, characters=(who,), data=data, faces=faces, source=source)


def _saved(scene: Scene, who: CharacterId, fared: Fate, chance: int, threat: Threat) -> Scene:
    """The scene after a survivor's saves, one for each special attack. Source: R32, A20, A21."""
    for attack in threat.special:
        person = scene.people[who]
        if not person.is_alive:
            break
        (face,) = roll(scene.dice, Throw(scene.now, who, f"save:{attack.name}{threat.suffix}"), _D20)
        target = save_target(person, attack.save, tables=scene.book.tables)
        passed = face.value >= target
        data = {
            "attack": attack.name,
            "column": attack.save,
            "target": target,
            "roll": face.value,
            "passed": passed,
            "effect_es": attack.effect.es,
            "effect_en": attack.effect.en,
        }
        scene = scene.tell(EventKind.SAVE, characters=(who,), data=data, faces=(face,), source="R32, A20")
        if not passed:
            scene = _struck(scene, who, attack, fared, chance)
    return scene


def _struck(scene: Scene, who: CharacterId, attack: SpecialAttack, fared: Fate, chance: int) -> Scene:
    """The scene after a failed save: it may kill, stay, or be over with the fight. Source: A20."""
    if attack.kills:
        cause = f"save:{attack.name}"
        return slain(scene, who, roll=fared.roll, chance=chance, cause=cause, faces=(), source="R32, A20")
    person = scene.people[who]
    words = attack.effect.in_(scene.book.house.language)
    if not attack.lasting or words in person.effects:
        return scene
    return scene.with_person(replace(person, effects=(*person.effects, words)))


def _hurt(scene: Scene, who: CharacterId, fared: Fate, face: Face, threat: Threat) -> Scene:
    """The scene after a survivor's wounds. Source: R28, R29."""
    faces = roll(scene.dice, Throw(scene.now, who, f"wounds{threat.suffix}"), fared.die, fared.wound_dice)
    person = wounded(scene.people[who], total(faces))
    data = {
        "roll": fared.roll,
        "margin": fared.margin,
        "dice": fared.wound_dice,
        "die": fared.die,
        "damage": total(faces),
        "hp": person.hp,
    }
    return scene.with_person(person).tell(
        EventKind.SURVIVED, characters=(who,), data=data, faces=(face, *faces), source="R26, R28, R29, A7-A9"
    )
