"""Who writes by which chat, and a code for whoever shall: the desk's side of linking."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mailer.campaign.load import load_campaign
from mailer.ledger.ledger import open_ledger
from mailer.lock import hold
from mailer.post import Post

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player


@dataclass(frozen=True, slots=True)
class Linked:
    """One account that is a player's."""

    player: str
    channel: str
    author: str
    name: str
    since: str
    lost: str  # what the network said when ours could not be delivered


def linked(folder: Path) -> tuple[Linked, ...]:
    """Every account, by player."""
    with closing(open_ledger(folder / "ledger.db", create=True)) as ledger:
        rows = ledger.db.execute(
            "select player, channel, author, name, begun_at, lost from links where ended_at is null order by player, id"
        )
        return tuple(Linked(*row) for row in rows)


def offer_here(folder: Path, name: str, channel: str | None, *, now: datetime) -> str:
    """The address that a code goes to, "" where nobody is called so or there is no such chat."""
    from mailer.linking import offer_link

    with _with_player(folder, name, now=now) as (post, player):
        chats = [one.kind for one in post.settings.chats if channel in (None, one.kind)]
        if player is None or not chats:
            return ""
        with post.ledger.transaction():
            for one in chats:
                offer_link(post, player, one, key=f"desk:{now.isoformat()}")
        return player.addresses[0]


def end_here(folder: Path, name: str, channel: str | None, *, now: datetime) -> tuple[str, ...]:
    """The accounts that are the player's no more; they are told by mail. Empty where there is none."""
    from mailer.linking import end_links_at_desk

    with _with_player(folder, name, now=now) as (post, player):
        if player is None:
            return ()
        with post.ledger.transaction():
            ended = end_links_at_desk(post, player, channel)
        return tuple(f"{one.channel}  {one.author}" for one in ended)


@contextmanager
def _with_player(folder: Path, name: str, *, now: datetime) -> Iterator[tuple[Post, "Player | None"]]:
    """The campaign, which is ours inside, and who is called so in it, by id or by name."""
    from mailer.people import keep_people

    with hold(folder):
        campaign = load_campaign(folder)
        wanted = name.casefold()
        players = campaign.roster.players.values()
        player = next((one for one in players if wanted in (one.id.casefold(), one.name.casefold())), None)
        with closing(open_ledger(campaign.ledger_path, create=True)) as ledger:
            post = Post(folder, campaign.settings, ledger, now)
            post.begin()
            keep_people(post)
            yield post, player
