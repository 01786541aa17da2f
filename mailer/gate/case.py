"""A letter before the gate, and what the checks say of it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mailer.gate.addresses import Sender
from mailer.gate.authentication import Authentication, Proof
from mailer.gate.bounces import Bounce
from mailer.gate.roster import GateRoster, PlayerId, Trust
from mailer.reading.words.letter import OpenedLetter


class Gate(StrEnum):
    """What is to become of a letter."""

    ACCEPTED = "accepted"  # it is read
    IGNORED = "ignored"  # it gets no answer of any kind
    HELD = "held"  # nothing in it is obeyed, nothing is lost


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to become of a letter, and why."""

    gate: Gate
    reason: str  # a stable word, mostly the name of the check that decided
    player: str | None = None  # the registered address it was written from
    player_id: PlayerId | None = None
    dm_power: bool = False  # the DM, proved by a verdict and not by a token
    proof: Proof = Proof.NONE
    confirm_to: str = ""  # registered address to ask whether a held letter is theirs
    register: str = ""  # new address to offer for registration, confirmed by `confirm_to`
    bounces: tuple[Bounce, ...] = ()
    notes: tuple[str, ...] = ()  # for the digest: "token_of_another"


@dataclass(frozen=True, slots=True)
class Case:
    """A letter before the gate, with what is known of it."""

    letter: OpenedLetter
    roster: GateRoster
    trust: Trust
    now: datetime
    sender: Sender
    found: Authentication

    @property
    def person(self) -> PlayerId | None:
        """The registered player or DM of the sender's address."""
        return self.roster.person(self.sender.address) if self.sender.address else None


Applies = Callable[[Case], bool]


@dataclass(frozen=True, slots=True)
class Check:
    """One row of the table: when it applies, its verdict decides."""

    reason: str
    gate: Gate
    why: str
    applies: Applies
    verdict: Callable[["Check", Case], Verdict]


def plain(check: Check, case: Case) -> Verdict:
    """The verdict of a row that says all by itself."""
    address = case.sender.address if case.person else None
    return Verdict(check.gate, check.reason, address, case.person, proof=case.found.proof)
