"""Resting, healing and waiting. Source: R10, A57."""

from mailer.reading.resolve.asking import Offer, ask, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.dates import days_of, first_day, when
from mailer.reading.resolve.decision import implied
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.people import person
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, for_dm
from rules.names import CharacterId
from rules.orders import Rest, Wait
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
        days = max(end.day - first_day(talk.slots, talk.context), 1)
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
        day = Day(first_day(talk.slots, talk.context) + days - 1)
    return None if day is None else talk.context.close(day)
