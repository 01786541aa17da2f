"""The DM's word on outcomes that wait: "R1 vale", "R2: my words instead of the tale", "R2 + before it", "approve all".

Two lines for one outcome in a letter are two paragraphs.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mailer.ledger.letters import utc
from mailer.ledger.reviews import NEVER, Review, open_reviews, set_due, set_words
from mailer.reading.orders.tokens import fold
from mailer.reviewing import in_words, reword
from mailer.rulings.asked import Unclear
from mailer.rulings.shapes import vocabulary
from rules.rulings import Change

if TYPE_CHECKING:
    from mailer.rulings.desk import Bench, Said

_MORE = r"(?:\s*(?:,|y|and|-)\s*r?\d{1,3}|\s+r\d{1,3})*"
_SOME = rf"r?\d{{1,3}}{_MORE}"
_LINE = re.compile(rf"\s*(r\d{{1,3}}{_MORE})\s*([:+]?)\s*(\S.*)", re.IGNORECASE | re.DOTALL)


def reviewed(bench: "Bench", text: str, number: int) -> "Said | Unclear | None":
    """What a line about outcomes that wait came to; None where it is about something else."""
    known = vocabulary()["review"]
    found = _LINE.fullmatch(text)
    if found is not None:
        chosen = _chosen(bench, found[1])
        said = fold(found[3]).strip(" .!")
        if not chosen:
            return Unclear("nothing_waits", found[1].upper())
        if found[2]:
            return _words(bench, chosen, found[3].strip(), text, number, replaces=found[2] == ":")
        if said in known["approve"] or said in vocabulary()["everything"]["yes"]:
            return _approve(bench, chosen, text, number)
        if said in known["keep"] or said in vocabulary()["everything"]["no"]:
            return _keep(bench, chosen, text, number)
        return Unclear("not_a_ruling", "", (f"{found[1].upper()}: {found[3].strip()[:60]}",))
    verb, _, rest = fold(text).strip(" .!").partition(" ")
    is_approval, is_keeping = (
        verb in known["approve"],
        verb in known["keep"] and rest.startswith(tuple(known["outcomes"])),
    )
    if not is_approval and not is_keeping:
        return None
    which = re.sub(rf"^(?:{'|'.join(known['outcomes'])})\s*", "", rest).strip()
    chosen = open_reviews(bench.post.ledger) if which in ("", *known["all"]) else _chosen(bench, which)
    if which not in ("", *known["all"]) and not re.fullmatch(_SOME, which):
        return None
    if not chosen:
        return Unclear("nothing_waits", which)
    return (_approve if is_approval else _keep)(bench, chosen, text, number)


def _chosen(bench: "Bench", said: str) -> tuple[Review, ...]:
    """Those of the numbers that wait: "R1, R3", "1-4"."""
    plain = re.sub(r"r(?=\d)", "", said.lower())
    wanted: set[int] = set()
    for first, last in re.findall(r"(\d{1,3})(?:\s*-\s*(\d{1,3}))?", plain):
        wanted |= set(range(int(first), int(last or first) + 1))
    return tuple(one for one in open_reviews(bench.post.ledger) if one.number in wanted)


def _approve(bench: "Bench", chosen: Sequence[Review], text: str, number: int) -> "Said":
    """They go out with this run."""
    set_due(bench.post.ledger, [one.id for one in chosen], utc(bench.post.now))
    return _noted(bench, chosen, text, number, "approved")


def _keep(bench: "Bench", chosen: Sequence[Review], text: str, number: int) -> "Said":
    """They wait until the DM says more."""
    set_due(bench.post.ledger, [one.id for one in chosen], NEVER)
    return _noted(bench, chosen, text, number, "kept_back")


def _words(
    bench: "Bench", chosen: Sequence[Review], words: str, text: str, number: int, *, replaces: bool
) -> "Said | Unclear":
    """They say it in the DM's words, in the place of the tale or before it."""
    done = []
    for one in chosen:
        is_more = one.words and one.id in bench.worded
        whole = f"{one.words}\n{words}" if is_more else words
        set_words(bench.post.ledger, one.id, whole, replaces=replaces)
        bench.worded.add(one.id)
        now = next(each for each in open_reviews(bench.post.ledger) if each.id == one.id)
        if reword(bench.post, now):
            done.append(one)
        else:
            set_words(bench.post.ledger, one.id, one.words, replaces=bool(one.replaces))
    if not done:
        return Unclear("nothing_waits", f"R{chosen[0].number}")
    return _noted(bench, done, text, number, "rewritten" if replaces else "prefaced")


def _noted(bench: "Bench", chosen: Sequence[Review], text: str, number: int, code: str) -> "Said":
    found = [[one.id, one.words, one.replaces, one.due] for one in chosen]
    bench.note(text, number, kind="review", found=found)
    return (bench.say(Change(code, now=in_words(bench.post, chosen, bench.by.language))),)


def undo_review(bench: "Bench", found: Sequence[tuple[int, str, int, str]]) -> bool:
    """Whether outcomes wait again as they did; not where one of them has gone."""
    waiting = {one.id for one in open_reviews(bench.post.ledger)}
    if any(review not in waiting for review, *_ in found):
        return False
    for review, words, replaces, due in found:
        set_due(bench.post.ledger, [review], due)
        set_words(bench.post.ledger, review, words, replaces=bool(replaces))
        reword(bench.post, next(one for one in open_reviews(bench.post.ledger) if one.id == review))
    return True
