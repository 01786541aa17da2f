"""The crypt of Óssur and the four who went down: a small dungeon to try the day in, and dice that fall as named.

entry (out to the mouth) - gallery - chamber - well
                              |  \\ (secret) vault
                           crypt of unknown halls: hall, nook, den (safe)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

from rules.atlas import (
    Atlas,
    Deal,
    EncounterTable,
    GroupEntry,
    Item,
    Label,
    Leg,
    Monster,
    Passage,
    Place,
    PlaceKind,
    Returns,
    Route,
    Site,
    SpecialAttack,
    Trap,
    TrapScope,
    Zone,
)
from rules.book import Book
from rules.character import Character, ClassLevel, Spell
from rules.day import Advance, Inputs, advance
from rules.dice import Face, Throw
from rules.events import Event, EventKind
from rules.house import House
from rules.names import (
    CharacterId,
    ClassId,
    ItemId,
    MonsterId,
    OrderId,
    PartyId,
    PlaceId,
    PlayerId,
    RouteId,
    SiteId,
    ZoneId,
)
from rules.orders import Act, Order, Scope
from rules.scene import Scene
from rules.tables import ClassRow, LoadBand, ReactionRow, SaveRow, Tables, TerrainRow
from rules.time import Moment
from rules.world import AtPlace, Foray, InSite, Party, Where, World

DAY, HOUR = 1440, 60
DUSK = Moment(1380)  # 23:00 of day 0: the turnover at which the session ended
FOUR = PartyId("los-cuatro")
CRYPT, MOUTH, TOWN = SiteId("cripta"), PlaceId("boca"), PlaceId("valdecuervo")
ENTRY, GALLERY, CHAMBER, WELL, VAULT, HALL, NOOK, DEN = (
    ZoneId(name) for name in ("entrada", "galeria", "camara", "pozo", "boveda", "sala", "rincon", "guarida")
)
KNOWN = frozenset({ENTRY, GALLERY, CHAMBER, WELL})
DURIC, KROM, ULMO, JORAM = (CharacterId(name) for name in ("duric", "krom", "ulmo", "joram"))
ANA, BEA, CARLOS, DAVID, DM = (PlayerId(name) for name in ("ana", "bea", "carlos", "david", "marta"))
PLAYER = {DURIC: ANA, KROM: BEA, ULMO: CARLOS, JORAM: DAVID}
GOBLIN, OGRE, WORM, SPIDER, KOBOLD = (MonsterId(n) for n in ("goblin", "ogre", "worm", "spider", "kobold"))


class Named:
    """Dice that fall as written for each throw: by "who:what", "what@moment" or "what"; checks nobody names are quiet.

    A throw that nobody names is an error, so that a test says every die it needs.
    """

    def __init__(self, faces: Mapping[str, Sequence[int] | int] | None = None) -> None:
        self.faces = dict(faces or {})
        self.asked: list[Throw] = []

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        self.asked.append(throw)
        base = throw.what.split(":returned:")[0]
        for key in (
            f"{throw.who}:{throw.what}@{throw.at}",
            f"{throw.what}@{throw.at}",
            f"{throw.who}:{throw.what}",
            throw.what,
            f"{throw.who}:{base}",
            base,
        ):
            if key in self.faces:
                values = self.faces[key]
                value = values if isinstance(values, int) else values[n]
                assert 1 <= value <= sides, f"{key}: {value} on a d{sides}"
                return Face(throw, n, sides, value)
        if throw.what == "check":
            return Face(throw, n, sides, sides)
        raise AssertionError(f"nobody named {throw.who}:{throw.what}@{throw.at} (d{sides}, {n})")


class Hashed:
    """Dice of a seed: each face hangs on its throw alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        digest = sha256(f"{self.seed}|{throw.at}|{throw.who}|{throw.what}|{n}".encode()).digest()
        return Face(throw, n, sides, 1 + int.from_bytes(digest[:8]) % sides)


def tables() -> Tables:
    def row(die: int, most: int, name: str, first: int = 0) -> ClassRow:
        dice = tuple(min(level + (first if level else 1), most) for level in range(16))
        return ClassRow(die, most, dice, ClassId(name), name in ("cleric", "magic_user"))

    def save(death: int) -> tuple[SaveRow, ...]:
        return (SaveRow(0, 3, 16, 17, death, 15, 17), SaveRow(4, None, 13, 14, death - 3, 12, 14))

    return Tables(
        classes={
            ClassId("fighter"): row(10, 9, "fighter"),
            ClassId("ranger"): row(8, 11, "fighter", 1),
            ClassId("thief"): row(6, 10, "thief"),
            ClassId("cleric"): row(8, 9, "cleric"),
            ClassId("magic_user"): row(4, 11, "magic_user"),
            ClassId("level_0"): row(6, 1, "fighter"),
        },
        saves={ClassId(n): save(d) for n, d in (("fighter", 14), ("thief", 13), ("cleric", 10), ("magic_user", 14))},
        reaction_d100=(
            ReactionRow(1, 5, "very_hostile", False),
            ReactionRow(6, 25, "hostile", False),
            ReactionRow(26, 45, "unfavourable", False),
            ReactionRow(46, 55, "neutral", True),
            ReactionRow(56, 75, "favourable", True),
            ReactionRow(76, 95, "friendly", True),
            ReactionRow(96, 100, "very_friendly", True),
        ),
        reaction_2d6=(ReactionRow(2, 5, "hostile", False), ReactionRow(6, 12, "neutral", True)),
        charisma_reaction={3: -25, 10: 0, 16: 20, 18: 35},
        strength_allowance={18: 750, 16: 350},
        terrain={"road": TerrainRow(Fraction(1), 1, 1, 1, 0, "none")},
        load_bands=(
            LoadBand("light", 350, 120),
            LoadBand("medium", 700, 90),
            LoadBand("heavy", 1050, 60),
            LoadBand("severe", 1500, 30),
        ),
        hirelings={},
        exhaustion=(),
        miles_a_day={120: 24, 90: 18, 60: 12, 30: 6},
        known_route_multiplier=5,
        ration_weight=0,
    )


PIT = Trap(Label("un foso", "a pit"), Fraction(2), TrapScope.ONE, 50)
GAS = Trap(Label("gas", "gas"), Fraction(6), TrapScope.ALL, 50, reset=True)
PARALYSIS = SpecialAttack("paralysis", "death", Label("paralizado", "paralysed"))
POISON = SpecialAttack("poison", "death", Label("veneno", "poison"), kills=True)
ROT = SpecialAttack("rot", "death", Label("podredumbre", "rot"), lasting=True)


def atlas(special: tuple[SpecialAttack, ...] = (), **more: object) -> Atlas:
    def zone(name: ZoneId, *passages: Passage, **kinds: object) -> Zone:
        return Zone(name, Label(name, name), passages, **kinds)

    zones = (
        zone(ENTRY, Passage(GALLERY, 50), exit_to=MOUTH),
        zone(GALLERY, Passage(CHAMBER, 75), Passage(VAULT, 10, secret=True), Passage(HALL, 90, traps=(PIT,))),
        zone(CHAMBER, Passage(WELL, 60)),
        zone(WELL),
        zone(VAULT, safe=True),
        zone(HALL, Passage(NOOK, 120), Passage(DEN, 240), table="quiet"),
        zone(NOOK, traps=(GAS,)),
        zone(DEN, safe=True),
    )
    monsters = (
        Monster(GOBLIN, Label("goblin", "goblin"), Fraction(1), 15, parley=True, treasure="pouch"),
        Monster(OGRE, Label("ogro", "ogre"), Fraction(4), 120, parley=True, treasure="pouch"),
        Monster(WORM, Label("gusano carroñero", "carcass creeper"), Fraction(3), 115, parley=False, special=special),
        Monster(SPIDER, Label("araña", "spider"), Fraction(3), 100, parley=False, special=(POISON,)),
        Monster(KOBOLD, Label("kobold", "kobold"), Fraction(1, 2), 7, parley=True),
    )
    goblins = GroupEntry(
        1,
        ((GOBLIN, "1d6"),),
        deal=Deal(200, 2, Label("Unas provisiones y nos vamos", "Some food and we go")),
        returns=Returns(DAY, ((GOBLIN, "18"), (OGRE, "1"))),
    )
    worms = GroupEntry(1, ((WORM, "2"),))
    return Atlas(
        places={
            place.id: place
            for place in (
                Place(MOUTH, Label("la boca", "the mouth"), PlaceKind.DUNGEON_MOUTH, safe=False),
                Place(TOWN, Label("Valdecuervo", "Valdecuervo"), PlaceKind.TOWN, market=True),
            )
        },
        routes={
            RouteId("senda"): Route(
                RouteId("senda"), Label("la senda", "the path"), (TOWN, MOUTH), (Leg(Fraction(12), "road"),)
            )
        },
        sites={CRYPT: Site(CRYPT, Label("Cripta", "Crypt"), MOUTH, {z.id: z for z in zones}, "crypt")},
        monsters={monster.id: monster for monster in monsters},
        encounters={
            "crypt": EncounterTable((goblins, worms)),
            "quiet": EncounterTable((GroupEntry(1, ((KOBOLD, "1"),)),), chance=1, sides=20),
            "spiders": EncounterTable((GroupEntry(1, ((SPIDER, "1"),)),)),
        },
        items={ItemId("ration"): Item(ItemId("ration"), Label("ración", "ration"), 20, 10, category="ration")},
        treasures={"pouch": ("1d6", 100)},
        **more,
    )


def book(special: tuple[SpecialAttack, ...] = (), *, wild: str = "", **knobs: object) -> Book:
    return Book(atlas(special, wilderness_table=wild), tables(), replace(House(upkeep=False), **knobs))


def person(name: CharacterId, kind: str, level: int, hp: int, **more: object) -> Character:
    kept = {"player": PLAYER.get(name), "rations": 10, "purse_cp": 500, "abilities": {"str": 12, "cha": 10}}
    return Character(name, name.capitalize(), (ClassLevel(ClassId(kind), level),), hp, hp, **{**kept, **more})


def four(**more: Mapping[str, object]) -> dict[CharacterId, Character]:
    """The four of the house rules, 12 hit dice together; `joram={"hp": 1}` changes a sheet."""
    people = (
        person(DURIC, "fighter", 3, 24),
        person(KROM, "thief", 2, 11),
        person(ULMO, "cleric", 4, 22),
        person(JORAM, "magic_user", 3, 9),
    )
    return {one.id: replace(one, **more.get(one.id, {})) for one in people}


def party(people: Iterable[CharacterId], where: Where | None = None, **more: object) -> Party:
    kept = {"spokesperson": ANA, "clock": DUSK, "where": where or InSite(CRYPT, CHAMBER, KNOWN, entered=DUSK)}
    return Party(FOUR, "Los Cuatro", tuple(people), **{**kept, **more})


def world(people: Mapping[CharacterId, Character] | None = None, **more: object) -> World:
    people = four() if people is None else people
    return World(people, {FOUR: party(people, **more)})


def scene(dice: object = None, people: Mapping[CharacterId, Character] | None = None, **more: object) -> Scene:
    people = four() if people is None else people
    the_book = more.pop("book", None) or book()
    return Scene(party(people, **more), people, the_book, dice or Named())


def order(
    number: int,
    act: Act,
    received: int,
    by: PlayerId = ANA,
    character: CharacterId | None = None,
    scope: Scope = Scope.PARTY,
    **more: object,
) -> Order:
    who = character or next((name for name, player in PLAYER.items() if player == by), DURIC)
    return Order(OrderId(number), by, who, scope, Moment(received), act, text=f"order {number}", **more)


def step(start: World, until: int, *orders: Order, dice: object = None, the_book: Book | None = None) -> Advance:
    return advance(start, Inputs(orders), book=the_book or book(), dice=dice or Named(), until=Moment(until))


def kinds(events: Iterable[Event]) -> list[EventKind]:
    return [event.kind for event in events]


def told(events: Iterable[Event], kind: EventKind) -> list[Event]:
    return [event for event in events if event.kind is kind]


def one(events: Iterable[Event], kind: EventKind) -> Event:
    (event,) = told(events, kind)
    return event


__all__ = [name for name in dir() if not name.startswith("_")] + ["AtPlace", "Foray", "Spell"]
