"""What a line of the DM's may come to besides a ruling of the rules, and what it is read against."""

from dataclasses import dataclass
from datetime import date

from mailer.campaign.campaign import Campaign
from mailer.reading.resolve.gazetteer import Entry, Gazetteer
from rules.names import PartyId, PlayerId
from rules.time import Day
from rules.world import World


@dataclass(frozen=True, slots=True)
class Unclear:
    """A ruling that names somebody or something we do not know: quoted back, nothing done."""

    code: str  # of the doubts
    name: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """The last ruling is taken back."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """A day is resolved again."""

    day: Day | None  # None: the last one


@dataclass(frozen=True, slots=True)
class Desk:
    """What a line is read by."""

    campaign: Campaign
    world: World
    names: Gazetteer  # everything there is: the DM's
    language: str
    today: Day
    sent: date  # today's real date


@dataclass(frozen=True, slots=True)
class Command:
    """An order for a party, in the words of a player."""

    party: PartyId
    words: str


@dataclass(frozen=True, slots=True)
class Address:
    """A player may write from an address, or may no more."""

    player: PlayerId
    address: str  # lower case
    is_new: bool


class UnknownError(Exception):
    """A name that means nothing here; caught where the line is read."""

    def __init__(self, code: str, name: str, nearest: tuple[Entry, ...] = ()) -> None:
        self.unclear = Unclear(code, name, tuple(entry.label.es for entry in nearest))
        super().__init__(code)
