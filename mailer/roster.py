"""The roster with the addresses that were given and taken by the DM's word.

What the files say goes first: an address they give to somebody else is never taken from them, and nobody is left
without any.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mailer.ledger.addresses import AddressRow

if TYPE_CHECKING:
    from mailer.campaign.campaign import Roster


def with_addresses(roster: "Roster", rows: Iterable[AddressRow], *, ours: str) -> "Roster":
    """The roster with what was ruled about addresses, oldest first; the latest added gets our mails."""
    players = dict(roster.players)
    owners = {one: player.id for player in players.values() for one in player.addresses}
    for row in rows:
        player = players.get(row.player)
        if player is None or player.is_dm or row.address == ours or owners.get(row.address, row.player) != row.player:
            continue
        rest = tuple(one for one in player.addresses if one != row.address)
        if row.state == "added":
            owners[row.address] = row.player
            players[row.player] = replace(player, addresses=(row.address, *rest))
        elif rest:
            owners.pop(row.address, None)
            players[row.player] = replace(player, addresses=rest)
    return replace(roster, players=players)
