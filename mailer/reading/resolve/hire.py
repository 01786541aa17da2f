"""People to take on, by the table of hirelings. Source: R10."""

from collections.abc import Mapping
from typing import Any

from mailer.reading.resolve.asking import Offer, ask, pick, to_dm
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.dates import days_of
from mailer.reading.resolve.gazetteer import Entry, How, Noun
from mailer.reading.resolve.money import wage_a_day
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, named
from rules.atlas import PlaceKind
from rules.orders import Hire


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
