"""A word to a party's group chat when a day has closed: who is away, who is silent, and whether something is open.

Nothing else is said there: not everybody in a chat knows what every character does.
"""

from typing import TYPE_CHECKING

from mailer.absence import absences, away_at, deciders
from mailer.ledger.chats import conversation
from mailer.ledger.letters import utc
from mailer.place import Place
from mailer.post import Post
from mailer.queueing import queue_words
from mailer.readers import letterhead_for, names_for
from mailer.steps import Step
from rules.names import PlayerId
from rules.time import Day, end_of_day
from rules.world import Party

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.views import AnnouncementView


def announce(post: Post, step: Step) -> None:
    """Queue one message for each group chat, inside the transaction of the day."""
    if step.day is None:
        return
    for chat in post.settings.chats:
        for name, conv in chat.groups.items():
            party = next((one for one in step.world.parties.values() if str(one.id) == name), None)
            if party is None:
                continue
            view = _view(post, step, party)
            place = Place(chat.kind, conversation(post.ledger, chat.kind, conv))
            if view is not None:
                queue_words(post, view, place=place, key=f"step:{step.number}:announcement:{name}")


def _view(post: Post, step: Step, party: Party) -> "AnnouncementView | None":
    from mailer.writing.views import AnnouncementView

    players = _players(post, step, party)
    if not players or step.day is None:
        return None
    reader = players[0]
    names = names_for(post, reader, step.world)
    today = post.clock.today(post.now)
    away = away_at(absences(post.ledger), post.moment)
    decision = None if party.is_held else party.decision
    decides = deciders(step.world, party) if decision else ()
    return AnnouncementView(
        head=letterhead_for(post, reader).head(step.day, names),
        party=names.party(party.id),
        deadline=names.deadline(end_of_day(today, post.settings.turnover), post.moment),
        away=tuple(names.player(one.id) for one in players if one.id in away),
        silent=tuple(
            names.player(one.id) for one in players if one.id not in away and not _wrote(post, one.id, step.day)
        ),
        decides=tuple(names.player(one) for one in decides),
        decide_by=names.deadline(decision.deadline, post.moment) if decision else None,
    )


def _players(post: Post, step: Step, party: Party) -> "list[Player]":
    """Who has somebody in the party, each once."""
    owners = dict.fromkeys(step.world.characters[one].player for one in party.members)
    roster = post.campaign.roster.players
    return [roster[one] for one in owners if one is not None and one in roster]


def _wrote(post: Post, player: PlayerId, day: Day) -> bool:
    """Whether a letter of theirs came in that day."""
    since = utc(post.clock.closes(Day(day - 1)))
    found = "select 1 from letters where player = ? and received > ? and state = 'accepted' limit 1"
    return post.ledger.db.execute(found, (player, since)).fetchone() is not None
