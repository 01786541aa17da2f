"""What is about the orders themselves: taking back, asking, being away, correcting, and words for the DM."""

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.dates import When, days_of, every, when
from mailer.reading.resolve.names import folded, stems
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, for_dm
from rules.orders import Absence, Ask, Cancel, Order, Resume
from rules.time import Day

# How the guide's kinds are called among the acts.
ACT_OF = {
    "shop": "shop", "travel": "travel", "dungeon": "stance", "encounter": "meet", "retreat": "retreatat",
    "encumbrance": "loadupto", "rest": "rest", "research": "do", "train": "do", "carouse": "do", "hire": "hire",
    "explore_town": "do", "class_work": "do", "craft": "do", "wait": "wait", "decision": "answer",
    "spokesperson": "free", "independence": "breakaway", "other": "free", "absence": "absence", "all": "all",
}  # fmt: skip


def cancel(talk: Talk) -> Meaning:
    """What to take back: an order by number, the one of its kind the words fit, a kind, or all."""
    kind = ACT_OF.get(talk.slots.text("target_kind") or "all", "all")
    ref = talk.slots.text("ref")
    if ref == "last" and kind == "all":
        return undo(talk)
    standing = talk.context.standing
    if standing is None:
        return Meaning((Cancel(kind),), facts={"kind": kind})
    number = _number(ref)
    mine = tuple(order for order in standing if kind in {"all", act_name(order)} or order.id == number)
    if not mine:
        return doubtful(ask(talk.said, Code.NOTHING_TO_CANCEL, ref, kind=kind))
    if kind == "all" and not ref:
        return Meaning((Cancel("all"),), facts={"kind": "all", "orders": [order.id for order in mine]})
    meant = _meant(mine, ref, number)
    if len(meant) != 1:
        return doubtful(_which_order(talk, meant or mine, kind, ref))
    return Meaning((Cancel(act_name(meant[0]), meant[0].id),), facts={"kind": kind, "orders": [meant[0].id]})


def resume(talk: Talk) -> Meaning:
    """Which suspended order to take up again: the one of that number, the only one there is, or all. Source: A49."""
    asleep = {
        one.order for person in talk.context.world.characters.values() for one in person.routines if one.suspended
    }
    mine = tuple(order for order in talk.context.standing or () if order.id in asleep)
    number = _number(talk.slots.text("ref"))
    meant = tuple(order for order in mine if number in (None, order.id))
    if not meant:
        return doubtful(ask(talk.said, Code.NOTHING_SUSPENDED, talk.slots.text("ref")))
    return Meaning(tuple(Resume(order.id) for order in meant), facts={"orders": [order.id for order in meant]})


def act_name(order: Order) -> str:
    """The kind of an order's act, as `Cancel` names it."""
    return type(order.act).__name__.lower()


def _number(ref: str) -> int | None:
    """The order's number, where the words are one ("la 12")."""
    digits = [word for word in folded(ref).split() if word.isdigit()]
    words_ = [word for word in stems(ref) if not word.isdigit() and word not in {"orden", "order", "numero", "n", "no"}]
    return int(digits[0]) if len(digits) == 1 and not words_ and len(digits[0]) < 12 else None


def _meant(orders: tuple[Order, ...], ref: str, number: int | None) -> tuple[Order, ...]:
    """The orders that some words mean: the only one, the one of that number, those whose text shares most words."""
    if number is not None:
        return tuple(order for order in orders if order.id == number)
    if len(orders) == 1:
        return orders
    spoken = set(stems(ref))
    shared = {order.id: len(spoken & set(stems(order.text))) for order in orders}
    most = max(shared.values())
    return tuple(order for order in orders if most and shared[order.id] == most)


def _which_order(talk: Talk, orders: tuple[Order, ...], kind: str, ref: str) -> Doubt:
    """The doubt about which order is taken back."""
    each = tuple(Offer("order", {"ref": str(o.id), "target_kind": "all"}, o.text, o.text) for o in orders)
    return ask(talk.said, Code.WHICH_ORDER, ref, offers=each, kind=kind)


def undo(talk: Talk) -> Meaning:
    """The orders of the last letter, taken back one by one."""
    ids = talk.context.last_letter
    if not ids:
        return doubtful(ask(talk.said, Code.NOTHING_TO_UNDO))
    return Meaning(tuple(Cancel("all", id_) for id_ in ids), facts={"orders": list(ids)})


def status(talk: Talk) -> Meaning:
    """A question to the house."""
    return Meaning((Ask(talk.slots.texts("topics") or ("help",)),))


def other(talk: Talk) -> Meaning:
    """A clear instruction outside the rules. Source: A49."""
    talk.slots.inner("pay")
    return for_dm(talk.slots.text("text") or talk.said.text, "other")


def absence(talk: Talk) -> Meaning:
    """The player's days away."""
    start, end = _span(talk)
    if start is not None and start.day is not None and start.is_past:
        start = None
    since = talk.context.today if start is None or start.day is None else start.day
    days = days_of(talk.slots)
    last = end.day if end is not None and end.day is not None else (Day(since + days - 1) if days else None)
    if last is None or last < since:
        return doubtful(ask(talk.said, Code.WHICH_DAYS))
    act = Absence(talk.context.dawn(since), talk.context.close(last))
    return Meaning((act,), facts={"since_day": since, "until_day": last})


def _span(talk: Talk) -> tuple[When | None, When | None]:
    """The first and last day named."""
    start = when(talk.slots, "since", "from", "when", context=talk.context)
    end = when(talk.slots, "until", "to", context=talk.context)
    listed = every(talk.slots, "when", context=talk.context)
    return (start, listed[1]) if end is None and len(listed) == 2 else (start, end)
