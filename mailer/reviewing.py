"""Outcomes that wait for the DM: held back in the transaction of their day, so that nothing is lost.

With `[review] hours` in the settings the mails of a day lie in the outbox, whole, until their hour; the DM's word makes
that hour now, or never, or puts other words into the mail. Without a word nothing has to be done: the hour comes.
What its player is told meanwhile is what they were told before that day.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from mailer.earlier import step_again, told_by
from mailer.ledger.orders import standing_orders
from mailer.ledger.outbox import id_of
from mailer.ledger.reviews import Review, begin_reviews, mails_of_step, open_reviews
from mailer.ledger.world import world_after
from mailer.post import Post
from mailer.queueing import queue_view, requeue_view, to_player
from mailer.readers import letterhead_for, names_for
from mailer.steps import Step
from rules.names import CharacterId, PlayerId
from rules.time import Day
from rules.world import World

if TYPE_CHECKING:
    from mailer.writing.names import Names
    from mailer.writing.views import KeptView, OutcomeView

_LATE = timedelta(hours=1)  # a run that comes later than this counts the DM's hours from itself


def waits(post: Post, step: Step) -> bool:
    """Whether what a step did to people waits for the DM."""
    return post.settings.review.hours > 0 and step.kind in ("turnover", "answer")


def hold_back(post: Post, step: Step) -> None:
    """Let the outcomes of a step wait, and show them to the DM; inside the transaction that queued them."""
    if not waits(post, step):
        return
    mails = [(player, told_by(key)[0].partition(":")[0], number) for number, key, player in _mails(post, step)]
    if not mails:
        return
    until = _until(post, step)
    is_kept = post.settings.review.silence == "hold"
    day = step.day if step.day is not None else post.clock.today(post.now)
    begin_reviews(post.ledger, step.number, day, mails, None if is_kept else until)
    show(post, step, until=until)


def show(post: Post, step: Step, *, until: datetime, again: str = "") -> None:
    """The mail to every DM with what waits of a step."""
    from mailer.writing.views import ReviewView
    from mailer.writing.word import review_item

    for dm in post.campaign.roster.dms:
        names = names_for(post, dm, step.world)
        reviews = [one for one in open_reviews(post.ledger) if one.step == step.number]
        items = tuple(
            review_item(
                f"R{one.number}", names.player(one.player), outcome_of(post, one, step, reader=dm.id), is_kept=False
            )
            for one in reviews
        )
        head = letterhead_for(post, dm).head(Day(reviews[0].day), names)
        deadline = names.deadline(post.clock.moment(until), post.moment)
        view = ReviewView(head, deadline, items, post.settings.review.silence)
        queue_view(post, view, to=to_player(dm), key=f"step:{step.number}:review{again}")


def _mails(post: Post, step: Step) -> tuple[tuple[int, str, str], ...]:
    dms = {dm.id for dm in post.campaign.roster.dms}
    return tuple(one for one in mails_of_step(post.ledger, step.number) if one[2] not in dms)


def _until(post: Post, step: Step) -> datetime:
    """The campaign's hours after the turnover, or after now where the run comes late."""
    hours = timedelta(hours=post.settings.review.hours)
    closed = post.clock.closes(step.day) if step.day is not None else post.now
    return (closed if post.now - closed < _LATE else post.now) + hours


def outcome_of(post: Post, one: Review, step: Step | None = None, *, reader: PlayerId | None = None) -> "OutcomeView":
    """What a mail that waits says, for its own reader or in the DM's language, with the DM's words in it."""
    from mailer.outcome import outcome

    player = post.campaign.roster.players[reader or PlayerId(one.player)]
    known = step or step_again(post, one.step)
    view = outcome(post, known, player, CharacterId(one.character), standing_orders(post.ledger))
    return replace(view, words=one.words, replaces=bool(one.replaces))


def reword(post: Post, one: Review) -> bool:
    """Whether the mails that wait say now what the DM made of them.

    Of a death with a day of its own beside it the words stand in the day; what they replace, they replace in both.
    """
    player = post.campaign.roster.players[PlayerId(one.player)]
    to, key = to_player(player), f"step:{one.step}:{one.character}"
    is_said = requeue_view(post, outcome_of(post, one), to=to, key=f"{key}:outcome")
    if not id_of(post.ledger, f"{key}:death:{to.address}"):
        return is_said
    from mailer.outcome import death, told_events

    step = step_again(post, one.step)
    view = death(post, step, player, step.world.characters[CharacterId(one.character)], told_events(post, step))
    if one.replaces or not is_said:
        view = replace(view, words=one.words, replaces=bool(one.replaces))
    return requeue_view(post, view, to=to, key=f"{key}:death") or is_said


def told_world(post: Post, player: PlayerId) -> World | None:
    """The world as a player has been told of it, while an outcome of theirs waits; None where nothing does.

    Only what they were asked since stands in it, too: a question's time runs.
    """
    waiting = open_reviews(post.ledger, player=player)
    if not waiting:
        return None
    before = world_after(post.ledger, min(one.step for one in waiting) - 1, post.campaign.start)
    now = post.world.parties
    parties = {
        name: replace(party, decision=now[name].decision) if name in now else party
        for name, party in before.parties.items()
    }
    return replace(before, parties=parties)


def in_words(post: Post, reviews: Sequence[Review], language: str) -> str:
    """Whose outcomes those are: "Krom (R1), Duric (R2)"."""
    people = post.world.characters
    return ", ".join(f"{people[CharacterId(one.character)].name} (R{one.number})" for one in reviews)


def kept_back(post: Post, step: Step, names: "Names") -> "tuple[KeptView, ...]":
    """Outcomes of other days that wait until the DM says more; those of this one have a mail of their own."""
    from mailer.writing.views import KeptView

    return tuple(
        KeptView(
            f"R{one.number}", names.person(CharacterId(one.character)), names.player(one.player), names.day(one.day)
        )
        for one in open_reviews(post.ledger)
        if one.is_kept and one.step != step.number
    )
