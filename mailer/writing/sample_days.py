"""The made-up days behind the previews: a small atlas, a party in its dungeon, and what befell it."""

import tomllib
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mailer.resources import shipped
from mailer.writing.names import Names
from mailer.writing.outcomes import Letterhead
from mailer.writing.views import Day, Reader
from mailer.writing.words import words_of
from rules.atlas import Activity, Atlas, Item, Label, Monster, Place, PlaceKind, Route, Site, Zone
from rules.book import Book
from rules.character import Character, ClassLevel, Life, Spell
from rules.dice import Face, Throw
from rules.events import Audience, Event, EventKind
from rules.names import (
    CharacterId,
    ClassId,
    DecisionId,
    ItemId,
    MonsterId,
    OrderId,
    PartyId,
    PlaceId,
    PlayerId,
    RouteId,
    SiteId,
    ZoneId,
)  # fmt: skip
from rules.orders import Act, Attitude, Meet, Order, Purchase, Rest, RetreatAt, Scope, Shop, Stance, StanceKind
from rules.tables import Hireling, Tables
from rules.time import Day as RulesDay
from rules.time import Moment
from rules.world import Band, Decision, Foray, InSite, Option, Party, World

_FIRST = date(2026, 1, 20)
KROM, DURIC, ULMO, JORAM = (CharacterId(name) for name in ("krom", "duric", "ulmo", "joram"))
PARTY = PartyId("los-cuatro")
_SITE, _ZONE, _CHAPEL = SiteId("cripta"), ZoneId("antesala"), ZoneId("capilla")
_TOWN, INN, _ROUTE = PlaceId("valdecuervo"), PlaceId("posada"), RouteId("camino-viejo")
_GOBLIN, _WORM = MonsterId("goblin"), MonsterId("gusano")
_PLAYERS = {PlayerId("marta"): "Marta", PlayerId("jana"): "Jana", PlayerId("ivan"): "Iván", PlayerId("luis"): "Luis"}


@lru_cache(maxsize=4)
def sample_words(language: str) -> dict[str, Any]:
    """The sample's own words in a language."""
    table: dict[str, Any] = tomllib.loads((shipped("templates") / "sample.toml").read_text("utf-8"))[language]
    return table


class SampleDates:
    """Days of the sample: five in a row that have a name."""

    def view(self, day: RulesDay, language: str) -> Day:
        """How a day is called."""
        own = sample_words(language)
        short = own["days"][day % len(own["days"])]
        return Day(short, self.real(day), own["long"].format(weekday=own["weekdays"][day % 2], day=short), own["sky"])

    def real(self, day: RulesDay) -> date:
        """The real date of a day."""
        return _FIRST + timedelta(days=day)


def at(day: int, hour: int, minute: int = 0) -> Moment:
    """A moment of the sample."""
    return Moment(day * 1440 + hour * 60 + minute)


NOW = at(1, 23, 5)  # just after the second day closed


def _label(key: str) -> Label:
    return Label(sample_words("es")[key], sample_words("en")[key])


@lru_cache(maxsize=1)
def sample_book() -> Book:
    """A small atlas, and tables with nothing in them."""
    town = Place(_TOWN, _label("place"), PlaceKind.TOWN, market=True, lodging_cp=30)
    inn = Place(INN, _label("inn"), PlaceKind.INN)
    zones = {_ZONE: Zone(_ZONE, _label("zone"), ()), _CHAPEL: Zone(_CHAPEL, _label("chapel"), ())}
    things = (("cuerda", "rope", 100, "gear"), ("ganzua", "lockpick", 750, "gear"), ("racion", "ration", 30, "ration"))
    items = (Item(ItemId(slug), _label(word), cost, 10, category=kind) for slug, word, cost, kind in things)
    monsters = (
        Monster(_GOBLIN, _label("goblin"), Fraction(1), 10, parley=True),
        Monster(_WORM, _label("worm"), Fraction(3), 130, parley=False),
    )
    atlas = Atlas(
        places={_TOWN: town, INN: inn},
        routes={_ROUTE: Route(_ROUTE, _label("route"), (_TOWN, INN), ())},
        sites={_SITE: Site(_SITE, _label("site"), INN, zones, "cripta")},
        monsters={monster.id: monster for monster in monsters},
        encounters={},
        items={item.id: item for item in items},
        activities={"carouse": Activity("carouse", _label("carouse"), 1, 500, 60, ())},
    )
    nothing: dict[Any, Any] = {}
    porter = _label("porter")
    hired = {"porter": Hireling("porter", porter.es, porter.en, 10)}
    tables = Tables(
        classes=nothing, saves=nothing, reaction_d100=(), reaction_2d6=(), charisma_reaction=nothing,
        strength_allowance=nothing, terrain=nothing, load_bands=(), hirelings=hired, exhaustion=(), miles_a_day=nothing,
        known_route_multiplier=5,
    )  # fmt: skip
    return Book(atlas, tables)


def sample_world(language: str) -> World:
    """The party in its dungeon, one of them dead, with a deal on the table."""
    spell = sample_words(language)["spell"]
    fighter, thief, cleric, mage = (ClassId(name) for name in ("fighter", "thief", "cleric", "magic_user"))
    people = (
        Character(DURIC, "Duric", (ClassLevel(fighter, 3),), 4, 18, PlayerId("jana"), purse_cp=900, rations=3),
        Character(
            KROM, "Krom", (ClassLevel(thief, 2),), 9, 9, PlayerId("marta"),
            purse_cp=4135, rations=6, xp=2310, spells=(Spell(spell, 1), Spell(spell, 1, lost=True)),
        ),
        Character(
            ULMO, "Ulmo", (ClassLevel(cleric, 4),), 0, 20, PlayerId("ivan"),
            life=Life.DEAD, died_at=at(1, 14), purse_cp=2500,
        ),
        Character(JORAM, "Joram", (ClassLevel(mage, 3),), 1, 9, PlayerId("luis"), purse_cp=120, free_at=at(8, 0)),
    )  # fmt: skip
    deal = Decision(
        DecisionId("los-cuatro.1"), "deal", PARTY, at(1, 16), at(2, 23),
        (Option("A", "accept", 1000, 2), Option("B", "refuse")), "dm",
        Band(((_GOBLIN, 6),), price_cp=1000, rations=2),
    )  # fmt: skip
    party = Party(
        PARTY, sample_words(language)["party"], (DURIC, KROM, ULMO, JORAM), at(1, 16),
        InSite(_SITE, _ZONE, frozenset({_ZONE, _CHAPEL})), PlayerId("jana"),
        foray=Foray(StanceKind.SECURE, at(0, 23)), bodies={ULMO: (DURIC, KROM)}, decision=deal,
        standing=(_order(3, "jana", DURIC, Stance(StanceKind.SECURE), Scope.PARTY),),
    )  # fmt: skip
    return World({person.id: person for person in people}, {PARTY: party})


def _order(number: int, by: str, character: CharacterId, act: Act, scope: Scope = Scope.PERSONAL) -> Order:
    return Order(OrderId(number), PlayerId(by), character, scope, at(1, 9, number), act)


def sample_orders() -> tuple[Order, ...]:
    """What Krom's player has ordered, what holds for the party, and an order of another that no one else may see."""
    return (
        _order(1, "marta", KROM, Shop((Purchase(ItemId("ganzua"), 2, 1500),))),
        _order(2, "marta", KROM, RetreatAt(percent=40)),
        _order(3, "jana", DURIC, Stance(StanceKind.SECURE), Scope.PARTY),
        _order(4, "luis", JORAM, Rest(days=3)),
        _order(5, "marta", KROM, Meet(Attitude.BRIBE, "goblin", 1000, 2)),
    )


def _face(what: str, who: str, sides: int, *values: int, hour: int = 14) -> tuple[Face, ...]:
    throw = Throw(at(1, hour), who, what)
    return tuple(Face(throw, n, sides, value) for n, value in enumerate(values))


def sample_events(language: str) -> tuple[Event, ...]:
    """The second day underground: worms, a death, and goblins who would rather talk."""
    own, both = sample_words(language), {tongue: sample_words(tongue) for tongue in ("es", "en")}
    worms, goblins = [[_WORM, 2]], [[_GOBLIN, 6]]
    offer = {f"words_{tongue}": words["offer"] for tongue, words in both.items()}

    def event(kind: EventKind, hour: int, data: dict[str, Any], *who: CharacterId, **more: Any) -> Event:
        return Event(kind, at(1, hour), PARTY, who, data, **more)

    return (
        event(EventKind.QUIET, 12, {"checks": 6, "since": at(0, 23)}, source="R37, A23"),
        event(EventKind.ENCOUNTER, 14, {"monsters": worms, "hd": "6", "returned": False},
              faces=_face("encounter", PARTY, 6, 1), source="R37"),
        event(EventKind.SURVIVAL, 14, {"chance": 70, "party_hd": "12", "against_hd": "6", "steps": 2,
                                       "monsters": worms}, source="R21, R22"),
        event(EventKind.SURVIVED, 14, {"roll": 32, "margin": 38, "dice": 3, "die": 10, "damage": 14, "hp": 4}, DURIC,
              faces=(*_face("survival", "duric", 100, 32), *_face("wounds", "duric", 10, 5, 2, 7)), source="R25, R28"),
        event(EventKind.SURVIVED, 14, {"roll": 62, "margin": 8, "dice": 0, "die": 6, "damage": 0, "hp": 9}, KROM,
              faces=_face("survival", "krom", 100, 62), source="R25, R28"),
        event(EventKind.DIED, 14, {"roll": 79, "chance": 70, "cause": "survival"}, ULMO,
              faces=_face("survival", "ulmo", 100, 79), source="R26, R27"),
        event(EventKind.SURVIVED, 14, {"roll": 11, "margin": 59, "dice": 5, "die": 4, "damage": 13, "hp": 1}, JORAM,
              faces=(*_face("survival", "joram", 100, 11), *_face("wounds", "joram", 4, 4, 3, 2, 3, 1)),
              source="R28, R29"),
        event(EventKind.SPELL_LOST, 14, {"spell": own["spell"], "level": 1}, KROM,
              faces=_face("spell", "krom", 2, 1), source="R54"),
        event(EventKind.XP, 14, {"total": 231, "each": 77, "shares": {"duric": 77, "krom": 77, "joram": 77}},
              source="A18"),
        event(EventKind.BODY_TAKEN, 14, {"bearers": ["duric", "krom"]}, ULMO, source="R62"),
        event(EventKind.WENT_ASTRAY, 15, {"route": _ROUTE}, audience=Audience.DM, source="A52"),
        event(EventKind.BOUGHT, 15, {"item": "cuerda", "quantity": 1, "cost_cp": 100, "purse_cp": 20}, JORAM),
        event(EventKind.OVERRULED, 15, {"order": 9, "by": "jana", "text": own["own"][2], "by_text": own["own"][1]},
              KROM, audience=Audience.CHARACTERS, source="A46"),
        event(EventKind.REACTION, 16, {"code": "neutral", "roll": 48, "modifier": 5, "total": 53, "speaker": "duric"},
              faces=_face("reaction", PARTY, 100, 48, hour=16), source="R34, A24"),
        event(EventKind.DEAL_OFFERED, 16, {"decision": "los-cuatro.1", "price_cp": 1000, "rations": 2,
                                           "monsters": goblins, **offer}, source="R34, R35"),
    )  # fmt: skip


def sample_names(language: str, reader: str = "marta") -> Names:
    """Names for one reader of the sample."""
    return Names(words_of(language), sample_book(), sample_world(language), SampleDates(), _PLAYERS, PlayerId(reader))


def sample_letterhead(language: str, name: str = "Marta", *, gender: str = "f", is_dm: bool = False) -> Letterhead:
    """The sample's letterhead."""
    own = sample_words(language)
    return Letterhead(own["tag"], own["campaign"], Reader(name, language, gender, is_dm))
