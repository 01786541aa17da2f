"""Who hears that a day was resolved again: those for whom something is different, and the DM.

A mail of that day that never left the house says the day as it is now; to whom it went, another says what changes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mailer.digests import tell_digest
from mailer.ledger.orders import standing_orders
from mailer.ledger.outbox import take_back
from mailer.ledger.reviews import open_reviews
from mailer.ledger.revisions import count_revisions
from mailer.outcome import outcome
from mailer.post import Post
from mailer.queueing import queue_view, requeue_view, to_player
from mailer.steps import Step
from mailer.telling import tell_decision
from rules.events import Event, EventKind
from rules.names import CharacterId
from rules.time import Day
from rules.world import World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import OutcomeView


@dataclass(frozen=True, slots=True)
class Told:
    """A day as it was told: by which step, what happened, and how things stood at last."""

    step: int
    events: tuple[Event, ...]
    world: World


def tell_revision(post: Post, day: Day, was: Told, now: Told, *, step: Step) -> None:
    """Queue what is different; `step` is the one that made it so."""
    changed = [
        player
        for player in post.campaign.roster.players.values()
        for character in _characters(player, was.world, now.world)
        if _tell(post, day, was, now, player=player, character=character, step=step)
    ]
    _tell_questions(post, was, now, step)
    number = count_revisions(post.ledger, day)
    names = tuple(dict.fromkeys(one.name.split()[0] for one in changed))
    _withdraw(post, [f"step:{was.step}:digest:{to_player(dm).address}" for dm in post.campaign.roster.dms])
    page = replace(step, kind="turnover", events=now.events, world=now.world, day=day)
    tell_digest(post, page, now.events, revision=number, changed=names)


def _characters(player: "Player", *worlds: World) -> Iterable[CharacterId]:
    """A player's characters who were, or are, with any party."""
    placed = {name for world in worlds for party in world.parties.values() for name in party.members}
    mine = (one.id for world in worlds for one in world.characters.values() if one.player == player.id)
    return (name for name in dict.fromkeys(mine) if name in placed)


def _tell(post: Post, day: Day, was: Told, now: Told, *, player: "Player", character: CharacterId, step: Step) -> bool:
    """Whether something is different for a character; its player hears of it."""
    from mailer.writing.word import revision_view

    before, after = (_view(post, one, day, player, character) for one in (was, now))
    view = revision_view(before, after)
    to = to_player(player)
    if _died(now, character) and not _died(was, character):
        _tell_death(post, day, now, player, character, step)
    if not _died(now, character):
        _withdraw(post, [f"step:{was.step}:{character}:death:{to.address}"])
    if view is None:
        return False
    key = f"step:{was.step}:{character}:outcome"
    if not requeue_view(post, _reworded(post, after, was.step, character), to=to, key=key):
        queue_view(post, view, to=to, key=f"step:{step.number}:{character}:revision")
    return True


def _view(post: Post, told: Told, day: Day, player: "Player", character: CharacterId) -> "OutcomeView":
    step = Step(told.step, "answer", post.moment, told.events, told.world, told.world, day)
    return outcome(post, step, player, character, standing_orders(post.ledger))


def _reworded(post: Post, view: "OutcomeView", step: int, character: CharacterId) -> "OutcomeView":
    """With the DM's words in it, where the outcome still waits for them."""
    one = next((one for one in open_reviews(post.ledger) if (one.step, one.character) == (step, character)), None)
    return view if one is None else replace(view, words=one.words, replaces=bool(one.replaces))


def _died(told: Told, character: CharacterId) -> bool:
    return any(event.kind is EventKind.DIED and character in event.characters for event in told.events)


def _tell_death(post: Post, day: Day, now: Told, player: "Player", character: CharacterId, step: Step) -> None:
    from mailer.readers import letterhead_for, names_for
    from mailer.writing.outcomes import death_view

    names = names_for(post, player, now.world)
    view = death_view(character, day, events=now.events, names=names, letterhead=letterhead_for(post, player))
    queue_view(post, view, to=to_player(player), key=f"step:{step.number}:{character}:death")


def _tell_questions(post: Post, was: Told, now: Told, step: Step) -> None:
    """Questions that were not asked before go out; those that are asked no more stay in, if they still are."""
    old, new = (
        {party.decision.id: party.decision for party in one.world.parties.values() if party.decision}
        for one in (was, now)
    )
    gone = [f"decision:{name}:{to_player(p).address}" for name in old.keys() - new.keys()
            for p in post.campaign.roster.players.values()]  # fmt: skip
    _withdraw(post, gone)
    page = replace(step, events=now.events, world=now.world)
    for name in sorted(new.keys() - old.keys()):
        tell_decision(post, page, new[name], key=f"decision:{name}:{step.number}")


def _withdraw(post: Post, keys: Iterable[str]) -> None:
    take_back(post.ledger, keys)
