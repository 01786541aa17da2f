"""A campaign opened to be looked at: the ledger read-only, or an empty one in memory before the first run."""

from datetime import datetime
from pathlib import Path

from mailer.desk.peek import read_ledger
from mailer.ledger.ledger import memory_ledger
from mailer.post import Post
from mailer.reading.orders.tokens import fold
from rules.world import Party, World


def open_post(folder: Path, now: datetime) -> Post:
    """The campaign as it stands; CampaignError with the mistakes of its files. Nothing of it is written to."""
    from mailer.campaign.head import load_settings

    settings = load_settings(folder)
    path = folder / "ledger.db"
    ledger = read_ledger(path) if path.exists() else memory_ledger(path)
    return Post(folder, settings, ledger, now, is_rehearsal=True)


def party_called(world: World, wanted: str) -> Party | None:
    """The party of that id or name, or the one that somebody of that id or name is in; None for nobody."""
    word = _plain(wanted)
    for party in world.parties.values():
        if word in (_plain(party.id), _plain(party.name)):
            return party
    for party in world.parties.values():
        for member in party.members:
            if word in (_plain(member), _plain(world.characters[member].name)):
                return party
    return None


def _plain(name: str) -> str:
    """A name without case, accents and hyphens."""
    return " ".join(fold(name.replace("-", " ")).split())
