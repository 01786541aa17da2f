"""Exact odds, by Fractions, of what can be reckoned without a die: meetings by the table, a fight, a load.

fights(table, party_hd=…, book=book)   one line a group: how likely, its hit dice, the chance to live through it
met_within(table, checks)              that at least one of so many checks finds somebody
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.atlas import EncounterTable, GroupEntry
from rules.book import Book
from rules.character import Character
from rules.dice import dice_text
from rules.load import band_of as _band_of
from rules.load import burden_of, load_of, move_ft
from rules.survival import chance_of, party_hit_dice, survives
from rules.world import InSite, Party, World

_D100 = 100


@dataclass(frozen=True, slots=True)
class Fight:
    """One line of an encounter table against a party."""

    kinds: tuple[str, ...]
    likely: Fraction  # of all meetings
    least_hd: Fraction
    most_hd: Fraction
    lives: Fraction  # that any one member lives through it


@dataclass(frozen=True, slots=True)
class Burden:
    """What one member carries."""

    weight: int  # tenths of a pound
    band: str  # "" past the last
    move_ft: int


def encounter_table(party: Party, book: Book) -> EncounterTable | None:
    """Who may turn up where a party stands in a dungeon; None anywhere else."""
    if not isinstance(party.where, InSite):
        return None
    site = book.atlas.sites[party.where.site]
    zone = site.zones.get(party.where.zone)
    return book.atlas.encounters.get((zone.table if zone else "") or site.table)


def fights(table: EncounterTable, people: World, *, book: Book) -> tuple[Fight, ...]:
    """Every line of a table, with the chance of each member of these people to live, should it come to a fight."""
    ours = party_hit_dice(people.characters.values(), tables=book.tables, house=book.house)
    total = sum(entry.weight for entry in table.entries)
    return tuple(_fight(entry, Fraction(entry.weight, total), ours, book) for entry in table.entries) if ours else ()


def lives_through_one(found: tuple[Fight, ...]) -> Fraction:
    """That any one member lives through a fight with whoever comes."""
    return sum((one.likely * one.lives for one in found), Fraction(0))


def met_at_check(table: EncounterTable) -> Fraction:
    """That one check finds somebody. Source: A22."""
    return Fraction(min(table.chance, table.sides), table.sides)


def met_within(table: EncounterTable, checks: int) -> Fraction:
    """That at least one of so many checks does."""
    return 1 - (1 - met_at_check(table)) ** checks


def burdens(world: World, party: Party, *, book: Book) -> dict[str, Burden]:
    """The load of everyone who lives."""
    return {one.name: _burden(one, party, book) for one in world.characters.values() if one.is_alive}


def _burden(person: Character, party: Party, book: Book) -> Burden:
    extra = burden_of(person.id, party, tables=book.tables)
    weight = load_of(person, tables=book.tables) + extra
    band = _band_of(person, weight, tables=book.tables)
    return Burden(weight, band.label if band else "", move_ft(person, tables=book.tables, extra=extra))


def _fight(entry: GroupEntry, likely: Fraction, ours: Fraction, book: Book) -> Fight:
    spread = hit_dice_of(entry, book)
    lives = sum((weight * _lives(ours, theirs, book) for theirs, weight in spread.items()), Fraction(0))
    return Fight(tuple(str(kind) for kind, _ in entry.monsters), likely, min(spread), max(spread), lives)


def _lives(ours: Fraction, theirs: Fraction, book: Book) -> Fraction:
    """That a d100 lives. Source: R20, R26, A4, A5."""
    house = book.house
    chance = chance_of(ours, theirs, low=house.chance_min, high=house.chance_max)
    good = sum(survives(face, chance, auto_fail=house.auto_fail_100) for face in range(1, _D100 + 1))
    return Fraction(good, _D100)


def hit_dice_of(entry: GroupEntry, book: Book) -> Mapping[Fraction, Fraction]:
    """Hit dice of a group → how likely, over every way its dice may fall; at least one creature comes. Source: A17."""
    spread = {Fraction(0): Fraction(1)}
    for kind, text in entry.monsters:
        each = book.atlas.monsters[kind].hit_dice
        spread = _sum(spread, {each * max(0, count): weight for count, weight in counts(text).items()})
    if Fraction(0) in spread:
        first = book.atlas.monsters[entry.monsters[0][0]].hit_dice
        nobody = spread.pop(Fraction(0))
        spread[first] = spread.get(first, Fraction(0)) + nobody
    return spread


def counts(text: str) -> Mapping[int, Fraction]:
    """Every number dice text may give, with its probability."""
    number, sides, plus = dice_text(text)
    spread = {Fraction(plus): Fraction(1)}
    die = {Fraction(face): Fraction(1, sides) for face in range(1, sides + 1)}
    for _ in range(number):
        spread = _sum(spread, die)
    return {int(value): weight for value, weight in spread.items()}


def _sum(one: Mapping[Fraction, Fraction], other: Mapping[Fraction, Fraction]) -> dict[Fraction, Fraction]:
    """The spread of the sum of two independent numbers."""
    found: dict[Fraction, Fraction] = {}
    for value, weight in _pairs(one, other):
        found[value] = found.get(value, Fraction(0)) + weight
    return found


def _pairs(one: Mapping[Fraction, Fraction], other: Mapping[Fraction, Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
    return ((a + b, p * q) for a, p in one.items() for b, q in other.items())
