"""The last ruling taken back, whatever its kind: one way of each kind, and none that leaves half of it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from mailer.ledger.days import events_of_step
from mailer.ledger.orders import end_orders, orders_numbered, stand_again
from mailer.ledger.outbox import was_told
from mailer.ledger.rulings import PastRuling, difference, last_ruling, mark_undone, open_decisions, restore_orders
from mailer.reopening import undo_decision, undo_reopening
from mailer.rulings.addresses import undo_address
from mailer.rulings.asked import Unclear
from mailer.rulings.hands import tell_hands
from mailer.rulings.reviews import undo_review
from mailer.rulings.wording import undone, undone_words
from rules.names import OrderId
from rules.rulings import Change
from rules.standing import home_of
from rules.time import Day
from rules.undoing import is_whole, taken_back

if TYPE_CHECKING:
    from mailer.rulings.desk import Bench, Said


def undo(bench: "Bench", text: str, number: int) -> "Said | Unclear":
    """What the last ruling changed goes back, as far as nothing has moved on since."""
    last = last_ruling(bench.post.ledger)
    if last is None:
        return Unclear("nothing_to_undo", "")
    known = len(bench.steps)
    way = _world if last.step is not None else _WAYS.get(last.kind)
    if way is None or not way(bench, last):
        return Unclear("cannot_undo", last.text)
    bench.forget_names()
    step = bench.steps[-1].number if len(bench.steps) > known else None
    mark_undone(bench.post.ledger, last.id, bench.note(text, number, kind="undo", step=step))
    return (bench.say(Change("undone", now=last.text)),)


def _world(bench: "Bench", last: PastRuling) -> bool:
    """What a ruling did to the world: sheets, parties, activities, and questions it had settled."""
    assert last.step is not None
    ledger = bench.post.ledger
    before, after = difference(ledger, last.step)
    world = taken_back(bench.post.world, before, after)
    if not is_whole(world, was=bench.post.world):
        return False
    told = events_of_step(ledger, last.step)
    events = undone(bench.post, told, by=bench.by.player, at=bench.by.received, world=world, heard=after)
    step = bench.step(events, world)
    if last.kind == "hand":
        tell_hands(bench.post, step)
    restore_orders(ledger, last.step, step.number)
    open_decisions(ledger, last.step)
    return True


def _command(bench: "Bench", last: PastRuling) -> bool:
    """Orders given to a party, as long as none of them was heard by the rules; who heard of them hears of it."""
    if not _take_orders(bench, [OrderId(one) for one in last.found]):
        return False
    home = home_of(orders_numbered(bench.post.ledger, last.found)[0], bench.post.world) if last.found else None
    if home is not None and any(was_told(bench.post.ledger, one) for one in last.found):
        bench.step(undone_words(bench.post, last.text, home.id, by=bench.by), bench.post.world)
    return True


def _take_orders(bench: "Bench", orders: list[OrderId]) -> bool:
    ledger = bench.post.ledger
    for one in orders:
        row = ledger.db.execute("select state, settled from orders where id = ?", (one,)).fetchone()
        if row is None or row["state"] != "standing" or row["settled"] is not None:
            return False
    for one in orders:
        stand_again(ledger, one)
    end_orders(ledger, orders, "cancelled", reason="undone")
    return True


def _decision(bench: "Bench", last: PastRuling) -> bool:
    """A question settled is open again, and its party stands where it stood when it was asked."""
    decision, order = last.found
    if _take_orders(bench, [OrderId(order)]):
        return True
    step = undo_decision(bench.post, decision, order)
    if step is None:
        return False
    party = next(one for one in step.world.parties.values() if one.decision and one.decision.id == decision)
    bench.steps.append(bench.told(step, undone_words(bench.post, last.text, party.id, by=bench.by)))
    return True


def _letter(bench: "Bench", last: PastRuling) -> bool:
    """A held or shunted letter is as it was, or what it had ordered stands no more."""
    letter, state, reason = last.found
    db = bench.post.ledger.db
    now = db.execute("select state from letters where id = ?", (letter,)).fetchone()[0]
    if now in ("stored", "ignored"):
        db.execute("update letters set state = ?, reason = ? where id = ?", (state, reason, letter))
        return True
    rows = db.execute("select id, state from orders where letter = ?", (letter,)).fetchall()
    left = [OrderId(row["id"]) for row in rows if row["state"] != "cancelled"]
    return now == "accepted" and _take_orders(bench, left)


def _review(bench: "Bench", last: PastRuling) -> bool:
    return undo_review(bench, last.found)


def _reopen(bench: "Bench", last: PastRuling) -> bool:
    return undo_reopening(bench.post, Day(last.found[0]))


_WAYS: Mapping[str, Callable[["Bench", PastRuling], bool]] = {
    "address": undo_address,
    "command": _command,
    "decision": _decision,
    "letter": _letter,
    "review": _review,
    "reopen": _reopen,
}
