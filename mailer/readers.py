"""Whom a mail speaks to: names, days and letterhead in a reader's language, from the campaign and the world."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from mailer.post import Post
from rules.events import Event, EventKind
from rules.names import PlayerId
from rules.world import World

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.names import Names
    from mailer.writing.outcomes import Letterhead


NOBODY: Mapping[int, PlayerId] = MappingProxyType({})


def names_for(
    post: Post, player: "Player", world: World | None = None, *, orderers: Mapping[int, PlayerId] = NOBODY
) -> "Names":
    """What a reader calls things and people; `orderers` says who gave the orders that events speak of by number."""
    from mailer.writing.dates import CampaignDates
    from mailer.writing.names import Names
    from mailer.writing.words import words_of

    campaign = post.campaign
    return Names(
        words=words_of(player.language, post.folder / "templates"),
        book=campaign.book,
        world=world or post.world,
        dates=CampaignDates(campaign.calendar, campaign.settings.anchor),
        players={one.id: one.name.split()[0] for one in campaign.roster.players.values()},
        reader=player.id,
        orderers=orderers,
        knows_all=player.is_dm,
    )


def letterhead_for(post: Post, player: "Player") -> "Letterhead":
    """What stands on top of every mail to a reader."""
    from mailer.writing.outcomes import Letterhead
    from mailer.writing.views.head import Reader

    reader = Reader(player.name.split()[0], player.language, player.gender, player.is_dm)
    return Letterhead(post.settings.tag, post.settings.name, reader)


def orderers(post: Post, events: Iterable[Event]) -> dict[int, PlayerId]:
    """Who gave the orders that overruled others."""
    numbers = {event.data["by"] for event in events if event.kind is EventKind.OVERRULED}
    found = "select player from orders where id = ?"
    rows = ((number, post.ledger.db.execute(found, (number,)).fetchone()) for number in numbers)
    return {number: PlayerId(row[0]) for number, row in rows if row}
