"""Who hears of a step, and by which mail: decisions and the day to the players, the digest to the DM."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mailer.absence import deciders
from mailer.digests import tell_digest
from mailer.earlier import Chapter, Untold, chapters, in_mails, untold
from mailer.entries import deadline, free
from mailer.ledger.orders import standing_orders
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for, orderers
from mailer.reviewing import hold_back, waits
from mailer.seals import promise, revealed
from mailer.steps import Step, since_turnover
from rules.character import Character, Life
from rules.events import Event, EventKind
from rules.names import CharacterId, PartyId
from rules.orders import Order
from rules.precedence import absent_voice, authority
from rules.time import Day, Moment, day_of
from rules.world import Decision, InSite, World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import OutcomeView


def tell(post: Post, step: Step) -> None:
    """Queue every mail of a step."""
    events = _told_events(post, step)
    earlier = untold(post, step, "outcome", "catch_up")
    orders = standing_orders(post.ledger)
    for decision in step.opened:
        tell_decision(post, step, decision)
    for player in _readers(post, step):
        for character in (*_characters(step, player), *_voices(post, step.world, player)):
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


def _told_events(post: Post, step: Step) -> Sequence[Event]:
    """What a step's outcomes tell: with an hourly pace the whole day when it closes."""
    return since_turnover(post, step, ("hour",)) if step.kind == "turnover" else step.events


def _characters(step: Step, player: "Player") -> Iterator[Character]:
    """A player's characters who are anywhere, living and dead, or were until a ruling took them out of the campaign."""
    parties = [*step.world.parties.values(), *(step.before.parties.values() if step.kind == "ruling" else ())]
    placed = {member for party in parties for member in party.members}
    return (one for one in step.world.characters.values() if one.player == player.id and one.id in placed)


def _left(step: Step, character: Character) -> tuple[PartyId, ...]:
    """The party out of which a ruling took somebody who is in the campaign no more."""
    if character.life is not Life.GONE:
        return ()
    return tuple(one.id for one in step.before.parties.values() if character.id in one.members)


def _voices(post: Post, world: World, player: "Player") -> Iterator[Character]:
    """The dead through whom a player speaks for a party that has none of theirs any more. Source: A47."""
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    for party in world.parties.values():
        name = absent_voice(party, world.characters, dead_speak=dead_speak)
        if name is not None and world.characters[name].player == player.id:
            yield world.characters[name]


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
    from mailer.writing.outcomes import death_view, party_of
    from mailer.writing.told import may_know
    from mailer.writing.word import ruling_view

    names = names_for(post, player, step.world, orderers=orderers(post, events))
    key = f"step:{step.number}:{character.id}"
    if _died(events, character):
        day = step.day if step.day is not None else _told_day(post, step, character)
        view = death_view(character.id, day, events=events, names=names, letterhead=letterhead_for(post, player))
        queue_view(post, view, to=to_player(player), key=f"{key}:death")
    party = party_of(character.id, names)
    about = [event for event in step.events if event.party == party.id]
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    is_speaker = authority(party, step.world.characters, dead_speak=dead_speak) == player.id
    is_with_them = character.is_alive or isinstance(party.where, InSite) or is_speaker
    if step.kind == "ruling":  # also the dead are told what was ruled on them
        homes = (party.id, *_left(step, character))
        about = [one for one in step.events if may_know(one, characters=(character.id,), parties=homes)]
        is_with_them = is_with_them or any(character.id in one.characters for one in about)
        about = [one for one in about if one.data.get("change") != "session"]  # told to all, in a mail of its own
    if not (is_with_them and (step.kind == "turnover" or about)):
        return
    to = to_player(player)
    if step.kind == "ruling":
        told_now = ruling_view(outcome(post, step, player, character.id, orders))
        queue_view(post, told_now, to=to, key=f"{key}:ruling")
        return
    before = earlier.of(f"{character.id}:outcome:{to.address}")
    told = [(one, outcome(post, one, player, character.id, orders)) for one in (*before, step)]
    for mail in in_mails(chapters(told), lambda day: len(day.view.told)):
        _tell_days(post, mail, player, character.id, earlier)


def outcome(post: Post, step: Step, player: "Player", character: CharacterId, orders: Sequence[Order]) -> "OutcomeView":
    """What a step did to a character, as its player is told."""
    from mailer.writing.outcomes import outcome_view

    events = _told_events(post, step)
    names = names_for(post, player, step.world, orderers=orderers(post, events))
    return outcome_view(
        character,
        step.day if step.day is not None else _told_day(post, step, step.world.characters[character]),
        events=events,
        orders=orders,
        names=names,
        letterhead=letterhead_for(post, player),
        now=post.moment,
        promise=promise(post, step, names),
        revealed=revealed(post, step, names),
    )


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


def _told_day(post: Post, step: Step, character: Character) -> Day:
    """The day that a step between two turnovers tells of: that of the latest thing in it."""
    party = next((one.id for one in step.world.parties.values() if character.id in one.members), None)
    moments = [event.at for event in step.events if event.party == party]
    if not moments or step.kind == "ruling":
        return post.clock.today(post.now)
    return day_of(Moment(max(moments) - 1), post.settings.turnover)


def _died(events: Iterable[Event], character: Character) -> bool:
    return any(event.kind is EventKind.DIED and character.id in event.characters for event in events)
