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
from rules.orders import Act, Order, Scope, Unite
from rules.standing import Force, Stands, home_of, stands
from rules.time import end_of_day
from rules.world import Party, World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import ProposalView

KIND = "proposal"


def propose(post: Post, orders: Sequence[Order]) -> None:
    """Queue a mail to everybody who decides on proposals of one letter."""
    by_decider: dict[PlayerId, list[Order]] = {}
    for row in _proposals(post, orders):
        for who in _deciders(post, row):
            if who != row.order.by:
                by_decider.setdefault(who, []).append(row.order)
    for name, proposed in by_decider.items():
        player = post.campaign.roster.players[name]
        numbers = ",".join(str(one.id) for one in proposed)
        queue_view(post, _view(post, player, proposed), to=to_player(player), key=f"{KIND}:{numbers}")


def numbers_of(key: str) -> frozenset[int]:
    """The proposals that a mail told, by its key."""
    return frozenset(int(one) for one in key.split(":")[1].split(",") if one.isdecimal())


def _deciders(post: Post, row: Stands) -> tuple[PlayerId, ...]:
    """Who decides on a proposal; on one to become one with others everybody, where nobody speaks for the party."""
    asked = asked_of(row.order, post.world)
    if row.decides is not None or asked is None:
        return () if row.decides is None else (row.decides,)
    players = (post.world.characters[name].player for name in asked.members)
    return tuple(dict.fromkeys(player for player in players if player is not None))


def asked_of(order: Order, world: World) -> Party | None:
    """The party that another asks to become one with it."""
    return world.parties.get(order.act.party) if isinstance(order.act, Unite) else None


def _proposals(post: Post, orders: Iterable[Order]) -> list[Stands]:
    given = list(orders)
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    asked = ((party, one) for one in given if (party := asked_of(one, post.world)) is not None and party.members)
    told = [(one.character, one) for one in given] + [(party.members[0], one) for party, one in asked]
    rows = (row for who, one in told for row in stands(who, post.world, (one,), dead_speak=dead_speak))
    numbers = {one.id for one in given}
    return [row for row in rows if row.force is Force.PROPOSAL and row.order.id in numbers]


def _turned(order: Order, is_ours: bool, home: Party | None) -> Act:
    """What is proposed, as those asked would say it: to be one with who asks."""
    if not isinstance(order.act, Unite) or is_ours or home is None:
        return order.act
    return Unite(home.id, order.character if order.scope is Scope.ALONE else None)


def _view(post: Post, player: "Player", proposed: Sequence[Order]) -> "ProposalView":
    from mailer.writing.deeds import deed
    from mailer.writing.views import ProposalView

    names, first = names_for(post, player), proposed[0]
    home = home_of(first, post.world)
    mine = home is not None and any(post.world.characters[one].player == player.id for one in home.members)
    party = home if mine else asked_of(first, post.world) or home
    today = post.clock.today(post.now)
    return ProposalView(
        head=letterhead_for(post, player).head(today, names),
        by=names.player(first.by),
        character=names.person(first.character),
        party=party.name if party is not None else "",
        said_at=f"{names.moment_day(first.received)}, {names.hour(first.received)}",
        words=tuple(dict.fromkeys(one.text for one in proposed)),
        proposals=tuple((one.id, deed(_turned(one, mine, home), names)) for one in proposed),
        deadline=names.deadline(end_of_day(today, post.settings.turnover), post.moment),
        days=post.campaign.book.house.proposal_days,
    )
