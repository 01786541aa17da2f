"""The spokesperson named in everyday words, by a character's or a player's name: "Portavoz: Marta"."""

from collections.abc import Sequence

from mailer.ledger.orders import Source, record_order
from mailer.lines import Line, Record
from mailer.post import Post
from mailer.reading.orders.said import Said
from mailer.reading.orders.tokens import fold
from mailer.reading.resolve.context import Context
from mailer.reading.resolve.draft import Gloss
from mailer.replacing import replace_older
from mailer.rulings.shapes import speakers
from rules.names import CharacterId, OrderId, PlayerId
from rules.orders import Designate, Order, Scope

_SELF = frozenset({"yo", "yo mismo", "yo misma", "me", "i", "myself"})


def named(post: Post, rec: Record, lines: Sequence[Line], context: Context) -> None:
    """Write down who is to speak for the party; names that are nobody's of it are left to the reading. Source: R58."""
    if context.character is None or context.party is None or rec.dm_power:
        return
    for line in lines:
        match = next(iter(speakers().matches(line.text)), None) if line.verdict == "talk" else None
        player = _player(post, match.slots["who"], context) if match is not None else None
        if player is None:
            continue
        order = Order(
            OrderId(0), rec.player, context.character, Scope.PARTY, rec.received, Designate(player), text=line.text
        )
        given = record_order(post.ledger, order, Source(rec.letter, line.number))
        line.said.append(Said("spokesperson", {"action": "designate", "who": [player]}, 0, line.text))
        line.replaced[given.id] = replace_older(post, given, rec.letter)
        line.orders.append((given, Gloss("spokesperson")))


def _player(post: Post, name: str, context: Context) -> PlayerId | None:
    """The one player of the party who is called so, or plays somebody called so."""
    wanted = fold(name).strip()
    if wanted in _SELF:
        return context.player.id
    members = context.party.members if context.party is not None else ()
    found = {owner for member in members if (owner := _owner(post, member)) and wanted in _called(post, member)}
    return found.pop() if len(found) == 1 else None


def _owner(post: Post, member: CharacterId) -> PlayerId | None:
    return post.world.characters[member].player


def _called(post: Post, member: CharacterId) -> set[str]:
    """A character's name and the player's, whole and by their first word."""
    person = post.world.characters[member]
    player = post.campaign.roster.players[person.player].name if person.player else ""
    return {fold(part).strip() for name in (person.name, player) for part in (name, name.partition(" ")[0]) if part}
