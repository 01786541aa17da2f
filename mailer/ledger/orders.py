"""Orders in the ledger: every one that was ever given, and how it ended. Nothing is deleted."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from mailer.ledger.codec import decode, encode
from mailer.ledger.ledger import Ledger
from rules.names import CharacterId, OrderId, PlayerId
from rules.orders import Order
from rules.time import Moment

_AT_HAND = 4096  # orders: what stands of some hundred parties, a few megabytes


@dataclass(frozen=True, slots=True)
class Source:
    """Where an order was said."""

    letter: int | None  # None: at the terminal
    line: int


def record_order(ledger: Ledger, order: Order, source: Source) -> Order:
    """The order with the number the ledger gave it; it stands from now on."""
    row = ledger.db.execute(
        "insert into orders (letter, line, text, player, character, kind, json, received)"
        " values (?, ?, ?, ?, ?, ?, '{}', ?) returning id",
        (
            source.letter, source.line, order.text, order.by, order.character, kind_of(order), order.received,
        ),
    ).fetchone()  # fmt: skip
    numbered = replace(order, id=OrderId(row[0]))
    ledger.db.execute("update orders set json = ? where id = ?", (json.dumps(encode(numbered)), numbered.id))
    return numbered


def kind_of(order: Order) -> str:
    """The order's kind in one word: its act's class in lower case."""
    return type(order.act).__name__.lower()


@lru_cache(maxsize=_AT_HAND)
def _order(text: str) -> Order:
    """The order that was written so; what stands is asked for with every letter, and the same each time."""
    return decode(Order, json.loads(text))


def standing_orders(ledger: Ledger, *, before: Moment | None = None) -> tuple[Order, ...]:
    """The orders that stand, by number; with `before`, those that the rules have still to do with, received earlier.

    What the rules have heard and what stands on all the same, a limit or what was handed over to the DM, is no affair
    of theirs any more.
    """
    rows = ledger.db.execute(
        "select json from orders where state = 'standing' and received < ? and (settled is null or ?) order by id",
        (before if before is not None else 1 << 60, before is None),
    )
    return tuple(_order(row[0]) for row in rows)


def standing_numbers(ledger: Ledger) -> list[int]:
    """The numbers of all orders that stand."""
    return [row[0] for row in ledger.db.execute("select id from orders where state = 'standing' order by id")]


def orders_numbered(ledger: Ledger, numbers: Iterable[int]) -> tuple[Order, ...]:
    """Orders by their numbers, however they ended."""
    rows = (ledger.db.execute("select json from orders where id = ?", (one,)).fetchone() for one in numbers)
    return tuple(_order(row[0]) for row in rows)


def orders_of_letter(ledger: Ledger, letter: int) -> tuple[OrderId, ...]:
    """The numbers of the orders said in one letter."""
    return tuple(OrderId(row[0]) for row in ledger.db.execute("select id from orders where letter = ?", (letter,)))


def end_orders(
    ledger: Ledger, orders: Iterable[OrderId], state: str, *, reason: str = "", step: int | None = None
) -> None:
    """Write down how standing orders ended: done, failed, cancelled or replaced."""
    ledger.db.executemany(
        "update orders set state = ?, reason = ?, settled = coalesce(?, settled) where id = ? and state = 'standing'",
        [(state, reason, step, order) for order in orders],
    )


def heard_orders(ledger: Ledger) -> tuple[Order, ...]:
    """The orders that the rules have heard and that stand on: limits, attitudes, proposals, what waits for the DM."""
    rows = ledger.db.execute(
        "select json from orders where state = 'standing' and settled is not null order by id"
    ).fetchall()
    return tuple(_order(row[0]) for row in rows)


def stand_again(ledger: Ledger, instead: OrderId) -> None:
    """Orders stand again whose place another had taken, if that was taken back before the rules heard it."""
    ledger.db.execute(
        "update orders set state = 'standing', reason = '' where state = 'replaced' and reason = ?"
        " and exists (select 1 from orders o where o.id = ? and o.settled is null)",
        (f"order {instead}", instead),
    )


def hand_over(ledger: Ledger, orders: Iterable[OrderId], *, step: int) -> None:
    """Write down that the rules have heard orders that stand on, be it in the DM's hands."""
    ledger.db.executemany(
        "update orders set settled = ?, heard = ? where id = ? and state = 'standing'",
        [(step, step, order) for order in orders],
    )


def overrule(ledger: Ledger, order: OrderId, by: OrderId, *, step: int | None = None) -> None:
    """Write down that another order beat this one; it keeps its row and says which."""
    ledger.db.execute(
        "update orders set state = 'overruled', overruled_by = ?, settled = ? where id = ? and state = 'standing'",
        (by, step, order),
    )


def last_letter_with_orders(ledger: Ledger, player: PlayerId, *, before: int) -> int | None:
    """The number of this player's latest letter, before that one, whose orders still stand."""
    row = ledger.db.execute(
        "select letter from orders where player = ? and state = 'standing' and letter < ? order by id desc limit 1",
        (player, before),
    ).fetchone()
    return row[0] if row else None


def standing_of(ledger: Ledger, player: PlayerId, character: CharacterId | None = None) -> tuple[Order, ...]:
    """What stands of one player's, for one character or all; taking back is nothing that stands."""
    rows = ledger.db.execute(
        "select json from orders where state = 'standing' and kind not in ('cancel', 'resume') and player = ?"
        " and (? is null or character = ?) order by id",
        (player, character, character),
    )
    return tuple(_order(row[0]) for row in rows)
