"""An order that goes before others', told at once: whoever asked for something else hears of it in the same run.

What counts is decided by the rules, at the party's clock. What they will decide is known as soon as the letter is read,
unless somebody writes again; so that is when it is told. Source: R59, R60, A46.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mailer.ledger.orders import standing_orders
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from rules.character import Role
from rules.names import CharacterId, PlayerId
from rules.orders import Order, Stance, Travel
from rules.precedence import Verdict, counts, is_action, rank, weigh
from rules.time import Moment, end_of_day
from rules.world import OnRoute, Party

if TYPE_CHECKING:
    from mailer.writing.names import Names
    from mailer.writing.views import OverrideView


@dataclass(frozen=True, slots=True)
class Touched:
    """Somebody whose party does what another said."""

    character: CharacterId
    asked: Order | None  # what they wanted instead; None: they had asked for nothing


def foretell(post: Post, orders: Sequence[Order]) -> None:
    """Queue a mail to everybody whom the orders of one letter override. Source: A46."""
    actions = [one for one in orders if is_action(one) and not one.condition and (one.starts or 0) <= one.received]
    if not actions:
        return
    now = actions[0].received
    standing = standing_orders(post.ledger, before=Moment(now + 1))
    for party in post.world.parties.values():
        new = [one for one in actions if _concerns(one, party)]
        if not any(rank(one, party, post.world.characters, dead_speak=_dead_speak(post)) < 2 for one in new):
            continue
        verdict = _verdict(post, party, standing, now)
        if not verdict.plan or verdict.plan[-1].id not in {one.id for one in new}:
            continue
        for one in touched(post, party, verdict):
            _tell(post, party, verdict.plan, one)


def _dead_speak(post: Post) -> bool:
    return post.campaign.book.house.dead_spokesperson_stays


def _concerns(order: Order, party: Party) -> bool:
    return order.character in party.members or (order.by == party.spokesperson and order.by is not None)


def _verdict(post: Post, party: Party, standing: Iterable[Order], now: Moment) -> Verdict:
    """What the rules will find once the party's clock is here."""
    people = post.world.characters
    then = replace(party, clock=max(party.clock, now))
    mine = [one for one in standing if one.character in party.members and counts(one, then, people)]
    return weigh(then, people, mine, dead_speak=_dead_speak(post))


def touched(post: Post, party: Party, verdict: Verdict) -> tuple[Touched, ...]:
    """Whom an order of another's touches: who asked for something else, and, if it is news, all the others."""
    winner = verdict.plan[-1]
    lost = {order.by: order for order, _ in verdict.overruled}
    lost |= {order.by: order for order in verdict.proposed if _wish(order) not in map(_wish, verdict.plan)}
    return tuple(
        Touched(own, lost.get(player))
        for player, own in _players(post, party)
        if player != winner.by and (player in lost or _is_news(party, verdict.plan))
    )


def _players(post: Post, party: Party) -> Iterator[tuple[PlayerId, CharacterId]]:
    """Each player of the party once, with their living character in it."""
    seen: set[PlayerId] = set()
    for name in party.members:
        person = post.world.characters[name]
        if person.player is None or not person.is_alive or person.role is not Role.CHARACTER or person.player in seen:
            continue
        seen.add(person.player)
        yield person.player, name


def _wish(order: Order) -> tuple[object, ...]:
    """What an order asks for in the main."""
    match order.act:
        case Stance(stance=stance, target=target):
            return (stance, target)
        case Travel(destination=destination):
            return ("travel", destination)
        case _:
            return (type(order.act).__name__,)


def _is_news(party: Party, plan: Sequence[Order]) -> bool:
    """Whether the party is about something else so far."""
    act = plan[0].act
    match act:
        case Stance():
            foray = party.foray
            return foray is None or (foray.stance, foray.objective) != (act.stance, act.target)
        case Travel():
            return not (isinstance(party.where, OnRoute) and party.where.destination == act.destination)
        case _:
            return isinstance(party.where, OnRoute)


def _tell(post: Post, party: Party, plan: Sequence[Order], one: Touched) -> None:
    owner = post.world.characters[one.character].player
    if owner is None:
        return
    player = post.campaign.roster.players[owner]
    view = _view(post, party, plan, one, names=names_for(post, player))
    queue_view(post, view, to=to_player(player), key=f"override:{plan[-1].id}:{one.character}")


def _view(post: Post, party: Party, plan: Sequence[Order], one: Touched, *, names: "Names") -> "OverrideView":
    from mailer.writing.deeds import deed
    from mailer.writing.views import OverrideView

    winner = plan[-1]
    player = post.campaign.roster.players[names.reader] if names.reader else None
    assert player is not None
    today = post.clock.today(post.now)
    chances = _chances(post, party, one.character)
    return OverrideView(
        head=letterhead_for(post, player).head(today, names),
        character=names.person(one.character),
        words=one.asked.text if one.asked else "",
        by=names.player(winner.by),
        by_words=" / ".join(dict.fromkeys(order.text for order in plan)),
        deadline=names.deadline(end_of_day(today, post.settings.turnover), post.moment),
        as_dm=winner.by_dm,
        can_break_away=not winner.by_dm and len(_living(post, party)) > 1,
        said_at=_at(one.asked, names),
        by_at=_at(winner, names),
        stands=tuple(deed(order.act, names) for order in plan),
        alone_chance=chances[0] if chances else None,
        party_chance=chances[1] if chances else None,
    )


def _at(order: Order | None, names: "Names") -> str:
    return f"{names.moment_day(order.received)}, {names.hour(order.received)}" if order is not None else ""


def _living(post: Post, party: Party) -> list[CharacterId]:
    people = post.world.characters
    return [one for one in party.members if people[one].is_alive and people[one].role is Role.CHARACTER]


def _chances(post: Post, party: Party, who: CharacterId) -> tuple[int, int] | None:
    """Of the one alone and of the others, against foes that would be an even match for all of them. Source: R60."""
    from rules.survival import chance_of, party_hit_dice

    people, book = post.world.characters, post.campaign.book
    house = book.house
    alone = party_hit_dice((people[who],), tables=book.tables, house=house)
    others = tuple(people[name] for name in party.members if name != who)
    rest = party_hit_dice(others, tables=book.tables, house=house)
    if not alone or not rest:
        return None
    low, high = house.chance_min, house.chance_max
    return (
        chance_of(alone, alone + rest, low=low, high=high),
        chance_of(rest, alone + rest, low=low, high=high),
    )
