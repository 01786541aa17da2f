"""A step of the rules that was taken: what happened in it, and the world before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

from mailer.ledger.days import events_of_step
from mailer.post import Post
from rules.events import Event
from rules.time import Day, Moment
from rules.world import Decision, World


@dataclass(frozen=True, slots=True)
class Step:
    """A step that was taken."""

    number: int
    kind: str
    until: Moment
    events: tuple[Event, ...]
    before: World
    world: World
    day: Day | None = None  # the day it closed

    @property
    def opened(self) -> tuple[Decision, ...]:
        """The questions that were not open before."""
        old = {party.decision.id for party in self.before.parties.values() if party.decision}
        now = (party.decision for party in self.world.parties.values() if party.decision)
        return tuple(decision for decision in now if decision.id not in old)


def since_turnover(post: Post, step: Step, kinds: Sequence[str]) -> Sequence[Event]:
    """What happened in a step and in those of some kinds since the turnover before it.

    With an hourly pace a player's day is told again as a whole when it closes; the digest also has what followed
    answers in between.
    """
    marks = ", ".join("?" * len(kinds))
    between = post.ledger.db.execute(
        f"select id from steps where kind in ({marks}) and undone is null and id < ? and id >"
        " (select coalesce(max(id), 0) from steps where kind in ('start', 'turnover') and undone is null and id < ?)"
        " order by id",
        (*kinds, step.number, step.number),
    )
    earlier = [event for row in between for event in events_of_step(post.ledger, row[0])]
    return (*earlier, *step.events)
