"""Players who are away, by their own word: "ausente del 3 al 9".

Their characters go on with the party, as they would anyway. A question that only they could answer does not wait for
them: it is settled as silence would settle it, at once. Any letter of theirs from then on ends the absence.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from mailer.ledger.codec import decode
from mailer.ledger.ledger import Ledger
from mailer.ledger.orders import end_orders
from mailer.post import Post
from rules.names import OrderId, PlayerId
from rules.orders import Absence, Order
from rules.precedence import authority
from rules.time import Moment
from rules.world import Party, World


@dataclass(frozen=True, slots=True)
class Away:
    """One absence that stands."""

    player: PlayerId
    order: OrderId
    letter: int | None
    since: Moment
    until: Moment


def absences(ledger: Ledger) -> tuple[Away, ...]:
    """The absences that stand, those to come among them."""
    rows = ledger.db.execute(
        "select json, letter from orders where state = 'standing' and kind = 'absence' order by id"
    ).fetchall()
    found = ((decode(Order, json.loads(row["json"])), row["letter"]) for row in rows)
    return tuple(
        Away(order.by, order.id, letter, order.act.since, order.act.until)
        for order, letter in found
        if isinstance(order.act, Absence)
    )


def away_at(away: Iterable[Away], moment: Moment) -> frozenset[PlayerId]:
    """Who is away at a moment."""
    return frozenset(one.player for one in away if one.since <= moment < one.until)


def come_back(post: Post, player: PlayerId, *, letter: int, received: Moment) -> None:
    """End the absences of somebody who writes while they last, but for those that the letter itself declares."""
    over = [
        one.order
        for one in absences(post.ledger)
        if one.player == player and one.since <= received and one.letter != letter
    ]
    end_orders(post.ledger, over, "done", reason="wrote")


def deciders(world: World, party: Party, *, dead_speak: bool = True) -> tuple[PlayerId, ...]:
    """Who may answer a party's question: who speaks for it, else every player with a living character in it."""
    speaker = authority(party, world.characters, dead_speak=dead_speak)
    if speaker is not None:
        return (speaker,)
    people = (world.characters[name] for name in party.members)
    return tuple(dict.fromkeys(one.player for one in people if one.is_alive and one.player is not None))


def hastened(world: World, away: frozenset[PlayerId], *, dead_speak: bool = True) -> World:
    """The world in which no question waits for people who are all away. Source: R70."""
    if not away:
        return world
    parties = {
        name: replace(party, decision=replace(party.decision, deadline=party.decision.opened))
        if party.decision is not None and set(deciders(world, party, dead_speak=dead_speak)) <= away
        else party
        for name, party in world.parties.items()
    }
    return replace(world, parties=parties)
