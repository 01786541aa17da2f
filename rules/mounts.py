"""Riding: which mounts or vehicles a party owns, and how fast they take all of it.

Mounts carry one rider each; a vehicle carries everybody, and wants a beast to draw it.
"""

from unicodedata import normalize

from rules.atlas import Atlas, Item
from rules.character import Role
from rules.scene import Scene

_BEAST = "animal"


def ride_ft(scene: Scene, transport: str) -> int | None:
    """Feet a turn of the party on what it calls its transport; None when that does not carry all of it. Source: R66."""
    named = _named(scene.book.atlas, transport)
    beasts, vehicles = _owned(scene, beasts=True), _owned(scene, beasts=False)
    wanted = [item for item in beasts if item.id in named]
    riders = sum(person.role is not Role.ANIMAL for person in scene.living)
    if wanted and len(wanted) >= riders > 0:
        return sorted((item.move_ft for item in wanted), reverse=True)[riders - 1]
    carts = [item.move_ft for item in vehicles if item.id in named]
    if carts and beasts:
        return min(max(carts), max(item.move_ft for item in beasts))
    return None


def _owned(scene: Scene, *, beasts: bool) -> list[Item]:
    """What the living have that carries people, once for each."""
    items = scene.book.atlas.items
    return [
        items[good.item]
        for person in scene.living
        for good in person.goods
        if good.item in items and items[good.item].move_ft and (items[good.item].category == _BEAST) is beasts
        for _ in range(good.quantity)
    ]


def _named(atlas: Atlas, transport: str) -> frozenset[str]:
    """The things of the price list that a word for a transport may mean."""
    word = _plain(transport)
    return frozenset(item.id for item in atlas.items.values() if word and item.move_ft and word in _words(item))


def _words(item: Item) -> frozenset[str]:
    names = (item.id.replace("_", " ").replace("-", " "), item.label.es, item.label.en, *item.label.aliases)
    return frozenset(part for name in map(_plain, names) for part in (name, *name.replace(",", " ").split()))


def _plain(text: str) -> str:
    """Lower case without accents."""
    return "".join(mark for mark in normalize("NFD", text.strip().lower()) if not "\u0300" <= mark <= "\u036f")
