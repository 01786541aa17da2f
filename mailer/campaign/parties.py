"""The world as a campaign begins: the sheets and parties of `roster.toml`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mailer.campaign.mistakes import NOTHING, Phrase, Spot
from mailer.campaign.people import Found, good
from mailer.campaign.sheets import Ground, character, class_names, item_names, near
from mailer.campaign.sites import way_out
from rules.atlas import Atlas
from rules.character import Character, Life
from rules.house import House
from rules.names import CharacterId, PartyId, PlaceId, PlayerId, SiteId, ZoneId
from rules.orders import StanceKind
from rules.time import Day, Moment, end_of_day
from rules.world import AtPlace, Foray, InSite, Loot, Party, Where, World


def build_world(found: Found, spot: Spot, *, ground: Ground) -> World:
    """The sheets and parties as the campaign begins."""
    items = item_names(ground.atlas)
    classes = class_names(ground.tables)
    at = spot.at("characters")
    people = {
        CharacterId(name): character(name, one, at.at(name), ground=ground, items=items, classes=classes)
        for name, one in found["characters"].items()
    }
    parties = {
        PartyId(name): _party(name, one, spot.at("parties").at(name), people=people, ground=ground)
        for name, one in good(found["parties"]).items()
    }
    if len(parties) == len(found["parties"]):
        parties |= _lone(found, parties, people, spot, ground=ground)
    return World(people, parties)


def _party(
    name: str, found: dict[str, Any], spot: Spot, *, people: Mapping[CharacterId, Character], ground: Ground
) -> Party:
    members = tuple(dict.fromkeys(map(CharacterId, found["members"])))
    spokesperson = found["spokesperson"]
    players = {people[one].player for one in members if one in people}
    if spokesperson and spokesperson not in players and all(one in people for one in members):
        spot.at("spokesperson").wrong(spokesperson, Phrase("member"))
    clock = _clock(found["since"], spot.at("since"), ground)
    where = _where(found, spot, ground.atlas)
    stance = found["stance"]
    return Party(
        id=PartyId(name),
        name=found["name"],
        members=members,
        clock=clock,
        where=where,
        spokesperson=spokesperson and PlayerId(spokesperson),
        foray=_foray(StanceKind(stance), clock, ground.house) if stance and isinstance(where, InSite) else None,
        loot=tuple(
            Loot(one["name"], one["worth"], one["weight_lb"], one["carrier"] and CharacterId(one["carrier"]))
            for one in found["loot"]
        ),
        is_held=found["held"],
        found=frozenset(map(PlaceId, found["found"])),
    )


def _foray(stance: StanceKind, clock: Moment, house: House) -> Foray:
    wait = house.secure_minutes if stance is StanceKind.SECURE else house.moving_minutes
    return Foray(stance=stance, since=clock, minutes_to_check=wait)


def _clock(since: datetime | None, spot: Spot, ground: Ground) -> Moment:
    """The party's clock: when its last session ended, else the start of day 0."""
    if since is None:
        return end_of_day(Day(-1), ground.house.turnover)
    near(since.date(), spot, ground)
    return Moment(ground.midnight(since.date()) + since.hour * 60 + since.minute)


def _where(found: dict[str, Any], spot: Spot, atlas: Atlas) -> Where:
    place, site, zone = found["place"], found["site"], found["zone"]
    if bool(place) == bool(site or zone) or bool(site) != bool(zone):
        spot.wrong(NOTHING if not (place or site or zone) else Phrase("found_twice"), Phrase("where"))
    if place or not site or not zone:
        return AtPlace(PlaceId(place or ""))
    graph = atlas.sites.get(SiteId(site))
    if graph is None:
        return InSite(SiteId(site), ZoneId(zone), frozenset())
    if zone not in graph.zones:
        spot.at("zone").unknown(zone, graph.zones, code="zone_here")
        return InSite(SiteId(site), ZoneId(zone), frozenset())
    for n, one in enumerate(found["known"] or ()):
        if one not in graph.zones:
            spot.at("known").at(n).unknown(one, graph.zones, code="zone_here")
    known = way_out(graph, ZoneId(zone)) if found["known"] is None else frozenset(map(ZoneId, found["known"]))
    return InSite(SiteId(site), ZoneId(zone), known | {ZoneId(zone)})


def _lone(
    found: Found,
    parties: Mapping[PartyId, Party],
    people: Mapping[CharacterId, Character],
    spot: Spot,
    *,
    ground: Ground,
) -> dict[PartyId, Party]:
    """A party of one for everybody who is in none; whoever is in two, or nowhere, is noted."""
    home: dict[CharacterId, PartyId] = {}
    for name, party in parties.items():
        for n, member in enumerate(party.members):
            if home.setdefault(member, name) != name:
                spot.at("parties").at(name).at("members").at(n).wrong(member, Phrase("one_party"))
    alone = [person for person in people.values() if person.id not in home and person.life is not Life.GONE]
    lone = {}
    for person in alone:
        place = found["characters"][person.id]["place"]
        if place is None:
            spot.at("characters").at(person.id).at("place").wrong(NOTHING, Phrase("at_home"))
        name = PartyId(person.id)
        name = PartyId(f"{name}-solo") if name in parties else name
        clock = _clock(None, spot, ground)
        lone[name] = Party(name, person.name, (person.id,), clock, AtPlace(PlaceId(place or "")), person.player)
    return lone
