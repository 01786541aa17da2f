"""The short mails: welcome, override, reminder, proof of identity, apology, alert."""

from dataclasses import dataclass

from mailer.writing.views.head import Deadline, Head, Person
from mailer.writing.views.orders import Deed, Standing
from mailer.writing.views.outcome import QuestionView


@dataclass(frozen=True, slots=True)
class WelcomeView:
    """A player has been registered."""

    head: Head
    character: Person
    party: str
    where: str
    closes: str  # hour
    address: str
    suggestions: tuple[Deed, ...]
    spokesperson: str = ""
    dm: str = ""


@dataclass(frozen=True, slots=True)
class OverrideView:
    """Another's order goes before the reader's."""

    head: Head
    character: Person
    words: str  # the reader's order; "" if they had asked for nothing
    by: str  # player or DM who overruled
    by_words: str
    deadline: Deadline
    as_dm: bool = False
    can_break_away: bool = True
    said_at: str = ""  # day and hour
    by_at: str = ""
    stands: tuple[Deed, ...] = ()  # what is done now
    alone_chance: int | None = None  # percent, for the one who breaks away
    party_chance: int | None = None  # and for the others


@dataclass(frozen=True, slots=True)
class ProposalView:
    """What another asks for the reader's party, for the reader to decide."""

    head: Head
    by: str  # player
    character: Person  # of theirs
    party: str
    said_at: str  # day and hour
    words: tuple[str, ...]
    proposals: tuple[tuple[int, Deed], ...]  # under the numbers they are called by
    deadline: Deadline  # up to then the answer counts for this day
    days: int  # how long it stays open


@dataclass(frozen=True, slots=True)
class HeldConfirmationView:
    """To the registered address: a letter came in your name, and is it yours."""

    head: Head
    received: str  # date and hour
    subject: str
    first_words: str
    code: str  # what to answer


@dataclass(frozen=True, slots=True)
class StrangerView:
    """To somebody who plays in no campaign of ours: once, and without any detail of it."""

    head: Head


@dataclass(frozen=True, slots=True)
class SessionCharacter:
    """What a session did to one character."""

    person: Person
    days: int  # owed
    free_on: str  # campaign date, "" for at once
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session was written down."""

    head: Head
    session: str  # campaign date on which it was played
    characters: tuple[SessionCharacter, ...]
    words: str = ""  # the DM's own


@dataclass(frozen=True, slots=True)
class ReminderPerson:
    """A character of the reader's as the day is about to close."""

    person: Person
    standing: tuple[Standing, ...]
    stance: str = ""  # what goes on without another word: a stance's code, or ""
    questions: tuple[QuestionView, ...] = ()  # still open


@dataclass(frozen=True, slots=True)
class ReminderView:
    """The day closes soon."""

    head: Head
    deadline: Deadline
    people: tuple[ReminderPerson, ...]


@dataclass(frozen=True, slots=True)
class ApologyView:
    """We could not read a letter."""

    head: Head
    reason: str  # code of `apology`: "attachment", "encrypted", "too_big", "empty", "charset", "crash", "forward"
    subject: str = ""


@dataclass(frozen=True, slots=True)
class AlertView:
    """To the DM: something of ours is broken, and this is the mend."""

    head: Head
    what: str  # code of `alert`: "login", "mailbox", "smtp", "ledger", "day_failed", "ceiling"
    details: tuple[str, ...]
    mend: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkCodeView:
    """To the registered address: a code by which we know who writes by chat."""

    head: Head
    channel: str  # "Telegram"
    code: str
    expires: str  # date and hour
    account: str = ""  # whom to write to there
    link: str = ""  # what to tap, where there is such a thing


@dataclass(frozen=True, slots=True)
class ChatNoteView:
    """A word about a chat itself."""

    head: Head
    # stranger, bad_code, linked, unlinked, group, group_id, encrypted, room, too_late, unknown_edit, deleted, twice
    what: str
    channel: str = ""
    name: str = ""  # what the network calls the reader
    id: str = ""  # of the chat
    day: str = ""  # the day that is resolved; "" for a thing that is done


@dataclass(frozen=True, slots=True)
class AnnouncementView:
    """To everybody of a party at once: nothing that one of them may not know."""

    head: Head
    party: str
    deadline: Deadline
    away: tuple[str, ...] = ()  # players
    silent: tuple[str, ...] = ()
    decides: tuple[str, ...] = ()  # who may answer the open question; nobody: there is none
    decide_by: Deadline | None = None
