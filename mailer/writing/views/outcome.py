"""What an outcome says: a day as one character and their party know it, and what hangs over them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mailer.writing.views.head import Deadline, Head, Person, Seal
from mailer.writing.views.orders import Deed, Standing

ROUTINE = frozenset({"quiet", "meals", "lodging", "wages"})  # kinds of event that make no day eventful
# Kinds that change a sheet, or what a party is asked: whoever tells the day, they are told.
FIGURES = frozenset(
    {
        "died", "survived", "deal_accepted", "spell_lost", "spells_recovered", "xp", "treasure", "bought", "sold",
        "lodging", "healed", "wages", "hired", "task_done", "critical", "exhaustion", "meals", "ruled", "deal_offered",
        "decision_answered", "decision_expired", "save",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FaceView:
    """Dice of one throw as they fell."""

    what: str  # code of `throw`: "survival"
    sides: int
    values: tuple[int, ...]
    by_hand: bool = False

    @property
    def adds_up(self) -> bool:
        """Whether their sum means something: of checks only each for itself does."""
        return self.what in ("wounds", "treasure", "number", "returns", "hours_to_safe", "reaction", "hit_points")

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class Told:
    """An event for one reader: the phrase of `kind` stands in `events.j2`."""

    kind: str
    hour: str  # "14:00"
    who: tuple[Person, ...] = ()
    d: Mapping[str, Any] = field(default_factory=dict)  # the event's data, ids made words
    faces: tuple[FaceView, ...] = ()
    source: str = ""  # "R22, A1"
    group: str = ""  # "el grupo", or the name of one who is alone

    @property
    def one(self) -> Person:
        """The one it is about."""
        return self.who[0] if self.who else Person("—")


@dataclass(frozen=True, slots=True)
class WhereView:
    """Where they believe they are."""

    kind: str  # place, route, site
    label: str
    zone: str = ""  # of a site
    toward: str = ""  # destination of a route


@dataclass(frozen=True, slots=True)
class PersonState:
    """A companion's health, as the party sees it."""

    person: Person
    hp: int
    max_hp: int
    is_dead: bool = False
    is_critical: bool = False
    exhaustion: int = 0

    @property
    def tenths(self) -> int:
        """Filled tenths of a health bar: none only at nothing, all only when whole."""
        if self.is_dead or self.hp <= 0 or self.max_hp <= 0:
            return 0
        return 10 if self.hp >= self.max_hp else min(9, max(1, self.hp * 10 // self.max_hp))


@dataclass(frozen=True, slots=True)
class SheetView:
    """The reader's own sheet."""

    purse_cp: int
    rations: int
    xp: int = 0
    spells: tuple[str, ...] = ()  # ready
    lost_spells: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    exhaustion: int = 0
    exhaustion_effects: tuple[str, ...] = ()
    free_on: str = ""  # campaign date at which owed days are over, "" when none are
    busy: str = ""  # label of an activity under way
    busy_until: str = ""
    goods: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class OptionView:
    """One answer to a decision."""

    key: str
    means: str
    cost_cp: int = 0
    rations: int = 0


@dataclass(frozen=True, slots=True)
class QuestionView:
    """An open question."""

    id: str
    kind: str  # deal, lost, stranger, place_found, confirm: the prose stands in `decisions.j2`
    options: tuple[OptionView, ...]
    deadline: Deadline
    silence: str  # what no answer means: a word of `means`, or "dm"
    monsters: tuple[str, ...] = ()  # counted in words
    offer: str = ""  # their words
    place: str = ""
    price_cp: int = 0
    rations: int = 0
    opened: str = ""  # hour
    many: bool = False  # whether more than one creature asks
    body: str = ""  # whom to carry or to leave


@dataclass(frozen=True, slots=True)
class Hours:
    """The day's hours as a strip of 24 cells, from closing hour to closing hour."""

    start: int  # hour of the first cell
    marks: tuple[bool, ...]  # 24: whether something happened

    @property
    def ticks(self) -> tuple[str, ...]:
        """The hours written over cells 0, 6, 12 and 18."""
        return tuple(f"{(self.start + step) % 24} h" for step in (0, 6, 12, 18))

    @property
    def line(self) -> str:
        """The strip as one line of text."""
        cells = ["".join("●" if mark else "·" for mark in self.marks[at : at + 6]) for at in (0, 6, 12, 18)]
        return " ".join(f"{tick} {cell}" for tick, cell in zip(self.ticks, cells, strict=True))


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """One day, told to one person."""

    head: Head
    character: Person
    party: str  # "" for one who is alone
    where: WhereView
    told: tuple[Told, ...]
    people: tuple[PersonState, ...]
    sheet: SheetView | None
    deadline: Deadline
    stance: str = ""
    hours: Hours | None = None
    standing: tuple[Standing, ...] = ()
    overruled: tuple[Told, ...] = ()
    questions: tuple[QuestionView, ...] = ()
    suggestions: tuple[Deed, ...] = ()
    promise: Seal | None = None  # of the day to come
    revealed: Seal | None = None  # of a day gone
    is_named: bool = False  # the reader has other characters: the subject says whom it is about
    words: str = ""  # the DM's own
    replaces: bool = False  # they stand for the tale, of which only the dice and figures remain

    @property
    def figures(self) -> tuple[Told, ...]:
        """Of the tale what no words can replace: whatever rests on dice or moves a number."""
        return tuple(one for one in self.told if one.faces or one.kind in FIGURES)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing happened but routine."""
        return all(one.kind in ROUTINE for one in self.told)

    @property
    def is_dead(self) -> bool:
        """Whether the reader's own character is dead."""
        return any(one.is_dead and one.person.name == self.character.name for one in self.people)


@dataclass(frozen=True, slots=True)
class CatchUpView:
    """Several days in one mail: every day's tale, then how things stand after the last."""

    head: Head
    days: tuple[OutcomeView, ...]


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A question to a party, alone in a mail."""

    head: Head
    character: Person
    party: str
    question: QuestionView
    told: tuple[Told, ...] = ()  # what led to it
    decides: str = ""  # name of the spokesperson's player, "" if there is none
    you_decide: bool = False
    is_reminder: bool = False
    is_named: bool = False  # the reader plays in another party too: the subject says which this is


@dataclass(frozen=True, slots=True)
class DeathView:
    """A character has died, told to the player."""

    head: Head
    character: Person
    told: tuple[Told, ...]
    body: str = ""  # "carried", "left" or "" where nothing is known
    bearers: tuple[Person, ...] = ()
    zone: str = ""
    words: str = ""  # the DM's own
    replaces: bool = False  # they stand for the tale; else before it
