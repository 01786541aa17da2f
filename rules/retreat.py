"""Turning back: health thresholds, a death, a full load or empty packs make a foray a way home.

Source: R15, R16, A32, A42-A45.
"""

from collections.abc import Sequence

from rules.apart import broken_away, has_company
from rules.bodies import dropped
from rules.changed import replace
from rules.character import Character, Limits, Role
from rules.events import EventKind
from rules.foray import begun, fresh, under_way
from rules.health import full_hp, is_at_or_below
from rules.load import is_laden
from rules.names import CharacterId
from rules.orders import RetreatAt, StanceKind
from rules.scene import Scene
from rules.world import InSite

_FORAGING = frozenset({StanceKind.RAID, StanceKind.EXPLORE})
_PERCENT = 100


def after_danger(scene: Scene, *, deaths: int = 0) -> Scene:
    """The scene after an encounter or a trap: turned back if what was agreed says so. Source: A42-A44."""
    scene = dropped(scene)
    if deaths and scene.tasks:  # nobody works on in death
        scene = replace(scene, tasks=tuple(task for task in scene.tasks if scene.people[task.character].is_alive))
    foray = scene.party.foray
    if not isinstance(scene.party.where, InSite) or foray is None or not scene.lives:
        return scene
    if foray.stance is StanceKind.RETURN:
        return scene
    low = over_threshold(scene)
    if low and scene.book.house.retreat_basis == "own":
        scene, low = _each_for_themselves(scene, low)
    if low:
        return called(scene, "threshold", who=low)
    if deaths and scene.book.house.retreat_on_death:
        return called(scene, "death")
    if foray.stance in _FORAGING and is_laden(scene):
        return called(scene, "load")
    return scene


def _each_for_themselves(scene: Scene, low: tuple[CharacterId, ...]) -> tuple[Scene, tuple[CharacterId, ...]]:
    """The scene without those who turn back alone, and who of them had nobody left to part from. Source: A42."""
    for who in low:
        if not has_company(scene, who):
            return scene, (who,)
        scene = broken_away(scene, who)
        *others, alone = scene.apart
        scene = replace(scene, apart=(*others, called(alone, "threshold", who=(who,))))
    return scene, ()


def over_threshold(scene: Scene) -> tuple[CharacterId, ...]:
    """Who is so hurt that the party turns back. Source: R15, A42.

    Any member at or below their own limit, or where the house says so the whole party's health against the mean of
    the limits said.
    """
    if scene.book.house.retreat_basis == "average":
        return _on_average(scene)
    return tuple(person.id for person in scene.living if is_low(person, scene.party.standing))


def is_low(person: Character, standing: Sequence[object] = ()) -> bool:
    """Whether somebody is at or below the limit they stated, or failing that the party's."""
    limits = limits_of(person, standing)
    if limits.retreat_hp is not None and person.hp <= limits.retreat_hp:
        return True
    return limits.retreat_percent is not None and is_at_or_below(person, limits.retreat_percent)


def limits_of(person: Character, standing: Sequence[object]) -> Limits:
    """What somebody stated about turning back; failing that, what the spokesperson stated for all. Source: A46."""
    own = person.limits
    if own.retreat_percent is not None or own.retreat_hp is not None or person.role is Role.ANIMAL:
        return own
    acts = (getattr(order, "act", None) for order in standing)
    said = next((act for act in acts if isinstance(act, RetreatAt)), None)
    return Limits(said.percent, said.hp) if said else own


def _on_average(scene: Scene) -> tuple[CharacterId, ...]:
    people = [person for person in scene.living if person.role is not Role.ANIMAL]
    said = [limits_of(person, scene.party.standing).retreat_percent for person in people]
    percents = [percent for percent in said if percent is not None]
    hp, most = sum(max(0, person.hp) for person in people), sum(full_hp(person) for person in people)
    is_low_on_average = bool(percents) and hp * _PERCENT * len(percents) <= sum(percents) * most
    return tuple(person.id for person in people) if is_low_on_average else ()


def called(scene: Scene, reason: str, *, who: tuple[CharacterId, ...] = ()) -> Scene:
    """The scene turned homeward at this moment; a spokesperson may undo it before time moves on. Source: A43."""
    foray = under_way(scene)
    percents = [limits_of(scene.people[name], scene.party.standing).retreat_percent for name in who]
    data = {"reason": reason, "who": list(who), "percent": percents[0] if percents else None}
    scene = scene.tell(EventKind.RETREAT_CALLED, characters=who, data=data, source="R15, R16, A42-A45")
    if foray.objective is not None and foray.stance is StanceKind.RAID:
        missed = {"zone": foray.objective}
        scene = scene.tell(EventKind.OBJECTIVE_MISSED, data=missed, source="A32")
    by = "retreat" if reason in ("threshold", "death") else reason
    return begun(fresh(scene), StanceKind.RETURN, by=by).with_party(retreated=scene.now)
