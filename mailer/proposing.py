"""A proposal told at once to whoever decides on it, with the answers that take it up or turn it down.

What somebody who does not speak for the party asks for all of it is not done; who can make it an order hears of it in
the run that read it, not with the day. Source: R58, A46.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from rules.names import PlayerId
from rules.orders import Order
from rules.standing import Force, Stands, home_of, stands
from rules.time import end_of_day

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import ProposalView

KIND = "proposal"


def propose(post: Post, orders: Sequence[Order]) -> None:
    """Queue a mail to everybody who decides on proposals of one letter."""
    by_decider: dict[PlayerId, list[Order]] = {}
    for row in _proposals(post, orders):
        if row.decides is not None and row.decides != row.order.by:
            by_decider.setdefault(row.decides, []).append(row.order)
    for name, proposed in by_decider.items():
        player = post.campaign.roster.players[name]
        numbers = ",".join(str(one.id) for one in proposed)
        queue_view(post, _view(post, player, proposed), to=to_player(player), key=f"{KIND}:{numbers}")


def numbers_of(key: str) -> frozenset[int]:
    """The proposals that a mail told, by its key."""
    return frozenset(int(one) for one in key.split(":")[1].split(",") if one.isdecimal())


def _proposals(post: Post, orders: Iterable[Order]) -> list[Stands]:
    given = list(orders)
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    rows = (row for one in given for row in stands(one.character, post.world, (one,), dead_speak=dead_speak))
    numbers = {one.id for one in given}
    return [row for row in rows if row.force is Force.PROPOSAL and row.order.id in numbers]


def _view(post: Post, player: "Player", proposed: Sequence[Order]) -> "ProposalView":
    from mailer.writing.deeds import deed
    from mailer.writing.views import ProposalView

    names, first = names_for(post, player), proposed[0]
    party = home_of(first, post.world)
    today = post.clock.today(post.now)
    return ProposalView(
        head=letterhead_for(post, player).head(today, names),
        by=names.player(first.by),
        character=names.person(first.character),
        party=party.name if party is not None else "",
        said_at=f"{names.moment_day(first.received)}, {names.hour(first.received)}",
        words=tuple(dict.fromkeys(one.text for one in proposed)),
        proposals=tuple((one.id, deed(one.act, names)) for one in proposed),
        deadline=names.deadline(end_of_day(today, post.settings.turnover), post.moment),
        days=post.campaign.book.house.proposal_days,
    )
