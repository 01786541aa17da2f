"""What `roster.toml` says: players, characters and parties; its tables of keys, and the values they are read into."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from mailer.campaign.campaign import Player, Roster, Settings
from mailer.campaign.game_kinds import Classes, Goods, HitDice, Money, Spells, counted, folded
from mailer.campaign.keys import Key, ListOf, MapOf, Section, Several
from mailer.campaign.kinds import (
    Address,
    Choice,
    Flag,
    Measure,
    Percent,
    Prose,
    RealDate,
    RealMoment,
    Ref,
    Slug,
    Text,
    Whole,
)
from mailer.campaign.mistakes import BAD, NOTHING, Phrase, Spot
from mailer.campaign.sites import way_out
from rules.atlas import Atlas, Item
from rules.character import Character, ClassLevel, Good, Life, Limits, LoadLevel, Role, Spell
from rules.house import House
from rules.names import CharacterId, ClassId, ItemId, PartyId, PlaceId, PlayerId, SiteId, ZoneId
from rules.orders import StanceKind
from rules.tables import Tables
from rules.time import MINUTES_A_DAY, Day, Moment, end_of_day
from rules.world import AtPlace, Foray, InSite, Loot, Party, Where, World

_GENDER = Choice(("m", "f", "n"))
_ABILITY = Whole(1, 30)
_HIGHEST_LEVEL = 30
_YEARS_AROUND = 50

PLAYER = Section(
    "players",
    (
        Key("name", Text(80), sample="Luis"),
        Key("addresses", Several(Address(), 1), sample=["luis@example.com"]),
        Key("language", Choice(("es", "en")), None),
        Key("dm", Flag(), False),
        Key("gender", _GENDER, "m"),
    ),
)
_ABILITIES = Section(
    "abilities", tuple(Key(name, _ABILITY, None) for name in ("str", "int", "wis", "dex", "con", "cha"))
)
_LIMITS = Section(
    "limits_of_character",
    (
        Key("retreat_percent", Percent(), None, unit="%"),
        Key("retreat_hp", Whole(), None, unit="hp"),
        Key("load", Choice(tuple(LoadLevel)), None),
        Key("load_lb", Measure(10), None, unit="lb"),
    ),
)
_OWN_GOOD = Section(
    "goods",
    (
        Key("name", Text(80), sample="mapa de la cripta"),
        Key("quantity", Whole(1, 1_000_000), 1),
        Key("weight_lb", Measure(10), 0, unit="lb"),
        Key("worth", Money(), 0),
    ),
)
CHARACTER = Section(
    "characters",
    (
        Key("name", Text(80), sample="Duric"),
        Key("player", Ref("players"), None),
        Key("class", Classes(), sample="fighter 3"),
        Key("max_hp", Whole(1, 10_000), sample=18, unit="hp"),
        Key("hp", Whole(-10, 10_000), None, unit="hp"),
        Key("role", Choice(tuple(Role)), "character"),
        Key("employer", Ref("characters"), None),
        Key("race", Text(60), "human"),
        Key("gender", _GENDER, "m"),
        Key("abilities", _ABILITIES, {}),
        Key("xp", Whole(0, 100_000_000), 0, unit="xp"),
        Key("purse", Money(), 0),
        Key("goods", ListOf(Goods(_OWN_GOOD)), ()),
        Key("rations", Whole(0, 10_000), 0, unit="d"),
        Key("spells", Spells(), {}),
        Key("limits", _LIMITS, {}),
        Key("effects", ListOf(Text()), ()),
        Key("exhaustion", Whole(0, 6), 0),
        Key("free_on", RealDate(), None),
        Key("life", Choice(tuple(Life)), "alive"),
        Key("hit_dice", HitDice(), None),
        Key("wound_die", Whole(2, 100), None),
        Key("move_ft", Whole(10, 300), 120, unit="ft"),
        Key("daily_wage", Money(), 0),
        Key("place", Ref("places"), None),
        Key("notes", Prose(), ""),
    ),
)
_LOOT = Section(
    "loot",
    (
        Key("name", Text(80), sample="cáliz de plata"),
        Key("worth", Money(), 0),
        Key("weight_lb", Measure(10), 0, unit="lb"),
        Key("carrier", Ref("characters"), None),
    ),
)
PARTY = Section(
    "parties",
    (
        Key("name", Text(80), sample="Los Cuatro"),
        Key("members", ListOf(Ref("characters"), 1, 200), sample=["duric"]),
        Key("spokesperson", Ref("players"), None),
        Key("place", Ref("places"), None, sample="valdecuervo"),
        Key("site", Ref("sites"), None),
        Key("zone", Slug(), None),
        Key("known", ListOf(Slug()), None),
        Key("stance", Choice(("secure", "explore", "return")), None),
        Key("since", RealMoment(), None),
        Key("held", Flag(), False),
        Key("loot", ListOf(_LOOT), ()),
    ),
)
ROSTER = Section(
    "roster",
    (
        Key("players", MapOf(PLAYER, Slug(), keeps_bad=True), sample={}),
        Key("characters", MapOf(CHARACTER, Slug()), {}),
        Key("parties", MapOf(PARTY, Slug(), keeps_bad=True), {}),
    ),
)

Found = dict[str, dict[str, Any]]


def build_roster(found: Found, spot: Spot, *, language: str, address: str) -> Roster:
    """People and who plays whom; an address that two have, or that is our own, is noted."""
    good = _good(found["players"])
    players = {PlayerId(name): _player(name, one, language) for name, one in good.items()}
    _note_addresses(players, spot.at("players"), address=address)
    if len(good) == len(found["players"]) and not any(player.is_dm for player in players.values()):
        spot.at("players").wrong(NOTHING, Phrase("dm"))
    _note_names(found["characters"], spot.at("characters"))
    owners = {CharacterId(n): PlayerId(one["player"]) for n, one in found["characters"].items() if one["player"]}
    parties = {PartyId(n): tuple(map(CharacterId, one["members"])) for n, one in _good(found["parties"]).items()}
    return Roster(players, owners, parties)


def _good(found: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
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


@dataclass(frozen=True, slots=True)
class Ground:
    """What a roster is read against."""

    atlas: Atlas
    tables: Tables
    house: House
    settings: Settings

    def midnight(self, day: date) -> Moment:
        """The first minute of a real day."""
        return Moment((day - self.settings.anchor).days * MINUTES_A_DAY)


def build_world(found: Found, spot: Spot, *, ground: Ground) -> World:
    """The sheets and parties as the campaign begins."""
    items = _index(ground.atlas)
    classes = _class_names(ground.tables)
    at = spot.at("characters")
    people = {
        CharacterId(name): _character(name, one, at.at(name), ground=ground, items=items, classes=classes)
        for name, one in found["characters"].items()
    }
    parties = {
        PartyId(name): _party(name, one, spot.at("parties").at(name), people=people, ground=ground)
        for name, one in _good(found["parties"]).items()
    }
    if len(parties) == len(found["parties"]):
        parties |= _lone(found, parties, people, spot, ground=ground)
    return World(people, parties)


def _index(atlas: Atlas) -> dict[str, Item]:
    """The price list by every name of its things."""
    index: dict[str, Item] = {}
    for item in atlas.items.values():
        for word in (item.id, item.label.es, item.label.en, *item.label.aliases):
            index.setdefault(folded(word), item)
    return index


def _class_names(tables: Tables) -> dict[str, ClassId]:
    names: dict[str, ClassId] = {folded(name): name for name in tables.classes}
    for name, row in tables.classes.items():
        for word in (row.label.es, row.label.en, *row.label.aliases) if row.label else ():
            names.setdefault(folded(word), name)
    return names


def _character(
    name: str, found: dict[str, Any], spot: Spot, *, ground: Ground, items: Mapping[str, Item],
    classes: Mapping[str, ClassId],
) -> Character:  # fmt: skip
    hp = found["max_hp"] if found["hp"] is None else found["hp"]
    if hp > found["max_hp"]:
        spot.at("hp").wrong(hp, Phrase("at_most", {"high": found["max_hp"]}))
    if found["free_on"]:
        _near(found["free_on"], spot.at("free_on"), ground)
    limits, free_on = found["limits"], found["free_on"]
    return Character(
        id=CharacterId(name),
        name=found["name"],
        classes=_classes(found["class"], spot.at("class"), classes),
        hp=hp,
        max_hp=found["max_hp"],
        player=found["player"] and PlayerId(found["player"]),
        role=Role(found["role"]),
        employer=found["employer"] and CharacterId(found["employer"]),
        race=found["race"],
        gender=found["gender"],
        abilities={ability: score for ability, score in found["abilities"].items() if score is not None},
        life=Life(found["life"]),
        xp=found["xp"],
        purse_cp=found["purse"],
        goods=_goods(found["goods"], spot.at("goods"), items, ground.settings.language),
        rations=found["rations"],
        spells=tuple(Spell(spell, level) for level, spell in found["spells"]),
        limits=Limits(
            retreat_percent=limits["retreat_percent"],
            retreat_hp=limits["retreat_hp"],
            load_level=limits["load"] and LoadLevel(limits["load"]),
            load_weight=limits["load_lb"],
        ),
        effects=found["effects"],
        exhaustion=found["exhaustion"],
        free_at=ground.midnight(free_on) if free_on else None,
        hit_dice=counted(found["hit_dice"]) if found["hit_dice"] else None,
        wound_die=found["wound_die"],
        standard_move_ft=found["move_ft"],
        daily_wage_cp=found["daily_wage"],
        notes=found["notes"],
    )


def _classes(found: tuple[tuple[str, int], ...], spot: Spot, names: Mapping[str, ClassId]) -> tuple[ClassLevel, ...]:
    classes = []
    for word, level in found:
        name = names.get(folded(word))
        if name is None:
            spot.unknown(word, dict.fromkeys(names.values()), code="class_known")
        elif level > _HIGHEST_LEVEL:
            spot.wrong(level, Phrase("level", {"high": _HIGHEST_LEVEL}))
        else:
            classes.append(ClassLevel(name, level))
    return tuple(classes)


def _goods(found: tuple[Any, ...], spot: Spot, items: Mapping[str, Item], language: str) -> tuple[Good, ...]:
    goods = []
    for n, one in enumerate(found):
        if isinstance(one, dict):
            slug = "-".join(folded(one["name"]).split())
            goods.append(Good(ItemId(slug), one["name"], one["quantity"], one["weight_lb"], one["worth"]))
        elif item := _item(one[1], items):
            label = item.label.in_(language)
            goods.append(Good(item.id, label, one[0], item.weight, item.price_cp // item.pack))
        else:
            spot.at(n).unknown(one[1], items, code="goods_known")
    return tuple(goods)


def _item(words: str, items: Mapping[str, Item]) -> Item | None:
    """The thing of that name, in the singular or in the plural."""
    key = folded(words)
    ends = (end for end in ("", "s", "es") if key.endswith(end))
    return next((items[base] for end in ends if (base := key.removesuffix(end)) in items), None)


def _near(moment: date, spot: Spot, ground: Ground) -> None:
    if abs(moment.year - ground.settings.anchor.year) > _YEARS_AROUND:
        spot.wrong(moment.isoformat(), Phrase("near", {"years": _YEARS_AROUND}))


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
    )


def _foray(stance: StanceKind, clock: Moment, house: House) -> Foray:
    wait = house.secure_minutes if stance is StanceKind.SECURE else house.moving_minutes
    return Foray(stance=stance, since=clock, minutes_to_check=wait)


def _clock(since: datetime | None, spot: Spot, ground: Ground) -> Moment:
    """The party's clock: when its last session ended, else the start of day 0."""
    if since is None:
        return end_of_day(Day(-1), ground.house.turnover)
    _near(since.date(), spot, ground)
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


def known_names(data: Mapping[str, Any]) -> dict[str, set[str]]:
    """The names in a roster file, also of tables that could not be read."""
    tables = {realm: data.get(realm) for realm in ("players", "characters", "parties")}
    return {realm: set(one) if isinstance(one, dict) else set() for realm, one in tables.items()}


def empty() -> Found:
    """What stands for a roster that could not be read."""
    return {"players": {}, "characters": {}, "parties": {}}
