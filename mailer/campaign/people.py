"""Who writes and plays whom, out of `roster.toml`."""

from collections.abc import Mapping
from typing import Any

from mailer.campaign.campaign import Player, Roster
from mailer.campaign.game_kinds import folded
from mailer.campaign.mistakes import BAD, NOTHING, Phrase, Spot
from rules.names import CharacterId, PartyId, PlayerId

Found = dict[str, dict[str, Any]]


def build_roster(found: Found, spot: Spot, *, language: str, address: str) -> Roster:
    """People and who plays whom; an address that two have, or that is our own, is noted."""
    readable = good(found["players"])
    players = {PlayerId(name): _player(name, one, language) for name, one in readable.items()}
    _note_addresses(players, spot.at("players"), address=address)
    if len(readable) == len(found["players"]) and not any(player.is_dm for player in players.values()):
        spot.at("players").wrong(NOTHING, Phrase("dm"))
    _note_names(found["characters"], spot.at("characters"))
    owners = {CharacterId(n): PlayerId(one["player"]) for n, one in found["characters"].items() if one["player"]}
    parties = {PartyId(n): tuple(map(CharacterId, one["members"])) for n, one in good(found["parties"]).items()}
    return Roster(players, owners, parties)


def good(found: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The tables that could be read."""
    return {name: one for name, one in found.items() if one is not BAD}


def _player(name: str, found: dict[str, Any], language: str) -> Player:
    return Player(
        id=PlayerId(name),
        name=found["name"],
        addresses=tuple(dict.fromkeys(found["addresses"])),
        language=found["language"] or language,
        is_dm=found["dm"],
        gender=found["gender"],
        tokens=tuple(one.lower() for one in found["tokens"]),
        token_generation=found["token_generation"],
        reminder_hours=found["reminder_hours"],
    )


def _note_addresses(players: Mapping[PlayerId, Player], spot: Spot, *, address: str) -> None:
    seen: dict[str, PlayerId] = {}
    for name, player in players.items():
        for one in player.addresses:
            if one == address:
                spot.at(name).at("addresses").wrong(one, Phrase("not_ours"))
            elif seen.setdefault(one, name) != name:
                spot.at(name).at("addresses").wrong(one, Phrase("one_address"))


def _note_names(characters: Mapping[str, dict[str, Any]], spot: Spot) -> None:
    seen: set[str] = set()
    for name, one in characters.items():
        key = folded(one["name"])
        if key in seen:
            spot.at(name).at("name").wrong(one["name"], Phrase("own_name"))
        seen.add(key)


def known_names(data: Mapping[str, Any]) -> dict[str, set[str]]:
    """The names in a roster file, also of tables that could not be read."""
    tables = {realm: data.get(realm) for realm in ("players", "characters", "parties")}
    return {realm: set(one) if isinstance(one, dict) else set() for realm, one in tables.items()}


def empty() -> Found:
    """What stands for a roster that could not be read."""
    return {"players": {"": BAD}, "characters": {}, "parties": {}}
