"""Rulings carried out: each a step of the ledger with its events, and the row that says who ruled it, when and how.

desk = Bench(post, Ruler(player, letter=12), [])
desk.line("Krom: 12 pg", 1)      # ("Krom: 12 PG (tenía 9)",), or what is unclear, or None
desk.tell()                      # every line of the letter in one mail to each it touches
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from mailer.ledger.days import Settled, settle_decision, write_events
from mailer.ledger.rulings import (
    RulingRow,
    write_ruling,
)
from mailer.post import Post
from mailer.reading.resolve.gazetteer import Gazetteer
from mailer.rulings.asked import Address, Command, Desk, Reopen, Unclear, Undo
from mailer.rulings.reading import understood
from mailer.rulings.wording import events_of, say
from mailer.steps import Step
from mailer.turnover import ruled, tell_rulings
from rules.events import Audience, Event
from rules.names import CharacterId, PartyId, PlayerId
from rules.orders import Order
from rules.owed import refused
from rules.rulings import Change, Hand, Note, Ruling, Session, applied, party_of
from rules.time import MINUTES_A_DAY, Moment
from rules.world import World

Said = tuple[str, ...]  # what a ruling came to, in the DM's language


@dataclass(frozen=True, slots=True)
class Ruler:
    """Who rules, and by which letter."""

    player: PlayerId
    language: str
    letter: int | None  # None: at the terminal
    received: Moment


@dataclass
class Bench:
    """The rulings of one letter, or of one call at the terminal."""

    post: Post
    by: Ruler
    steps: list[Step] = field(default_factory=list)
    sessions: list[tuple[Session, Said]] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)  # given to parties in words
    worded: set[int] = field(default_factory=set)  # outcomes that this letter has put into other words
    _names: Gazetteer | None = field(default=None, init=False)

    def line(self, text: str, number: int) -> Said | Unclear | None:
        """What a line came to; None where it is no ruling."""
        ruling = understood(text, self._desk())
        from mailer.rulings.addresses import rule_address
        from mailer.rulings.commands import command
        from mailer.rulings.reopening import reopening
        from mailer.rulings.undoing import undo

        match ruling:
            case None | Unclear():
                return ruling
            case Command():
                return command(self, ruling, text, number)
            case Address():
                return rule_address(self, ruling, text, number)
            case Undo():
                return undo(self, text, number)
            case Reopen():
                return reopening(self, ruling, text, number)
            case _:
                return self.carry_out(ruling, text, number)

    def carry_out(self, ruling: Ruling, text: str, number: int) -> Said | Unclear:
        """A ruling done and written down."""
        before = self.post.world
        late = refused(before, ruling.who, at=Moment(ruling.day * MINUTES_A_DAY)) if isinstance(ruling, Session) else ()
        done = applied(before, ruling, now=self.by.received)
        if not done.changes:
            return Unclear("no_change", "")
        words = ruling.words if isinstance(ruling, Note) else ""
        events = self.events(done.changes, done.world, words=words)
        step = self.write(events, done.world, text, number, kind=type(ruling).__name__.lower())
        self._close_decisions(step)
        said = tuple(self.say(change) for change in (*done.changes, *(Change("owes", who) for who in late)))
        if isinstance(ruling, Session):
            self.sessions.append((ruling, said))
        if isinstance(ruling, Hand):
            from mailer.rulings.hands import tell_hands

            tell_hands(self.post, step)
        return said

    def events(self, changes: Sequence[Change], world: World, *, words: str = "") -> tuple[Event, ...]:
        """Changes as events, of now, on this DM's word; `world` is that after them."""
        return events_of(self.post, changes, words=words, by=self.by.player, at=self.by.received, world=world)

    def write(self, events: Sequence[Event], world: World, text: str, number: int, *, kind: str) -> Step:
        """The step of a ruling and its row."""
        step = self.step(events, world)
        if kind in ("gain", "lose", "open", "close"):
            self.forget_names()
        self.note(text, number, kind=kind, step=step.number)
        return step

    def note(self, text: str, number: int, *, kind: str, step: int | None = None, found: object = None) -> int:
        """The row of a ruling: who, when, in which words; and what it found, where no step holds that."""
        row = RulingRow(self.by.player, text, kind, self.by.letter, number, step, found)
        return write_ruling(self.post.ledger, row, self.post.now)

    def say(self, change: Change) -> str:
        """A change in the DM's language."""
        return say(self.post, change, self.by.language, self.post.world)

    def step(self, events: Sequence[Event], world: World) -> Step:
        """A step of the ledger, to be told with the others of this letter."""
        made = ruled(self.post, events, world=world)
        self.steps.append(made)
        return made

    def told(self, step: Step, events: Sequence[Event]) -> Step:
        """A step that was made elsewhere, with what it is told by."""
        write_events(self.post.ledger, step.number, events, self.post.settings.turnover)
        return replace(step, events=tuple(events))

    def forget_names(self) -> None:
        """A ruling may have made or ended a name."""
        self._names = None

    def _close_decisions(self, step: Step) -> None:
        """Questions that a ruling left without object are settled by it."""
        for name, party in step.before.parties.items():
            now = step.world.parties.get(name)
            if party.decision is not None and (now is None or now.decision != party.decision):
                settled = Settled("answered", "", self.by.player, self.by.received)
                settle_decision(self.post.ledger, party.decision.id, settled, step=step.number)

    def _known(self) -> Gazetteer:
        """Every name there is; gathered anew only where a ruling may have made one, for it takes its time."""
        if self._names is None:
            self._names = self.post.names_known_to(None)
        return self._names

    def _desk(self) -> Desk:
        post = self.post
        return Desk(
            campaign=post.campaign,
            world=post.world,
            names=self._known(),
            language=self.by.language,
            today=post.clock.today(post.now),
            sent=post.clock.local(self.by.received).date(),
        )

    def tell(self) -> None:
        """All of it, told at once: sessions by a mail of their own, the rest as a day is told."""
        from mailer.overriding import foretell
        from mailer.rulings.sessions import tell_session

        for number, (session, _) in enumerate(self.sessions):
            last, before = self.steps[-1].number, self.steps[0].before
            tell_session(self.post, session, key=f"step:{last}:session:{number}", number=last, before=before)
        foretell(self.post, self.orders)
        tell_rulings(self.post, [replace(step, events=tuple(self._where_heard(step))) for step in self.steps])

    def _where_heard(self, step: Step) -> Iterator[Event]:
        """The events of a step where their people are now; what was taken back also where those went who knew of it."""
        told: set[tuple[str, PartyId, tuple[CharacterId, ...]]] = set()
        for event in step.events:
            home = self._at_home(event)
            there = step.before.parties.get(event.party) if event.data.get("change") == "undone" else None
            heard = there.members if there is not None and event.audience is Audience.PARTY else ()
            now = [one.id for name in heard if (one := party_of(self.post.world, name)) is not None]
            for party in dict.fromkeys((home.party, *now)):
                said = home if party == home.party else replace(home, party=party, characters=())
                key = (str(said.data), said.party, said.characters)
                if key not in told:
                    told.add(key)
                    yield said

    def _at_home(self, event: Event) -> Event:
        """The event where its people are now: a later line of the letter may have taken them elsewhere."""
        home = party_of(self.post.world, event.characters[0]) if event.characters else None
        return event if home is None else replace(event, party=home.id)
