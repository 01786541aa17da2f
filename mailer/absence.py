"""Players who are away, by their own word: "ausente del 3 al 9".

Their characters go on with the party, as they would anyway. A question that only they could answer does not wait for
them: it is settled as silence would settle it, at once. Any letter of theirs from then on ends the absence.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mailer.ledger.codec import decode
from mailer.ledger.ledger import Ledger
from mailer.ledger.orders import Source, end_orders, record_order
from mailer.post import Post
from mailer.reading.orders.said import Said
from mailer.reading.resolve.draft import Gloss
from rules.names import OrderId, PlayerId
from rules.orders import Absence, Order, Scope
from rules.time import MINUTES_A_DAY, Day, Moment, end_of_day
from rules.world import Party, World

if TYPE_CHECKING:
    from mailer.lines import Line, Record
    from mailer.rulings.reading import Desk
    from mailer.rulings.shapes import Match


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


def declared(post: Post, rec: "Record", lines: "Sequence[Line]") -> None:
    """Write down absences said in everyday words; lines that name no days are left to the reading."""
    from mailer.rulings.reading import Desk
    from mailer.rulings.shapes import absences as shapes

    sheet = next((one for one in post.world.characters.values() if one.player == rec.player), None)
    if sheet is None:
        return
    desk = Desk(
        campaign=post.campaign, world=post.world, names=post.names_known_to(rec.player),
        language=post.campaign.roster.players[rec.player].language, today=Day(rec.received // MINUTES_A_DAY),
        sent=post.clock.local(rec.received).date(),
    )  # fmt: skip
    for line in lines:
        match = next(iter(shapes().matches(line.text)), None) if line.verdict == "talk" else None
        span = _span(match, desk) if match is not None else None
        if span is None:
            continue
        until = end_of_day(span[1], post.settings.turnover)
        act = Absence(Moment(span[0] * MINUTES_A_DAY), until)
        order = Order(OrderId(0), rec.player, sheet.id, Scope.PERSONAL, rec.received, act, text=line.text)
        first, last = ({"date": post.clock.date_of(day).isoformat()} for day in span)
        line.said.append(Said("absence", {"from": first, "to": last}, 0, line.text))
        line.orders.append((record_order(post.ledger, order, Source(rec.letter, line.number)), Gloss("absence")))


def _span(match: "Match", desk: "Desk") -> tuple[Day, Day] | None:
    """First and last day; "del 20 al 25 de enero" has both in January."""
    from mailer.rulings.reading import coming_day

    last = coming_day(match.slots["date2"], desk)
    first = coming_day(match.slots["date"], desk) if "date" in match.slots else desk.today
    return (first, last) if first is not None and last is not None and desk.today <= first <= last else None


def deciders(world: World, party: Party) -> tuple[PlayerId, ...]:
    """Who may answer a party's question: the spokesperson, else every player with a living character in it."""
    if party.spokesperson is not None:
        return (party.spokesperson,)
    people = (world.characters[name] for name in party.members)
    return tuple(dict.fromkeys(one.player for one in people if one.is_alive and one.player is not None))


def hastened(world: World, away: frozenset[PlayerId]) -> World:
    """The world in which no question waits for people who are all away. Source: R70."""
    if not away:
        return world
    parties = {
        name: replace(party, decision=replace(party.decision, deadline=party.decision.opened))
        if party.decision is not None and set(deciders(world, party)) <= away
        else party
        for name, party in world.parties.items()
    }
    return replace(world, parties=parties)
