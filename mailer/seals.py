"""The seals of the dice, as a day's mails show them: the promise of the day to come, the secret of the one before."""

from typing import TYPE_CHECKING

from mailer.post import Post
from mailer.steps import Step
from mailer.writing.views import Seal
from rules.time import Day

if TYPE_CHECKING:
    from mailer.writing.names import Names


def promise(post: Post, step: Step, names: "Names") -> Seal | None:
    """The seal of the day to come, before any of its dice has fallen."""
    return None if step.day is None else promise_of(post, Day(step.day + 1), names)


def promise_of(post: Post, day: Day, names: "Names") -> Seal:
    """The seal of a day."""
    return Seal(names.dates.view(day, names.language), promise=post.dice.commitment(day))


def revealed(post: Post, step: Step, names: "Names") -> Seal | None:
    """The secret of the day before this one: all of its dice have been told, also of parties that had to wait."""
    if step.day is None or step.day < 1:
        return None
    day = Day(step.day - 1)
    if any(party.clock // 1440 <= day for party in step.world.parties.values() if not party.is_held):
        return None
    return Seal(names.dates.view(day, names.language), secret=post.dice.secret(day))
