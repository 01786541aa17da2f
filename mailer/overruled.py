"""Whose word went before whose, for the DM."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mailer.post import Post
from mailer.readers import orderers
from rules.events import Event, EventKind
from rules.time import MINUTES_A_DAY
from rules.world import World

if TYPE_CHECKING:
    from mailer.writing.names import Names
    from mailer.writing.views import (
        AgainstView,
    )

_OFTEN = 3  # times a week that one is overruled, from which the DM is told


def against(post: Post, events: Sequence[Event], names: "Names") -> tuple["AgainstView", ...]:
    """Whose word went before whose today, proposals among them; whoever it befalls often is told with a number."""
    from mailer.writing.views import AgainstView

    givers = orderers(post, events)
    rows: dict[tuple[str, str], AgainstView] = {}
    for event in events:
        if event.kind not in (EventKind.OVERRULED, EventKind.PROPOSED) or not event.characters:
            continue
        text, by = str(event.data.get("text", "")), event.data.get("by")
        rows[event.characters[0], text] = AgainstView(
            names.person(event.characters[0]).name,
            text,
            names.player(givers[by]) if by in givers else "",
            str(event.data.get("by_text", "")),
            _times(post, names.world, event) if event.kind is EventKind.OVERRULED else 0,
        )
    return tuple(rows.values())


def _times(post: Post, world: World, event: Event) -> int:
    """How many letters of a player's were overruled in a week; 0 where they are not many."""
    person = world.characters.get(event.characters[0])
    count = post.ledger.db.execute(
        "select count(distinct letter) from orders where state = 'overruled' and player = ? and received > ?",
        (person.player if person else "", post.moment - 7 * MINUTES_A_DAY),
    ).fetchone()[0]
    return int(count) if count >= _OFTEN else 0
