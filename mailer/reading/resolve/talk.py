"""One thing said, with all that a kind's resolver needs, and what the resolver makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mailer.reading.orders.said import Doubt, Said
from mailer.reading.resolve.codes import Note
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import DraftOrder, Named
from mailer.reading.resolve.gazetteer import Match, Noun
from mailer.reading.resolve.money import copper
from mailer.reading.resolve.slots import Slots
from rules.character import Character
from rules.names import PlaceId, SiteId
from rules.orders import Act, Free, Scope, Travel
from rules.world import AtPlace, InSite, OnRoute, Party


@dataclass(frozen=True, slots=True)
class Talk:
    """Something said, about one character."""

    said: Said
    slots: Slots
    context: Context
    actor: Character
    scope: Scope
    before: tuple[DraftOrder, ...] = ()  # what was said before it in the same letter

    @property
    def party(self) -> Party | None:
        """The actor's party."""
        return self.context.party_of(self.actor.id)

    @property
    def place(self) -> PlaceId | None:
        """Where above ground the actor is."""
        party = self.party
        return party.where.place if party is not None and isinstance(party.where, AtPlace) else None

    @property
    def bound_for(self) -> PlaceId | None:
        """Where the actor will be by then: where the letter, the way or a standing order takes them."""
        for order in reversed(self.before):
            if isinstance(order.act, Travel) and order.character == self.actor.id:
                return order.act.destination
        party = self.party
        if party is None:
            return None
        if isinstance(party.where, OnRoute):
            return party.where.destination
        ordered = (order.act.destination for order in party.standing if isinstance(order.act, Travel))
        return next(ordered, self.place)

    @property
    def inside(self) -> InSite | None:
        """Where below ground the actor is."""
        party = self.party
        return party.where if party is not None and isinstance(party.where, InSite) else None

    @property
    def confirmed(self) -> bool:
        """Whether the player has confirmed what we asked them to."""
        return self.slots.flag("confirmed")

    def find(self, name: str, *nouns: Noun, owner: str | None = None) -> Match:
        """What a name means."""
        return self.context.gazetteer.find(name, *nouns, owner=owner)

    def money(self, name: str, slots: Slots | None = None) -> int | None:
        """A money slot in cp."""
        inner = (slots or self.slots).inner(name)
        return None if inner is None else copper(inner, language=self.context.language)


def site_at(context: Context, place: PlaceId) -> tuple[SiteId, ...]:
    """The dungeons one enters from a place, by the main way or another, as far as the player may know them."""
    return tuple(
        site.id
        for site in context.atlas.sites.values()
        if (site.place == place or any(zone.exit_to == place for zone in site.zones.values()))
        and context.gazetteer.named(Noun.SITE, site.id) is not None
    )


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one kind's resolver found in what was said."""

    acts: tuple[Act, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    names: tuple[Named, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    needs_confirm: bool = False

    def __add__(self, other: "Meaning") -> "Meaning":
        """Both, in order."""
        return Meaning(
            (*self.acts, *other.acts),
            (*self.doubts, *other.doubts),
            (*self.names, *other.names),
            {**self.facts, **other.facts},
            (*self.notes, *other.notes),
            self.needs_confirm or other.needs_confirm,
        )

    def noting(self, *notes: str, **facts: Any) -> "Meaning":
        """The same with remarks and facts."""
        return replace(self, notes=(*self.notes, *notes), facts={**self.facts, **facts})


def doubtful(*doubts: Doubt) -> Meaning:
    """Nothing but doubts."""
    return Meaning(doubts=doubts)


def for_dm(words: str, reason: str) -> Meaning:
    """Words passed to the DM as they stand, and why. Source: A49."""
    return Meaning(acts=(Free(words),), notes=(Note.FOR_DM,), facts={"for_dm": reason})


def named(said: str, match: Match) -> tuple[Named, ...]:
    """The gloss of a match that found one thing."""
    return () if match.entry is None else (Named(said, match.entry, match.how),)
