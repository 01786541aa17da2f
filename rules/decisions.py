"""Questions put to a party: how one opens, who may answer it, and what silence means at its deadline.

An open decision stops its party's clock. What its people wrote while it stood open counts at that moment, since nothing
has happened after it yet.

    kind     options (the first is the plausible one unless said otherwise)
    deal     accept (if they can pay) · refuse
    body     carry · leave
"""

from collections.abc import Iterable

from rules.changed import replace
from rules.names import CharacterId, DecisionId
from rules.scene import Scene
from rules.schedule import deadline as deadline_at
from rules.time import MINUTES_AN_HOUR, Moment
from rules.world import Band, Decision, Option

_LEAST = 6 * MINUTES_AN_HOUR  # in which people must be able to read their mail


def opened(
    scene: Scene,
    kind: str,
    options: Iterable[Option],
    *,
    band: Band | None = None,
    body: CharacterId | None = None,
    silence: str = "dm",
) -> Scene:
    """The scene with a question that stops the party's clock. Source: R35, R61, R69."""
    decision = Decision(
        id=decision_id(scene, kind),
        kind=kind,
        party=scene.party.id,
        opened=scene.now,
        deadline=deadline(scene),
        options=tuple(options),
        silence=silence,
        band=band,
        body=body,
    )
    return scene.with_party(decision=decision)


def deadline(scene: Scene) -> Moment:
    """Until when a question that opens now may be answered: never before its people can have heard of it.

    A party whose clock stood still lives through past hours when it goes on; what it is asked then, its people hear of
    no sooner than the word that let it go on. A day that has hardly any hours left gives way to the next.
    Source: R69, R70.
    """
    heard = Moment(max(scene.now, (scene.party.heard or scene.now) - 1))
    end = deadline_at(scene.with_party(clock=heard))
    return end if end - heard >= _LEAST else deadline_at(scene.with_party(clock=end))


def in_time(scene: Scene) -> Scene:
    """The scene with a question that opened on the road open long enough to be heard of."""
    decision = scene.party.decision
    if decision is None:
        return scene
    return scene.with_party(decision=replace(decision, deadline=max(decision.deadline, deadline(scene))))


def decision_id(scene: Scene, kind: str) -> DecisionId:
    """The name of a question that opens now: the same in every replay."""
    return DecisionId(f"{scene.party.id}.{scene.now}.{kind}")


def lettered(options: Iterable[Option]) -> tuple[Option, ...]:
    """Options with their keys: A, B, ..."""
    return tuple(replace(option, key=chr(ord("A") + n)) for n, option in enumerate(options))


def means_of(decision: Decision, choice: str) -> str:
    """What a choice means, given by key or by meaning; "" for none of the options."""
    wanted = choice.strip().lower()
    fits = (option.means for option in decision.options if wanted in (option.key.lower(), option.means))
    return next(fits, "")
