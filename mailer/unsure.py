"""Orders that were read and are not trusted: what is asked of them, and what yes, no and "yes to all" make of it.

Who answers yes gets the order as it was understood when we asked, dates and all; but not for a day that has closed
since: then we say so, and ask whether it shall be done now.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import cast

from mailer.ledger.doubts import OpenDoubt
from mailer.lines import Record
from mailer.post import Post
from mailer.reading.orders.said import Doubt, DoubtCode, Said
from mailer.reading.resolve.asking import Offer, ask
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import DraftOrder
from mailer.reading.resolve.resolve import resolve
from mailer.resources import shipped
from rules.time import day_of

_YES_OR_NO = (Offer("yes", {}), Offer("no", {"kind": "withdrawn"}))
_NUMBER = re.compile(r"(\d{1,3})\s*[:.)-]?\s+|(\d{1,3})[:.)-]\s*")


@dataclass(frozen=True, slots=True)
class Reply:
    """A line that answers in words: yes or no, to the question about one line, or to all of them."""

    means: str  # "yes" or "no", as the ready answers say it
    line: int | None = None
    to_all: bool = False


def reply_of(text: str) -> Reply | None:
    """What a line answers, if that is all it says: "sí", "3 no", "yes to all"."""
    rest = text.strip()
    number = _NUMBER.match(rest)
    words = re.sub(r"[^\w]+", " ", rest[number.end() if number else 0 :].casefold()).strip()
    found = _words().get(words)
    if found is None or (number and found[1]):
        return None
    return Reply(found[0], int(number[1] or number[2]) if number else None, found[1])


@cache
def _words() -> dict[str, tuple[str, bool]]:
    """Every way to say yes or no, alone or to all of what we asked."""
    table = tomllib.loads((shipped("data") / "replies.toml").read_text("utf-8"))["answers"]
    alone = {word: (means, False) for means in ("yes", "no") for word in table[means]}
    joined = {f"{word} {rest}": (means, True) for word, (means, _) in alone.items() for rest in table["all"]}
    return {**alone, **joined}


def question(doubt: Doubt, *, context: Context) -> tuple[Doubt, tuple[DraftOrder, ...]]:
    """The question about an order that was read, with yes and no to answer it, and what a yes would order."""
    said = cast(Said, doubt.said)
    facts = {name: value for name, value in doubt.args.items() if name != "options"}
    asked = replace(ask(said, cast(Code, doubt.code), doubt.text, offers=_YES_OR_NO, **facts), said=said)
    return asked, resolve(said, context=context).orders


def key_of(doubt: Doubt, means: str) -> str:
    """The letter of a ready answer by what it means; "" where there is none."""
    return next((str(one["key"]) for one in doubt.args.get("options", ()) if one["means"] == means), "")


def chosen(reply: Reply, asked: Iterable[OpenDoubt]) -> Sequence[OpenDoubt]:
    """The open questions that an answer in words may be about: to all are only those of orders we did not trust."""
    open_ = [one for one in asked if one.said is not None and key_of(one.doubt, reply.means)]
    return [one for one in open_ if str(one.doubt.code) in _OF_TRUST] if reply.to_all else open_


_OF_TRUST = frozenset({DoubtCode.UNSURE.value, Code.DAY_CLOSED.value})


def is_closed(post: Post, rec: Record, asked: OpenDoubt) -> bool:
    """Whether the day on which we asked about an order has closed since."""
    if str(asked.doubt.code) != DoubtCode.UNSURE:
        return False
    row = post.ledger.db.execute("select received from letters where id = ?", (asked.letter,)).fetchone()
    before = post.clock.today(datetime.fromisoformat(row["received"]))
    return before < day_of(rec.received, post.settings.turnover)


def late(asked: OpenDoubt) -> Doubt:
    """What is asked of somebody who says yes when the day is over: whether the order shall hold from now on."""
    said = cast(Said, asked.said)
    return ask(said, Code.DAY_CLOSED, said.text, offers=_YES_OR_NO)
