"""The gazetteer of a campaign as one reader may use it: all its names, secrets marked so that nobody is led to them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mailer.campaign.campaign import Campaign
from mailer.reading.resolve.gazetteer import Entry, Gazetteer, Noun
from mailer.reading.resolve.words import words
from rules.atlas import Atlas, Label
from rules.names import ItemId, PlaceId, PlayerId, SiteId, ZoneId
from rules.tables import Hireling
from rules.world import InSite, Party, World


def gazetteer_of(campaign: Campaign, world: World, *, player: PlayerId | None = None) -> Gazetteer:
    """Every name in the campaign's files and on its sheets, as far as a player may know it; without a player, all."""
    atlas = campaign.book.atlas
    parties = tuple(party for party in world.parties.values() if player is None or _plays_in(world, party, player))
    entries = (
        *_things(atlas),
        *_ground(atlas, found=frozenset(place for party in parties for place in party.found), known=_known(parties)),
        *(_all_hidden(atlas) if player is None else ()),
        *_people(campaign, world),
        *_goods(world, atlas),
        *_roles(campaign.book.tables.hirelings),
    )
    aliased = _with_notes(entries, campaign.people_notes)
    return Gazetteer(tuple(replace(e, secret=False) for e in aliased) if player is None else aliased)


def _plays_in(world: World, party: Party, player: PlayerId) -> bool:
    """Whether a player has a character in a party."""
    return any(name in world.characters and world.characters[name].player == player for name in party.members)


def _things(atlas: Atlas) -> Iterator[Entry]:
    for item in atlas.items.values():
        yield Entry(Noun.ITEM, item.id, item.label)
    for monster in atlas.monsters.values():
        # Naming what might live somewhere would tell what does.
        others = words().monsters.get(monster.id, ())
        label = replace(monster.label, aliases=(*monster.label.aliases, *others))
        yield Entry(Noun.MONSTER, monster.id, label, secret=True)
    for activity in atlas.activities.values():
        yield Entry(Noun.ACTIVITY, activity.id, activity.label, secret=True)


def _ground(atlas: Atlas, *, found: frozenset[PlaceId], known: frozenset[tuple[SiteId, ZoneId]]) -> Iterator[Entry]:
    """Places, routes and dungeons that are no secret, or that they have found. Source: R71."""
    hidden = {place.id for place in atlas.places.values() if place.hidden} - found
    for place in atlas.places.values():
        if place.id not in hidden:
            yield Entry(Noun.PLACE, place.id, place.label)
    for route in atlas.routes.values():
        if not hidden.intersection(route.ends):
            yield Entry(Noun.ROUTE, route.id, route.label)
    for site in atlas.sites.values():
        if site.place in hidden:
            continue
        yield Entry(Noun.SITE, site.id, site.label)
        for zone in site.zones.values():
            yield Entry(Noun.ZONE, zone.id, zone.label, owner=site.id, secret=(site.id, zone.id) not in known)


def _all_hidden(atlas: Atlas) -> Iterator[Entry]:
    """What nobody has found yet, for the DM."""
    hidden = {place.id: place for place in atlas.places.values() if place.hidden}
    yield from (Entry(Noun.PLACE, place.id, place.label) for place in hidden.values())
    yield from (Entry(Noun.SITE, site.id, site.label) for site in atlas.sites.values() if site.place in hidden)
    yield from (Entry(Noun.ROUTE, r.id, r.label) for r in atlas.routes.values() if hidden.keys() & set(r.ends))


def _known(parties: tuple[Party, ...]) -> frozenset[tuple[SiteId, ZoneId]]:
    """Zones these parties have seen; the others are named only by those who know the name."""
    here = (
        (party.where.site, zone)
        for party in parties
        if isinstance(party.where, InSite)
        for zone in (*party.where.known, party.where.zone)
    )
    kept = ((site, zone) for party in parties for site, zones in party.maps.items() for zone in zones)
    return frozenset((*here, *kept))


def _people(campaign: Campaign, world: World) -> Iterator[Entry]:
    met = {member for party in world.parties.values() for member in party.members}
    for person in world.characters.values():
        unmet = person.player is None and person.id not in met
        yield Entry(Noun.CHARACTER, person.id, Label(person.name, person.name), secret=unmet)
    for player in campaign.roster.players.values():
        yield Entry(Noun.PLAYER, player.id, Label(player.name, player.name))


def _goods(world: World, atlas: Atlas) -> Iterator[Entry]:
    for person in world.characters.values():
        for good in person.goods:
            yield Entry(Noun.GOOD, good.item, _good_label(good.label, atlas, good.item), owner=person.id)


def _good_label(own: str, atlas: Atlas, item: ItemId) -> Label:
    """A thing on a sheet answers to what its owner calls it and to its names on the price list."""
    listed = atlas.items.get(item)
    if listed is None:
        return Label(own, own)
    return Label(own, own, (listed.label.es, listed.label.en, *listed.label.aliases))


def _roles(hirelings: Mapping[str, Hireling]) -> Iterator[Entry]:
    for line in hirelings.values():
        yield Entry(Noun.ROLE, line.role, Label(line.name_es, line.name_en, words().hirelings.get(line.role, ())))


def _with_notes(entries: tuple[Entry, ...], notes: Mapping[str, str]) -> tuple[Entry, ...]:
    """The entries with the DM's own aliases; an alias that points at nothing here is left to the campaign's check."""
    if not notes:
        return entries
    by_id: dict[str, tuple[str, ...]] = {}
    for alias, id_ in notes.items():
        by_id[id_] = (*by_id.get(id_, ()), alias)
    return tuple(
        replace(e, label=replace(e.label, aliases=(*e.label.aliases, *by_id[e.id]))) if e.id in by_id else e
        for e in entries
    )
