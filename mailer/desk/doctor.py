"""The doctor: every cause of silence looked at, as a table of checks; one that fails by itself stops no other."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from mailer.desk.checks import chats, clock, dns, files, ledger, lines, people, trust
from mailer.desk.finding import Finding, Health, mend
from mailer.desk.peek import Peek

Check = Callable[[Peek], Iterable[Finding]]

# room of the report → its checks, in the order they are told
CHECKS: tuple[tuple[str, tuple[Check, ...]], ...] = (
    ("files", (files.files, files.addresses, files.templates)),
    ("mailbox", (lines.mailboxes,)),
    ("out", (lines.out, people.outbox, dns.records)),
    ("chat", (chats.chats,)),
    ("trust", (trust.trust, trust.tokens)),
    ("clock", (clock.clock, clock.cron)),
    ("ledger", (ledger.ledger, ledger.disk, ledger.private, ledger.backups)),
    ("people", (people.letters, people.strangers, people.decisions)),
)


@dataclass(frozen=True, slots=True)
class Examined:
    """One finding with the room it was made in."""

    room: str
    finding: Finding

    @property
    def is_well(self) -> bool:
        """Whether there is nothing to mend here."""
        return self.finding.health is not Health.MEND


def examine(peek: Peek, *, send_test: bool = False) -> Iterator[Examined]:
    """Everything that was looked at, in order, as it is found: a slow server shows what came before it."""
    for room, checks in CHECKS:
        for check in (*checks, lines.send_test) if room == "out" and send_test else checks:
            yield from (Examined(room, one) for one in _found(check, peek))


def _found(check: Check, peek: Peek) -> Iterator[Finding]:
    try:
        yield from check(peek)
    except Exception as error:  # a mistake of ours in one check: the others still count
        yield mend("check_failed", check=check.__name__, error=f"{type(error).__name__}: {error}")
