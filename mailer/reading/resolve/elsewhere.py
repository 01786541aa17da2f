"""Errands that cannot be done where their character is: they wait for the town, or are asked about, never done here."""

from dataclasses import dataclass

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.asking import Offer, ask, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.gazetteer import Entry, Noun
from mailer.reading.resolve.talk import Talk
from rules.atlas import PlaceKind
from rules.events import EventKind
from rules.names import PlaceId
from rules.orders import Travel

_OF_TOWNS = frozenset({"shop", "hire"})  # cannot be done in the wild at all
_ERRANDS = _OF_TOWNS | {"rest", "research", "train", "carouse", "explore_town", "class_work", "craft", "wait"}


@dataclass(frozen=True, slots=True)
class Waiting:
    """What an errand waits for, or the doubt about where it is to be done."""

    condition: str = ""
    notes: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def waiting(talk: Talk) -> Waiting:
    """What stands between an errand and its place: nothing, the way there, or a question."""
    if talk.said.kind not in _ERRANDS or "arrival" in _events(talk):
        return Waiting()
    aim = _aim(talk)
    if aim is not None and aim.id in {talk.place, talk.bound_for}:
        return Waiting()
    if talk.inside is not None and talk.said.kind != "wait":
        return _from_below(talk, aim)
    if aim is not None:
        return Waiting(doubts=(_doubt(talk, aim),))
    lost = talk.place is not None and talk.bound_for == talk.place and not serves(talk, talk.place)
    return Waiting(EventKind.ARRIVED, (Note.WAITS_FOR_TOWN,)) if lost else Waiting()


def _events(talk: Talk) -> set[str]:
    """The events that a condition or a date of the order names."""
    slots = (talk.slots.inner(name) for name in ("condition", "when"))
    return {slot.text("event") for slot in slots if slot is not None}


def _aim(talk: Talk) -> Entry | None:
    """The town that the errand's own words name."""
    written = talk.slots.raw("place")
    return talk.context.gazetteer.mentioned(written, Noun.PLACE) if isinstance(written, str) else None


def _from_below(talk: Talk, aim: Entry | None) -> Waiting:
    """An errand said underground waits for the way out, or for arriving somewhere, as the town lies."""
    ordered = any(isinstance(order.act, Travel) for order in talk.before)
    if ordered or (aim is None and talk.said.kind not in _OF_TOWNS):
        return Waiting()
    assert talk.inside is not None
    mouth = talk.context.atlas.sites[talk.inside.site].place
    is_there = aim.id == mouth if aim is not None else serves(talk, mouth)
    return Waiting(EventKind.LEFT_SITE if is_there else EventKind.ARRIVED, (Note.WAITS_FOR_TOWN,))


def serves(talk: Talk, place: PlaceId) -> bool:
    """Whether an errand can be done at a place at all."""
    found = talk.context.atlas.places.get(place)
    if found is None or talk.said.kind not in _OF_TOWNS:
        return True
    if talk.said.kind == "hire":
        return found.kind is PlaceKind.TOWN
    return found.market or bool(found.stock)


def _doubt(talk: Talk, aim: Entry) -> Doubt:
    """The doubt about something for a town where they neither are nor will be."""
    written = talk.slots.text("place")
    offers = (Offer("here", {"place": None}), to_dm(talk.said))
    return ask(talk.said, Code.ELSEWHERE, written, offers=offers, es=aim.label.es, en=aim.label.en)
