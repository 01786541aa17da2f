"""The DM's word on the world: what is corrected, who lives, where they stand; `rules.undoing` takes it back.

    done = applied(world, Adjust(("krom",), Figure.HP, 12), now=moment)
    done.world, done.changes            # the world after it, and what it changed, for those who hear of it

Pure: nothing here knows who may rule or how it is told.
"""

from rules.rulings.groups import closed, handed, opened, retired
from rules.rulings.kinds import (
    Adjust,
    Applied,
    Change,
    Close,
    Figure,
    Gain,
    Hand,
    Hold,
    Join,
    Kill,
    Lose,
    Move,
    Note,
    Open,
    Raise,
    Retire,
    Ruling,
    Session,
    Speaker,
    Spells,
    TakeUp,
)
from rules.rulings.places import held, joined, moved, party_of, session, speaker
from rules.rulings.sheets import set_right, taken_up
from rules.time import Moment
from rules.world import World

__all__ = (
    "Adjust",
    "Applied",
    "Change",
    "Close",
    "Figure",
    "Gain",
    "Hand",
    "Hold",
    "Join",
    "Kill",
    "Lose",
    "Move",
    "Note",
    "Open",
    "Raise",
    "Retire",
    "Ruling",
    "Session",
    "Speaker",
    "Spells",
    "TakeUp",
    "applied",
    "party_of",
)


def applied(world: World, ruling: Ruling, *, now: Moment) -> Applied:
    """The world after a ruling; no change where nothing is different."""
    match ruling:
        case Hold():
            return held(world, ruling)
        case Speaker():
            return speaker(world, ruling)
        case Note():
            parties = tuple(Change("note", party=party, is_public=True) for party in ruling.parties)
            return Applied(world, (*parties, *(Change("note", who) for who in ruling.who)))
        case Session():
            return session(world, ruling, now=now)
        case Move():
            return moved(world, ruling, now=now)
        case Join():
            return joined(world, ruling)
        case Open():
            return opened(world, ruling, now=now)
        case Close():
            return closed(world, ruling)
        case Hand():
            return handed(world, ruling)
        case Retire():
            return retired(world, ruling)
        case TakeUp():
            return taken_up(world, ruling, now=now)
        case _:
            return set_right(world, ruling, now=now)
