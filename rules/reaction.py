"""How creatures take to a party: the reaction roll and who speaks."""

from dataclasses import dataclass

from rules.character import Character, Role
from rules.dice import Face, Throw, roll, total
from rules.events import EventKind
from rules.scene import Scene
from rules.tables import ReactionRow, Tables
from rules.world import Band

_D100 = 100
_POINTS_A_PIP = 10  # percentage points of charisma to one pip of 2d6


@dataclass(frozen=True, slots=True)
class Reaction:
    """How they reacted."""

    row: ReactionRow
    roll: int
    modifier: int
    total: int
    speaker: Character | None
    faces: tuple[Face, ...]


def can_talk(scene: Scene, band: Band) -> bool:
    """Whether any of them is able and apt to talk. Source: A24."""
    return any(scene.book.atlas.monsters[kind].parley for kind, _ in band.monsters)


def speaker(scene: Scene) -> Character | None:
    """The spokesperson's character if present and conscious, else the one of best charisma. Source: A24."""
    present = [person for person in scene.living if person.is_conscious and person.role is not Role.ANIMAL]
    own = [person for person in present if person.player is not None and person.player == scene.party.spokesperson]
    if own:
        return own[0]
    return max(present, key=lambda person: person.abilities.get("cha", 0), default=None)


def modifier_of(person: Character | None, *, tables: Tables) -> int:
    """Percentage points that a speaker's charisma adds."""
    return tables.charisma_reaction.get(person.abilities.get("cha", 0), 0) if person else 0


def react(scene: Scene, cause: str = "") -> Reaction:
    """Their reaction, by the house's table. Source: R34, A24."""
    tables, house = scene.book.tables, scene.book.house
    who = speaker(scene)
    points = modifier_of(who, tables=tables)
    throw = Throw(scene.now, scene.party.id, f"reaction{cause}")
    if house.reaction_table == "2d6":
        faces, rows = roll(scene.dice, throw, 6, 2), tables.reaction_2d6
        points = points // _POINTS_A_PIP if points >= 0 else -(-points // _POINTS_A_PIP)
    else:
        faces, rows = roll(scene.dice, throw, _D100), tables.reaction_d100
    rolled = total(faces)
    summed = max(rows[0].low, min(rows[-1].high, rolled + points))
    row = next(row for row in rows if row.low <= summed <= row.high)
    return Reaction(row, rolled, points, summed, who, faces)


def told(scene: Scene, reaction: Reaction) -> Scene:
    """The scene with the reaction told."""
    data = {
        "code": reaction.row.code,
        "roll": reaction.roll,
        "modifier": reaction.modifier,
        "total": reaction.total,
        "speaker": reaction.speaker.id if reaction.speaker else None,
    }
    return scene.tell(EventKind.REACTION, data=data, faces=reaction.faces, source="R34, A24")
