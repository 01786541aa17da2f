"""The dead of a foray: carried out by companions, or left where they fell.

Source: R62.
"""

from collections.abc import Iterable

from rules.changed import replace
from rules.character import Character, Role
from rules.decisions import decision_id, lettered, opened
from rules.events import EventKind
from rules.load import carriers, load_of, move_ft
from rules.names import CharacterId
from rules.scene import Scene
from rules.world import InSite, Option

_BEARERS = 2


def lying(scene: Scene) -> tuple[Character, ...]:
    """Those who cannot walk and whom nobody carries yet: the dead of the party."""
    return tuple(person for person in scene.everyone if not person.is_alive and not scene.party.bodies.get(person.id))


def bearers_for(scene: Scene) -> tuple[CharacterId, ...]:
    """Who would carry a body: the two who have least to carry already, in roster order."""
    tables = scene.book.tables
    people = [person for person in carriers(scene) if person.role is not Role.ANIMAL]
    least = sorted(people, key=lambda person: load_of(person, tables=tables))[:_BEARERS]
    return tuple(person.id for person in people if person in least)


def asked(scene: Scene) -> Scene | None:
    """The scene before it moves away from somebody who lies there; None where nobody does.

    The party is asked whether it takes a companion along. Animals stay. Source: R61, R62.
    """
    fallen = lying(scene)
    if not fallen or not scene.lives:
        return None
    body = fallen[0]
    bearers = bearers_for(scene)
    if body.role is Role.ANIMAL or not bearers:
        return left(scene, body.id)
    carry, leave = Option("", "carry"), Option("", "leave")
    options = (carry, leave) if _is_plausible(scene, bearers) else (leave, carry)
    data = {"decision": decision_id(scene, f"body-{body.id}"), "body": body.id, "bearers": list(bearers)}
    scene = opened(scene, f"body-{body.id}", lettered(options), body=body.id)
    decision = scene.party.decision
    assert decision is not None
    scene = scene.with_party(decision=replace(decision, kind="body"))
    return scene.tell(EventKind.BODY_DECISION, characters=(body.id,), data=data, source="R61, R62")


def _is_plausible(scene: Scene, bearers: tuple[CharacterId, ...]) -> bool:
    """Whether the bearers could still walk under it."""
    tables = scene.book.tables
    share = -(-tables.body_weight // len(bearers))
    return all(move_ft(scene.people[name], tables=tables, extra=share) > 0 for name in bearers)


def taken(scene: Scene, body: CharacterId, bearers: Iterable[CharacterId]) -> Scene:
    """The scene with a body shouldered. Source: R62."""
    names = list(bearers)
    bodies = {**scene.party.bodies, body: tuple(names)}
    scene = scene.with_party(bodies=bodies)
    data = {"bearers": names, "lives": scene.people[body].is_alive}
    return scene.tell(EventKind.BODY_TAKEN, characters=(body,), data=data, source="R62")


def left(scene: Scene, body: CharacterId) -> Scene:
    """The scene with somebody left where they fell, with all they had; the party goes on without them."""
    where = scene.party.where
    zone = where.zone if isinstance(where, InSite) else None
    members = tuple(name for name in scene.party.members if name != body)
    bodies = {name: bearers for name, bearers in scene.party.bodies.items() if name != body}
    scene = scene.tell(EventKind.BODY_LEFT, characters=(body,), data={"zone": zone}, source="R62")
    return scene.with_party(members=members, bodies=bodies)


def dropped(scene: Scene) -> Scene:
    """The scene without bearers who fell themselves."""
    if not scene.party.bodies:
        return scene
    able = {person.id for person in carriers(scene)}
    bodies = {body: tuple(name for name in bearers if name in able) for body, bearers in scene.party.bodies.items()}
    return scene if bodies == scene.party.bodies else scene.with_party(bodies=bodies)


def set_down(scene: Scene) -> Scene:
    """The scene in which nobody carries a companion who came to and can walk."""
    bodies = {body: by for body, by in scene.party.bodies.items() if not scene.people[body].is_conscious}
    return scene if len(bodies) == len(scene.party.bodies) else scene.with_party(bodies=bodies)


def is_here(scene: Scene, body: CharacterId) -> bool:
    """Whether somebody dead or senseless is with the party."""
    person = scene.people.get(body)
    return person is not None and body in scene.party.members and not person.is_conscious
