"""When an order comes into force: on what day, after what, on what event.

The rules wait for one event kind; any condition that says more or other than such an event makes the order the DM's,
for half a condition obeyed is an order nobody gave. Source: A40, A49.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.dates import When, dated
from mailer.reading.resolve.draft import DraftOrder
from mailer.reading.resolve.elsewhere import waiting
from mailer.reading.resolve.gazetteer import How, Noun
from mailer.reading.resolve.names import folded, stems
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Talk
from mailer.reading.resolve.words import words
from rules.events import EventKind
from rules.orders import Free, Rest, Wait
from rules.time import Moment

_IN_SEQUENCE = frozenset({"before_departure", "before_previous", "before", "during", "now"})
_FEW = 6  # words of a condition that says nothing more
_BUYS = frozenset({"shop", "hire", "carouse", "train", "research", "craft"})


@dataclass(frozen=True, slots=True)
class Force:
    """When an order comes into force; `for_dm` says why the DM must judge it, "" if the rules can."""

    starts: tuple[Moment | None, ...] = (None,)  # one for each day named
    condition: str = ""
    notes: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    for_dm: str = ""


def force_of(talk: Talk) -> Force:
    """When an order comes into force."""
    if any(name in talk.slots for name in ("unless", "fallback_when", "fallback_depart")):
        return Force(for_dm="unless")
    town = waiting(talk)
    if town.doubts:
        return Force(doubts=town.doubts)
    dates = _dates(talk)
    if dates.doubts or dates.for_dm:
        return dates
    event, reason = condition_of(talk)
    if reason or (event and dates.condition and event != dates.condition):
        return Force(for_dm=reason or "condition")
    if event or dates.condition:
        return replace(dates, condition=event or dates.condition)
    return replace(dates, condition=town.condition, notes=(*dates.notes, *town.notes))


def _dates(talk: Talk) -> Force:
    """The days named, or what comes before."""
    named = tuple(dated(one, talk.context) for name in ("when", "depart") for one in talk.slots.inners(name))
    if not named:
        return Force()
    days = tuple(one for one in named if one.day is not None)
    if not days:
        return _event(talk, named[0])
    past = (Note.PAST_DATE,) if any(one.is_past for one in days) else ()
    starts = (
        None if one.is_past or one.day is None or one.day == talk.context.today else talk.context.dawn(one.day)
        for one in days
    )
    return Force(starts=tuple(dict.fromkeys(starts)), notes=past)


def _event(talk: Talk, date: When) -> Force:
    """An order dated by something else than a day."""
    if date.event == "after_previous":
        return after(talk.before)
    if date.event in _IN_SEQUENCE:
        return Force(notes=(Note.IN_ORDER,))
    if date.event == "arrival":
        return Force(condition=EventKind.ARRIVED)
    if date.event:
        return Force(for_dm="when")
    today = Offer("today", {"when": None, "depart": None})
    return Force(doubts=(ask(talk.said, Code.UNCLEAR_DATE, date.phrase, offers=(today, to_dm(talk.said))),))


def after(previous: tuple[DraftOrder, ...]) -> Force:
    """An order that follows another: the rules keep the order of a letter, if the one before has an end they know."""
    last = previous[-1].act if previous else None
    if isinstance(last, Free) or last in {Rest(), Wait()}:
        return Force(for_dm="after")
    return Force(notes=(Note.IN_ORDER,))


def condition_of(talk: Talk) -> tuple[str, str]:
    """The event kind an order waits for ("" for none), and why the DM must judge it ("" if they need not)."""
    raw = talk.slots.raw("condition")
    if raw is None:
        return "", ""
    if not isinstance(raw, Mapping):
        return "", "condition"
    slot = Slots(raw)
    if slot.flag("negated"):
        return "", "condition"
    event = _known_event(talk, slot.text("event"), slot.text("text"))
    return ("", "condition") if event is None else (event, "")


def _known_event(talk: Talk, event: str, text: str) -> str | None:
    """The event of the rules that a condition means, "" where it changes nothing, None where it says more."""
    match event:
        case "encounter" | "detected" if talk.said.kind == "encounter":
            return ""  # an attitude is about encounters anyway
        case "encounter" if _has(text, "encounter") and not _names_a_monster(talk, text):
            return EventKind.ENCOUNTER
        case "resource" | "result" if (
            _has(text, "met") and len(text.split()) <= _FEW and not _names_a_monster(talk, text)
        ):
            return EventKind.ENCOUNTER  # "si hay un encuentro", and nothing of what kind
        case "member_down" if _names_somebody(talk, text):
            return None  # the rules wait for anybody's fall, not for one person's
        case "member_down":
            if _has(text, "critical") or talk.context.campaign.book.house.critical_condition:
                return EventKind.CRITICAL
            return EventKind.DIED if _has(text, "died") else None
        case "arrival":
            leaves = talk.inside is not None and _has(text, "leaving") and talk.said.kind != "shop"
            return EventKind.LEFT_SITE if leaves else EventKind.ARRIVED
        case "resource" if talk.said.kind in _BUYS and _has(text, "money"):
            return ""  # nothing is bought that cannot be paid anyway
        case _:
            return None


def _has(text: str, sort: str) -> bool:
    """Whether a text has a word or phrase of a list."""
    plain = f" {folded(text)} "
    return any(f" {phrase} " in plain for phrase in words().conditions[sort])


def _names_somebody(talk: Talk, text: str) -> bool:
    """Whether a text names one of the campaign's people, or says who of them."""
    spoken = set(folded(text).split())
    people = talk.context.world.characters.values()
    return any(folded(one.name).split()[0] in spoken for one in people if folded(one.name))


def _names_a_monster(talk: Talk, text: str) -> bool:
    """Whether a text names a creature of the campaign's: then the condition is narrower than any encounter."""
    spoken = folded(text).split()
    return any(
        talk.find(word, Noun.MONSTER).how in {How.EXACT, How.NEAR, How.AMBIGUOUS}
        for word in spoken
        if len(word) > 3 and stems(word)
    )
