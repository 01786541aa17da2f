"""The DM's word told to those it touches: one mail a player where one says all, else one a character."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mailer.ledger.orders import standing_orders
from mailer.outcome import hears_of, outcome, placed, tell_death, voices
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import names_for
from mailer.steps import Step
from mailer.welcoming import WELCOMED
from rules.character import Character, Life
from rules.events import Event
from rules.names import PartyId
from rules.orders import Order

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player


def tell_word(post: Post, step: Step) -> None:
    """Queue what was ruled to each it touches; what one mail has told a player is not told again by the next."""
    orders, greeted = standing_orders(post.ledger), set(json.loads(post.ledger.get(WELCOMED) or "[]"))
    for player in post.campaign.roster.players.values():
        heard: list[Event] = []
        for character in _characters(post, step, player):
            tell_death(post, step, player, character, step.events)
            fresh = [one for one in _about(post, step, player, character) if one not in heard]
            if player.id not in greeted and all(one.data.get("change") == "joined" for one in fresh):
                continue  # the welcome that follows says it
            heard += fresh
            if fresh:
                _queue(post, replace(step, events=tuple(fresh)), player, character, orders)


def _queue(post: Post, step: Step, player: "Player", character: Character, orders: Sequence[Order]) -> None:
    """One mail, in the name of all whom it is about."""
    from mailer.writing.word import ruling_view

    names, named = names_for(post, player, step.world), {name for event in step.events for name in event.characters}
    about = [one.id for one in _characters(post, step, player) if one.id in named] or [character.id]
    view = ruling_view(outcome(post, step, player, character.id, orders))
    whole = names.words.listed([names.person(one).name for one in about])
    view = replace(view, character=replace(view.character, name=whole))
    queue_view(post, view, to=to_player(player), key=f"step:{step.number}:{character.id}:ruling")


def _about(post: Post, step: Step, player: "Player", character: Character) -> list[Event]:
    """What of it touches a character: also the dead are told what was ruled on them."""
    from mailer.writing.outcomes import party_of
    from mailer.writing.told import may_know

    party = party_of(character.id, names_for(post, player, step.world))
    homes = (party.id, *_left(step, character))
    about = [one for one in step.events if may_know(one, characters=(character.id,), parties=homes)]
    if not hears_of(post, step.world, party, character) and not any(character.id in one.characters for one in about):
        return []
    return [one for one in about if one.data.get("change") != "session"]  # told to all, in a mail of its own


def _characters(post: Post, step: Step, player: "Player") -> list[Character]:
    """A player's characters who are anywhere, or were until a ruling; those whom it is about come first."""
    named = {name for event in step.events for name in event.characters}
    mine = [*placed(player, step.world, step.before), *voices(post, step.world, player)]
    return sorted(mine, key=lambda one: one.id not in named)


def _left(step: Step, character: Character) -> tuple[PartyId, ...]:
    """The party out of which a ruling took somebody who is in the campaign no more."""
    if character.life is not Life.GONE:
        return ()
    return tuple(one.id for one in step.before.parties.values() if character.id in one.members)
