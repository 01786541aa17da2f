"""Welcoming: whoever plays for the first time is told once how it is done."""

import json
from typing import TYPE_CHECKING

from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import letterhead_for, names_for
from rules.character import Character
from rules.time import end_of_day
from rules.world import AtPlace, InSite, Party

if TYPE_CHECKING:
    from mailer.campaign.campaign import Player
    from mailer.writing.names import Names
    from mailer.writing.views import WelcomeView

WELCOMED = "welcomed"  # the players who have had this mail
_FEW = 4


def welcome(post: Post) -> None:
    """Queue the mail for every player who has a living character in the world and has not had it."""
    told = set(json.loads(post.ledger.get(WELCOMED) or "[]"))
    roster = post.campaign.roster
    new = [one for one in roster.players.values() if one.id not in told and not one.is_dm]
    met = [(player, found) for player in new if (found := _first(post, player)) is not None]
    if not met:
        return
    with post.ledger.transaction():
        for player, (character, party) in met:
            queue_view(post, _view(post, player, character, party), to=to_player(player), key=f"welcome:{player.id}")
        post.ledger.put(WELCOMED, json.dumps(sorted({*told, *(player.id for player, _ in met)})))


def _first(post: Post, player: "Player") -> tuple[Character, Party] | None:
    """A player's living character, with the party it goes with: the first that the roster names."""
    parties = {member: party for party in post.world.parties.values() for member in party.members}
    mine = [one for one, owner in post.campaign.roster.characters.items() if owner == player.id]
    return next(
        ((sheet, parties[one]) for one in mine if one in parties and (sheet := post.world.characters[one]).is_alive),
        None,
    )


def _view(post: Post, player: "Player", character: Character, party: Party) -> "WelcomeView":
    from mailer.writing.suggest import suggestions
    from mailer.writing.views import WelcomeView

    names, roster = names_for(post, player), post.campaign.roster
    speaker = roster.players.get(party.spokesperson) if party.spokesperson else None
    return WelcomeView(
        head=letterhead_for(post, player).head(post.clock.today(post.now), names),
        character=names.person(character.id),
        party=party.name if len(party.members) > 1 else "",
        where=_where(party, names),
        closes=names.hour(end_of_day(post.clock.today(post.now), post.settings.turnover)),
        address=post.settings.address,
        suggestions=suggestions(character, party, names, now=post.moment)[:_FEW],
        spokesperson=speaker.name if speaker else "",
        dm=", ".join(one.name for one in roster.dms),
    )


def _where(party: Party, names: "Names") -> str:
    match party.where:
        case AtPlace(place=place):
            return names.place(place)
        case InSite(site=site):
            return names.site(site)
        case _:
            return names.route(party.where.route)
