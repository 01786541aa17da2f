"""A step as the player of one character is told of it: the day, its events, and a death in it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for, orderers
from mailer.seals import promise, revealed
from mailer.steps import Step, since_turnover
from rules.character import Character
from rules.events import Event, EventKind
from rules.names import CharacterId
from rules.orders import Order
from rules.precedence import absent_voice, authority
from rules.time import Day, Moment, day_of
from rules.world import InSite, Party, World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import DeathView, OutcomeView


def outcome(post: Post, step: Step, player: "Player", character: CharacterId, orders: Sequence[Order]) -> "OutcomeView":
    """What a step did to a character, as its player is told."""
    from mailer.writing.outcomes import outcome_view

    events = told_events(post, step)
    names = names_for(post, player, step.world, orderers=orderers(post, events))
    return outcome_view(
        character,
        told_day(post, step, step.world.characters[character]),
        events=events,
        orders=orders,
        names=names,
        letterhead=letterhead_for(post, player),
        now=post.moment,
        promise=promise(post, step, names),
        revealed=revealed(post, step, names),
    )


def told_events(post: Post, step: Step) -> Sequence[Event]:
    """What a step's outcomes tell: with an hourly pace the whole day when it closes."""
    return since_turnover(post, step, ("hour",)) if step.kind == "turnover" else step.events


def told_day(post: Post, step: Step, character: Character) -> Day:
    """The day that a step tells of; between two turnovers that of the latest thing in it."""
    if step.day is not None:
        return step.day
    party = next((one.id for one in step.world.parties.values() if character.id in one.members), None)
    moments = [event.at for event in step.events if event.party == party]
    if not moments or step.kind == "ruling":
        return post.clock.today(post.now)
    return day_of(Moment(max(moments) - 1), post.settings.turnover)


def tell_death(post: Post, step: Step, player: "Player", character: Character, events: Sequence[Event]) -> None:
    """Queue a character's last hour for its player, where these events hold it."""
    if died(events, character.id):
        view = death(post, step, player, character, events)
        queue_view(post, view, to=to_player(player), key=f"step:{step.number}:{character.id}:death")


def death(post: Post, step: Step, player: "Player", character: Character, events: Sequence[Event]) -> "DeathView":
    """A character's last hour, as its player is told."""
    from mailer.writing.outcomes import death_view

    names, letterhead = names_for(post, player, step.world), letterhead_for(post, player)
    return death_view(
        character.id, told_day(post, step, character), events=events, names=names, letterhead=letterhead
    )  # fmt: skip


def died(events: Iterable[Event], character: CharacterId) -> bool:
    """Whether a character died in these events."""
    return any(event.kind is EventKind.DIED and character in event.characters for event in events)


def placed(player: "Player", *worlds: World) -> Iterator[Character]:
    """A player's characters, living and dead, who are with anybody in one of these worlds; as they are in the first."""
    found = {member for world in worlds for party in world.parties.values() for member in party.members}
    return (one for one in worlds[0].characters.values() if one.player == player.id and one.id in found)


def voices(post: Post, world: World, player: "Player") -> Iterator[Character]:
    """The dead through whom a player speaks for a party that has none of theirs any more. Source: A47."""
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    for party in world.parties.values():
        name = absent_voice(party, world.characters, dead_speak=dead_speak)
        if name is not None and world.characters[name].player == player.id:
            yield world.characters[name]


def hears_of(post: Post, world: World, party: Party, character: Character) -> bool:
    """Whether a party's affairs are told through a character: the dead hear of them below ground, or as its voice."""
    dead_speak = post.campaign.book.house.dead_spokesperson_stays
    is_speaker = authority(party, world.characters, dead_speak=dead_speak) == character.player
    return character.is_alive or isinstance(party.where, InSite) or is_speaker
