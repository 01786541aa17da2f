"""Who hears of a step, and by which mail: decisions and the day to the players, the digest to the DM."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mailer.absence import deciders
from mailer.digests import tell_digest
from mailer.earlier import Chapter, Untold, chapters, in_mails, untold
from mailer.entries import deadline, free
from mailer.ledger.orders import standing_orders
from mailer.outcome import hears_of, outcome, placed, tell_death, told_events, voices
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from mailer.reviewing import hold_back, waits
from mailer.steps import Step, since_turnover
from mailer.word_told import tell_word
from rules.character import Character
from rules.events import Event
from rules.names import CharacterId
from rules.orders import Order
from rules.precedence import absent_voice
from rules.world import Decision

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player


def tell(post: Post, step: Step) -> None:
    """Queue every mail of a step."""
    for decision in step.opened:
        tell_decision(post, step, decision)
    if step.kind == "ruling":
        tell_word(post, step)
        return
    events = told_events(post, step)
    earlier = untold(post, step, "outcome", "catch_up")
    orders = standing_orders(post.ledger)
    for player in _readers(post, step):
        for character in (*placed(player, step.world), *voices(post, step.world, player)):
            _tell_character(post, step, player, character, events=events, earlier=earlier, orders=orders)
    hold_back(post, step)
    if step.kind == "turnover":
        tell_digest(post, step, since_turnover(post, step, ("hour", "answer")))
        if any(chat.groups for chat in post.settings.chats) and not waits(post, step):
            from mailer.announcing import announce

            announce(post, step)


def _readers(post: Post, step: Step) -> Iterable["Player"]:
    """Who hears of a step by itself; what the hours brought is looked over by the DM when the day closes."""
    is_later = step.kind == "hour" and post.settings.review.hours > 0
    return () if is_later else post.campaign.roster.players.values()


def tell_decision(post: Post, step: Step, decision: Decision, *, key: str = "") -> None:
    """The question to whoever decides: the spokesperson, else every player of the party.

    The others find it in their outcome of the same hour, with who decides.
    """
    from mailer.writing.outcomes import decision_view

    party = step.world.parties[decision.party]
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    people = step.world.characters
    for name in deciders(step.world, party, dead_speak=dead_speak):
        player = post.campaign.roster.players[name]
        mine = (one for one in party.members if people[one].player == name)
        character = next(mine, None) or absent_voice(party, people, dead_speak=dead_speak) or party.members[0]
        view = decision_view(
            character,
            decision,
            events=step.events,
            names=names_for(post, player, step.world),
            letterhead=letterhead_for(post, player),
            now=post.moment,
        )
        until = deadline(post, decision, names_for(post, player, step.world))
        queue_view(post, view, to=to_player(player), key=key or f"decision:{decision.id}", attachments=(until,))


def _tell_character(
    post: Post,
    step: Step,
    player: "Player",
    character: Character,
    *,
    events: Sequence[Event],
    earlier: Untold,
    orders: Sequence[Order],
) -> None:
    """The day to a character's player: the living always, the dead as long as their companions carry on down there."""
    from mailer.writing.outcomes import party_of

    tell_death(post, step, player, character, events)
    party = party_of(character.id, names_for(post, player, step.world))
    is_told = step.kind == "turnover" or any(event.party == party.id for event in step.events)
    if not is_told or not hears_of(post, step.world, party, character):
        return
    to = to_player(player)
    before = earlier.of(f"{character.id}:outcome:{to.address}")
    told = [(one, outcome(post, one, player, character.id, orders)) for one in (*before, step)]
    for mail in in_mails(chapters(told), lambda day: len(day.view.told)):
        _tell_days(post, mail, player, character.id, earlier)


def _tell_days(post: Post, days: Sequence[Chapter], player: "Player", character: CharacterId, earlier: Untold) -> None:
    """One day in the mail it has always had; several in one, in the place of those that wait. Source: R3, D9."""
    from mailer.writing.views import CatchUpView

    to, last = to_player(player), days[-1].steps[-1]
    key = f"step:{last.number}:{character}"
    events = [event for day in days for step in day.steps for event in step.events]
    sheet, names = last.world.characters[character], names_for(post, player, last.world)
    files = free(post, sheet, names, number=last.number, before=days[0].steps[0].before, events=events)
    if len(days) == 1:  # of an earlier day it is there already
        queue_view(post, days[0].view, to=to, key=f"{key}:outcome", attachments=files)
        return
    steps = [step for day in days for step in day.steps]
    earlier.take_back(post, f"{character}:outcome:{to.address}", steps)
    view = CatchUpView(days[-1].view.head, tuple(day.view for day in days))
    numbers = "-".join(str(one.number) for one in steps)
    queue_view(post, view, to=to, key=f"{key}:catch_up-{numbers}", attachments=files)
