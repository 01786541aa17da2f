"""The DM's word in mails: what a ruling changed, a day resolved again, outcomes to look over, an address to confirm."""

from dataclasses import dataclass

from mailer.writing.views.head import Deadline, Head, Person
from mailer.writing.views.outcome import PersonState, QuestionView, SheetView, Told


@dataclass(frozen=True, slots=True)
class RulingView:
    """What the DM has ruled, told to one whom it touches."""

    head: Head
    character: Person
    told: tuple[Told, ...]
    people: tuple[PersonState, ...]
    sheet: SheetView | None
    questions: tuple[QuestionView, ...] = ()
    is_named: bool = False  # its reader plays others too


@dataclass(frozen=True, slots=True)
class RevisionView:
    """A day that was resolved again: only what is not as it was told."""

    head: Head  # of that day
    character: Person
    gone: tuple[Told, ...]  # has not happened
    new: tuple[Told, ...]  # has happened instead
    people: tuple[PersonState, ...]
    sheet: SheetView | None
    deadline: Deadline
    questions: tuple[QuestionView, ...] = ()
    is_named: bool = False  # its reader plays others too


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One outcome that waits."""

    handle: str  # "R1"
    person: Person
    player: str
    told: tuple[Told, ...]
    state: PersonState
    words: str = ""  # the DM's own, where there are any yet
    is_kept: bool = False  # held until the DM says more


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A day's outcomes before they go out, for the DM."""

    head: Head
    until: Deadline
    items: tuple[ReviewItem, ...]
    silence: str = "send"  # or "hold"


@dataclass(frozen=True, slots=True)
class RegisterView:
    """Who writes from where, and who plays whom: told to those it concerns."""

    head: Head
    what: str  # "confirm", "added", "removed", "given", "taken"
    address: str = ""
    code: str = ""  # what to answer, of "confirm"
    character: str = ""
