"""What a fight brings: experience shared among those who live, and treasure for the pool."""

from collections.abc import Iterable, Mapping

from rules.atlas import Monster
from rules.changed import replace
from rules.character import Character, Role
from rules.dice import Face, Throw, roll_text
from rules.events import EventKind
from rules.house import House
from rules.load import stowed
from rules.names import CharacterId, MonsterId
from rules.scene import Scene
from rules.world import Band

_FULL = 100  # percent of a share


def shares(total: int, people: Iterable[Character], *, house: House) -> dict[CharacterId, int]:
    """Whole points for each: characters alike, henchmen their part of a share, what is left over to nobody.

    Source: R30, A18.
    """
    weights = {person.id: _weight(person, house) for person in people}
    whole = sum(weights.values())
    return {name: total * weight // whole for name, weight in weights.items() if weight}


def _weight(person: Character, house: House) -> int:
    match person.role:
        case Role.CHARACTER:
            return _FULL
        case Role.HENCHMAN:
            return house.henchman_share_percent
        case _:
            return 0


def xp_of(group: Iterable[tuple[MonsterId, int]], *, monsters: Mapping[MonsterId, Monster]) -> int:
    """Experience for creatures beaten."""
    return sum(monsters[kind].xp * count for kind, count in group)


def award(scene: Scene, total: int, *, source: str) -> Scene:
    """The scene with experience given to those who live. Source: R30, A18."""
    got = shares(total, scene.living, house=scene.book.house)
    if not got:
        return scene
    people = ((scene.people[name], points) for name, points in got.items())
    scene = scene.with_people([replace(person, xp=person.xp + points) for person, points in people])
    data = {"total": total, "each": max(got.values()), "shares": got, "left_over": total - sum(got.values())}
    return scene.tell(EventKind.XP, characters=tuple(got), data=data, source=source)


def reap(scene: Scene, band: Band, cause: str = "") -> Scene:
    """The scene with experience and treasure of creatures beaten. Source: R30, R31."""
    atlas = scene.book.atlas
    total = xp_of(band.monsters, monsters=atlas.monsters)
    if total:
        scene = award(scene, total, source="R30, A18")
    coins: list[tuple[int, int]] = []  # how many of which worth
    faces: tuple[Face, ...] = ()
    for kind, count in band.monsters:
        text, worth_cp = atlas.treasures.get(atlas.monsters[kind].treasure, ("", 0))
        if not text:
            continue
        found, thrown = roll_text(scene.dice, Throw(scene.now, scene.party.id, f"treasure:{kind}{cause}"), text, count)
        coins.append((max(0, found), worth_cp))
        faces += thrown
    if not coins:
        return scene.tell(EventKind.NO_TREASURE, data={"monsters": listed(band)}, source="R31")
    return _pocket(scene, coins, faces)


def _pocket(scene: Scene, coins: list[tuple[int, int]], faces: tuple[Face, ...]) -> Scene:
    """Every pip of a treasure is a coin of the table's worth. Source: A19, A44."""
    weight = max(1, scene.book.tables.coin_weight)
    left_cp = taken_cp = 0
    for count, worth_cp in coins:
        scene, left = stowed(scene, count, worth_cp, "treasure")
        left_cp += left * worth_cp
        taken_cp += (count - left) * worth_cp
    data = {
        "worth_cp": left_cp + taken_cp,
        "weight": sum(count for count, _ in coins) * weight,
        "carried": taken_cp,
        "left_behind": left_cp,
    }
    return scene.tell(EventKind.TREASURE, data=data, faces=faces, source="R30, A19, A44")


def bring_out(scene: Scene) -> Scene:
    """The scene with loot counted as experience, once outside, where the house plays so. Source: A19."""
    if not scene.book.house.treasure_xp:
        return scene
    worth = sum(piece.worth_cp for piece in scene.party.loot if not piece.is_counted)
    points = worth // scene.book.tables.coin_cp
    if not points:
        return scene
    loot = tuple(replace(piece, is_counted=True) for piece in scene.party.loot)
    return award(scene.with_party(loot=loot), points, source="A19")


def listed(band: Band) -> list[list[str | int]]:
    """A band's creatures as events tell them."""
    return [[kind, count] for kind, count in band.monsters]
