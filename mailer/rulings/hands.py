"""The mails when a character changes hands: to whom it is given, and to whom it was taken from."""

from mailer.ledger.orders import end_orders, standing_of
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from mailer.steps import Step
from mailer.writing.views import RegisterView
from rules.names import PlayerId


def tell_hands(post: Post, step: Step) -> None:
    """Tell both, and let no order of the old player's stand for who is theirs no more."""
    for name, person in step.world.characters.items():
        before = step.before.characters.get(name)
        if before is None or before.player == person.player:
            continue
        if before.player is not None:
            end_orders(
                post.ledger, [one.id for one in standing_of(post.ledger, before.player, name)], "cancelled",
                reason="handed", step=step.number,
            )  # fmt: skip
            _tell(post, before.player, "taken", person.name, key=f"step:{step.number}:{name}:taken")
        if person.player is not None:
            _tell(post, person.player, "given", person.name, key=f"step:{step.number}:{name}:given")


def _tell(post: Post, player: PlayerId, what: str, character: str, *, key: str) -> None:
    reader = post.campaign.roster.players.get(player)
    if reader is None:
        return
    head = letterhead_for(post, reader).head(post.clock.today(post.now), names_for(post, reader))
    queue_view(post, RegisterView(head, what, character=character), to=to_player(reader), key=key)
