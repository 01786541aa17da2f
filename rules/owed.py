"""Personal dates: who is ahead of the campaign's calendar, since a session or a journey in one took them there.

    world = record_session(world, who=("duric", "krom"), day=Day(0), days=9)    # free from the start of day 9
    is_available(world.characters["duric"], at=Moment(7 * 1440))                # False

One number, `Character.free_at`, serves all of it. Days lived one by one as the calendar turns are paid as they pass;
only those lived ahead push the number on, and nothing ever takes it back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.changed import replace
from rules.character import Character
from rules.events import EventKind
from rules.names import CharacterId, PartyId, PlaceId
from rules.orders import Order, Stance, Travel
from rules.scene import Scene
from rules.time import MINUTES_A_DAY, Day, Moment
from rules.world import AtPlace, World


def free_from(person: Character) -> Moment:
    """The moment from which somebody may act; 0 for those who owe nothing. Source: R7, A37."""
    return person.free_at or Moment(0)


def is_available(person: Character, *, at: Moment) -> bool:
    """Whether somebody can be played, or take up anything, at a moment: alive, and their date not ahead of it.

    Source: R7, R8, A37, A38, G10.
    """
    return person.is_alive and free_from(person) <= at


def owed_days(person: Character, *, at: Moment) -> int:
    """Whole days until somebody is free, begun ones counted as whole. Source: R6, A37."""
    return max(0, -(-(free_from(person) - at) // MINUTES_A_DAY))


def owing(person: Character, *, since: Day, days: int) -> Character:
    """The person after living some days ahead of the calendar, from the start of a day or from where they are already.

    Free at the start of day `since` + `days`. A personal date never goes back. Source: R5, R6, R7, R73, A37, A38.
    """
    start = max(since * MINUTES_A_DAY, free_from(person))
    return replace(person, free_at=Moment(start + days * MINUTES_A_DAY)) if days > 0 else person


def record_session(world: World, *, who: Sequence[CharacterId], day: Day, days: int) -> World:
    """The world after a session on a day in which some days passed for those who took part. Source: R4-R7, R63, R73."""
    moved = {name: owing(world.characters[name], since=day, days=days) for name in who}
    return replace(world, characters={**world.characters, **moved})


def refused(world: World, who: Sequence[CharacterId], *, at: Moment) -> tuple[CharacterId, ...]:
    """Those who cannot play in a session at a moment. Source: R7, R9, G10."""
    return tuple(name for name in who if not is_available(world.characters[name], at=at))


def held_back(scene: Scene, orders: Iterable[Order]) -> Scene:
    """The scene after those who owe days heard that what they want of the party waits, and until when.

    Told at the moment an order comes in, once. Personal affairs in town are the town's to tell of. Source: R8, A39.
    """
    told = {event.data["order"] for event in scene.events if event.kind is EventKind.ORDER_QUEUED}
    for order in orders:
        person = scene.people.get(order.character)
        waits = person is not None and free_from(person) > scene.now
        if not waits or order.received != scene.now or order.id in told or not isinstance(order.act, Travel | Stance):
            continue
        assert person is not None
        data = {"order": order.id, "until": free_from(person)}
        scene = scene.tell(EventKind.ORDER_QUEUED, characters=(person.id,), data=data, source="R8, A39")
    return scene


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place where one party stands now and another has already been later. Source: A41."""

    place: PlaceId
    ahead: PartyId
    behind: PartyId
    until: Moment  # until when the one ahead has lived


def conflicts(world: World) -> tuple[Conflict, ...]:
    """Pairs of parties at one place whose personal dates differ while one is ahead: for the DM to look at.

    Nobody is held up by it. Source: A41.
    """
    found = []
    parties = sorted(world.parties.values(), key=lambda party: party.id)
    for ahead in parties:
        until = max((free_from(world.characters[name]) for name in ahead.members), default=Moment(0))
        if not isinstance(ahead.where, AtPlace) or until <= ahead.clock:
            continue
        for behind in parties:
            if behind.id == ahead.id or not isinstance(behind.where, AtPlace):
                continue
            theirs = max((free_from(world.characters[name]) for name in behind.members), default=Moment(0))
            if behind.where.place == ahead.where.place and max(theirs, behind.clock) < until:
                found.append(Conflict(ahead.where.place, ahead.id, behind.id, until))
    return tuple(found)
