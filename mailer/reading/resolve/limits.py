"""Limits set beforehand: the health at which to turn back, the load beyond which nothing is taken.

Source: R15, R16, A42, A44.
"""

from fractions import Fraction

from mailer.reading.resolve.asking import Offer, ask
from mailer.reading.resolve.codes import Code, Note
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.slots import Slots
from mailer.reading.resolve.talk import Meaning, Talk, doubtful, for_dm
from mailer.reading.resolve.words import words
from rules.character import LoadLevel
from rules.orders import LoadUpTo, RetreatAt, Scope


def retreat(talk: Talk) -> Meaning:
    """A threshold in percent of maximum hit points or in hit points."""
    percent, hp = talk.slots.whole("pct"), talk.slots.whole("hp")
    talk.slots.text("basis")
    if percent is not None and 0 < percent < 100:
        at = Fraction(talk.actor.max_hp * percent, 100)
        return _told(talk, RetreatAt(percent=percent), at)
    if hp is not None and hp > 0:
        return _told(talk, RetreatAt(hp=hp), Fraction(hp))
    offers = tuple(Offer("percent", {"pct": n, "hp": None}, facts={"percent": n}) for n in (25, 50))
    return doubtful(ask(talk.said, Code.BAD_AMOUNT, offers=offers))


def _told(talk: Talk, act: RetreatAt, at: Fraction) -> Meaning:
    """The threshold with what it means on the sheet, and whether it fires at once."""
    if talk.scope is Scope.PARTY:
        return Meaning((act,))
    notes = (Note.FIRES_NOW,) if talk.actor.hp <= at else ()
    return Meaning((act,), facts={"at_hp": int(at), "hp": talk.actor.hp, "max_hp": talk.actor.max_hp}, notes=notes)


def encumbrance(talk: Talk) -> Meaning:
    """A level, a weight, or a fraction of what one can carry."""
    if talk.slots.text("on"):
        return for_dm(talk.said.text, "mount")
    talk.slots.text("basis")
    level = words().load_levels.get(folded(talk.slots.text("level")))
    if level is not None:
        return Meaning((LoadUpTo(level=LoadLevel(level)),))
    weight = _weight(talk.slots.inner("weight")) or _share(talk)
    if weight is None:
        offers = tuple(Offer("level", {"level": name.value}, facts={"level": name.value}) for name in LoadLevel)
        return doubtful(ask(talk.said, Code.BAD_AMOUNT, offers=offers))
    return Meaning((LoadUpTo(weight=weight),), facts={"weight": weight, "capacity": capacity(talk)})


def _weight(weight: Slots | None) -> int | None:
    """A weight in tenths of a pound, rounded to the nearest."""
    if weight is None:
        return None
    amount, unit = weight.part("amount"), words().weight_units.get(weight.text("unit") or "lb")
    return round(amount * unit) if amount is not None and unit is not None and amount > 0 else None


def _share(talk: Talk) -> int | None:
    """A fraction of what the actor can carry, in tenths of a pound."""
    fraction = talk.slots.part("fraction")
    return int(capacity(talk) * fraction) if fraction is not None and 0 < fraction <= 1 else None


def capacity(talk: Talk) -> int:
    """The most the actor can move with, in tenths of a pound: the last band, and what strength allows on top."""
    tables = talk.context.campaign.book.tables
    strength = talk.actor.abilities.get("str", 0)
    allowance = tables.strength_allowance.get(strength, 0)
    return max((band.up_to for band in tables.load_bands), default=0) + allowance
