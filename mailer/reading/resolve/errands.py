"""A character's own errands: resting, activities that take their days, people to hire, waiting.

Source: R10, A49, A50, A57.
"""

from collections.abc import Mapping
from typing import Any

from mailer.reading.resolve.asking import Offer, ask, pick, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.dates import days_of, when
from mailer.reading.resolve.gazetteer import Entry, How, Noun
from mailer.reading.resolve.meet import implied
from mailer.reading.resolve.money import wage_a_day
from mailer.reading.resolve.names import folded, stems
from mailer.reading.resolve.people import person
from mailer.reading.resolve.ruin import confirm, spends_much
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, for_dm, named
from mailer.reading.resolve.words import words
from rules.atlas import Activity, PlaceKind
from rules.names import CharacterId
from rules.orders import Do, Hire, Rest, Wait
from rules.time import Day, Moment


def rest(talk: Talk) -> Meaning:
    """Rest or healing of the actor; curing somebody else is the DM's."""
    targets = talk.slots.texts("targets")
    others = tuple(name for name in targets if not _is_actor(talk, name))
    if talk.slots.text("mode") == "heal" and others:
        return for_dm(talk.said.text, "heals_others")
    goal = talk.slots.inner("goal")
    until_hp = None if goal is None else goal.whole("hp")
    end = when(talk.slots, "until", context=talk.context)
    if end is not None and end.event == "full_hp":
        until_hp = talk.actor.max_hp
    if end is not None and end.is_past:
        return doubtful(ask(talk.said, Code.PAST_DATE, end.phrase, phrase=end.phrase))
    days = days_of(talk.slots)
    if days is None and end is not None and end.day is not None:
        days = max(end.day - _first_day(talk), 1)
    if until_hp is not None and until_hp < 1:
        until_hp = None
    told = Meaning((Rest(days, until_hp, _healer(talk)),), notes=_rest_notes(talk, goal))
    facts = {"days": days, "until_hp": until_hp, "hp": talk.actor.hp, "max_hp": talk.actor.max_hp}
    return told.noting(**{name: value for name, value in facts.items() if value is not None})


def _is_actor(talk: Talk, name: str) -> bool:
    """Whether a name is the actor's own."""
    entry = person(name, talk.context).entry
    return folded(name) in {"self", "yo", "me"} or (entry is not None and entry.id == talk.actor.id)


def _healer(talk: Talk) -> CharacterId | None:
    """Who looks after the actor, if it is somebody we know."""
    written = talk.slots.text("healer")
    entry = person(written, talk.context).entry if written else None
    return None if entry is None else CharacterId(entry.id)


def _rest_notes(talk: Talk, goal: Slots | None) -> tuple[str, ...]:
    """Remarks: no rest underground, and aims that we cannot tell when they are reached."""
    underground = (Note.NOT_SAFE,) if talk.inside is not None else ()
    tired = (Note.FATIGUE,) if goal is not None and goal.whole("fatigue") is not None else ()
    return (*underground, *tired)


def _first_day(talk: Talk) -> Day:
    """The day the order begins."""
    start = when(talk.slots, "when", "depart", context=talk.context)
    return talk.context.today if start is None or start.day is None or start.is_past else start.day


def wait(talk: Talk) -> Meaning:
    """Doing nothing, till a day or till told otherwise."""
    if (answer := implied(talk, "wait")) is not None:
        return answer
    if talk.inside is not None:
        offers = (Offer("secure", {"kind": "dungeon", "stance": "secure"}), to_dm(talk.said))
        return doubtful(ask(talk.said, Code.WAIT_INSIDE, offers=offers))
    end = when(talk.slots, "until", "deadline", context=talk.context)
    if end is not None and end.is_past:
        return doubtful(ask(talk.said, Code.PAST_DATE, end.phrase, phrase=end.phrase))
    until = _close(talk, end.day if end is not None else None)
    event = talk.slots.text("until_event") or (end.phrase if end is not None and end.day is None else "")
    act = Meaning((Wait(until),))
    return act.noting(Note.OPEN_END, open_end=event) if event and until is None else act


def _close(talk: Talk, day: Day | None) -> Moment | None:
    """The close of the last day of waiting."""
    days = days_of(talk.slots)
    if day is None and days is not None:
        day = Day(_first_day(talk) + days - 1)
    return None if day is None else talk.context.close(day)


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
    return None if end is None or end.day is None or end.is_past else max(end.day - _first_day(talk), 1)


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


def hire(talk: Talk) -> Meaning:
    """People to take on, by the table of hirelings."""
    written = talk.slots.text("role")
    match = talk.find(written, Noun.ROLE)
    if match.entry is None:
        code = Code.AMBIGUOUS_ROLE if match.how is How.AMBIGUOUS else Code.UNKNOWN_ROLE
        offers = (*pick(match.candidates, "role"), to_dm(talk.said))
        return doubtful(ask(talk.said, code, written, offers=offers, name=written))
    quantity = talk.slots.whole("qty")
    if quantity is None or quantity < 1:
        offers = tuple(Offer("quantity", {"qty": n}, facts={"quantity": n}) for n in (1, 2, 3))
        return doubtful(ask(talk.said, Code.HOW_MANY, written, offers=offers, name=written))
    return _hired(talk, match.entry, quantity) + Meaning(names=named(written, match))


def _hired(talk: Talk, role: Entry, quantity: int) -> Meaning:
    """The offer of work with what it costs a day."""
    days = days_of(talk.slots)
    pay = talk.slots.inner("pay")
    most = None if pay is None else wage_a_day(pay, language=talk.context.language, days=days)
    if pay is not None and most is None:
        return doubtful(ask(talk.said, Code.BAD_AMOUNT, offers=(to_dm(talk.said),)))
    wage = talk.context.campaign.book.tables.hirelings[role.id].daily_cp
    facts: Mapping[str, Any] = {"daily_cp": wage * quantity, "wage_cp": wage, "days": days}
    notes = (Note.TOO_DEAR,) if most is not None and most < wage else ()
    place = talk.context.atlas.places.get(talk.place) if talk.place is not None else None
    notes = (*notes, Note.NOBODY_HERE) if place is None or place.kind is not PlaceKind.TOWN else notes
    act = Hire(role.id, quantity, most, days)
    return Meaning((act,), facts={name: value for name, value in facts.items() if value is not None}, notes=notes)
