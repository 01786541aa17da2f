"""The DM's short answers to what the last digest numbered, one a line.

D1 A                        settles a decision; its option may be said in words
T2 Nadie lo vio. +12 po     says how an activity or a free order came out, and what it brought or cost
C1 sí                       lets a held letter count; "no" puts it away
X1 otra vez                 tries a shunted letter once more
"""

import json
import re
from collections.abc import Callable, Mapping

from mailer.answering import COUNTER, choice_in
from mailer.ledger.codec import decode
from mailer.ledger.orders import Source, end_orders, record_order
from mailer.reading.orders.tokens import fold
from mailer.rulings.asked import Unclear
from mailer.rulings.desk import Bench, Said
from mailer.rulings.outcome import Outcome, outcome
from mailer.rulings.shapes import vocabulary
from mailer.waiting import handles_of
from rules.activities.task import with_result
from rules.atlas import ActivityResult, Label
from rules.events import Audience, Event, EventKind
from rules.names import CharacterId, DecisionId, OrderId, PartyId
from rules.orders import Answer, Order, Scope
from rules.rulings import Adjust, Change, Figure, applied, party_of
from rules.scene import Scene
from rules.world import Party, Task, World

_HANDLE = re.compile(r"\s*([DTCX]\d{1,3})\s*[:.)-]?\s+(\S.*)", re.IGNORECASE)


def handled(bench: Bench, text: str, number: int) -> Said | Unclear | None:
    """What a line that begins with a handle of the last digest came to; None where it does not."""
    found = _HANDLE.fullmatch(text)
    if found is None:
        return None
    means = handles_of(bench.post.ledger).get(found[1].upper())
    if means is None:
        return Unclear("unknown_handle", found[1].upper())
    what, _, which = means.partition(":")
    return _KINDS[what](bench, which, found[2].strip(), text, number)


def _decide(bench: Bench, which: str, said: str, text: str, number: int) -> Said | Unclear:
    """The DM's answer to an open decision, which its party hears as soon as the clock goes on."""
    post = bench.post
    party = next((one for one in post.world.parties.values() if one.decision and one.decision.id == which), None)
    if party is None or party.decision is None:
        return Unclear("decision_closed", said)
    choice = choice_in(party.decision, said)
    if not choice:
        return Unclear("which_option", said)
    means = next((one.means for one in party.decision.options if one.key == choice), COUNTER)
    order = Order(
        OrderId(0), bench.by.player, _somebody(post.world, party), Scope.PARTY, bench.by.received,
        Answer(DecisionId(which), choice, words=said if choice == COUNTER else ""), text=text, by_dm=True,
    )  # fmt: skip
    given = record_order(post.ledger, order, Source(bench.by.letter, number))
    bench.note(text, number, kind="decision", found=[which, given.id])
    return (bench.say(Change("decision", party=party.id, now=means)),)


def only_decision(bench: Bench, text: str, number: int) -> Said | Unclear | None:
    """What a line of an answer to the digest came to that answers the only open decision without its handle."""
    open_ = [one.decision for one in bench.post.world.parties.values() if one.decision is not None]
    if len(open_) != 1 or not choice_in(open_[0], text):
        return None
    return _decide(bench, open_[0].id, text, text, number)


def _somebody(world: World, party: Party) -> CharacterId:
    """A member to put the order down to: a living one where there is any."""
    alive = [name for name in party.members if world.characters[name].is_alive]
    return (alive or list(party.members))[0]


def _let_in(bench: Bench, which: str, said: str, text: str, number: int) -> Said | Unclear:
    """A held letter counts after all, or is put away; a shunted one is tried again."""
    db = bench.post.ledger.db
    found = list(db.execute("select id, state, reason from letters where id = ?", (which,)).fetchone())
    is_no = fold(said).strip(" .!") in vocabulary()["everything"]["no"]
    if is_no:
        db.execute(
            "update letters set state = 'ignored', reason = 'put_away' where id = ? and state = 'held'", (which,)
        )
    else:
        db.execute(
            "update letters set state = 'stored', attempts = 0,"
            " reason = case when state = 'held' or reason = 'confirmed' then 'confirmed' else 'again' end"
            " where id = ? and state in ('held', 'shunted')",
            (which,),
        )
    bench.note(text, number, kind="letter", found=found)
    return (bench.say(Change("letter", now="away" if is_no else "again")),)


def _settle_order(bench: Bench, which: str, said: str, text: str, number: int) -> Said | Unclear:
    """A free order is done, and its player hears how it came out and what it brought."""
    db, world = bench.post.ledger.db, bench.post.world
    row = db.execute("select json from orders where id = ? and state = 'standing'", (which,)).fetchone()
    if row is None:
        return Unclear("decision_closed", said)
    order = decode(Order, json.loads(row[0]))
    found = outcome(said, language=bench.by.language)
    after, changes = _with_gains(world, order.character, found, bench)
    step = bench.write(
        (_told(bench, order.character, said), *bench.events(changes, after)), after, text, number, kind="order"
    )
    end_orders(bench.post.ledger, [order.id], "done", reason=said, step=step.number)
    return (bench.say(Change("outcome", order.character)), *map(bench.say, changes))


def _told(bench: Bench, character: CharacterId, said: str) -> Event:
    home = party_of(bench.post.world, character)
    return Event(
        EventKind.RULED,
        bench.by.received,
        home.id if home else PartyId(""),
        (character,),
        {"words": said, "by": bench.by.player},
        source="R11, A49, A50",
        audience=Audience.CHARACTERS,
    )


def _with_gains(world: World, who: CharacterId, found: Outcome, bench: Bench) -> tuple[World, tuple[Change, ...]]:
    """The sheet with what an outcome brought or cost."""
    changes: list[Change] = []
    for figure, amount in ((Figure.PURSE, found.gain_cp), (Figure.XP, found.xp)):
        if amount:
            ruling = Adjust((who,), figure, abs(amount), 1 if amount > 0 else -1)
            done = applied(world, ruling, now=bench.by.received)
            world, changes = done.world, [*changes, *done.changes]
    return world, tuple(changes)


def _settle_task(bench: Bench, which: str, said: str, text: str, number: int) -> Said | Unclear:
    """An activity is over, with what the DM says it brought, and its player hears of it. Source: R10, A50."""
    character, _, rest = which.partition(":")
    activity, _, until = rest.rpartition(":")
    world = bench.post.world
    task = next(
        (
            one
            for one in world.tasks
            if (one.character, one.activity, str(one.until)) == (character, activity, until) and one.waits_for_dm
        ),
        None,
    )
    home = party_of(world, CharacterId(character))
    if task is None or home is None:
        return Unclear("decision_closed", said)
    events, after = _resolved(bench, home, task, outcome(said, language=bench.by.language), said)
    bench.write(events, after, text, number, kind="task")
    return (bench.say(Change("outcome", task.character)),)


def _resolved(bench: Bench, home: Party, task: Task, found: Outcome, said: str) -> tuple[tuple[Event, ...], World]:
    """The rules' own way to end an activity, with the DM's result instead of a table's."""
    from dataclasses import replace

    post = bench.post
    scene = Scene(
        party=replace(home, clock=bench.by.received),
        people={name: post.world.characters[name] for name in home.members},
        book=post.campaign.book,
        dice=post.dice,
        tasks=post.world.tasks,
    )
    result = ActivityResult("", 1, Label(said, said), found.gain_cp, found.xp)
    scene = with_result(scene, task, success=found.is_success, result=result)
    world = replace(post.world, characters={**post.world.characters, **scene.people}, tasks=scene.tasks)
    return scene.events, world


_KINDS: Mapping[str, Callable[[Bench, str, str, str, int], Said | Unclear]] = {
    "decision": _decide,
    "letter": _let_in,
    "order": _settle_order,
    "task": _settle_task,
}
