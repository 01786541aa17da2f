"""Outcomes that wait for the DM's word: which mails they are, until when, and in whose words they go out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from mailer.ledger.ledger import Ledger
from mailer.ledger.letters import utc

NEVER = "9999-12-31T00:00:00+00:00"  # kept back until the DM says more
_OPEN = "select 1 from outbox o where o.review = r.id and o.state = 'queued' and o.attempts = 0"


@dataclass(frozen=True, slots=True)
class Review:
    """One outcome that waits, as a row has it."""

    id: int
    number: int
    step: int
    day: int
    player: str
    character: str
    until: str
    words: str
    replaces: int
    due: str

    @property
    def is_kept(self) -> bool:
        """Whether it waits until the DM speaks."""
        return self.due == NEVER


def open_reviews(ledger: Ledger, *, player: str | None = None) -> tuple[Review, ...]:
    """What waits, by number; of one player or of all."""
    rows = ledger.db.execute(
        "select r.*, (select min(o.due) from outbox o where o.review = r.id) as due from reviews r"
        f" where exists ({_OPEN}) and (? is null or r.player = ?) order by r.number, r.id",
        (player, player),
    )
    return tuple(Review(**dict(row)) for row in rows)


def begin_reviews(
    ledger: Ledger, step: int, day: int, waiting: Sequence[tuple[str, str, int]], until: datetime | None
) -> None:
    """Let mails wait: (player, character, mail's number). Without `until` they wait for the DM's word alone."""
    number = max((one.number for one in open_reviews(ledger)), default=0)
    known: dict[str, int] = {}
    for player, character, mail in waiting:
        if character not in known:
            number += 1
            known[character] = ledger.db.execute(
                "insert into reviews (number, step, day, player, character, until) values (?, ?, ?, ?, ?, ?)"
                " returning id",
                (number, step, day, player, character, utc(until) if until else NEVER),
            ).fetchone()[0]
        ledger.db.execute(
            "update outbox set review = ?, due = ? where id = ?",
            (known[character], utc(until) if until else NEVER, mail),
        )


def mails_of_step(ledger: Ledger, step: int) -> tuple[tuple[int, str, str], ...]:
    """The mails of a step that tell somebody's day and wait to be sent: number, key, player."""
    rows = ledger.db.execute(
        "select id, key, player from outbox where key like ? and kind in ('outcome', 'death') and state = 'queued'"
        " and review is null order by id",
        (f"step:{step}:%",),
    )
    return tuple((row["id"], row["key"], row["player"]) for row in rows)


def set_due(ledger: Ledger, reviews: Iterable[int], due: str) -> None:
    """When they go out."""
    ledger.db.executemany(
        "update outbox set due = ? where review = ? and state = 'queued' and attempts = 0",
        [(due, one) for one in reviews],
    )


def set_words(ledger: Ledger, review: int, words: str, *, replaces: bool) -> None:
    """The DM's own words for one."""
    ledger.db.execute("update reviews set words = ?, replaces = ? where id = ?", (words, int(replaces), review))
