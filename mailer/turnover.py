"""Letting time pass: one step of the rules written down whole, with every mail that tells it, in one transaction.

turnover   a day is over: every party up to its closing moment
answer     a decision was answered, or ran out: its party catches up to the last turnover
hour       with an hourly pace: every party up to the last full hour
"""

import json
from collections.abc import Sequence

from mailer import __version__
from mailer.absence import absences, away_at
from mailer.ledger.codec import encode
from mailer.ledger.days import (
    Settled,
    StepRow,
    begin_step,
    close_day,
    last_closed_day,
    settle_decision,
    write_decisions,
    write_events,
)
from mailer.ledger.inputs import Read, keep_inputs
from mailer.ledger.orders import (
    end_orders,
    hand_over,
    heard_orders,
    overrule,
    standing_numbers,
    standing_orders,
)
from mailer.ledger.world import is_anybody_new, known_world, save_world
from mailer.post import Post
from mailer.reminding import plan
from mailer.resolving import Said, resolved
from mailer.steps import Step
from mailer.telling import tell
from rules.day import Advance
from rules.events import Event, EventKind
from rules.house import House
from rules.names import OrderId
from rules.orders import Free, Order
from rules.rulings import Change
from rules.standing import held, outlasts, overtaking, party_with
from rules.time import MINUTES_AN_HOUR, Day, Moment, end_of_day
from rules.world import World


def due_days(post: Post) -> range:
    """The days that are over and not closed, in order."""
    return post.clock.due(last_closed_day(post.ledger), post.now)


def begin_world(post: Post) -> None:
    """Write down the world as the campaign's files begin it, once, so that the ledger alone knows every state.

    Whoever was added to the files later enters in a step of their own: that they come is the DM's word, like a ruling.
    """
    if post.ledger.db.execute("select 1 from steps limit 1").fetchone():
        if is_anybody_new(post.ledger, post.world):
            with post.ledger.transaction():
                _let_in(post)
        return
    with post.ledger.transaction():
        row = StepRow(
            min((party.clock for party in post.world.parties.values()), default=Moment(0)), "start", *origin(post)
        )
        number = begin_step(post.ledger, row, post.now)
        save_world(post.ledger, number, post.world, before=None)


def _let_in(post: Post) -> None:
    """Newcomers of the files in a step of their own, told to those they are with."""
    from mailer.rulings.wording import events_of

    before = known_world(post.ledger, post.world)
    fresh = [name for name in post.world.characters if name not in before.characters]
    homes = {name: party_with(name, post.world) for name in fresh}
    changes = [
        Change("joined", name, party=home.id, is_public=True) for name, home in homes.items() if home is not None
    ]
    by = post.campaign.roster.dms[0].id
    events = events_of(post, changes, words="", by=by, at=post.moment, world=post.world)
    tell_rulings(post, [ruled(post, events, world=post.world, before=before)])


def close(post: Post, day: Day) -> Step:
    """Close a day: everything up to its turnover happens, is written down and told, and it cannot be closed again."""
    until = end_of_day(day, post.settings.turnover)
    with post.ledger.transaction():
        step = take(post, until, "turnover", before=until, day=day)
        secret = post.dice.secret(day)
        close_day(post.ledger, day, step.number, commitment=post.dice.commitment(day), secret=secret, now=post.now)
        _tell(post, step)
    post.keep_world(step.world)
    return step


def catch_up(post: Post, heard: Moment) -> Step | None:
    """Let parties that waited for an answer, or for their deadline, go on to where the others are; None if none did.

    `heard` is up to when letters have been taken in: answers of the morning settle what stood still the evening before.
    """
    if not _is_behind(post, heard):
        return None
    with post.ledger.transaction():
        step = caught_up(post, heard)
        if step is not None:
            _tell(post, step)
    if step is not None:
        post.keep_world(step.world)
    return step


def _is_behind(post: Post, heard: Moment) -> bool:
    until = _reach(post, heard)
    return until is not None and any(party.clock < until for party in post.world.parties.values())


def caught_up(post: Post, heard: Moment) -> Step | None:
    """The same inside a transaction, told to nobody."""
    until = _reach(post, heard)
    if until is None or not _is_behind(post, heard):
        return None
    kind = "hour" if post.settings.pace == "hourly" else "answer"
    step = take(post, until, kind, before=Moment(heard + 1), heard=heard)
    if step.events or step.world != step.before:
        return step
    post.ledger.db.execute("delete from steps where id = ?", (step.number,))
    return None


def _reach(post: Post, heard: Moment) -> Moment | None:
    """How far clocks may go between two turnovers: the last turnover, or with an hourly pace the last full hour."""
    last = last_closed_day(post.ledger)
    turnover = None if last is None else end_of_day(last, post.settings.turnover)
    if post.settings.pace != "hourly":
        return turnover
    hour = Moment(heard - heard % MINUTES_AN_HOUR)
    return hour if turnover is None else Moment(max(hour, turnover))


def ruled(post: Post, events: Sequence[Event], *, world: World, before: World | None = None) -> Step:
    """A ruling as a step of its own, inside the transaction of what brought it; `tell_rulings` tells it."""
    before = before or post.world
    at = max((party.clock for party in before.parties.values()), default=post.moment)
    number = begin_step(post.ledger, StepRow(at, "ruling", *origin(post)), post.now)
    write_events(post.ledger, number, events, post.settings.turnover)
    save_world(post.ledger, number, world, before=before)
    post.keep_world(world)
    return Step(number, "ruling", at, tuple(events), before, world)


def tell_rulings(post: Post, steps: Sequence[Step]) -> None:
    """Tell the rulings of one letter together, each to those it touches."""
    if not steps:
        return
    events = tuple(event for step in steps for event in step.events)
    last = steps[-1]
    _tell(post, Step(last.number, "ruling", last.until, events, steps[0].before, post.world))


def take(
    post: Post,
    until: Moment,
    kind: str,
    *,
    before: Moment,
    day: Day | None = None,
    heard: Moment | None = None,
    start: World | None = None,
    more: Sequence[Order] = (),
) -> Step:
    """Resolve up to a moment with the orders received earlier, and write down all that came of it.

    A day that is resolved again begins with the world it began with, `start`, and knows orders that stood then.
    """
    away = away_at(absences(post.ledger), heard if heard is not None else until)
    orders = (*standing_orders(post.ledger, before=before), *more)
    lived = resolved(post, start or post.world, Said(orders, heard, away), until)
    result, after = lived.result, lived.world
    number = begin_step(post.ledger, StepRow(until, kind, *origin(post)), post.now)
    step = Step(number, kind, until, result.events, lived.before, after, day)
    write_events(post.ledger, number, result.events, post.settings.turnover)
    save_world(post.ledger, number, after, before=lived.before if start is None else post.world)
    _end_orders(post, step, result, orders)
    _write_decisions(post, step)
    read = Read(
        tuple(one.id for one in orders), heard, tuple(sorted(away)), tuple(standing_numbers(post.ledger)), start
    )
    keep_inputs(post.ledger, number, read)
    return step


def origin(post: Post) -> tuple[str, str]:
    """By which program and which files a step was made: a replay must know."""
    return __version__, post.files_digest


def _end_orders(post: Post, step: Step, result: Advance, orders: Sequence[Order]) -> None:
    """Orders that were carried out, that could not be, that another beat, and those that stand on though heard."""
    on = {one.id for one in orders if one.every} - set(map(OrderId, result.done))  # failed this time, and stand on
    for event in step.events:
        if event.kind is EventKind.OVERRULED:
            overrule(post.ledger, OrderId(event.data["order"]), event.data["by"], step=step.number)
        elif event.kind is EventKind.ORDER_FAILED and OrderId(event.data["order"]) not in on:
            reason = str(event.data.get("reason", ""))
            end_orders(post.ledger, [OrderId(event.data["order"])], "failed", reason=reason, step=step.number)
    house = post.campaign.book.house
    done = set(map(OrderId, result.done))
    heard = {OrderId(event.data["order"]) for event in step.events if event.kind is EventKind.FOR_THE_DM}
    heard |= {one.id for one in orders if one.id in done and outlasts(one, step.world, house=house, now=step.until)}
    hand_over(post.ledger, heard, step=step.number)
    end_orders(post.ledger, done - heard, "done", step=step.number)
    _end_heard(post, step, orders, house)


def _end_heard(post: Post, step: Step, orders: Sequence[Order], house: House) -> None:
    """Limits and attitudes whose place others took, and proposals that nobody can or will take up any more."""
    for one in heard_orders(post.ledger):
        if isinstance(one.act, Free):
            continue
        if not outlasts(one, step.world, house=house, now=step.until):
            end_orders(post.ledger, [one.id], "replaced", step=step.number)
        elif one.id not in held(step.world):
            later = overtaking(one, orders, step.world, dead_speak=house.dead_spokesperson_stays)
            if later is not None:
                overrule(post.ledger, one.id, later.id, step=step.number)


def _write_decisions(post: Post, step: Step) -> None:
    opened = step.opened
    write_decisions(post.ledger, step.number, opened, [json.dumps(encode(one)) for one in opened])
    for event in step.events:
        if event.kind in (EventKind.DECISION_ANSWERED, EventKind.DECISION_EXPIRED):
            choice, said = str(event.data.get("choice", "")), event.data
            settled = Settled("expired", choice)
            if event.kind is EventKind.DECISION_ANSWERED:
                settled = Settled("answered", choice, said.get("by"), said.get("at"), said.get("order"))
            settle_decision(post.ledger, str(event.data["decision"]), settled, step=step.number)


def _tell(post: Post, step: Step) -> None:
    """Queue what the step has to say to each: decisions first, then outcomes, then the DM's digest."""
    post.keep_world(step.world)
    plan(post)
    tell(post, step)
