"""All parties of a world at once: taken out of it as scenes, meeting again, and put back.

Source: A47, A48.
"""

from collections.abc import Callable, Iterator, Sequence

from rules.apart import can_rejoin, rejoined, unspoken
from rules.book import Book
from rules.changed import replace
from rules.dice import Dice
from rules.hearing import NOBODY
from rules.names import CharacterId, PlayerId
from rules.orders import Order, Rejoin, Unite
from rules.scene import Scene
from rules.spoken import done
from rules.time import MINUTES_AN_HOUR, Moment
from rules.uniting import united
from rules.world import Party, Task, World


def scene_of(world: World, party: Party, book: Book, dice: Dice) -> Scene:
    """A party with its people and all of the world that concerns it."""
    people = {name: world.characters[name] for name in party.members}
    scene = Scene(
        party=party,
        people=people,
        book=book,
        dice=dice,
        bands=tuple(band for band in world.bands if band.party == party.id),
        tasks=tuple(task for task in world.tasks if task.character in people),
        sprung=world.sprung,
    )
    return unspoken(scene) if _lives_elsewhere(world, party) else scene


def _lives_elsewhere(world: World, party: Party) -> bool:
    """Whether the spokesperson has somebody alive, and nobody of theirs in this party: nobody speaks from elsewhere."""
    if party.spokesperson is None or any(world.characters[name].player == party.spokesperson for name in party.members):
        return False
    return any(one.player == party.spokesperson and one.is_alive for one in world.characters.values())


def by_party(world: World, orders: Sequence[Order]) -> Callable[[Scene], tuple[Order, ...]]:
    """A function from a scene to the orders that may concern it: its characters' and its spokesperson's."""
    housed = {name for party in world.parties.values() for name in party.members}
    mine: dict[CharacterId, list[Order]] = {}
    homeless: dict[PlayerId, list[Order]] = {}
    for order in orders:
        if order.character in housed:
            mine.setdefault(order.character, []).append(order)
        else:
            homeless.setdefault(order.by, []).append(replace(order, character=NOBODY))

    def said(scene: Scene) -> tuple[Order, ...]:
        if not orders:
            return ()
        own = [order for name in scene.people for order in mine.get(name, ())]
        speaker = scene.party.spokesperson
        return (*own, *(homeless.get(speaker, ()) if speaker is not None else ()))

    return said


def meetings(scenes: Sequence[Scene], orders: Sequence[Order], until: Moment) -> Iterator[Moment]:
    """The full hours at which somebody may come back to their party, or parties become one. Source: A48."""
    back = [order.received for order in orders if isinstance(order.act, Rejoin | Unite)]
    if not back or not scenes:
        return
    start = max(min(back), min(scene.now for scene in scenes))
    hour = -(-start // MINUTES_AN_HOUR) * MINUTES_AN_HOUR
    yield from (Moment(moment) for moment in range(hour, until, MINUTES_AN_HOUR))


def met(scenes: Sequence[Scene], orders: Sequence[Order], moment: Moment) -> list[Scene]:
    """The parties after those who asked for it and stand beside their old party joined it. Source: A48."""
    by_id = {scene.party.id: scene for scene in scenes}
    if moment % MINUTES_AN_HOUR:
        return list(scenes)
    for order in orders:
        if not isinstance(order.act, Rejoin) or order.received > moment:
            continue
        alone = next((one for one in by_id.values() if order.character in one.party.members), None)
        if alone is None or alone.party.left is None or order.id in alone.done:
            continue
        party = by_id.get(alone.party.left)
        if party is not None and can_rejoin(alone, party):
            del by_id[alone.party.id]
            by_id[party.party.id] = done(rejoined(alone, party), order.id)
    return list(united(by_id, orders, moment).values())


def world_of(world: World, scenes: Sequence[Scene]) -> World:
    """The world with every scene's part of it put back. Parties keep their order, new ones come last."""
    scenes = sorted(scenes, key=lambda scene: scene.party.id)
    parties = {scene.party.id: scene.party for scene in scenes}
    known = [name for name in world.parties if name in parties]
    new = sorted(name for name in parties if name not in world.parties)
    characters = dict(world.characters)
    for scene in scenes:
        characters.update(scene.people)
    loose = tuple(band for band in world.bands if band.party is None)
    return replace(
        world,
        characters=characters,
        parties={name: parties[name] for name in (*known, *new)},
        bands=(*loose, *(band for scene in scenes for band in scene.bands)),
        tasks=(*_strangers(world, scenes), *(task for scene in scenes for task in scene.tasks)),
    )


def _strangers(world: World, scenes: Sequence[Scene]) -> tuple[Task, ...]:
    """Tasks of people who are in no party."""
    if not world.tasks:
        return ()
    housed = {name for scene in scenes for name in scene.people}
    return tuple(task for task in world.tasks if task.character not in housed)
