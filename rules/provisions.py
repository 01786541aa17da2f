"""A night underground: wages, a ration a head, and the way home when nothing is left.

Source: R38, A45.
"""

from rules.orders import StanceKind
from rules.retreat import called
from rules.scene import Scene
from rules.upkeep import meals, owes, wages


def night_underground(scene: Scene) -> Scene:
    """The scene after a day's close in a dungeon.

    With the last ration eaten the party turns back; one that was sent in or told to stay without any does not turn
    back every day.
    """
    people = tuple(person for person in scene.living if not owes(person, scene.now))
    before = stores(scene)
    scene, _ = meals(wages(scene), people)
    foray = scene.party.foray
    if foray is None or foray.stance is StanceKind.RETURN or not people or stores(scene):
        return scene
    if not scene.book.house.starving_returns or not (before or foray.order is None):
        return scene
    return called(scene, "provisions")


def stores(scene: Scene) -> int:
    """Rations of the living, all together."""
    return sum(person.rations for person in scene.living)
