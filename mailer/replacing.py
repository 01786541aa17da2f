"""What a new order does to those before it: it takes the place of its like; said twice at once it is asked about."""

from datetime import datetime, timedelta

from mailer.ledger.letters import utc
from mailer.ledger.orders import end_orders, orders_of_letter, standing_of
from mailer.lines import Record
from mailer.post import Post
from mailer.reading.orders.said import Doubt, Said
from mailer.reading.resolve.asking import Offer, ask, lettered
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.draft import DraftOrder
from rules.orders import Do, Free, Hire, Order, Shop
from rules.standing import replaced_by

_BREATH = timedelta(minutes=2)
_ADDS_UP = (Shop, Hire, Do, Free)


def replace_older(post: Post, order: Order, letter: int | None) -> tuple[Order, ...]:
    """The same player's orders in whose place this one stands from now on. What one letter says is one plan."""
    together = frozenset(orders_of_letter(post.ledger, letter)) if letter is not None else frozenset()
    older = [one for one in standing_of(post.ledger, order.by) if one.id not in together and one.id < order.id]
    beaten = replaced_by(order, older, post.world)
    end_orders(post.ledger, [one.id for one in beaten], "replaced", reason=f"order {order.id}")
    return beaten


def is_twin(post: Post, rec: Record) -> bool:
    """Whether the same words of the same player came a moment ago, as when a phone sends twice."""
    row = post.ledger.db.execute("select received, own_words from letters where id = ?", (rec.letter,)).fetchone()
    if row is None or not row["own_words"].strip():
        return False
    since = utc(datetime.fromisoformat(row["received"]) - _BREATH)
    found = post.ledger.db.execute(
        "select 1 from letters where player = ? and received between ? and ? and id <> ? and state = 'accepted'"
        " and own_words = ?",
        (rec.player, since, row["received"], rec.letter, row["own_words"]),
    )
    return found.fetchone() is not None


def asked_twice(said: Said, drafts: tuple[DraftOrder, ...], *, taken: int) -> Doubt | None:
    """The question whether to do once more what would add up; None where it would not, or was answered."""
    if said.slots.get("confirmed") or not any(isinstance(one.act, _ADDS_UP) for one in drafts):
        return None
    offers = (Offer("yes", {"confirmed": True}), Offer("no", {"kind": "withdrawn"}))
    return lettered((ask(said, Code.CONFIRM, offers=offers, reason="twice"),), taken=taken)[0]
