"""What stands of a player's or of everybody's, for every mail, answer and table alike: the ledger's orders, weighed."""

from collections.abc import Iterable

from mailer.ledger.orders import standing_orders
from mailer.post import Post
from rules.names import CharacterId, OrderId, PlayerId
from rules.orders import Cancel, Resume
from rules.standing import UNNUMBERED, Force, Stands, stands


def standing_for(post: Post, characters: Iterable[CharacterId]) -> tuple[Stands, ...]:
    """What stands for some characters, each thing once, by receipt."""
    orders = standing_orders(post.ledger)
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    found: dict[tuple[OrderId, object], Stands] = {}
    for name in characters:
        for one in stands(name, post.world, orders, dead_speak=dead_speak):
            is_own = one.order.id == UNNUMBERED
            found.setdefault((one.order.id, (name, one.order.act) if is_own else None), one)
    return tuple(sorted(found.values(), key=lambda one: (one.order.received, one.order.id)))


def standing_of_player(post: Post, player: PlayerId) -> tuple[Stands, ...]:
    """What stands for all characters of a player's."""
    return standing_for(post, (one.id for one in post.world.characters.values() if one.player == player))


def standing_of_all(post: Post) -> tuple[Stands, ...]:
    """What stands for anybody, and what stands for somebody who is nowhere any more."""
    found = standing_for(post, post.world.characters)
    known = {one.order.id for one in found}
    others = (order for order in standing_orders(post.ledger) if order.id not in known)
    lone = (Stands(order, Force.ORDER) for order in others if not isinstance(order.act, Cancel | Resume))
    late = (one for one in lone if one.order.character not in post.world.characters)
    return (*found, *late)
