"""A party on its way through time: what every phase of a day takes and gives back.

A phase is a function `Scene -> Scene`; phases differ in what they look at and what they tell. So a day is a table of
phases, and a stance, an activity or a stretch of road can be tried alone in a test.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.book import Book
from rules.changed import replace
from rules.character import Character, Life
from rules.dice import Dice, Face
from rules.events import Audience, Event, EventKind
from rules.names import CharacterId, OrderId, SiteId, ZoneId
from rules.time import Moment
from rules.world import Band, Party, Task

_ALIVE = Life.ALIVE


@dataclass(frozen=True, slots=True)
class Scene:
    """One party with all of the world that concerns it, and what has happened to it in this step."""

    party: Party
    people: Mapping[CharacterId, Character]  # its members, living and dead
    book: Book
    dice: Dice
    bands: tuple[Band, ...] = ()  # on their way back to where this party is
    tasks: tuple[Task, ...] = ()  # of its members
    sprung: frozenset[tuple[SiteId, ZoneId, int]] = frozenset()
    events: tuple[Event, ...] = ()
    done: tuple[OrderId, ...] = ()  # orders finished in this step
    apart: tuple["Scene", ...] = ()  # parties that broke away from this one in this step

    @property
    def now(self) -> Moment:
        """The party's clock."""
        return self.party.clock

    @property
    def living(self) -> tuple[Character, ...]:
        """The members who live, in roster order."""
        people = self.people  # a list inside is half the price of a generator, and this is asked more than anything
        return tuple([one for name in self.party.members if (one := people[name]).life is _ALIVE])

    @property
    def lives(self) -> bool:
        """Whether any of the members does."""
        people = self.people
        for name in self.party.members:  # noqa: SIM110 - `any` costs thrice as much, and every phase asks
            if people[name].life is _ALIVE:
                return True
        return False

    @property
    def everyone(self) -> tuple[Character, ...]:
        """All members in roster order."""
        people = self.people
        return tuple([people[name] for name in self.party.members])

    def tell(
        self,
        kind: EventKind,
        *,
        characters: tuple[CharacterId, ...] = (),
        data: Mapping[str, Any] | None = None,
        faces: tuple[Face, ...] = (),
        source: str = "",
        audience: Audience = Audience.PARTY,
    ) -> "Scene":
        """The same scene with one more event, at the party's clock."""
        party = self.party
        event = Event(kind, party.clock, party.id, characters, data or {}, faces, source, audience)
        return replace(self, events=(*self.events, event))

    def with_person(self, person: Character) -> "Scene":
        """The same scene with one sheet changed."""
        return replace(self, people={**self.people, person.id: person})

    def with_people(self, people: Iterable[Character]) -> "Scene":
        """The same scene with several sheets changed."""
        return replace(self, people={**self.people, **{person.id: person for person in people}})

    def with_party(self, **changes: Any) -> "Scene":
        """The same scene with fields of the party changed; `clock` moves its time."""
        return replace(self, party=replace(self.party, **changes))
