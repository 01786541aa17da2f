"""The last day resolved again, from the orders and rulings as they are now, by the same sealed dice.

Asked for by a ruling, which only notes the day; the run, or the terminal, does it next, in one transaction: the earlier
steps stand no more but stay to be proved, the day counts by its new step, and those for whom something is different
hear what. Whoever has not been sent the day yet gets it as it is now.
"""

from collections.abc import Sequence
from dataclasses import replace

from mailer.errors import LedgerError
from mailer.ledger.days import events_of_step, last_closed_day
from mailer.ledger.orders import orders_numbered
from mailer.ledger.outbox import take_steps_mails_back
from mailer.ledger.revisions import (
    Revision,
    count_by,
    first_step_of,
    found_now,
    is_closed_after,
    last_revision,
    put_back,
    stand_again,
    standing_steps,
    take_steps_back,
    taken_back_late,
    write_revision,
)
from mailer.post import Post
from mailer.reminding import plan
from mailer.resolving import in_time
from mailer.revised import Told, tell_revision
from mailer.rewinding import before_step, outcomes_since
from mailer.steps import Step
from mailer.turnover import catch_up, caught_up, ruled, take
from rules.events import Event
from rules.names import PlayerId
from rules.time import MINUTES_A_DAY, Day, Moment, end_of_day
from rules.world import World

ASKED = "reopen"  # the day to be resolved again, and by whose word: "12:alba"


def go_on(post: Post, heard: Moment) -> Step | None:
    """What follows from letters and rulings: a day resolved again, or parties that catch up; None when all is done."""
    asked = post.ledger.get(ASKED)
    if not asked:
        return catch_up(post, heard)
    day, _, player = asked.partition(":")
    try:
        return reopen(post, Day(int(day)), PlayerId(player), heard)
    except LedgerError:
        raise  # the disk's refusal: it is still asked for, and the next run does it
    except Exception:
        post.forget_world()
        with post.ledger.transaction():
            post.ledger.put(ASKED, "")  # told as a failure; the campaign goes on with the day as it was
        raise


def reopen(post: Post, day: Day, player: PlayerId, heard: Moment) -> Step:
    """Resolve the last closed day again, and what followed it."""
    until = end_of_day(day, post.settings.turnover)
    with post.ledger.transaction():
        post.ledger.put(ASKED, "")
        was = int(post.ledger.db.execute("select step from days where day = ?", (day,)).fetchone()[0])
        first = first_step_of(post.ledger, day, begins=until - MINUTES_A_DAY)
        old = standing_steps(post.ledger, first)
        before = Told(was, _events(post, old), post.world)
        found = found_now(post.ledger, old)
        stand_again(post.ledger, old)
        world = before_step(post, first)
        late = orders_numbered(post.ledger, taken_back_late(post.ledger, until))
        step = take(post, until, "turnover", before=until, day=day, start=world, more=late)
        take_steps_back(post.ledger, old, by=step.number)
        write_revision(post.ledger, Revision(step.number, was, found), day, player=player, now=post.now)
        post.keep_world(step.world)
        steps = [step, *_after(post, first, heard)]
        plan(post)
        now = Told(step.number, tuple(event for one in steps for event in one.events), post.world)
        tell_revision(post, day, before, now, step=replace(step, world=post.world))
    return step


def _after(post: Post, first: int, heard: Moment) -> list[Step]:
    """What came of it since: the DM's word on how things came out, and parties that catch up."""
    world = outcomes_since(post, first, post.world)
    steps = [ruled(post, (), world=world)] if world != post.world else []
    while (step := caught_up(post, heard)) is not None:
        post.keep_world(step.world)
        steps.append(step)
    return steps


def undo_reopening(post: Post, day: Day) -> bool:
    """Whether the day is again as it was before it was resolved again; not where a later day rests on it."""
    if post.ledger.get(ASKED):
        post.ledger.put(ASKED, "")
        return True
    revision = last_revision(post.ledger, day)
    if revision is None or last_closed_day(post.ledger) != day:
        return False
    old = standing_steps(post.ledger, revision.step)
    before = Told(revision.step, _events(post, old), post.world)
    world = before_step(post, revision.step)
    step = ruled(post, (), world=world)
    take_steps_back(post.ledger, old, by=step.number)
    put_back(post.ledger, revision.found, steps=old)
    count_by(post.ledger, day, revision.was)
    plan(post)
    now = Told(revision.was, _events(post, revision.found["steps"]), world)
    tell_revision(post, day, before, now, step=Step(step.number, "turnover", step.until, (), before.world, world, day))
    return True


def undo_decision(post: Post, decision: str, order: int) -> Step | None:
    """The step in which a decision that the DM settled is open again; None where a closed day rests on it."""
    row = post.ledger.db.execute("select state, settled from decisions where id = ?", (decision,)).fetchone()
    if row is None or row["settled"] is None or is_closed_after(post.ledger, row["settled"]):
        return None
    old = standing_steps(post.ledger, row["settled"])
    world = before_step(post, row["settled"])
    if not old or not any(party.decision and party.decision.id == decision for party in world.parties.values()):
        return None
    stand_again(post.ledger, old)
    world = _asked_anew(post, world, decision)
    step = ruled(post, (), world=world)
    take_steps_back(post.ledger, old, by=step.number)
    take_steps_mails_back(post.ledger, old)  # nobody shall hear of a death that is none
    post.ledger.db.execute("update orders set state = 'cancelled', reason = 'undone' where id = ?", (order,))
    return step


def _asked_anew(post: Post, world: World, decision: str) -> World:
    """The world in which people have time to answer that question again."""
    parties = {
        name: replace(party, decision=None) if party.decision and party.decision.id == decision else party
        for name, party in world.parties.items()
    }
    return in_time(post, world, replace(world, parties=parties))


def _events(post: Post, steps: Sequence[int]) -> tuple[Event, ...]:
    return tuple(event for step in steps for event in events_of_step(post.ledger, step))
