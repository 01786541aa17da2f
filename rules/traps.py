"""Traps on ground nobody knows: walked into, going off or not, and endured like any other threat.

Source: R33, R44, A31.
"""

from fractions import Fraction

from rules.atlas import Label, Trap, TrapScope
from rules.changed import replace
from rules.character import Character
from rules.dice import Face, Throw, roll
from rules.events import EventKind
from rules.fight import Threat, endured
from rules.foray import inside, quiet_told
from rules.load import handed_on
from rules.retreat import after_danger
from rules.scene import Scene
from rules.survival import takes_part
from rules.ways import TrapKey

_D100 = 100
UNMAPPED = Label("una trampa", "a trap")


def walked_into(scene: Scene, key: TrapKey, trap: Trap) -> Scene:
    """The scene after walking over a trap, which goes off by its percentage. Source: R44, A31."""
    if key in scene.sprung or key in scene.party.sprung or not scene.lives:
        return scene
    scene = quiet_told(scene)
    suffix = f":trap:{key[1]}:{key[2]}"
    (face,) = roll(scene.dice, Throw(scene.now, scene.party.id, f"goes_off{suffix}"), _D100)
    went_off = face.value <= trap.goes_off_percent
    data = {
        "label_es": trap.label.es,
        "label_en": trap.label.en,
        "went_off": went_off,
        "hd": str(_strength(scene, trap)),
    }
    scene = scene.tell(EventKind.TRAP, data=data, faces=(face,), source="R44, A31")
    if not went_off:
        return scene
    if not trap.reset:
        scene = scene.with_party(sprung=scene.party.sprung | {key})
    return _sprung(scene, trap, suffix)


def _strength(scene: Scene, trap: Trap) -> Fraction:
    """Hit dice as the DM gave them, else the dungeon's level. Source: A31."""
    if trap.hit_dice > 0:
        return trap.hit_dice
    here = inside(scene)
    site = scene.book.atlas.sites[here.site]
    return Fraction(site.zones[here.zone].level if here.zone in site.zones else 1)


def _sprung(scene: Scene, trap: Trap, suffix: str) -> Scene:
    """The scene after a survival check of those in reach; no experience, no spells lost. Source: R33, A31, A34."""
    before = scene.living
    reached, faces = _reached(scene, trap, suffix)
    data = {"trap": [trap.label.es, trap.label.en], "reached": [person.id for person in reached]}
    threat = Threat(_strength(scene, trap), data, "trap", suffix, source="R20-R26, R33, A31")
    scene = endured(scene, threat, reached, faces=faces)
    return after_danger(handed_on(scene), deaths=len(before) - len(scene.living))


def _reached(scene: Scene, trap: Trap, suffix: str) -> tuple[tuple[Character, ...], tuple[Face, ...]]:
    """Whom it reaches: one by the dice, the first two in roster order, or everybody. Source: A31."""
    people = tuple(person for person in scene.living if takes_part(person))
    if trap.scope is TrapScope.ALL or len(people) <= 1:
        return people, ()
    if trap.scope is TrapScope.FRONT:
        return people[:2], ()
    faces = roll(scene.dice, Throw(scene.now, scene.party.id, f"victim{suffix}"), len(people))
    return (people[faces[0].value - 1],), faces


def in_the_dark(scene: Scene) -> Scene:
    """The scene after an hour's chance of a trap where a site has no map. Source: A30."""
    house = scene.book.house
    (face,) = roll(scene.dice, Throw(scene.now, scene.party.id, "trap"), house.trap_sides)
    if face.value > house.trap_chance:
        return scene
    here = inside(scene)
    key = (here.site, here.zone, -scene.now)
    scene = walked_into(scene, key, Trap(UNMAPPED, Fraction(0), reset=True))
    event = next(event for event in reversed(scene.events) if event.kind is EventKind.TRAP)
    told = replace(event, faces=(face, *event.faces))
    return replace(scene, events=tuple(told if other is event else other for other in scene.events))
