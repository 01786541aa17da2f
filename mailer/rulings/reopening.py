"""The DM's word that the last day is resolved again; older ones are refused, with what to do instead."""

from typing import TYPE_CHECKING

from mailer.ledger.days import last_closed_day
from mailer.reopening import ASKED
from mailer.rulings.asked import Reopen, Unclear
from mailer.rulings.wording import names_in
from rules.rulings import Change

if TYPE_CHECKING:
    from mailer.rulings.desk import Bench, Said


def reopening(bench: "Bench", ruling: Reopen, text: str, number: int) -> "Said | Unclear":
    """The day noted, to be resolved again by what comes next; the same day twice is once."""
    post = bench.post
    last = last_closed_day(post.ledger)
    day = last if ruling.day is None else ruling.day
    names = names_in(post, bench.by.language, post.world)
    if day is None or last is None or day > last:
        return Unclear("not_closed", "" if day is None else str(names.day(day)))
    if day < last:
        return Unclear("cannot_reopen", str(names.day(last)))
    if not post.ledger.get(ASKED):
        post.ledger.put(ASKED, f"{day}:{bench.by.player}")
        bench.note(text, number, kind="reopen", found=[day])
    return (bench.say(Change("reopens", now=str(names.day(day)))),)
