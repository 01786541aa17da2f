"""Proof of days: every face thrown again from its secret, events and sheets resolved again, mails read again."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mailer.failures import line
from mailer.ledger.ledger import Ledger
from mailer.ledger.revisions import count_revisions
from mailer.sealed import SealedDice, commitment, sealed_value
from rules.dice import Throw
from rules.time import day_of

if TYPE_CHECKING:
    from mailer.campaign.campaign import Settings
    from mailer.post import Post


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of recomputing one day."""

    faces: int
    wrong: tuple[str, ...]
    is_sealed: bool  # the secret is the one that was promised
    revisions: int = 1  # how often the day was resolved; all of its faces are here


def closed_days(ledger: Ledger) -> list[int]:
    """The days that were closed, in order."""
    return [row[0] for row in ledger.db.execute("select day from days order by day")]


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die as it was told, and what it is thrown from: `Los Cuatro|2026-01-17T02:00|los-cuatro|check|0`."""

    message: str
    sides: int
    value: int

    def __str__(self) -> str:
        return f"{self.message} d{self.sides} {self.value}"


def thrown(ledger: Ledger, settings: "Settings", day: int) -> tuple[Thrown, ...]:
    """Every die of one day in the order of time; those rolled by hand are nobody's to prove."""
    dice = SealedDice("", settings.tag, settings.anchor, settings.turnover)
    rows = ledger.db.execute(
        "select f.* from faces f join events e on e.id = f.event where not f.by_hand order by f.at, f.who, f.what, f.n"
    )
    return tuple(
        dict.fromkeys(
            Thrown(dice.message(Throw(face["at"], face["who"], face["what"]), face["n"]), face["sides"], face["value"])
            for face in rows
            if day_of(face["at"], settings.turnover) == day
        )
    )


def verify_day(ledger: Ledger, settings: "Settings", day: int) -> Verified:
    """The faces of one day against its secret; those rolled by hand are taken as they are."""
    row = ledger.db.execute("select secret, commitment from days where day = ?", (day,)).fetchone()
    if row is None:
        return Verified(0, (line("not_closed", settings.language),), is_sealed=False)
    faces, wrong = thrown(ledger, settings, day), []
    for face in faces:
        value = sealed_value(row["secret"], face.message, face.sides)
        if value != face.value:
            told = {"message": face.message, "sides": face.sides, "value": face.value, "should": value}
            wrong.append(line("wrong_face", settings.language, **told))
    return Verified(
        len(faces),
        tuple(wrong),
        is_sealed=commitment(row["secret"]) == row["commitment"],
        revisions=count_revisions(ledger, day),
    )


@dataclass
class Proof:
    """What came of resolving the steps of a day again and reading its mails. It grows step by step."""

    events: int = 0  # that came out as they are written down
    sheets: int = 0  # of people and parties, counted at every step
    mails: int = 0
    wrong: list[str] = field(default_factory=list)
    unproved: "Counter[str]" = field(default_factory=Counter)  # steps, by why they could not be resolved again


def prove_days(
    post: "Post", days: Collection[int], *, progress: Callable[[int], object] = lambda _: None
) -> Mapping[int, Proof]:
    """Those closed days, each with the steps up to its closing; with the last one also what was done since."""
    from mailer.proving.mails import prove_mails
    from mailer.proving.steps import prove_step
    from mailer.proving.walk import marks, walk

    last = max(closed_days(post.ledger), default=0)
    proofs = {day: Proof() for day in days}
    marked = [(last if one.day is None else one.day, one) for one in marks(post)]
    wanted = [one for day, one in marked if day in proofs]
    of = {one.number: day for day, one in marked}
    for run in _runs([one.number for one in wanted]):
        for taken in walk(post, [one for one in wanted if one.number in run]):
            step, mails = prove_step(post, taken), prove_mails(post, taken)
            proof = proofs[of[taken.mark.number]]
            proof.events += step.events
            proof.sheets += step.sheets
            proof.mails += mails.mails
            proof.wrong += (*step.wrong, *mails.wrong)
            proof.unproved.update([step.unproved] if step.unproved else [])
            progress(1)
    return proofs


def _runs(numbers: list[int]) -> list[range]:
    """Numbers that follow one another, together."""
    runs: list[range] = []
    for number in numbers:
        if runs and runs[-1].stop == number:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return runs
