"""Dungeons read into graphs of zones, with every zone that nobody could leave again noted."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from mailer.campaign.game_kinds import counted
from mailer.campaign.mistakes import BAD, NOTHING, Phrase, Spot
from rules.atlas import Label, Passage, Site, Trap, TrapScope, Zone
from rules.names import PlaceId, SiteId, ZoneId

_UNREAD = Label("", "")


def build_sites(entries: Iterator[tuple[str, dict[str, Any], Spot]]) -> dict[SiteId, Site]:
    """The sites by name."""
    return {SiteId(name): _site(name, value, spot) for name, value, spot in entries}


def _site(name: str, value: dict[str, Any], spot: Spot) -> Site:
    at = spot.at("zones")
    good = {zone: one for zone, one in value["zones"].items() if one is not BAD}
    zones = {ZoneId(zone): _zone(zone, one, value["zones"], at.at(zone)) for zone, one in good.items()}
    exits = [zone.exit_to for zone in zones.values() if zone.exit_to]
    if exits:
        unread = {ZoneId(zone) for zone in value["zones"] if zone not in good}
        _note_traps_without_end(zones, at, unread=unread)
    elif len(good) == len(value["zones"]):
        at.wrong(Phrase("found_no_exit") if zones else NOTHING, Phrase("exit"))
    # A zone that could not be read keeps its name, so that whoever speaks of it is not told that it is unknown.
    zones |= {ZoneId(zone): Zone(ZoneId(zone), _UNREAD, ()) for zone in value["zones"] if zone not in good}
    place = value["place"] or (exits[0] if exits else "")
    return Site(SiteId(name), value["name"], PlaceId(place), zones, value["table"])


def _zone(name: str, value: dict[str, Any], zones: Mapping[str, Any], spot: Spot) -> Zone:
    for n, passage in enumerate(value["passages"]):
        _note_passage(name, passage, zones, spot.at("passages").at(n))
    return Zone(
        id=ZoneId(name),
        label=value["name"],
        passages=tuple(_passage(one, value["level"]) for one in value["passages"]),
        level=value["level"],
        safe=value["safe"],
        exit_to=value["exit"] and PlaceId(value["exit"]),
        table=value["table"] or "",
        traps=tuple(_trap(one, value["level"]) for one in value["traps"]),
    )


def _note_passage(name: str, passage: dict[str, Any], zones: Mapping[str, Any], spot: Spot) -> None:
    to = passage["to"]
    if to == name:
        spot.at("to").wrong(to, Phrase("other_zone"))
    elif to not in zones:
        spot.at("to").unknown(to, zones, code="zone_here")
    elif zones[to] is not BAD and not passage["one_way"]:
        backs = [one for one in zones[to]["passages"] if one["to"] == name and not one["one_way"]]
        if any(one["secret"] == passage["secret"] for one in backs) and to < name:
            spot.at("to").wrong(to, Phrase("said_once"))


def _passage(value: dict[str, Any], level: int) -> Passage:
    return Passage(
        to=ZoneId(value["to"]),
        minutes=value["minutes"],
        secret=value["secret"],
        one_way=value["one_way"],
        traps=tuple(_trap(one, level) for one in value["traps"]),
    )


def _trap(value: dict[str, Any], level: int) -> Trap:
    """A trap; without hit dice of its own it has those of the dungeon's level. Source: A31."""
    hit_dice = counted(value["hit_dice"]) if value["hit_dice"] else Fraction(level)
    return Trap(value["name"], hit_dice, TrapScope(value["scope"]), value["goes_off_percent"], value["reset"])


def _note_traps_without_end(zones: Mapping[ZoneId, Zone], spot: Spot, *, unread: set[ZoneId]) -> None:
    """Notes every zone from which no passage, known or secret, leads outside in the end."""
    leaves = {name for name, zone in zones.items() if zone.exit_to} | unread
    ways = [(name, passage.to, passage.one_way) for name, zone in zones.items() for passage in zone.passages]
    while True:
        more = {start for start, end, _ in ways if end in leaves}
        more |= {end for start, end, one_way in ways if start in leaves and not one_way and end in zones}
        if more <= leaves:
            break
        leaves |= more
    for name in zones:
        if name not in leaves:
            spot.at(name).wrong(Phrase("found_no_way_out"), Phrase("way_out"))


def way_out(site: Site, start: ZoneId) -> frozenset[ZoneId]:
    """The zones of the shortest way out without secret doors, both ends among them; only the start if there is none."""
    ways = _ways(site)
    best: dict[ZoneId, tuple[int, tuple[ZoneId, ...]]] = {start: (0, (start,))}
    open_ = [start]
    while open_:
        here = min(open_, key=lambda zone: (best[zone][0], zone))
        open_.remove(here)
        minutes, path = best[here]
        if site.zones[here].exit_to:
            return frozenset(path)
        for to, more in ways.get(here, ()):
            if to not in best or minutes + more < best[to][0]:
                best[to] = (minutes + more, (*path, to))
                open_ = [*(zone for zone in open_ if zone != to), to]
    return frozenset({start})


def _ways(site: Site) -> dict[ZoneId, list[tuple[ZoneId, int]]]:
    ways: dict[ZoneId, list[tuple[ZoneId, int]]] = {}
    for name, zone in site.zones.items():
        for passage in zone.passages:
            if passage.secret or passage.to not in site.zones:
                continue
            ways.setdefault(name, []).append((passage.to, passage.minutes))
            if not passage.one_way:
                ways.setdefault(passage.to, []).append((name, passage.minutes))
    return ways
