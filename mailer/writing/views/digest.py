"""What the DM's daily mail says: first what waits for a word, then the day, then the machine."""

from dataclasses import dataclass

from mailer.writing.views.head import Day, Head, Person, Seal
from mailer.writing.views.outcome import QuestionView, Told, WhereView


@dataclass(frozen=True, slots=True)
class WaitingView:
    """An activity or a free order that no table settles."""

    handle: str  # "T1": what a short reply begins with
    who: str
    what: str
    words: str = ""  # the player's own


@dataclass(frozen=True, slots=True)
class HeldView:
    """A letter we did not obey because nothing proves who wrote it, or that asks for a person's eye."""

    handle: str  # "C1"
    sender: str
    subject: str
    reason: str  # code of `reasons.j2`'s gate group


@dataclass(frozen=True, slots=True)
class KeptView:
    """An outcome that waits for the DM's word since another day."""

    handle: str  # "R1"
    person: Person
    player: str
    day: str  # campaign date


@dataclass(frozen=True, slots=True)
class ShuntedView:
    """A letter on which we failed."""

    handle: str
    sender: str
    subject: str
    error: str


@dataclass(frozen=True, slots=True)
class AddressView:
    """An address our mails do not reach."""

    name: str
    address: str
    reply: str  # the server's words
    is_stopped: bool  # we write there no more
    is_uncertain: bool = False  # it may have arrived: each time the line broke before the server's last word


@dataclass(frozen=True, slots=True)
class PartyDay:
    """A party's day in a row of the table."""

    party: str
    where: WhereView
    doing: str  # stance or errand, in words
    hp: str  # "31 / 49"
    notable: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class EarlierDay:
    """A day whose digest did not go out when it closed."""

    day: Day
    days: tuple[PartyDay, ...]
    secrets: tuple[Told, ...] = ()
    revealed: Seal | None = None

    def __len__(self) -> int:
        return len(self.secrets) + sum(1 + len(one.notable) for one in self.days)


@dataclass(frozen=True, slots=True)
class AwayView:
    """Who owes days, and until when."""

    name: str
    days: int
    until: str  # campaign date


@dataclass(frozen=True, slots=True)
class LoadView:
    """Tomorrow's expected encounters of a party, in tenths, and the chance of none."""

    party: str
    checks: int
    expected_tenths: int
    none_percent: int


@dataclass(frozen=True, slots=True)
class HealthView:
    """A line of technical health."""

    code: str  # of `health`
    is_well: bool
    words: str  # figures: "0 en cola", "hace 4 min"


@dataclass(frozen=True, slots=True)
class DecisionNeed:
    """A decision that waits, for the players or for the DM."""

    handle: str  # "D1"
    party: str
    question: QuestionView
    falls_to_dm: bool = False  # the deadline has passed
    proposal: str = ""  # key of the option the house thinks plausible


@dataclass(frozen=True, slots=True)
class AgainstView:
    """One word that another went before, or that waits for who decides."""

    who: str  # the character
    words: str
    by: str = ""  # whose word went before; "" for a proposal
    by_words: str = ""
    times: int = 0  # how often this player was overruled in a week, where it is often


@dataclass(frozen=True, slots=True)
class AbsentView:
    """A player who is away."""

    name: str
    since: str  # real dates with those of the campaign
    until: str


@dataclass(frozen=True, slots=True)
class DigestView:
    """The whole of it. Silent sections vanish."""

    head: Head
    decisions: tuple[DecisionNeed, ...] = ()
    waiting: tuple[WaitingView, ...] = ()
    held: tuple[HeldView, ...] = ()
    shunted: tuple[ShuntedView, ...] = ()
    kept: tuple[KeptView, ...] = ()  # outcomes held back
    addresses: tuple[AddressView, ...] = ()
    secrets: tuple[Told, ...] = ()  # events of the DM's own audience
    days: tuple[PartyDay, ...] = ()
    against: tuple[AgainstView, ...] = ()  # whose word went before whose
    absent: tuple[AbsentView, ...] = ()
    silent: tuple[str, ...] = ()  # players who have not written since the last turnover
    away: tuple[AwayView, ...] = ()
    free: tuple[Person, ...] = ()  # who can play in the next session
    next_session: str = ""
    load: tuple[LoadView, ...] = ()
    warnings: tuple[str, ...] = ()  # sentences of the house: place conflicts, limits
    health: tuple[HealthView, ...] = ()
    mails_sent: int = 0
    mails_a_day: int = 300
    earlier: tuple[EarlierDay, ...] = ()  # the days that were missed, oldest first
    promise: Seal | None = None
    revealed: Seal | None = None
    revision: int = 1  # how often this day was resolved
    changed: tuple[str, ...] = ()  # players for whom it came out otherwise than before

    def share(self, one: AwayView) -> int:
        """How long somebody is away, in tenths of the longest absence."""
        return max(1, one.days * 10 // max(1, *(other.days for other in self.away)))

    @property
    def is_of_the_past(self) -> bool:
        """Whether it tells only of days that were missed, before the mail with today's."""
        return bool(self.earlier) and not self.days

    @property
    def needs(self) -> int:
        """How many things wait for the DM."""
        return sum(map(len, (self.decisions, self.waiting, self.held, self.shunted, self.kept, self.addresses)))
