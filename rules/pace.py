"""How fast people go: feet by load and health, miles a day, and tenths of a mile by the minute."""

from fractions import Fraction

from rules.character import Character, Role
from rules.condition import slowed
from rules.load import burden_of
from rules.load import move_ft as loaded_move_ft
from rules.mounts import ride_ft
from rules.scene import Scene
from rules.tables import Tables
from rules.world import OnRoute

TENTHS = 10  # of a mile: the unit of every distance walked
_PERCENT = 100


def move_ft(scene: Scene, person: Character) -> int:
    """Feet a turn one member makes under all they bear, in their state; past the last band they creep along in it.

    Source: R41, C15, AC8.
    """
    tables = scene.book.tables
    least = tables.load_bands[-1].move_ft if tables.load_bands else 1
    burden = burden_of(person.id, scene.party, tables=tables)
    feet = max(loaded_move_ft(person, tables=tables, extra=burden), least)
    return slowed(feet, exhaustion=person.exhaustion)


def party_move_ft(scene: Scene, transport: str = "") -> int:
    """Feet a turn of the slowest, on foot or on what carries them all. Source: R66."""
    riding = ride_ft(scene, transport) if transport else None
    walkers = [person for person in scene.living if riding is None or person.role is Role.ANIMAL]
    feet = [move_ft(scene, person) for person in walkers]
    return min(feet if riding is None else (*feet, riding), default=0)


def miles_a_day(feet: int, *, tables: Tables) -> Fraction:
    """Miles of level ground in a day; between the table's rows in proportion to its fastest."""
    if feet in tables.miles_a_day:
        return Fraction(tables.miles_a_day[feet])
    fastest = max(tables.miles_a_day)
    return Fraction(feet * tables.miles_a_day[fastest], fastest)


def rate(scene: Scene, on: OnRoute) -> Fraction:
    """Tenths of a mile of level ground the party makes in a minute of marching, at its pace. Source: R66."""
    house = scene.book.house
    percent = {"careful": house.careful_percent, "forced": house.forced_percent}.get(on.pace, _PERCENT)
    if on.is_stealthy:
        percent = min(percent, house.careful_percent)
    miles = miles_a_day(party_move_ft(scene, on.transport), tables=scene.book.tables)
    return miles * TENTHS * Fraction(percent, _PERCENT) / house.march_minutes
