"""A stretch of time lived by the rules: from a world and what was said to the world after it. Nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mailer.absence import hastened
from mailer.pauses import without_pauses
from mailer.post import Post
from rules.day import Advance, Inputs, advance
from rules.names import PlayerId
from rules.orders import Order
from rules.time import MINUTES_AN_HOUR, Day, Moment, end_of_day
from rules.world import World

_TO_ANSWER = 6 * MINUTES_AN_HOUR  # the least time people are given


@dataclass(frozen=True, slots=True)
class Said:
    """What the rules hear of."""

    orders: Sequence[Order]
    heard: Moment | None  # up to when answers to open questions count, where that is later
    away: frozenset[PlayerId]


@dataclass(frozen=True, slots=True)
class Lived:
    """What came of it."""

    before: World
    result: Advance
    world: World


def resolved(post: Post, world: World, said: Said, until: Moment) -> Lived:
    """The world up to a moment; the same for the same arguments, the campaign's files and the run's instant."""
    before = hastened(world, said.away, dead_speak=post.campaign.book.house.dead_spokesperson_stays)
    with without_pauses():
        result = advance(before, Inputs(said.orders, said.heard), book=post.campaign.book, dice=post.dice, until=until)
    return Lived(before, result, in_time(post, result.world, before))


def in_time(post: Post, world: World, before: World) -> World:
    """The world with every new question answerable: the rules count from when it arose, people hear of it only now.

    After nights that were missed a deadline might lie behind us before anybody was asked. Source: R69.
    """
    today = post.clock.today(post.now)
    close = end_of_day(today, post.settings.turnover)
    if close - post.moment < _TO_ANSWER:
        close = end_of_day(Day(today + 1), post.settings.turnover)
    known = {party.decision.id for party in before.parties.values() if party.decision}
    late = {
        name: replace(party, decision=replace(party.decision, deadline=close))
        for name, party in world.parties.items()
        if party.decision and party.decision.id not in known and party.decision.deadline < close
    }
    return replace(world, parties={**world.parties, **late}) if late else world
