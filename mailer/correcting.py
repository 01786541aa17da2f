"""Corrections by line: "3: 2 torches" puts other words in the place of line 3 of the last receipt.

What the line had ordered is taken back and the new words are read instead. Where they lack the verb ("5 torches"), the
first words of the old line lend it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mailer.ledger.chats import BREATH
from mailer.ledger.orders import end_orders
from mailer.post import Post
from mailer.reading.orders.said import Said
from mailer.reading.resolve.draft import Correction
from rules.names import OrderId, PlayerId

_LENT = 3  # words of the old line that may be lent to the new

Read = Callable[[str], Sequence[Said]]


@dataclass(frozen=True, slots=True)
class OldLine:
    """The line that is corrected."""

    letter: int
    text: str
    orders: tuple[OrderId, ...]  # those of it that still stand


def old_line(post: Post, player: PlayerId, number: int, *, before: int) -> OldLine | None:
    """The line of that number in the player's last letter with lines, or last messages; None if it has none such."""
    together = BREATH.format(one="o", other="n")
    row = post.ledger.db.execute(
        "select l.letter, l.text from letters n join letters o on o.id = n.id or (" + together + ")"
        " join lines l on l.letter = o.id where l.line = ? and o.id <> ? and n.id ="
        " (select max(t.id) from letters t join lines m on m.letter = t.id where t.player = ? and t.id < ?)",
        (number, before, player, before),
    ).fetchone()
    if row is None:
        return None
    standing = post.ledger.db.execute(
        "select id from orders where letter = ? and line = ? and state = 'standing'", (row["letter"], number)
    )
    return OldLine(row["letter"], row["text"], tuple(OrderId(one[0]) for one in standing))


def corrected(correction: Correction, old: OldLine, read: Read) -> Sequence[Said]:
    """What the new words say, alone or with the old line's first words before them; nothing if that is nothing."""
    words = old.text.split()
    for lent in range(min(_LENT, len(words)) + 1):
        said = read(" ".join((*words[:lent], correction.text)))
        if said:
            return said
    return ()


def take_back(post: Post, old: OldLine, *, by: int) -> None:
    """The old line's orders stand no more; they keep their rows and say which letter replaced them."""
    end_orders(post.ledger, old.orders, "replaced", reason=f"letter {by}")
