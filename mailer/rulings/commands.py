"""An order of the DM's for a party, in a player's own words: "Los Cuatro: volvemos al exterior"."""

from dataclasses import replace
from typing import TYPE_CHECKING

from mailer.ledger.orders import Source, record_order, standing_of
from mailer.reading.resolve.context import context_of
from mailer.rulings.asked import Command, Unclear
from mailer.writing.deeds import deed
from mailer.writing.templates import phrases
from rules.names import OrderId, PlayerId
from rules.orders import Ask, Cancel, Order, Scope

if TYPE_CHECKING:
    from mailer.rulings.desk import Bench, Said


def command(bench: "Bench", ruling: Command, text: str, number: int) -> "Said | Unclear | None":
    """What the party is told to do; None where the words are no order, for then they are somebody's talk.

    The words are read as the spokesperson's would be, and count as the DM's. Source: A46.
    """
    from mailer.lines import Line, read_lines, replied
    from mailer.reading.resolve.resolve import resolve_all
    from mailer.rulings.wording import names_in

    post = bench.post
    party = post.world.parties[ruling.party]
    people = [post.world.characters[name] for name in party.members]
    lead = next((one for one in people if one.player == party.spokesperson and one.is_alive), None)
    lead = lead or next((one for one in people if one.is_alive and one.player is not None), None)
    if lead is None or lead.player is None:
        return Unclear("character_dead", party.name)
    context = context_of(
        post.campaign, post.world, player=lead.player, received=bench.by.received, character=lead.id,
        language=bench.by.language, standing=standing_of(post.ledger, lead.player),
        gazetteer=post.names_known_to(None),
    )  # fmt: skip
    said_so = read_lines(post, [Line(1, ruling.words)], context).said or replied(post, ruling.words, context)
    found = resolve_all(said_so, context=context)
    drafts = [one for each in found for one in each.orders if not isinstance(one.act, Ask | Cancel)]
    if not drafts:
        return None
    names, said = names_in(post, bench.by.language, post.world), []
    given: list[Order] = []
    for draft in drafts:
        order = _as_dm(draft.numbered(OrderId(0)), bench.by.player, ruling.words)
        given.append(record_order(post.ledger, order, Source(bench.by.letter, number)))
        short = phrases(bench.by.language, post.folder / "templates").functions()["short"]
        said.append(f"{party.name}: {short(deed(order.act, names))}")
    bench.orders.extend(given)
    bench.note(text, number, kind="command", found=[one.id for one in given])
    return tuple(said)


def _as_dm(order: Order, dm: PlayerId, words: str) -> Order:
    """The order as the DM's own, for all of the party where it was said for one."""
    scope = Scope.PARTY if order.scope is Scope.ALONE else order.scope
    return replace(order, by=dm, by_dm=True, scope=scope, text=words)
