"""Critical Condition: fighting on at 0 hit points, a level of exhaustion at a time. Complete by itself.

state = hurt(Condition(hp=15, max_hp=15), 15)          # 0 hp, exhaustion 1, critical
state = hurt(state, 7, within_5_ft=True)               # exhaustion 3
state = heal(state, 11)                                # hp 11, exhaustion still 3
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.changed import replace
from rules.house import House
from rules.tables import ExhaustionRow

HALF_SPEED, WEAK_SAVES, HALF_HIT_POINTS, NO_SPEED, DEADLY = 2, 3, 4, 5, 6  # levels of exhaustion (C6, C15)
_BASE_DC, _DC_A_LEVEL = 10, 2  # C3
_WITHIN_5_FT = 2  # levels of a hit from there (C5)
_DEATH_SAVE_DC, _TO_SETTLE = 10, 3  # the rulebook's, for the variant (C11)
_D20 = 20


class State(StrEnum):
    """How somebody stands."""

    STANDING = "standing"
    CRITICAL = "critical"  # at 0 hit points, conscious, able to act (C1)
    KNOCKED_OUT = "knocked_out"  # unconscious and in no danger (C9)
    DYING = "dying"  # unconscious at six levels, making death saves: the variant (C11)
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Condition:
    """One fighter as far as these rules look."""

    hp: int
    max_hp: int  # unhalved
    exhaustion: int = 0
    state: State = State.STANDING
    passes: int = 0  # death saves of the variant
    failures: int = 0

    @property
    def top_hp(self) -> int:
        """Maximum hit points as they stand: halved from exhaustion 4. Source: C15, AC4."""
        return halved(self.max_hp, exhaustion=self.exhaustion)


def halved(max_hp: int, *, exhaustion: int) -> int:
    """The maximum of hit points under exhaustion. Source: C15, AC8."""
    return max_hp // 2 if exhaustion >= HALF_HIT_POINTS else max_hp


def slowed(speed: int, *, exhaustion: int) -> int:
    """A speed under exhaustion: half from level 2, none from level 5. Source: C15, AC8."""
    if exhaustion >= NO_SPEED:
        return 0
    return speed // 2 if exhaustion >= HALF_SPEED else speed


def effects(exhaustion: int, rows: Sequence[ExhaustionRow]) -> tuple[ExhaustionRow, ...]:
    """What a level of exhaustion does, those of the levels below included. Source: C15."""
    return tuple(row for row in rows if row.level <= exhaustion)


def difficulty(exhaustion: int) -> int:
    """What the Constitution save at the start of a turn must reach. Source: C3, G16."""
    return _BASE_DC + _DC_A_LEVEL * exhaustion


def wearied(state: Condition, levels: int = 1, *, house: House) -> Condition:
    """With more levels of exhaustion; the sixth kills, or in the variant fells. Source: C6, C8, C11."""
    tired = replace(state, exhaustion=min(state.exhaustion + levels, DEADLY))
    if tired.exhaustion < DEADLY:
        return replace(tired, hp=min(tired.hp, tired.top_hp))
    if house.critical_variant:
        return replace(tired, hp=0, state=State.DYING, passes=0, failures=0)
    return replace(tired, hp=0, state=State.DEAD)


def hurt(
    state: Condition, damage: int, *, house: House, within_5_ft: bool = False, knocks_out: bool = False
) -> Condition:
    """After damage.

    The blow that brings somebody down costs one level and no more (AC1); later ones cost a level each, or two when a
    creature within 5 ft has hit their armour class (C5 instead of C4, AC2). `knocks_out` is a blow meant to stun
    somebody surprised or at ease (C9). Source: C1, C2, C4, C5, C9, C14, AC1, AC2, AC4.
    """
    if state.state is State.DEAD or (damage <= 0 and not within_5_ft):
        return state
    if damage - state.hp >= state.top_hp:  # massive damage
        return replace(state, hp=0, state=State.DEAD)
    levels = _WITHIN_5_FT if within_5_ft else 1
    match state.state:
        case State.STANDING:
            return _brought_to(state, state.hp - damage, knocks_out=knocks_out, house=house)
        case State.DYING:
            return _failed(state, levels)
        case _:
            return wearied(state, levels, house=house)


def _brought_to(state: Condition, hp: int, *, knocks_out: bool, house: House) -> Condition:
    if hp > 0:
        return replace(state, hp=hp)
    if knocks_out:
        return replace(state, hp=0, state=State.KNOCKED_OUT)
    return wearied(replace(state, hp=0, state=State.CRITICAL), house=house)


def start_turn(state: Condition, rolls: Sequence[int], *, house: House, bonus: int = 0) -> Condition:
    """After the save at the start of a turn, with the d20 as rolled: two of them from exhaustion 3, the lower counts.

    The difficulty is that of the level before the save. Whoever is dying makes a death save. Source: C3, C10, C11, AC3.
    """
    if state.state is State.DYING:
        return _death_save(state, min(rolls[:2]))
    if state.state is not State.CRITICAL:
        return state
    face = min(rolls[:2]) if state.exhaustion >= WEAK_SAVES else rolls[0]
    return state if face + bonus >= difficulty(state.exhaustion) else wearied(state, house=house)


def _death_save(state: Condition, face: int) -> Condition:
    """After a death save: 20 wakes, 1 counts as two failures, three of a kind settle it. Source: C11."""
    if face >= _D20:
        return heal(state, 1)
    if face < _DEATH_SAVE_DC:
        return _failed(state, 2 if face == 1 else 1)
    passes = state.passes + 1
    return replace(state, passes=passes, state=State.KNOCKED_OUT if passes >= _TO_SETTLE else State.DYING)


def _failed(state: Condition, failures: int) -> Condition:
    count = state.failures + failures
    return replace(state, failures=count, state=State.DEAD if count >= _TO_SETTLE else State.DYING)


def heal(state: Condition, hp: int) -> Condition:
    """After regaining hit points: the condition ends, exhaustion stays; from six levels it goes back to five.

    Source: C7, C11.
    """
    if state.state is State.DEAD or hp <= 0:
        return state
    fresh = replace(state, exhaustion=min(state.exhaustion, NO_SPEED), state=State.STANDING, passes=0, failures=0)
    return replace(fresh, hp=max(min(fresh.top_hp, state.hp + hp), 1))


def medicine(state: Condition, check: int, *, house: House) -> Condition:
    """After a Medicine check: passed, it leaves 1 hit point and every level of exhaustion. Source: C12, AC5."""
    if state.state is not State.CRITICAL or check < house.medicine_dc:
        return state
    return replace(state, hp=1, state=State.STANDING)


def long_rest(state: Condition, *, fed: bool = True) -> Condition:
    """After a long rest at the table: a level less with food and drink, and all hit points for whoever has any.

    Source: C13, AC7.
    """
    if state.state is State.DEAD:
        return state
    level = max(state.exhaustion - 1, 0) if fed and state.exhaustion < DEADLY else state.exhaustion
    rested = replace(state, exhaustion=level)
    return replace(rested, hp=rested.top_hp) if rested.hp >= 1 else rested


def restored(state: Condition, spell: str, *, house: House) -> Condition:
    """After a restoration: the greater takes a level away, the lesser only where the campaign says so.

    Source: C13, AC6.
    """
    works = spell == "greater_restoration" or (spell == "lesser_restoration" and house.lesser_restoration)
    if not works or state.state is State.DEAD or not state.exhaustion:
        return state
    still = State.KNOCKED_OUT if state.state is State.DYING else state.state
    return replace(state, exhaustion=state.exhaustion - 1, state=still)


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that happens to somebody at the table."""

    does: str  # "damage", "hit" (by a creature within 5 ft), "start", "heal", "medicine", "rest", "restore"
    amount: int = 0  # damage, hit points, or the check's total
    rolls: tuple[int, ...] = ()  # d20 of a save
    bonus: int = 0
    spell: str = "greater_restoration"
    knocks_out: bool = False  # a blow to stun somebody surprised or at ease


def play(turns: Sequence[Turn], *, start: Condition, house: House) -> tuple[Condition, ...]:
    """The condition after each turn of a script."""
    states = []
    state = start
    for turn in turns:
        state = _after(state, turn, house=house)
        states.append(state)
    return tuple(states)


def _after(state: Condition, turn: Turn, *, house: House) -> Condition:
    match turn.does:
        case "damage" | "hit":
            near = turn.does == "hit"
            return hurt(state, turn.amount, house=house, within_5_ft=near, knocks_out=turn.knocks_out)
        case "start":
            return start_turn(state, turn.rolls, house=house, bonus=turn.bonus)
        case "heal":
            return heal(state, turn.amount)
        case "medicine":
            return medicine(state, turn.amount, house=house)
        case "rest":
            return long_rest(state)
        case "restore":
            return restored(state, turn.spell, house=house)
        case _:
            raise ValueError(f"no such turn: {turn.does!r}")
