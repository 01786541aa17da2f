"""Who says something, when, and what stands around it: all that resolving needs beside the words."""

from dataclasses import dataclass
from datetime import date, timedelta

from mailer.campaign.campaign import Campaign, Player
from mailer.reading.resolve.gazetteer import Gazetteer
from mailer.reading.resolve.known import gazetteer_of
from rules.atlas import Atlas
from rules.character import Character
from rules.names import CharacterId, OrderId, PlayerId
from rules.orders import Order
from rules.precedence import absent_voice, authority
from rules.time import MINUTES_A_DAY, Day, Moment, end_of_day
from rules.world import Decision, Party, World


@dataclass(frozen=True, slots=True)
class Context:
    """The campaign around one letter."""

    campaign: Campaign
    world: World
    player: Player
    character: CharacterId | None  # whom the letter speaks as; None for a DM without one
    received: Moment
    language: str
    gazetteer: Gazetteer
    standing: tuple[Order, ...] | None = None  # the player's orders in force; None: the caller does not know
    last_letter: tuple[OrderId, ...] = ()  # orders of the player's last letter that gave any

    @property
    def atlas(self) -> Atlas:
        """The world's files."""
        return self.campaign.book.atlas

    @property
    def today(self) -> Day:
        """The calendar day on which the letter came."""
        return Day(self.received // MINUTES_A_DAY)

    @property
    def own(self) -> tuple[CharacterId, ...]:
        """The living characters the player may command: theirs, and who serves those."""
        mine = {c.id for c in self.world.characters.values() if c.player == self.player.id}
        return tuple(
            c.id
            for c in self.world.characters.values()
            if c.is_alive and (c.id in mine or (c.player is None and c.employer in mine))
        )

    @property
    def sheet(self) -> Character | None:
        """The sheet of whom the letter speaks as."""
        return None if self.character is None else self.world.characters.get(self.character)

    @property
    def party(self) -> Party | None:
        """The party of whom the letter speaks as: the one they are in, or speak for after death. Source: A47."""
        if self.character is None:
            return None
        return self.party_of(self.character) or next(iter(self._spoken_for), None)

    @property
    def _spoken_for(self) -> tuple[Party, ...]:
        """The parties for which the player speaks though none of theirs is left in them."""
        people, dead_speak = self.world.characters, self.campaign.book.house.dead_spokesperson_stays
        voices = ((party, absent_voice(party, people, dead_speak=dead_speak)) for party in self.world.parties.values())
        return tuple(party for party, one in voices if one is not None and people[one].player == self.player.id)

    @property
    def speaks_for_party(self) -> bool:
        """Whether the player's word is the party's: its spokesperson's, or its only player's. Source: A47."""
        return self.party is not None and self._authority(self.party) == self.player.id

    @property
    def is_leaderless(self) -> bool:
        """Whether nobody speaks for the party: most of those who write decide, and anybody may set its limits."""
        return self.party is not None and self.party.spokesperson is None and self._authority(self.party) is None

    @property
    def is_speechless(self) -> bool:
        """Whether nobody can speak for the party now, though somebody may be named: then most answer. Source: A47."""
        return self.party is not None and self._authority(self.party) is None

    def _authority(self, party: Party) -> PlayerId | None:
        """Whose word is a party's."""
        dead_speak = self.campaign.book.house.dead_spokesperson_stays
        return authority(party, self.world.characters, dead_speak=dead_speak)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open questions this player may answer: those of their parties; all, for a DM."""
        mine = set(self.own) | ({self.character} if self.character else set())
        spoken_for = self._spoken_for
        return tuple(
            party.decision
            for party in self.world.parties.values()
            if party.decision is not None
            and (self.player.is_dm or mine.intersection(party.members) or party in spoken_for)
        )

    def party_of(self, character: CharacterId) -> Party | None:
        """The party somebody is in."""
        return next((party for party in self.world.parties.values() if character in party.members), None)

    def companions(self, party: Party | None) -> tuple[CharacterId, ...]:
        """The living player characters of a party."""
        if party is None:
            return ()
        people = (self.world.characters[name] for name in party.members if name in self.world.characters)
        return tuple(person.id for person in people if person.is_alive and person.player is not None)

    def day_of(self, written: date) -> Day:
        """The campaign's number of a real date."""
        return Day((written - self.campaign.settings.anchor).days)

    def date_of(self, day: Day) -> date:
        """The real date of a campaign's day."""
        return self.campaign.settings.anchor + timedelta(days=day)

    def dawn(self, day: Day) -> Moment:
        """The first minute of a calendar day."""
        return Moment(day * MINUTES_A_DAY)

    def close(self, day: Day) -> Moment:
        """When a day closes."""
        return end_of_day(day, self.campaign.book.house.turnover)


def context_of(
    campaign: Campaign,
    world: World,
    *,
    player: PlayerId,
    received: Moment,
    character: CharacterId | None = None,
    language: str = "",
    standing: tuple[Order, ...] | None = None,
    last_letter: tuple[OrderId, ...] = (),
    gazetteer: Gazetteer | None = None,
) -> Context:
    """The context of a letter; without `character` it speaks as the player's first living one.

    `gazetteer` is that of `gazetteer_of` for this player, where the caller has it at hand.
    """
    who = campaign.roster.players[player]
    return Context(
        campaign=campaign,
        world=world,
        player=who,
        character=character or _first_of(world, player),
        received=received,
        language=language or who.language or campaign.settings.language,
        gazetteer=gazetteer or gazetteer_of(campaign, world, player=None if who.is_dm else player),
        standing=standing,
        last_letter=last_letter,
    )


def _first_of(world: World, player: PlayerId) -> CharacterId | None:
    """The player's first living character, else the first at all: even the dead's player may answer (A47)."""
    mine = [person for person in world.characters.values() if person.player == player]
    return next((person.id for person in mine if person.is_alive), mine[0].id if mine else None)
