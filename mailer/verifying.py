"""Proof of the dice: every stored face computed again from the secret of its day."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mailer.failures import line
from mailer.ledger.ledger import Ledger
from mailer.ledger.revisions import count_revisions
from mailer.sealed import SealedDice, commitment, sealed_value
from rules.dice import Throw
from rules.time import day_of

if TYPE_CHECKING:
    from mailer.campaign.campaign import Settings


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
