"""What becomes of something said: drafts of orders, doubts, and the facts for the receipt's gloss."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mailer.reading.orders.said import Doubt
from mailer.reading.resolve.gazetteer import Entry, How
from rules.names import CharacterId, OrderId, PlayerId
from rules.orders import Act, Order, Scope
from rules.time import Moment


@dataclass(frozen=True, slots=True)
class DraftOrder:
    """An order but for its number, which the ledger gives."""

    by: PlayerId
    character: CharacterId
    scope: Scope
    received: Moment
    act: Act
    starts: Moment | None = None
    condition: str = ""
    text: str = ""
    as_spokesperson: bool = False
    by_dm: bool = False
    every: int = 0  # days from one time to the next
    needs_confirm: bool = False  # not to be acted on before its doubt `confirm` is answered

    def numbered(self, number: OrderId) -> Order:
        """The order under its number."""
        return Order(
            number,
            self.by,
            self.character,
            self.scope,
            self.received,
            self.act,
            self.starts,
            self.condition,
            self.text,
            self.as_spokesperson,
            self.by_dm,
            self.every,
        )


@dataclass(frozen=True, slots=True)
class Named:
    """A name of the letter and the thing taken for it."""

    said: str
    entry: Entry
    how: How  # exact or near


@dataclass(frozen=True, slots=True)
class Gloss:
    """What the receipt tells of a line, without a word of any language. Money in cp, weights in tenths of a pound."""

    kind: str
    names: tuple[Named, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)  # JSON-able; keys in docs/reading.md
    notes: tuple[str, ...] = ()  # remarks, by their words in codes.Note
    unused: tuple[str, ...] = ()  # slots that were said and change nothing


@dataclass(frozen=True, slots=True)
class Correction:
    """Another text for a line of the last receipt: the caller reads it in that line's place."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """All that became of one thing said."""

    orders: tuple[DraftOrder, ...]
    doubts: tuple[Doubt, ...]
    gloss: Gloss
    correction: Correction | None = None
