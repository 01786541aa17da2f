"""Whether the engine keeps the odds: frequencies of whole days, by the sealed dice, against exact fractions.

Many people stand watch for a day, each alone or four together, by the rules as the post runs them
(`rules.day.advance`). What happened to them is counted and laid beside what Fractions say, and every count has to lie
within four standard errors. Seeds are fixed: the same number of trials gives the same table everywhere.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import comb
from pathlib import Path

from bench.campaigns import example
from bench.days import TURNOVER, sealed
from rules.atlas import EncounterTable, GroupEntry, Label, Monster
from rules.book import Book
from rules.character import Character
from rules.day import Inputs, advance
from rules.events import Event, EventKind
from rules.names import CharacterId, MonsterId, PartyId
from rules.orders import StanceKind
from rules.survival import chance_of, hit_dice
from rules.tables import ReactionRow
from rules.time import Day, end_of_day
from rules.world import Foray, Party, World

ERRORS = 4
AT_ONCE = 500  # parties a world: each world has a seed of its own
BEGIN = end_of_day(Day(0), TURNOVER)
END = end_of_day(Day(1), TURNOVER)
CHECKS = 12  # a day of two-hour watches
MET = Fraction(1, 6)  # by each of them
TALKERS, BRUTES, MICE = MonsterId("talker"), MonsterId("brute"), MonsterId("mouse")
HIT_DICE = {TALKERS: Fraction(1), BRUTES: Fraction(1), MICE: Fraction(1, 4)}  # nobody dies of mice


@dataclass(frozen=True, slots=True)
class Odds:
    """How often something happened, and how often it should."""

    what: str
    exact: Fraction
    seen: int
    trials: int

    @property
    def errors(self) -> float:
        """Standard errors between what was seen and what is exact; of what cannot vary, none or infinitely many."""
        spread = float(self.trials * self.exact * (1 - self.exact)) ** 0.5
        off = abs(float(self.seen - self.trials * self.exact))
        return off / spread if spread else float("inf") * off if off else 0.0

    @property
    def holds(self) -> bool:
        """Whether the two agree; reckoned without a float."""
        off = self.seen - self.trials * self.exact
        return off * off <= ERRORS * ERRORS * self.trials * self.exact * (1 - self.exact)


def checked(trials: int) -> Iterator[Odds]:
    """Every comparison; `trials` is how many stand watch for each."""
    yield from encounters(trials)
    for brutes in (1, 3, 5, 8):
        yield from lone_watches(trials, brutes)
    for brutes in (9, 16, 24):
        yield from fights_of_four(trials, brutes)
    for charisma in (6, 10, 17):
        yield from reactions(trials, charisma)


def encounters(trials: int) -> Iterator[Odds]:
    """How many encounters a day of watches brings: a binomial of twelve sixths. Source: R37, A22."""
    met = Counter(len(events) for events in _days(trials, people=1, monsters=(MICE, 1), kind=EventKind.ENCOUNTER))
    total = sum(count * parties for count, parties in met.items())
    yield Odds("a check finds somebody", MET, total, CHECKS * trials)
    for count in range(7):
        exact = comb(CHECKS, count) * MET**count * (1 - MET) ** (CHECKS - count)
        yield Odds(f"{count} encounters in a day", exact, met[count], trials)


def lone_watches(trials: int, brutes: int) -> Iterator[Odds]:
    """Who lives through a day alone: at each check one sixth times the chance to die. Source: R20-R26, R37."""
    chance = Fraction(chance_of(_hit_dice(1), Fraction(brutes)), 100)
    exact = (1 - MET * (1 - chance)) ** CHECKS
    dead = sum(bool(one) for one in _days(trials, people=1, monsters=(BRUTES, brutes), kind=EventKind.DIED))
    yield Odds(f"alone a day against {brutes} HD ({chance * 100}%)", exact, trials - dead, trials)


def fights_of_four(trials: int, brutes: int) -> Iterator[Odds]:
    """Who of four dies in their first fight: each for themselves by one chance. Source: R25, R26, A15."""
    chance = Fraction(chance_of(_hit_dice(4), Fraction(brutes)), 100)
    fates = [
        Counter(event.kind for event in events if event.at == events[0].at)
        for events in _days(trials, people=4, monsters=(BRUTES, brutes), kind=(EventKind.DIED, EventKind.SURVIVED))
        if events
    ]
    died = Counter(fate[EventKind.DIED] for fate in fates)
    assert all(fate.total() == 4 for fate in fates), "a fight is a check for each of four"
    yield Odds(
        f"one of four dies of {brutes} HD", 1 - chance, sum(n * times for n, times in died.items()), 4 * len(fates)
    )
    for count in range(5):
        exact = comb(4, count) * (1 - chance) ** count * chance ** (4 - count)
        yield Odds(f"{count} of four die of {brutes} HD", exact, died[count], len(fates))


def reactions(trials: int, charisma: int) -> Iterator[Odds]:
    """How those who talk take to a speaker: the bands of the table, moved by charisma. Source: R34, A24."""
    tables = example().book.tables
    shift = tables.charisma_reaction.get(charisma, 0)
    days = _days(trials, people=1, monsters=(TALKERS, 1), kind=EventKind.REACTION, charisma=charisma)
    first = Counter(events[0].data["code"] for events in days if events)
    for row in tables.reaction_d100:
        exact = Fraction(sum(_band(tables.reaction_d100, roll + shift) is row for roll in range(1, 101)), 100)
        yield Odds(f"{row.code} to charisma {charisma}", exact, first[row.code], first.total())


def _band(rows: Sequence[ReactionRow], total: int) -> ReactionRow:
    held = max(rows[0].low, min(rows[-1].high, total))
    return next(row for row in rows if row.low <= held <= row.high)


def _days(
    trials: int,
    *,
    people: int,
    monsters: tuple[MonsterId, int],
    kind: EventKind | tuple[EventKind, ...],
    charisma: int = 10,
) -> Iterator[list[Event]]:
    """What of that kind happened to each party in its day, in order."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for start in range(0, trials, AT_ONCE):
        world = _watch(min(AT_ONCE, trials - start), people, charisma)
        dice = sealed(f"odds {people} {monsters} {charisma} {start}")
        after = advance(world, Inputs(()), book=_book(*monsters), dice=dice, until=END)
        told = sorted((event for event in after.events if event.kind in kinds), key=lambda event: event.party)
        by_party = {name: list(events) for name, events in groupby(told, key=lambda event: event.party)}
        yield from (by_party.get(name, []) for name in world.parties)


def _watch(parties: int, people: int, charisma: int) -> World:
    """So many parties at the beginning of a day's watch, each of like fighters nothing can hurt but a failed check."""
    campaign = example()
    first = campaign.start.parties[PartyId("los-cuatro")]
    characters: dict[CharacterId, Character] = {}
    made: dict[PartyId, Party] = {}
    for number in range(parties):
        members = tuple(_fighter(f"w{number:04}-{at}", charisma) for at in range(people))
        name = PartyId(f"w{number:04}")
        foray = Foray(StanceKind.SECURE, BEGIN, minutes_to_check=120, move_ft=120)
        characters |= {one.id: one for one in members}
        ids = tuple(one.id for one in members)
        made[name] = replace(first, id=name, members=ids, spokesperson=None, clock=BEGIN, foray=foray, decision=None)
    return World(characters, made)


def _fighter(name: str, charisma: int) -> Character:
    duric = example().start.characters[CharacterId("duric")]
    abilities = {**duric.abilities, "cha": charisma}
    return replace(
        duric, id=CharacterId(name), player=None, hp=10**6, max_hp=10**6, rations=10**4, abilities=abilities
    )  # fmt: skip


def _hit_dice(people: int) -> Fraction:
    book = example().book
    return people * hit_dice(_fighter("any", 10), tables=book.tables, house=book.house)


@cache
def _book(kind: MonsterId, count: int) -> Book:
    """The example's book, where nobody but these is met."""
    book = example().book
    one = Monster(kind, Label(kind, kind), HIT_DICE[kind], 10, parley=kind == TALKERS)
    table = EncounterTable((GroupEntry(1, ((kind, str(count)),)),), chance=1, sides=6)
    tables = dict.fromkeys(book.atlas.encounters, table)
    return replace(book, atlas=replace(book.atlas, monsters={kind: one}, encounters=tables))


def report(trials: int, file: Path | None = None) -> int:
    """Prints every comparison; 1 when one does not hold."""
    found = list(checked(trials))
    width = max(len(one.what) for one in found)
    for one in found:
        seen = one.seen / one.trials if one.trials else 0.0
        mark = "" if one.holds else "  *"
        print(f"{one.what:{width}}  exact {float(one.exact):.5f}  seen {seen:.5f}  off by {one.errors:.2f} SE{mark}")
    print(f"{len(found)} comparisons, {trials:,} on watch for each, {sum(not one.holds for one in found)} off")
    if file:
        rows = [{**asdict(one), "exact": str(one.exact), "holds": one.holds} for one in found]
        file.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    return int(any(not one.holds for one in found))
