"""By which way a player is told: where the last accepted order came from, by mail where that is no way."""

from typing import TYPE_CHECKING

from mailer.inbox.chat import CHATS
from mailer.ledger.chats import conversation, last_way, reachable
from mailer.place import Place
from mailer.post import Post

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player

# What stays with the mail: pages too long for a chat, and what proves that somebody reads the registered mailbox.
BY_MAIL = frozenset({"digest", "alert", "held_confirmation", "link_code", "stranger_answer", "welcome"})


def route_of(post: Post, player: "Player", kind: str) -> Place | None:
    """The chat that such a mail goes to; None: by mail."""
    if not post.settings.chats or kind in BY_MAIL:
        return None
    channel, conv = last_way(post.ledger, player.id)
    if channel not in CHATS or post.settings.chat(channel) is None:
        return None
    now = conversation(post.ledger, channel, conv)
    return Place(channel, now) if reachable(post.ledger, player.id, channel, now) else None
