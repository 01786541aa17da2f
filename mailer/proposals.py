"""Proposals taken up: "acepto la propuesta 12", "hacemos lo que dice Marta", by whoever speaks for the party.

To the mail that tells a proposal "vale" is enough, and "no".
"""

from collections.abc import Sequence
from dataclasses import replace

from mailer.ledger.orders import Source, end_orders, record_order, standing_orders
from mailer.lines import Line, Record
from mailer.post import Post
from mailer.proposing import KIND, numbers_of
from mailer.reading.orders.said import Said
from mailer.reading.orders.tokens import fold
from mailer.reading.resolve.draft import Gloss
from mailer.replacing import replace_older
from mailer.rulings.shapes import Match, proposals
from rules.character import Character
from rules.names import OrderId, PlayerId
from rules.orders import Order, Scope, Unite
from rules.standing import Force, Stands, home_of, stands
from rules.world import Party


def take_up(post: Post, rec: Record, lines: Sequence[Line]) -> None:
    """Give the orders that lines take up, as the word of their writer; lines that take up none are left alone."""
    told = _told(post, rec)
    for line in lines:
        match = _match(line, told) if line.verdict == "talk" else None
        if match is None:
            continue
        sheet, found = _meant(post, rec.player, match, told)
        if sheet is None or not found:
            continue
        line.said.append(Said("proposal", {"orders": [one.id for one in found]}, 0, line.text))
        for one in found:
            if match.kind == "refuse":
                end_orders(post.ledger, [one.id], "failed", reason="refused")
                line.glosses.append(Gloss("proposal"))
            else:
                _give(post, rec, line, sheet, one)


def _told(post: Post, rec: Record) -> frozenset[int] | None:
    """The proposals of the mail that is answered, none where a chat does not say which; None for another mail."""
    ids = [one for one in (rec.opened.in_reply_to, *reversed(rec.opened.references)) if one]
    if not ids:
        return frozenset() if rec.answers == KIND else None
    row = post.ledger.db.execute("select kind, key from outbox where message_id = ?", (ids[0],)).fetchone()
    return numbers_of(row["key"]) if row is not None and row["kind"] == KIND else None


def _match(line: Line, told: frozenset[int] | None) -> Match | None:
    """What a line takes up or turns down, by its words or as the answer to the mail that asked."""
    from mailer.unsure import reply_of

    found = next(iter(proposals().matches(line.text)), None)
    reply = reply_of(line.text) if found is None and told is not None else None
    if reply is None or reply.line is not None:
        return found
    return Match("accept" if reply.means == "yes" else "refuse", {})


def _meant(
    post: Post, player: PlayerId, match: Match, told: frozenset[int] | None
) -> tuple[Character | None, tuple[Order, ...]]:
    """The proposals meant, of those this player decides on, and the character they speak through."""
    standing, people = standing_orders(post.ledger), post.world.characters
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    for party in post.world.parties.values():
        mine = [people[name] for name in party.members if people[name].player == player]
        lead = next((one for one in mine if one.is_alive), None) or next(iter(mine), None)
        lead = lead or next((one for one in people.values() if one.player == player), None)
        anybody = party.members[0] if party.members else None
        if lead is None or anybody is None:
            continue
        rows = stands(anybody, post.world, standing, dead_speak=dead_speak)
        open_ = [one.order for one in rows if one.force is Force.PROPOSAL and _decides(one, player, party)]
        among = [one for one in open_ if one.id in told] if told and not match.slots else open_
        found = _chosen(post, among, match)
        if found:
            return lead, found
    return None, ()


def _decides(one: Stands, player: PlayerId, party: Party) -> bool:
    """Whether somebody has a say in a proposal: whoever speaks for the party, or each where others ask all of it."""
    asked = isinstance(one.order.act, Unite) and one.order.act.party == party.id
    return one.decides == player or (asked and one.decides is None)


def _chosen(post: Post, proposed: Sequence[Order], match: Match) -> tuple[Order, ...]:
    """The one of that number; all of somebody's latest letter; the only one there is."""
    if match.slots.get("n", "").isdecimal():
        return tuple(one for one in proposed if one.id == int(match.slots["n"]))
    if "who" in match.slots:
        wanted = fold(match.slots["who"]).strip()
        theirs = [one for one in proposed if wanted in _called(post, one)]
    else:
        theirs = list(proposed)
    if len({one.by for one in theirs}) != 1:
        return ()
    latest = max(one.received for one in theirs)
    return tuple(one for one in theirs if one.received == latest)


def _called(post: Post, order: Order) -> set[str]:
    """The names by which somebody is called: the character's and the player's, whole and by their first word."""
    person = post.world.characters.get(order.character)
    names = [post.campaign.roster.players[order.by].name, person.name if person else ""]
    return {fold(part).strip() for name in names for part in (name, name.partition(" ")[0]) if part}


def _give(post: Post, rec: Record, line: Line, sheet: Character, proposal: Order) -> None:
    home = home_of(proposal, post.world)
    to_others = isinstance(proposal.act, Unite) and (home is None or sheet.id not in home.members)
    if to_others and home is not None:  # both must want it: theirs stands, and ours with it
        alone = proposal.character if proposal.scope is Scope.ALONE else None
        proposal = replace(proposal, act=Unite(home.id, alone), scope=Scope.PARTY)
    order = replace(
        proposal, id=OrderId(0), by=rec.player, character=sheet.id, received=rec.received, text=proposal.text,
        as_spokesperson=True, by_dm=False,
    )  # fmt: skip
    given = record_order(post.ledger, order, Source(rec.letter, line.number))
    if not to_others:
        end_orders(post.ledger, [proposal.id], "done", reason=f"order {given.id}")
    line.replaced[given.id] = replace_older(post, given, rec.letter)
    line.orders.append((given, Gloss("proposal")))
