"""What a step of the clock was resolved from, written down beside it, so that anybody can resolve it again."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mailer.ledger.codec import decode, encode
from mailer.ledger.ledger import Ledger
from rules.time import Moment

if TYPE_CHECKING:
    from rules.world import World


@dataclass(frozen=True, slots=True)
class Read:
    """The inputs of a step: numbers of orders, whose text the ledger keeps, and how far answers were heard."""

    orders: tuple[int, ...]
    heard: Moment | None
    away: tuple[str, ...]  # players
    standing: tuple[int, ...]  # the orders that stood when it was told
    begins: "World | None" = None  # where it is not the world as the step before left it: a day resolved again


def keep_inputs(ledger: Ledger, step: int, read: Read) -> None:
    """Write down what a step read."""
    plain: dict[str, object] = {
        "orders": read.orders, "heard": read.heard, "away": read.away, "standing": read.standing
    }  # fmt: skip
    if read.begins is not None:
        plain["begins"] = encode(read.begins)
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    ledger.db.execute("update steps set inputs = ? where id = ?", (text, step))


def inputs_of(text: str) -> Read:
    """What a step read, as it was written down."""
    from rules.world import World

    plain = json.loads(text)
    begins = decode(World, plain["begins"]) if "begins" in plain else None
    return Read(tuple(plain["orders"]), plain["heard"], tuple(plain["away"]), tuple(plain["standing"]), begins)
