"""The tables of keys of `world/*.toml`: any file there may hold any of these tables, and all files count together."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from mailer.campaign.game_kinds import DiceText, HitDice, Money, Name
from mailer.campaign.keys import Key, Kind, ListOf, MapOf, Section
from mailer.campaign.kinds import Choice, Flag, Measure, Percent, Ref, Slug, Text, Whole
from mailer.campaign.mistakes import Phrase, Spot
from rules.atlas import PlaceKind, TrapScope

_MINUTES = Whole(1, 100_000)
_PLACE_KIND = Choice(tuple(PlaceKind))
SAVES = ("aimed", "breath", "death", "petrify", "spells")

_STOCK = Section("stock", (Key("price", Money(), None), Key("quantity", Whole(0, 100_000), None)))
PLACE = Section(
    "places",
    (
        Key("name", Name(), sample="Valdecuervo"),
        Key("kind", _PLACE_KIND, sample="town"),
        Key("safe", Flag(), True),
        Key("market", Flag(), False),
        Key("price_percent", Percent(10_000), 100, unit="%"),
        Key("buys_at_percent", Percent(100), 50, unit="%"),
        Key("stock", MapOf(_STOCK, Ref("items")), {}),
        Key("not_sold", ListOf(Ref("items")), ()),
        Key("lodging", Money(), 0),
        Key("hidden", Flag(), False),
    ),
)
_LEG = Section(
    "legs",
    (
        Key("miles", Measure(above=True, high=10_000), sample=12, unit="mile"),
        Key("terrain", Ref("terrain"), sample="forest"),
    ),
)
_SIGHT = Section(
    "sights",
    (
        Key("place", Ref("places"), sample="ermita"),
        Key("miles", Measure(high=100_000), sample=3, unit="mile"),
        Key("percent", Percent(), 100, unit="%"),
    ),
)
ROUTE = Section(
    "routes",
    (
        Key("name", Name(), sample={"es": "Camino Real", "en": "the King's Road"}),
        Key("from", Ref("places"), sample="valdecuervo"),
        Key("to", Ref("places"), sample="puerto-salitre"),
        Key("legs", ListOf(_LEG, 1, 100), sample=[{"miles": 12, "terrain": "road"}]),
        Key("known", Flag(), True),
        Key("table", Ref("encounters"), None),
        Key("sights", ListOf(_SIGHT, 0, 100), ()),
    ),
)
_TRAP = Section(
    "traps",
    (
        Key("name", Name(), sample={"es": "foso", "en": "a pit"}),
        Key("hit_dice", HitDice(), None),
        Key("scope", Choice(tuple(TrapScope)), "one"),
        Key("goes_off_percent", Percent(), 50, unit="%"),
        Key("reset", Flag(), False),
    ),
)
_PASSAGE = Section(
    "passages",
    (
        Key("to", Slug(), sample="pasillo"),
        Key("minutes", _MINUTES, sample=20, unit="min"),
        Key("secret", Flag(), False),
        Key("one_way", Flag(), False),
        Key("traps", ListOf(_TRAP), ()),
    ),
)
ZONE = Section(
    "zones",
    (
        Key("name", Name(), sample={"es": "Sala de las columnas", "en": "Hall of columns"}),
        Key("passages", ListOf(_PASSAGE), ()),
        Key("level", Whole(1, 100), 1),
        Key("safe", Flag(), False),
        Key("exit", Ref("places"), None),
        Key("table", Ref("encounters"), None),
        Key("traps", ListOf(_TRAP), ()),
    ),
)
_ONE_ZONE = {"vestibulo": {"name": {"es": "vestíbulo", "en": "vestibule"}, "exit": "valdecuervo"}}
SITE = Section(
    "sites",
    (
        Key("name", Name(), sample={"es": "Cripta de Ossur", "en": "Crypt of Ossur"}),
        Key("place", Ref("places"), None),
        Key("table", Ref("encounters"), sample="cripta"),
        Key("zones", MapOf(ZONE, Slug(), keeps_bad=True), sample=_ONE_ZONE),
    ),
)
_SPECIAL = Section(
    "special",
    (
        Key("name", Text(60), sample="paralysis"),
        Key("save", Choice(SAVES), sample="death"),
        Key("effect", Name(), sample={"es": "cae paralizado", "en": "is paralysed"}),
        Key("lasting", Flag(), False),
        Key("kills", Flag(), False),
    ),
)
MONSTER = Section(
    "monsters",
    (
        Key("name", Name(), sample={"es": "gólem de sal", "en": "salt golem"}),
        Key("hit_dice", HitDice(), sample="3+1"),
        Key("xp", Whole(), None, unit="xp"),
        Key("parley", Flag(), False),
        Key("special", ListOf(_SPECIAL, 0, 10), ()),
        Key("treasure", Ref("treasures"), None),
        Key("save_as_level", Whole(0, 30), None),
    ),
)
_GROUP = MapOf(DiceText(), Ref("monsters"))
_DEAL = Section(
    "deal",
    (
        Key("price", Money(), 0),
        Key("rations", Whole(0, 10_000), 0),
        Key(
            "words", Name(), None, sample={"es": "Se irían por unas monedas.", "en": "They would leave for some coins."}
        ),
    ),
)
_RETURNS = Section(
    "returns",
    (
        Key("after_hours", Whole(1, 24 * 365), sample=24, unit="h"),
        Key("monsters", _GROUP, sample={"ogre": 1, "goblin": 12}),
    ),
)
_ENTRY = Section(
    "entries",
    (
        Key("weight", Whole(1, 10_000), 1),
        Key("monsters", _GROUP, sample={"goblin": "2d4"}),
        Key("name", Name(), None),
        Key("deal", _DEAL, None),
        Key("returns", _RETURNS, None),
    ),
)
ENCOUNTER = Section(
    "encounters",
    (
        Key("chance", Whole(0, 1000), None),
        Key("sides", Whole(1, 1000), None),
        Key("entries", ListOf(_ENTRY, 1), sample=[{"monsters": {"goblin": "2d4"}}]),
    ),
)
ITEM = Section(
    "items",
    (
        Key("name", Name(), sample={"es": "antorcha", "en": "torch"}),
        Key("price", Money(), sample="1 pc"),
        Key("weight_lb", Measure(10, high=100_000), 0, unit="lb"),
        Key("pack", Whole(1, 1000), 1),
        Key("category", Choice(("gear", "weapon", "armour", "animal", "service", "ration")), "gear"),
        Key("move_ft", Whole(0, 1000), 0, unit="ft"),
    ),
)
_RESULT = Section(
    "results",
    (
        Key("on", Choice(("success", "failure")), sample="success"),
        Key("weight", Whole(1, 10_000), 1),
        Key(
            "words", Name(), sample={"es": "Oyes hablar de una puerta tapiada.", "en": "You hear of a walled-up door."}
        ),
        Key("gain", Money(signed=True), 0),
        Key("xp", Whole(), 0, unit="xp"),
        Key("extra_days", Whole(0, 365), 0, unit="d"),
        Key("effect", Text(shortest=0), ""),
    ),
)
_ONE_RESULT = {"on": "success", "words": {"es": "Sale bien.", "en": "It goes well."}}
ACTIVITY = Section(
    "activities",
    (
        Key("name", Name(), sample={"es": "Salir de juerga", "en": "Carousing"}),
        Key("days", Whole(1, 3650), 1, unit="d"),
        Key("cost", Money(), 0),
        Key("chance_percent", Percent(), 100, unit="%"),
        Key(
            "results",
            ListOf(_RESULT, 1),
            sample=[{"on": "success", "words": {"es": "Sale bien.", "en": "It goes well."}}],
        ),
    ),
)
TREASURE = Section(
    "treasures",
    (Key("dice", DiceText(), sample="3d6"), Key("each", Money(1_000_000), sample="1 pp")),
)
CLASS = Section(
    "classes",
    (
        Key("name", Name(), sample={"es": "monje", "en": "monk"}),
        Key("wound_die", Whole(2, 100), sample=4),
        Key("hit_dice_at_1", Whole(1, 10), 1),
        Key("max_hit_dice", Whole(1, 100), 20),
        Key("saves_as", Ref("saves"), sample="thief"),
        Key("prepares", Flag(), False),
    ),
)
REGION = Section("region", (Key("table", Ref("encounters"), None),))

# Realms whose entries override a shipped one of the same name key by key.
OVERLAYS = {"monsters": MONSTER, "items": ITEM}


@dataclass(frozen=True, slots=True)
class Overlay:
    """A table of a thing: whole for a new one, only what differs for one that is shipped. Holds its own name."""

    section: Section
    shipped: Container[str]

    @property
    def allowed(self) -> Phrase:
        """A table with these keys."""
        return self.section.allowed

    def read(self, value: object, spot: Spot) -> Any:
        """The dict of keys, all of them or only those given."""
        is_shipped = spot.key.rpartition(".")[2] in self.shipped
        return self.section.partial(value, spot) if is_shipped else self.section.read(value, spot)


def world_section(monsters: Container[str] = (), items: Container[str] = ()) -> Section:
    """The keys of one world file, where these monsters and items are shipped and may be overridden."""
    realms: tuple[tuple[str, Kind, Kind], ...] = (
        ("places", PLACE, Slug()),
        ("routes", ROUTE, Slug()),
        ("sites", SITE, Slug()),
        ("monsters", Overlay(MONSTER, monsters), Slug()),
        ("encounters", ENCOUNTER, Slug()),
        ("treasures", TREASURE, Slug()),
        ("items", Overlay(ITEM, items), Slug()),
        ("prices", Money(), Ref("items")),
        ("activities", ACTIVITY, Slug(colon=True)),
        ("classes", CLASS, Slug()),
        ("aliases", Text(), Text()),
    )
    keys = tuple(Key(realm, MapOf(kind, names), {}) for realm, kind, names in realms)
    return Section("world", (*keys, Key("region", REGION, None)))
