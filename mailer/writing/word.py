"""The DM's word made from a day as it is told: a ruling, a day resolved again, an outcome to look over."""

from mailer.writing.views.outcome import OutcomeView, Told
from mailer.writing.views.word import ReviewItem, RevisionView, RulingView


def ruling_view(outcome: OutcomeView) -> RulingView:
    """What was ruled, and how things stand after it."""
    return RulingView(
        outcome.head, outcome.character, outcome.told, outcome.people, outcome.sheet, outcome.questions,
        outcome.is_named,
    )  # fmt: skip


def revision_view(was: OutcomeView, now: OutcomeView) -> RevisionView | None:
    """What is different in a day told twice; None where nothing is."""
    before, after = was.told + was.overruled, now.told + now.overruled
    gone, new = _without(before, after), _without(after, before)
    states = (was.people, was.sheet, was.where, was.questions), (now.people, now.sheet, now.where, now.questions)
    if not gone and not new and states[0] == states[1]:
        return None
    return RevisionView(
        now.head, now.character, gone, new, now.people, now.sheet, now.deadline, now.questions, now.is_named
    )  # fmt: skip


def review_item(handle: str, player: str, outcome: OutcomeView, *, is_kept: bool = False) -> ReviewItem:
    """An outcome as the DM looks it over."""
    state = next(one for one in outcome.people if one.person.name == outcome.character.name)
    words = outcome.words
    return ReviewItem(handle, outcome.character, player, outcome.told, state, words, is_kept)


def _without(these: tuple[Told, ...], those: tuple[Told, ...]) -> tuple[Told, ...]:
    """What is told in the one more often than in the other, in order."""
    left = list(those)
    kept = []
    for one in these:
        if one in left:
            left.remove(one)
        else:
            kept.append(one)
    return tuple(kept)
