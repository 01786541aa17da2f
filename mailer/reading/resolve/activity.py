"""Activities that take their days and money: research, training, carousing, crafting, class work. Source: R10, A50."""

from mailer.reading.resolve.codes import Note
from mailer.reading.resolve.dates import days_of, first_day, when
from mailer.reading.resolve.names import folded, stems
from mailer.reading.resolve.ruin import confirm, spends_much
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk
from mailer.reading.resolve.words import words
from rules.atlas import Activity
from rules.orders import Do


def research(talk: Talk) -> Meaning:
    """Looking something up."""
    return _do(talk, "research", ("topic", "source", "place", "alt_place"), money="budget")


def train(talk: Talk) -> Meaning:
    """Learning something."""
    return _do(talk, "train", ("skill", "trainer", "place"), money="budget")


def carouse(talk: Talk) -> Meaning:
    """Spending money on a good time."""
    return _do(talk, "carouse", ("place",), money="spend")


def explore_town(talk: Talk) -> Meaning:
    """Asking and looking around."""
    mode = talk.slots.text("mode")
    return _do(talk, "explore_town", ("topics", "target", "place"), money="budget", narrow=mode)


def class_work(talk: Talk) -> Meaning:
    """What one's class does between sessions. Source: A50."""
    work = folded(talk.slots.text("work")).replace(" ", "_") or "other"
    return _do(talk, work, ("target", "loot", "place"), money="spend", add=talk.slots.text("detail"))


def craft(talk: Talk) -> Meaning:
    """Making something."""
    things = " · ".join(_thing(item) for item in talk.slots.inners("items"))
    talk.slots.flag("commission")
    return _do(talk, "craft", ("place",), money="budget", add=things)


def _thing(item: Slots) -> str:
    """One thing to make, as said."""
    quantity = item.whole("qty")
    return f"{quantity} {item.text('item')}" if quantity is not None and quantity != 1 else item.text("item")


def _do(talk: Talk, activity: str, slots: tuple[str, ...], *, money: str, add: str = "", narrow: str = "") -> Meaning:
    """An activity with its details in the player's own words, its days and its cost."""
    told = [text for name in slots for text in talk.slots.texts(name)]
    detail = " · ".join(text for text in (add, *told) if text)
    table = _table(talk, activity, detail, narrow)
    days = days_of(talk.slots) or _days_until(talk)
    spend, asked_all = _spend(talk, money)
    act = Do(table.id if table is not None else activity, detail, days, spend)
    cost = spend if table is None else table.cost_cp
    facts = {
        "activity": act.activity,
        "days": days if days is not None else (table.days if table is not None else None),
        "cost_cp": cost,
        "chance_percent": table.chance_percent if table is not None else None,
    }
    notes = _do_notes(table, spend)
    told_ = Meaning((act,), facts={name: value for name, value in facts.items() if value is not None}, notes=notes)
    return _weighed(talk, told_, cost, asked_all=asked_all and table is None)


def _do_notes(table: Activity | None, spend: int | None) -> tuple[str, ...]:
    """Remarks: no table tells the outcome, or the table's price is more than they would spend. Source: A50."""
    if table is None:
        return (Note.FOR_DM_LATER,)
    return (Note.TOO_DEAR,) if spend is not None and spend < table.cost_cp else ()


def _weighed(talk: Talk, told: Meaning, cost: int | None, *, asked_all: bool) -> Meaning:
    """The activity with what is left of the purse; asked about first if it takes nearly all of it."""
    if cost is None:
        return told
    left = talk.actor.purse_cp - cost
    facts = {"short_cp": -left} if left < 0 else {"purse_left_cp": left}
    told = told.noting(**facts)
    if talk.confirmed or left < 0 or not cost or not (asked_all or spends_much(cost, of_cp=talk.actor.purse_cp)):
        return told
    asked = confirm(talk, "spends_much", cost_cp=cost, purse_cp=talk.actor.purse_cp, purse_left_cp=left)
    return told + Meaning(doubts=(asked,), needs_confirm=True)


def _days_until(talk: Talk) -> int | None:
    """The days till a date named as the end."""
    end = when(talk.slots, "until", "deadline", context=talk.context)
    return (
        None if end is None or end.day is None or end.is_past else max(end.day - first_day(talk.slots, talk.context), 1)
    )


def _table(talk: Talk, activity: str, detail: str, narrow: str) -> Activity | None:
    """The DM's table for an activity: the narrowest that the words fit."""
    tables = talk.context.atlas.activities
    if narrow and f"{activity}:{narrow}" in tables:
        return tables[f"{activity}:{narrow}"]
    spoken = set(stems(detail))
    fitting = [
        table
        for name, table in tables.items()
        if name.startswith(f"{activity}:") and any(spoken >= set(stems(n)) for n in _names(table) if stems(n))
    ]
    return fitting[0] if len(fitting) == 1 else tables.get(activity)


def _names(table: Activity) -> tuple[str, ...]:
    """The words by which a narrower table is known."""
    return (table.id.partition(":")[2].replace("-", " "), table.label.es, table.label.en, *table.label.aliases)


def _spend(talk: Talk, name: str) -> tuple[int | None, bool]:
    """What is spent in cp, and whether it is said to be all there is."""
    money = talk.slots.inner(name)
    if money is None:
        return None, False
    share = money.part("fraction")
    if share is not None and 0 <= share <= 1:
        return int(talk.actor.purse_cp * share), share == 1
    written = set(folded(money.text("text")).split())
    if money.raw("amount") is None and written & set(words().lists["remainder"]):
        return talk.actor.purse_cp, True
    return talk.money(name), False
