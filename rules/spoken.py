"""What becomes of an order, and whether whoever gave it speaks for the party.

Source: R58-R60, A46, A47.
"""

from rules.changed import replace
from rules.events import Audience, EventKind
from rules.names import OrderId
from rules.orders import Order, Scope
from rules.precedence import authority, rank
from rules.scene import Scene


def rank_of(scene: Scene, order: Order) -> int:
    """The rank of an order in this party: 0 the DM, 1 the spokesperson, 2 anybody else."""
    return rank(order, scene.party, scene.people, dead_speak=scene.book.house.dead_spokesperson_stays)


def speaks(scene: Scene, order: Order) -> bool:
    """Whether an order carries the party's word; where nobody speaks for it, anybody's does."""
    if rank_of(scene, order) < 2:
        return True
    dead_speak = scene.book.house.dead_spokesperson_stays
    return scene.party.spokesperson is None and authority(scene.party, scene.people, dead_speak=dead_speak) is None


def done(scene: Scene, *orders: OrderId) -> Scene:
    """The scene with orders finished."""
    new = tuple(order for order in orders if order not in scene.done)
    return replace(scene, done=(*scene.done, *new)) if new else scene


def failed(scene: Scene, order: Order, reason: str) -> Scene:
    """The scene with an order that came to nothing, and why."""
    audience = Audience.PARTY if order.scope is Scope.PARTY else Audience.CHARACTERS
    data = {"order": order.id, "reason": reason}
    scene = scene.tell(
        EventKind.ORDER_FAILED, characters=(order.character,), data=data, source="A39, A49", audience=audience
    )
    return done(scene, order.id)


def proposed(scene: Scene, order: Order) -> Scene:
    """The scene with a plural order of somebody who does not speak for the party: shown to all. Source: A46."""
    data = {"order": order.id, "text": order.text}
    scene = scene.tell(EventKind.PROPOSED, characters=(order.character,), data=data, source="R58, A46")
    return done(scene, order.id)
