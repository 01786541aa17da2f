"""The seals of the dice, as a day's mails show them: the promise of the day to come, the secret of the one before."""

from mailer.post import Post
from mailer.steps import Step
from mailer.writing.views import Seal
from rules.time import Day


def promise(post: Post, step: Step) -> Seal | None:
    """The seal of the day to come, before any of its dice has fallen."""
    if step.day is None:
        return None
    day = Day(step.day + 1)
    return Seal(_real(post, day), promise=post.dice.commitment(day))


def revealed(post: Post, step: Step) -> Seal | None:
    """The secret of the day before this one: all of its dice have been told, also of parties that had to wait."""
    if step.day is None or step.day < 1:
        return None
    day = Day(step.day - 1)
    if any(party.clock // 1440 <= day for party in step.world.parties.values() if not party.is_held):
        return None
    return Seal(_real(post, day), secret=post.dice.secret(day))


def _real(post: Post, day: Day) -> str:
    return post.clock.date_of(day).isoformat()
