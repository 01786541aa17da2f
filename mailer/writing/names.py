"""Ids made words: what a reader of one language calls the things, people and days of a campaign."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from mailer.writing.amounts import clock, real_date
from mailer.writing.views.head import Day as DayView
from mailer.writing.views.head import Deadline, Person
from mailer.writing.views.outcome import WhereView
from mailer.writing.words import Words
from rules.book import Book
from rules.character import Good, Role
from rules.names import CharacterId, PartyId, PlayerId
from rules.time import MINUTES_A_DAY, Day, Moment, day_of
from rules.world import AtPlace, InSite, OnRoute, Party, World


class Dates(Protocol):
    """Days under their two names: the campaign's calendar and the real date."""

    def view(self, day: Day, language: str) -> DayView:
        """How a day is called."""

    def real(self, day: Day) -> date:
        """The real date of a day."""


@dataclass(frozen=True, slots=True)
class Names:
    """Everything a phrase may need to name, for one language."""

    words: Words
    book: Book
    world: World
    dates: Dates
    players: Mapping[PlayerId, str] = field(default_factory=dict)
    reader: PlayerId | None = None  # whose characters are "yours"
    orderers: Mapping[int, PlayerId] = field(default_factory=dict)  # who gave which order
    knows_all: bool = False  # the DM, before whom nothing is hidden

    @property
    def language(self) -> str:
        """The reader's."""
        return self.words.language

    @property
    def turnover(self) -> int:
        """The minute of the day at which days close."""
        return self.book.house.turnover

    def person(self, character: CharacterId) -> Person:
        """Somebody by name and gender; an unknown one keeps the id, for a mail must not fail over it."""
        sheet = self.world.characters.get(character)
        if sheet is None:
            return Person(str(character))
        name = self._hired_name(sheet.name) if sheet.role is Role.HIRELING else sheet.name
        return Person(name, sheet.gender, self.reader is not None and sheet.player == self.reader)

    def is_one_of_several(self, character: CharacterId) -> bool:
        """Whether the reader has others in the world beside this character: then a mail must say whom it is about."""
        return any(self._has_in(party, other_than=character) for party in self.world.parties.values())

    def plays_beside(self, party: PartyId) -> bool:
        """Whether the reader has somebody in another party too: then a mail must say which of them it is about."""
        return any(self._has_in(one) for one in self.world.parties.values() if one.id != party)

    def _has_in(self, party: Party, other_than: CharacterId | None = None) -> bool:
        people = (self.world.characters.get(one) for one in party.members if one != other_than)
        return self.reader is not None and any(one is not None and one.player == self.reader for one in people)

    def player(self, player: Any) -> str:
        """A player's name."""
        return self.players.get(player, str(player))

    def orderer(self, order: int) -> str:
        """The player who gave an order, or the spokesperson where we do not know."""
        player = self.orderers.get(order)
        return self.player(player) if player is not None else str(self.words.table["someone"])

    def place(self, place: Any) -> str:
        """A place's label."""
        return self.words.with_article(self._label(self.book.atlas.places, place))

    def route(self, route: Any) -> str:
        """A route's label."""
        return self.words.with_article(self._label(self.book.atlas.routes, route))

    def site(self, site: Any) -> str:
        """A dungeon's label."""
        return self.words.with_article(self._label(self.book.atlas.sites, site))

    def item(self, item: Any) -> str:
        """A thing's label, of the price list or of somebody's sheet."""
        listed = self.book.atlas.items.get(item)
        if listed is not None:
            return listed.label.in_(self.language)
        owned = (good.label for sheet in self.world.characters.values() for good in sheet.goods if good.item == item)
        return next(owned, _readable(item))

    def good(self, good: Good) -> str:
        """A thing on a sheet: as the price list calls it in this language, else as its owner does."""
        listed = self.book.atlas.items.get(good.item)
        return good.label if listed is None else listed.label.in_(self.language)

    def zone(self, zone: Any, party: Any = None) -> str:
        """A zone's label: of the dungeon the party is in, else of the first that has such a zone."""
        where = self.world.parties[party].where if party in self.world.parties else None
        sites = self.book.atlas.sites
        near = [sites[where.site]] if isinstance(where, InSite) and where.site in sites else []
        for site in (*near, *sites.values()):
            if zone in site.zones:
                return self.words.with_article(site.zones[zone].label.in_(self.language))
        return _readable(zone)

    def known_zone(self, zone: Any, party: Any) -> str | None:
        """A zone's label, where the party has it on its map: rooms crossed in the dark have no name. Source: R46."""
        found = self.world.parties.get(party)
        own = (found,) if found is not None else tuple(one for one in self.world.parties.values() if self._has_in(one))
        is_known = self.knows_all or self.reader is None or any(_is_mapped(zone, one) for one in own)
        return self.zone(zone, party) if zone is not None and is_known else None

    def monster(self, monster: Any) -> str:
        """A creature's label."""
        return self._label(self.book.atlas.monsters, monster)

    def party(self, party: Any) -> str:
        """A party's name."""
        found = self.world.parties.get(party)
        return found.name if found else _readable(party)

    def role(self, role: Any) -> str:
        """What a hireling is called."""
        row = self.book.tables.hirelings.get(role)
        return (row.name_en if self.language == "en" else row.name_es) if row else _readable(role)

    def activity(self, activity: str) -> str:
        """What people do between sessions, by the campaign's own label or by ours."""
        own = self.book.atlas.activities.get(activity)
        return own.label.in_(self.language) if own else self.words.of("activity", activity.partition(":")[0])

    def counted(self, monsters: Any) -> tuple[str, ...]:
        """Creatures counted in words."""
        return tuple(self.words.counted(count, self.monster(kind)) for kind, count in monsters)

    def day(self, day: int) -> str:
        """A day by the campaign's calendar."""
        return self.dates.view(Day(day), self.language).campaign

    def moment_day(self, moment: int) -> str:
        """The day a moment falls on, as the wall calendar has it."""
        return self.day(moment // MINUTES_A_DAY)

    def both_days(self, moment: int) -> str:
        """The day a moment falls on under both names: "viernes 16 de enero (16 de Escarcha)"; once where they agree."""
        day = self.dates.view(Day(moment // MINUTES_A_DAY), self.language)
        real = real_date(day.real, self.language, self.words.table["dates"]["weekday"])
        return f"{real} ({day.campaign})" if day.long else real

    def hour(self, moment: int) -> str:
        """The hour of a moment."""
        return clock(moment % MINUTES_A_DAY)

    def deadline(self, moment: Moment, now: Moment) -> Deadline:
        """Until when something can be changed."""
        real = self.dates.real(Day(moment // MINUTES_A_DAY))
        return Deadline(self.hour(moment), real, moment // MINUTES_A_DAY == now // MINUTES_A_DAY)

    def day_of(self, moment: Moment) -> Day:
        """The campaign day a moment belongs to."""
        return day_of(moment, self.turnover)

    def where(self, party: Party) -> WhereView:
        """Where a party believes it is: that it is lost is in none of the words. Source: A52."""
        match party.where:
            case AtPlace(place=place):
                return WhereView("place", self.place(place))
            case OnRoute() as under_way:
                return WhereView("route", self.route(under_way.route), toward=self.place(under_way.destination))
            case InSite(site=site, zone=zone):
                return WhereView("site", self.site(site), zone=self.known_zone(zone, party.id) or "")

    def _hired_name(self, name: str) -> str:
        """What a hireling without a name of their own is called: by the trade, in the reader's language."""
        rows = self.book.tables.hirelings.values()
        return next((self.role(row.role) for row in rows if name in (row.name_es, row.name_en)), name)

    def _label(self, table: Mapping[Any, Any], key: Any) -> str:
        found = table.get(key)
        return found.label.in_(self.language) if found is not None else _readable(key)


def _is_mapped(zone: Any, party: Party) -> bool:
    here = party.where.known if isinstance(party.where, InSite) else frozenset()
    return zone in here or any(zone in known for known in party.maps.values())


def _readable(slug: Any) -> str:
    return str(slug).replace("-", " ").replace("_", " ")
