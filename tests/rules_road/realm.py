"""A small country to try the road and the town in: a town, a village, a landmark, a ruin, and the ways between."""

from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256

from rules.atlas import (
    Activity,
    ActivityResult,
    Atlas,
    Deal,
    EncounterTable,
    GroupEntry,
    Item,
    Label,
    Leg,
    Monster,
    Place,
    PlaceKind,
    Route,
    Sight,
    Stock,
)
from rules.book import Book
from rules.character import Character, ClassLevel
from rules.dice import Face, Throw
from rules.events import Event, EventKind
from rules.house import House
from rules.names import CharacterId, ClassId, ItemId, MonsterId, OrderId, PartyId, PlaceId, PlayerId, RouteId
from rules.orders import Act, Order, Scope
from rules.scene import Scene
from rules.tables import ClassRow, ExhaustionRow, Hireling, LoadBand, ReactionRow, Tables, TerrainRow
from rules.time import Moment
from rules.world import AtPlace, Party

DAY, HOUR = 1440, 60
TOWN, VILLAGE, STONE, RUIN, HUT = (PlaceId(name) for name in ("brenna", "fosco", "menhir", "ruina", "ermita"))
ROAD, WOODS, MARSH, SHORT = (RouteId(name) for name in ("calzada", "hayedo", "carrizal", "atajo"))


def at(day: int, hour: int = 0, minute: int = 0) -> Moment:
    return Moment(day * DAY + hour * HOUR + minute)


def item(name: str, price_cp: int, weight: int = 0, **more: object) -> Item:
    return Item(ItemId(name), Label(name, name), price_cp, weight, **more)


def tables() -> Tables:
    def land(speed: str, day: int, night: int, lost: int, veer: str) -> TerrainRow:
        return TerrainRow(Fraction(speed), day, night, 1, lost, veer)

    die = {"fighter": 10, "thief": 6, "cleric": 8, "magic_user": 4, "level_0": 6}
    levels = (1, *range(1, 10))
    return Tables(
        classes={ClassId(name): ClassRow(sides, 9, levels, ClassId(name), False) for name, sides in die.items()},
        saves={},
        reaction_d100=(ReactionRow(1, 45, "hostile", False), ReactionRow(46, 100, "friendly", True)),
        reaction_2d6=(),
        charisma_reaction={},
        strength_allowance={18: 750},
        terrain={
            "road": land("3/2", 2, 1, 0, "none"),
            "clear": land("1", 2, 1, 10, "one_point"),
            "forest": land("2/3", 4, 2, 70, "any"),
            "hills": land("2/3", 4, 2, 20, "one_point"),
            "swamp": land("1/2", 6, 3, 60, "any"),
        },
        load_bands=(
            LoadBand("light", 350, 120),
            LoadBand("medium", 700, 90),
            LoadBand("heavy", 1050, 60),
            LoadBand("severe", 1500, 30),
        ),
        hirelings={
            "linkboy": Hireling("linkboy", "portaantorchas", "linkboy", 10),
            "mason": Hireling("mason", "albañil", "mason", 40),
        },
        exhaustion=tuple(ExhaustionRow(level, f"efecto {level}", f"effect {level}") for level in range(1, 7)),
        miles_a_day={120: 24, 90: 18, 60: 12, 30: 6},
        known_route_multiplier=5,
        coin_weight=0,
        ration_weight=0,
    )


def atlas() -> Atlas:
    places = (
        Place(
            TOWN,
            Label("Brenna", "Brenna"),
            PlaceKind.TOWN,
            market=True,
            price_percent=110,
            stock={ItemId("potion"): Stock(5000, 2)},
            not_sold=frozenset({ItemId("spyglass")}),
            lodging_cp=50,
        ),
        Place(VILLAGE, Label("Fosco", "Fosco"), PlaceKind.TOWN, lodging_cp=10, stock={ItemId("torch"): Stock(2)}),
        Place(STONE, Label("El Menhir", "The Standing Stone"), PlaceKind.LANDMARK, safe=False),
        Place(RUIN, Label("La Ruina", "The Ruin"), PlaceKind.DUNGEON_MOUTH, safe=False),
        Place(HUT, Label("La Ermita", "The Hermitage"), PlaceKind.CAMP, hidden=True),
    )

    def way(name: RouteId, ends: tuple[PlaceId, PlaceId], *legs: tuple[int | str, str], **more: object) -> Route:
        walked = tuple(Leg(Fraction(miles), terrain) for miles, terrain in legs)
        return Route(name, Label(name, name), ends, walked, **more)

    routes = (
        way(ROAD, (TOWN, VILLAGE), (36, "road"), (12, "clear")),
        way(WOODS, (VILLAGE, STONE), (24, "forest"), known=False, sights=(Sight(HUT, Fraction(8), 60),)),
        way(MARSH, (VILLAGE, RUIN), (30, "swamp"), known=False, table="marsh"),
        way(SHORT, (HUT, STONE), (1, "clear")),
    )
    goblin = Monster(MonsterId("goblin"), Label("trasgo", "goblin"), Fraction(1), 10, parley=True)
    leech = Monster(MonsterId("leech"), Label("sanguijuela", "leech"), Fraction(1), 10, parley=False)
    items = (
        item("rope", 100, 50),
        item("arrow", 20, 1, pack=12),
        item("ration", 20, category="ration"),
        item("spyglass", 100000),
        item("potion", 4000),
        item("torch", 1, 10),
        Item(ItemId("horse"), Label("caballo", "horse"), 2500, 0, category="animal", move_ft=240),
        Item(ItemId("mule"), Label("mula", "mule"), 1800, 0, category="animal", move_ft=120),
        Item(ItemId("coach"), Label("coche", "coach"), 9000, 0, move_ft=300),
        Item(ItemId("cart"), Label("carreta", "cart", ("carro",)), 2500, 0, move_ft=90),
        item("greater_restoration", 3000, category="service"),
    )
    results = (
        ActivityResult("success", 1, Label("sale bien", "goes well"), gain_cp=300, xp=20),
        ActivityResult("failure", 1, Label("pierde", "loses"), gain_cp=-500),
        ActivityResult("failure", 1, Label("calabozo", "the cells"), extra_days=2, effect="fichado"),
    )
    return Atlas(
        places={place.id: place for place in places},
        routes={route.id: route for route in routes},
        sites={},
        monsters={monster.id: monster for monster in (goblin, leech)},
        encounters={
            "marsh": EncounterTable((GroupEntry(1, ((leech.id, "1"),)),)),
            "goblins": EncounterTable((GroupEntry(1, ((goblin.id, "2"),), Deal(100, 1)),)),
            "walkers": EncounterTable((GroupEntry(1, ((goblin.id, "1"),)),)),
        },
        items={thing.id: thing for thing in items},
        activities={
            "carouse": Activity("carouse", Label("juerga", "carousing"), 1, 200, 50, results),
            "research:barrow": Activity("research:barrow", Label("túmulo", "barrow"), 3, 1000, 100, results[:1]),
        },
    )


def book(atlas_: Atlas | None = None, **knobs: object) -> Book:
    return Book(atlas_ or atlas(), tables(), House(**knobs))


def person(name: str = "duric", **more: object) -> Character:
    sheet = Character(
        CharacterId(name),
        name.title(),
        (ClassLevel(ClassId("fighter"), 3),),
        hp=10,
        max_hp=20,
        player=PlayerId(f"{name}-player"),
        purse_cp=10000,
        rations=20,
    )
    return replace(sheet, **more)


def scene(*people: Character, where: object = None, clock: int = 0, **more: object) -> Scene:
    members = people or (person(),)
    party = Party(
        PartyId("cuatro"), "Los Cuatro", tuple(one.id for one in members), Moment(clock), where or AtPlace(TOWN)
    )
    given = {"book": book(), "dice": Sealed("test")} | more
    return Scene(party=party, people={one.id: one for one in members}, **given)


def order(number: int, act: Act, *, who: str = "duric", received: int = 0, **more: object) -> Order:
    given = {"scope": Scope.PERSONAL} | more
    return Order(
        OrderId(number), PlayerId(f"{who}-player"), CharacterId(who), received=Moment(received), act=act, **given
    )


def kinds(scene: Scene) -> list[EventKind]:
    return [event.kind for event in scene.events]


def told(scene: Scene, kind: EventKind) -> list[Event]:
    return [event for event in scene.events if event.kind is kind]


@dataclass(frozen=True)
class Sealed:
    """Dice that depend on the throw alone, as the post's own do."""

    secret: str

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        mark = f"{self.secret}|{throw.at}|{throw.who}|{throw.what}|{n}"
        value = int.from_bytes(sha256(mark.encode()).digest()[:8], "big") % sides + 1
        return Face(throw, n, sides, value)


@dataclass(frozen=True)
class Loaded:
    """Dice that fall as told for what they are thrown for, and high everywhere else."""

    values: dict[str, int]

    def face(self, throw: Throw, n: int, sides: int) -> Face:
        return Face(throw, n, sides, self.values.get(throw.what, sides))
