"""A small campaign built in memory: four in a crypt, two in town, one player with a second character, a DM."""

from datetime import date
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mailer.campaign.campaign import Campaign, LimitSettings, Player, Roster, Settings, TrustSettings
from mailer.inbox.settings import MaildirOutSettings, MaildirSettings
from mailer.reading.orders.said import Said
from mailer.reading.resolve.context import context_of
from rules.atlas import (
    Activity,
    Atlas,
    EncounterTable,
    Item,
    Label,
    Leg,
    Monster,
    Passage,
    Place,
    PlaceKind,
    Route,
    Site,
    Zone,
)
from rules.book import Book
from rules.calendar import Calendar
from rules.character import Character, ClassLevel, Good, Role
from rules.tables import ClassRow, Hireling, LoadBand, Tables, TerrainRow
from rules.time import Moment
from rules.world import AtPlace, InSite, Party, World

ANCHOR = date(2026, 1, 15)
NOW = Moment(20 * 1440 + 600)  # 2026-02-04, ten in the morning


def item(id_, es, en, price, weight=10, pack=1, category="gear", aliases=()):
    return Item(id_, Label(es, en, aliases), price, weight, pack, category)


ITEMS = (
    item("torch", "antorcha", "Torch", 1),
    item("rope_hemp", "cuerda de cáñamo (15 m)", "Rope, hemp (50 ft)", 100, aliases=("soga",)),
    item("rope_silk", "cuerda de seda (15 m)", "Rope, silk (50 ft)", 1000),
    item("lantern_hooded", "farol con capucha", "Lantern, hooded", 700),
    item("lantern_bullseye", "farol de ojo de buey", "Lantern, bullseye", 1200),
    item("oil", "frasco de aceite", "Oil, flask", 10),
    item("rations", "raciones de viaje", "Rations, trail", 200, aliases=("ración", "ration")),
    item("arrows", "flechas", "Arrows", 200, 4, 12, "weapon"),
    item("dagger", "daga", "Dagger", 200, category="weapon"),
    item("sword", "espada larga", "Long sword", 1500, category="weapon"),
    item("mail", "cota de malla", "Chain mail", 7500, 300, category="armour"),
    item("tools", "herramientas de ladrón", "Thieves' tools", 3000, aliases=("ganzúas",)),
    item("crowbar", "palanca", "Crowbar", 20),
    item("horse", "caballo de monta", "Horse, riding", 2500, category="animal"),
)
MONSTERS = (
    Monster("goblin", Label("goblin", "goblin", ("trasgo",)), Fraction(1), 10, True),
    Monster("orc", Label("orco", "orc"), Fraction(1), 15, True),
    Monster("ogre", Label("ogro", "ogre"), Fraction(4), 100, True),
    Monster("wight", Label("espectro", "wight"), Fraction(4), 200, False),
)


def zone(id_, es, en, *ways):
    return Zone(id_, Label(es, en), tuple(Passage(way, 10) for way in ways))


CRYPT = Site(
    "crypt",
    Label("Cripta de Ossur", "Ossur's Crypt"),
    "crypt-mouth",
    {
        z.id: z
        for z in (
            zone("stair", "escalera de caracol", "spiral stair", "well"),
            zone("well", "pozo", "well", "hall", "stair"),
            zone("hall", "pasillo de los frescos", "hall of frescoes", "well", "ossuary"),
            zone("ossuary", "osario", "ossuary", "hall"),
            zone("altar", "altar de obsidiana", "obsidian altar", "ossuary"),
        )
    },
    "crypt",
)
TOWER = Site(
    "tower",
    Label("Torre del Mago Ciego", "Tower of the Blind Mage"),
    "tower-hill",
    {"cellar": zone("cellar", "sótano", "cellar")},
    "tower",
)
PLACES = (
    Place("valdecuervo", Label("Valdecuervo", "Ravendale"), PlaceKind.TOWN, market=True, lodging_cp=10),
    Place("salitre", Label("Puerto Salitre", "Port Salitre"), PlaceKind.TOWN, market=True, price_percent=150),
    Place("crypt-mouth", Label("boca de la cripta", "mouth of the crypt"), PlaceKind.DUNGEON_MOUTH),
    Place("tower-hill", Label("Cerro de la Torre", "Tower Hill"), PlaceKind.DUNGEON_MOUTH),
    Place("paso", Label("Paso Quebrado", "Broken Pass"), PlaceKind.LANDMARK),
    Place("secret", Label("Valle Oculto", "Hidden Vale"), PlaceKind.LANDMARK, hidden=True),
)
ROUTES = (
    Route(
        "north-road", Label("camino del norte", "north road"), ("valdecuervo", "salitre"), (Leg(Fraction(40), "plain"),)
    ),
    Route(
        "old-trail", Label("trocha vieja", "old trail"), ("valdecuervo", "crypt-mouth"), (Leg(Fraction(8), "plain"),)
    ),
    Route(
        "ridge", Label("la cuerda del monte", "the ridge"), ("crypt-mouth", "salitre"), (Leg(Fraction(50), "plain"),)
    ),
    Route("pass-road", Label("camino del paso", "pass road"), ("valdecuervo", "paso"), (Leg(Fraction(12), "plain"),)),
)
TABLES = Tables(
    classes={
        name: ClassRow(8, 9, (0, 1, 2, 3, 4), name, name in {"cleric", "magic_user"})
        for name in ("fighter", "thief", "cleric", "magic_user")
    },
    saves={},
    reaction_d100=(),
    reaction_2d6=(),
    charisma_reaction={},
    strength_allowance={16: 100},
    terrain={"plain": TerrainRow(Fraction(1), 1, 1, 1, 0, "none")},
    load_bands=(
        LoadBand("light", 350, 120),
        LoadBand("medium", 700, 90),
        LoadBand("heavy", 1050, 60),
        LoadBand("severe", 1500, 30),
    ),
    hirelings={
        "pack_handler": Hireling("pack_handler", "porteador", "pack handler", 20),
        "linkboy": Hireling("linkboy", "portaantorchas", "linkboy", 10),
        "groom": Hireling("groom", "mozo de cuadra", "groom", 10),
    },
    exhaustion=(),
    miles_a_day={120: 24, 90: 18, 60: 12, 30: 6},
    known_route_multiplier=3,
)


def person(id_, name, class_, level, player, hp, max_hp, **more):
    return Character(id_, name, (ClassLevel(class_, level),), hp, max_hp, player, **more)


PEOPLE = (
    person(
        "duric",
        "Duric",
        "fighter",
        3,
        "ana",
        18,
        20,
        purse_cp=5000,
        abilities={"str": 16},
        goods=(Good("mail", "cota de malla de mi padre", 1, 300, 7500), Good("sword", "espada larga", 1, 40, 1500)),
    ),
    person(
        "krom",
        "Krom",
        "thief",
        2,
        "luis",
        9,
        10,
        purse_cp=2000,
        goods=(
            Good("dagger", "daga", 3, 10, 200),
            Good("pelt", "piel de lobo", 2, 20, 300),
            Good("idol", "idolillo de jade", 1, 10, 9000),
        ),
    ),
    person("ulmo", "Ulmo", "cleric", 4, "eva", 20, 20, purse_cp=900),
    person("joram", "Joram", "magic_user", 3, "gil", 9, 9, purse_cp=12000),
    person("sabela", "Sabela", "magic_user", 1, "gil", 4, 4, purse_cp=500),
    person("brisna", "Brisna", "fighter", 2, "marta", 12, 12, purse_cp=3000),
    person("anselmo", "Fray Anselmo", "cleric", 2, "nico", 10, 10, purse_cp=800),
    Character("tam", "Tam", (ClassLevel("fighter", 0),), 4, 4, None, Role.HIRELING, "krom"),
    Character("baron", "Barón Orvel", (ClassLevel("fighter", 7),), 50, 50),
)
PLAYERS = (
    Player("ana", "Ana", ("ana@example.org",), "es", gender="f"),
    Player("luis", "Luis", ("luis@example.org",), "es"),
    Player("eva", "Eva", ("eva@example.org",), "es", gender="f"),
    Player("gil", "Gil", ("gil@example.org",), "en"),
    Player("marta", "Marta", ("marta@example.org",), "es", gender="f"),
    Player("nico", "Nico", ("nico@example.org",), "es"),
    Player("dm", "Teresa", ("dm@example.org",), "es", is_dm=True, gender="f"),
)
DELVERS = Party(
    "los-cuatro",
    "Los Cuatro",
    ("duric", "krom", "ulmo", "joram", "tam"),
    NOW,
    InSite("crypt", "well", frozenset({"stair", "well", "hall"})),
    spokesperson="ana",
)
TOWNSFOLK = Party("brumal", "Brumal", ("brisna", "anselmo"), NOW, AtPlace("valdecuervo"))
LONER = Party("sabela", "Sabela", ("sabela",), NOW, AtPlace("salitre"))


def atlas():
    return Atlas(
        places={p.id: p for p in PLACES},
        routes={r.id: r for r in ROUTES},
        sites={"crypt": CRYPT, "tower": TOWER},
        monsters={m.id: m for m in MONSTERS},
        encounters={"crypt": EncounterTable(()), "tower": EncounterTable(())},
        items={i.id: i for i in ITEMS},
        activities={
            "carouse": Activity("carouse", Label("juerga", "carousing"), 1, 500, 60, ()),
            "research:barrow": Activity(
                "research:barrow", Label("el túmulo", "the barrow", ("barrow",)), 5, 1000, 70, ()
            ),
        },
    )


@pytest.fixture(scope="session")
def world():
    return World({p.id: p for p in PEOPLE}, {p.id: p for p in (DELVERS, TOWNSFOLK, LONER)})


@pytest.fixture(scope="session")
def campaign(world):
    settings = Settings(
        name="Prueba", tag="prueba", language="es", zone=ZoneInfo("Europe/Madrid"), address="dm@example.org",
        plus_addresses=True, anchor=ANCHOR, anchor_campaign=(1, 1, 1),
        inbox=(MaildirSettings(Path("in")),), out=MaildirOutSettings(Path("out")),
        trust=TrustSettings(), limits=LimitSettings(),
    )  # fmt: skip
    roster = Roster(
        {p.id: p for p in PLAYERS},
        {p.id: p.player for p in PEOPLE if p.player},
        {p.id: p.members for p in (DELVERS, TOWNSFOLK, LONER)},
    )
    calendar = Calendar(Label("cuenta", "count"), ())
    return Campaign(
        Path("."),
        settings,
        roster,
        Book(atlas(), TABLES),
        calendar,
        world,
        {"la posta": "valdecuervo", "el jefe": "duric"},
    )


@pytest.fixture
def at(campaign, world):
    """The context of a player's letter; the world may be another."""

    def context(player, *, world_=None, **more):
        return context_of(campaign, world_ or world, player=player, received=more.pop("received", NOW), **more)

    return context


@pytest.fixture
def say():
    """Something said, from its kind and slots."""

    def said(kind, words="lo dicho", line=0, **slots):
        return Said(kind, {"who": "self", **slots}, line, words)

    return said
