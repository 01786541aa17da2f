"""Days told and not sent yet: their mails become one with that of the day that closes.

After nights in which the machine was off, or could send nothing, the outbox holds a mail a day for each reader. Each
was queued in the transaction of its day, so that nothing can be lost; the transaction of the last day takes them back,
as they never left the house, and queues one mail in their place. A mail that was tried once is never taken back.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from mailer.ledger.days import events_of_step, last_closed_day
from mailer.ledger.outbox import take_back, untried
from mailer.ledger.world import world_after
from mailer.post import Post
from mailer.steps import Step
from rules.time import Day, Moment

if TYPE_CHECKING:
    from mailer.writing.views import OutcomeView

T = TypeVar("T")

_MOST = 100  # events told in one mail: some 60 KB of HTML


@dataclass(frozen=True, slots=True)
class Untold:
    """What waits in the outbox of one kind of mail."""

    steps: Mapping[str, tuple[int, ...]]  # by reader, as the end of a key has them: "krom:outcome:marta@example.com"
    keys: Mapping[tuple[str, int], str]  # of the mail that tells a reader of a step
    known: Mapping[int, Step]

    def of(self, reader: str) -> tuple[Step, ...]:
        """The steps that a reader has not been told, a closed day among them; none where there is no such day."""
        steps = tuple(self.known[number] for number in sorted(self.steps.get(reader, ())))
        return steps if any(one.kind == "turnover" for one in steps) else ()

    def take_back(self, post: Post, reader: str, steps: Iterable[Step]) -> None:
        """Take a reader's mails about these steps out of the outbox."""
        keys = (self.keys.get((reader, one.number)) for one in steps)
        take_back(post.ledger, dict.fromkeys(key for key in keys if key is not None))


def untold(post: Post, step: Step, *kinds: str) -> Untold:
    """The earlier days of some kinds of mail; nothing while another day waits to be closed in this run."""
    if step.day is None or post.clock.due(last_closed_day(post.ledger), post.now):
        return Untold({}, {}, {})
    keys: dict[tuple[str, int], str] = {}
    for kind in kinds:
        for key in untried(post.ledger, kind):
            reader, numbers = told_by(key)
            keys |= {(reader, number): key for number in numbers if number < step.number}
    known = {number: step_again(post, number) for number in sorted({number for _, number in keys})}
    steps: dict[str, tuple[int, ...]] = {}
    for reader, number in keys:
        if known[number].kind != "ruling":
            steps[reader] = (*steps.get(reader, ()), number)
    return Untold(steps, keys, known)


def told_by(key: str) -> tuple[str, tuple[int, ...]]:
    """Whom a mail tells of which steps: "step:4:krom:catch_up-3-4:marta@…" is another form of two outcomes."""
    first, _, rest = key.partition(":")
    number, _, reader = rest.partition(":")
    if first != "step":
        return reader, ()
    who, mark, many = reader.partition(":catch_up-")
    if not mark:
        return reader, (int(number),)
    numbers, _, address = many.partition(":")
    return f"{who}:outcome:{address}", tuple(map(int, numbers.split("-")))


def step_again(post: Post, number: int) -> Step:
    """A step as the ledger has it."""
    row = post.ledger.db.execute(
        "select s.until, s.kind, d.day from steps s left join days d on d.step = s.id where s.id = ?", (number,)
    ).fetchone()
    world = world_after(post.ledger, number, post.campaign.start)
    day = None if row["day"] is None else Day(row["day"])
    return Step(number, row["kind"], Moment(row["until"]), events_of_step(post.ledger, number), world, world, day)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A day in a mail of several, and the steps that told it."""

    steps: tuple[Step, ...]
    view: "OutcomeView"


def chapters(told: Sequence[tuple[Step, "OutcomeView"]]) -> tuple[Chapter, ...]:
    """One chapter a day: what several steps told of it stands together, the rest is as it was after the last."""
    closed = {view.head.day for step, view in told if step.kind == "turnover"}
    days: list[Chapter] = []
    for step, view in told:
        if not days or days[-1].view.head.day != view.head.day:
            days.append(Chapter((step,), view))
            continue
        before = days.pop()
        is_told_again = before.steps[-1].kind == "hour" and view.head.day in closed
        first = () if is_told_again else before.view.told
        words = "\n".join(filter(None, (before.view.words, view.words)))
        whole = replace(
            view, told=(*first, *view.told), overruled=(*before.view.overruled, *view.overruled), words=words
        )
        days.append(Chapter((*before.steps, step), whole))
    return tuple(days)


def in_mails(days: Sequence[T], size: Callable[[T], int]) -> tuple[tuple[T, ...], ...]:
    """The days in mails that no mail program clips, in order; `size` counts the events of a day."""
    mails: list[tuple[T, ...]] = []
    for day in days:
        if mails and sum(size(one) + 2 for one in (*mails[-1], day)) <= _MOST:
            mails[-1] = (*mails[-1], day)
        else:
            mails.append((day,))
    return tuple(mails)
