"""What people carry and how much more they may: bands of load, free load, loot shared out among bearers, bodies."""

from collections.abc import Iterable

from rules.changed import replace
from rules.character import Character, LoadLevel, Role
from rules.condition import slowed
from rules.house import House
from rules.names import CharacterId
from rules.orders import LoadUpTo
from rules.scene import Scene
from rules.tables import LoadBand, Tables
from rules.world import Loot, Party


def load_of(person: Character, *, tables: Tables) -> int:
    """The weight of all they own and carry: goods, coins and rations. Tenths of a pound."""
    goods = sum([good.weight * good.quantity for good in person.goods])
    coins = person.purse_cp // tables.coin_cp * tables.coin_weight
    return goods + coins + person.rations * tables.ration_weight


def burden_of(person: CharacterId, party: Party, *, tables: Tables) -> int:
    """The weight of the party's loot and of companions' bodies that lies on one bearer. Source: R62, A19."""
    loot = sum(piece.weight for piece in party.loot if piece.carrier == person)
    if not party.bodies:
        return loot
    shares = (-(-tables.body_weight // len(bearers)) for bearers in party.bodies.values() if person in bearers)
    return loot + sum(shares)


def allowance(person: Character, *, tables: Tables) -> int:
    """What strength lets them carry on top of every band; a penalty below zero."""
    return tables.strength_allowance.get(person.abilities.get("str", 0), 0)


def band_of(person: Character, weight: int, *, tables: Tables) -> LoadBand | None:
    """The band that such a load falls in; None past the last."""
    felt = weight - allowance(person, tables=tables)
    return next((band for band in tables.load_bands if felt <= band.up_to), None)


def move_ft(person: Character, *, tables: Tables, extra: int = 0) -> int:
    """Feet a turn under their own load and `extra` more; 0 past the last band."""
    if not tables.load_bands:
        return person.standard_move_ft
    if person.role is Role.ANIMAL:
        return person.standard_move_ft
    band = band_of(person, load_of(person, tables=tables) + extra, tables=tables)
    if band is None:
        return 0
    full, least = tables.load_bands[0].move_ft, tables.load_bands[-1].move_ft
    return max(min(least, person.standard_move_ft), band.move_ft - (full - person.standard_move_ft))


def party_move_ft(scene: Scene) -> int:
    """Feet a turn of the slowest who lives; who can hardly lift their load still creeps at the last band's rate."""
    tables = scene.book.tables
    least = tables.load_bands[-1].move_ft if tables.load_bands else 1
    rates = (_rate(scene, person) for person in scene.living)
    return max(least, min(rates, default=least))


def _rate(scene: Scene, person: Character) -> int:
    """Feet a turn of one member, under all they carry and in their state. Source: C15, AC8."""
    tables = scene.book.tables
    extra = burden_of(person.id, scene.party, tables=tables)
    return slowed(move_ft(person, tables=tables, extra=extra), exhaustion=person.exhaustion)


def limit_of(person: Character, party: Party, *, tables: Tables, house: House) -> int:
    """The most somebody lets themselves be loaded with: own word, the party's, else the house's. Source: R16, A44."""
    if person.limits.load_weight is not None:
        return person.limits.load_weight
    said = next((order.act for order in party.standing if isinstance(order.act, LoadUpTo)), None)
    if person.limits.load_level is None and said and said.weight is not None:
        return said.weight
    level = person.limits.load_level or (said.level if said and said.level else LoadLevel(house.default_load_level))
    bands = [band.up_to for band in tables.load_bands if band.label == level.value]
    return (bands[0] if bands else 0) + allowance(person, tables=tables)


def free_load(person: Character, party: Party, *, tables: Tables, house: House) -> int:
    """How much more they would take."""
    carried = load_of(person, tables=tables) + burden_of(person.id, party, tables=tables)
    return max(0, limit_of(person, party, tables=tables, house=house) - carried)


def carriers(scene: Scene) -> tuple[Character, ...]:
    """Those who can carry for the party: everyone conscious."""
    return tuple(person for person in scene.living if person.is_conscious)


def is_laden(scene: Scene) -> bool:
    """Whether the party took loot and nobody has room for more. Source: R16, A44."""
    if not scene.party.loot:
        return False
    book = scene.book
    return not any(free_load(person, scene.party, tables=book.tables, house=book.house) for person in carriers(scene))


def stowed(scene: Scene, coins: int, worth_cp: int, label: str) -> tuple[Scene, int]:
    """The scene with so many coins of that worth shared out, and how many had to stay behind.

    Whoever has most room takes most; alike in roster order. Source: A19, A44.
    """
    book = scene.book
    room = {
        person.id: free_load(person, scene.party, tables=book.tables, house=book.house) for person in carriers(scene)
    }
    weight = max(1, book.tables.coin_weight)
    loot: list[Loot] = []
    left = coins
    for name in sorted(room, key=lambda name: -room[name]):
        taken = min(left, room[name] // weight)
        if taken:
            loot.append(Loot(label, taken * worth_cp, taken * weight, name))
            left -= taken
    return scene.with_party(loot=gathered((*scene.party.loot, *loot))), left


def gathered(loot: Iterable[Loot]) -> tuple[Loot, ...]:
    """Loot of one name on one bearer as one piece."""
    heaps: dict[tuple[str, CharacterId | None], Loot] = {}
    for piece in loot:
        key = (piece.label, piece.carrier)
        known = heaps.get(key)
        heaps[key] = (
            replace(known, worth_cp=known.worth_cp + piece.worth_cp, weight=known.weight + piece.weight)
            if known
            else piece
        )
    return tuple(heaps.values())


def handed_on(scene: Scene) -> Scene:
    """The scene with loot of dead bearers taken up by the living who have most room, else left on the dead."""
    living = {person.id for person in carriers(scene)}
    if all(piece.carrier in living or piece.carrier is None for piece in scene.party.loot) or not living:
        return scene
    book = scene.book
    for piece in scene.party.loot:
        if piece.carrier in living or piece.carrier is None:
            continue
        room = {
            person.id: free_load(person, scene.party, tables=book.tables, house=book.house)
            for person in carriers(scene)
        }
        bearer = max(room, key=lambda name: room[name])
        loot = tuple(replace(other, carrier=bearer) if other is piece else other for other in scene.party.loot)
        scene = scene.with_party(loot=gathered(loot))
    return scene
