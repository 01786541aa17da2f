"""The world's files read into an Atlas, with every thing that leads nowhere noted."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from mailer.campaign.files import read_toml, tables
from mailer.campaign.game_kinds import counted
from mailer.campaign.mistakes import BAD, NOTHING, Notes, Phrase, Spot
from mailer.campaign.monsters import experience, fighter_level
from mailer.campaign.sites import build_sites
from mailer.campaign.world_keys import world_section
from rules.atlas import (
    Activity,
    ActivityResult,
    Atlas,
    Deal,
    EncounterTable,
    GroupEntry,
    Item,
    Label,
    Leg,
    Monster,
    Place,
    PlaceKind,
    Returns,
    Route,
    Sight,
    SpecialAttack,
    Stock,
)
from rules.house import House
from rules.names import ClassId, ItemId, MonsterId, PlaceId, RouteId
from rules.tables import ClassRow, Tables

_T = TypeVar("_T")
_LIST_PRICE = -1  # stands in a stock until the price list is whole


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of a world file, and where it stands."""

    value: Any
    spot: Spot


@dataclass(slots=True)
class WorldFiles:
    """All files of `world/` together: by realm and name."""

    entries: dict[str, dict[str, Entry]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)  # also of tables that could not be read

    def of(self, realm: str) -> Iterator[tuple[str, dict[str, Any], Spot]]:
        """The entries of a realm."""
        for name, entry in self.entries.get(realm, {}).items():
            yield name, entry.value, entry.spot

    @property
    def aliases(self) -> dict[str, str]:
        """The DM's own names for people and things."""
        return {name: str(entry.value) for name, entry in self.entries.get("aliases", {}).items()}

    def has(self, realm: str) -> set[str]:
        """The names of a realm."""
        return self.names.get(realm, set())


def read_world(folder: Path, notes: Notes, *, monsters: Mapping[Any, Any], items: Mapping[Any, Any]) -> WorldFiles:
    """Every `world/*.toml`, by name; a thing told twice is noted."""
    files, section = WorldFiles(), world_section(monsters, items)
    try:
        paths = sorted((folder / "world").glob("*.toml"))
    except OSError:
        paths = []
    if not paths:
        Spot(notes, "world/").wrong(NOTHING, Phrase("world"))
    for path in paths:
        spot = Spot(notes, f"world/{path.name}")
        data = tables(read_toml(path, spot.file, notes))
        found = section.read(data, spot)
        for realm in (one for one in data if one != "region"):
            _note_names(files, data, realm, spot)
        for realm, values in ({} if found is BAD else found).items():
            _add(files, values, realm, spot.at(realm))
    return files


def _note_names(files: WorldFiles, data: Mapping[str, Any], realm: str, spot: Spot) -> None:
    names = files.names.setdefault(realm, set())
    for name in data[realm] if isinstance(data[realm], dict) else ():
        if name in names:
            spot.at(realm).at(name).wrong(Phrase("found_twice"), Phrase("once"))
        names.add(name)


def _add(files: WorldFiles, values: Any, realm: str, spot: Spot) -> None:
    if realm == "region":
        values = {} if values is None else {"region": values}
        if values and "region" in files.entries.get("region", {}):
            spot.wrong(Phrase("found_twice"), Phrase("once"))
    known = files.entries.setdefault(realm, {})
    for name, value in values.items():
        known.setdefault(name, Entry(value, spot if realm == "region" else spot.at(name)))


def build_classes(files: WorldFiles, shipped: Tables) -> Tables:
    """The tables with the campaign's own classes among them."""
    own = {
        ClassId(name): ClassRow(
            wound_die=value["wound_die"],
            max_hit_dice=value["max_hit_dice"],
            hit_dice=_dice_by_level(value["hit_dice_at_1"], value["max_hit_dice"]),
            saves_as=ClassId(value["saves_as"]),
            prepares=value["prepares"],
            label=value["name"],
        )
        for name, value, _ in files.of("classes")
    }
    return replace(shipped, classes={**shipped.classes, **own}) if own else shipped


def _dice_by_level(at_1: int, most: int) -> tuple[int, ...]:
    return (1, *range(min(at_1, most), most + 1))


def build_atlas(files: WorldFiles, *, shipped: Atlas, house: House) -> Atlas:
    """The Atlas of these files over what is shipped; what leads nowhere is noted."""
    items = _items(files, shipped.items)
    region = files.entries.get("region", {}).get("region")
    return Atlas(
        places={name: _priced(place, items) for name, place in _all(files, "places", _place).items()},
        routes=_all(files, "routes", _route),
        sites=build_sites(files.of("sites")),
        monsters={**shipped.monsters, **_all(files, "monsters", lambda *one: _monster(*one, shipped=shipped.monsters))},
        encounters=_all(files, "encounters", lambda *one: _table(*one, house=house)),
        items=items,
        activities=_all(files, "activities", _activity),
        treasures={name: (value["dice"], value["each"]) for name, value, _ in files.of("treasures")},
        wilderness_table=(region.value["table"] or "") if region else "",
    )


def _all(files: WorldFiles, realm: str, build: Callable[[str, dict[str, Any], Spot], _T]) -> dict[Any, _T]:
    return {name: build(name, value, spot) for name, value, spot in files.of(realm)}


def _place(name: str, value: dict[str, Any], spot: Spot) -> Place:
    stock = {
        ItemId(item): Stock(_LIST_PRICE if one["price"] is None else one["price"], one["quantity"])
        for item, one in value["stock"].items()
    }
    for item in value["not_sold"]:
        if item in stock:
            spot.at("not_sold").wrong(item, Phrase("stock_or_not"))
    return Place(
        id=PlaceId(name),
        label=value["name"],
        kind=PlaceKind(value["kind"]),
        safe=value["safe"],
        market=value["market"],
        price_percent=value["price_percent"],
        buys_at_percent=value["buys_at_percent"],
        stock=stock,
        not_sold=frozenset(map(ItemId, value["not_sold"])),
        lodging_cp=value["lodging"],
        hidden=value["hidden"],
    )


def _priced(place: Place, items: Mapping[ItemId, Item]) -> Place:
    """The place with the list's price, at its own percentage, where its stock names none."""
    stock = {
        name: replace(one, price_cp=items[name].price_cp * place.price_percent // 100)
        if one.price_cp == _LIST_PRICE and name in items
        else one
        for name, one in place.stock.items()
    }
    return replace(place, stock=stock)


def _route(name: str, value: dict[str, Any], spot: Spot) -> Route:
    if value["from"] == value["to"]:
        spot.at("to").wrong(value["to"], Phrase("other_end"))
    long = sum(leg["miles"] for leg in value["legs"])
    for n, one in enumerate(value["sights"]):
        if one["miles"] > long:
            spot.at("sights").at(n).at("miles").wrong(one["miles"], Phrase("at_most", {"high": long}))
    return Route(
        id=RouteId(name),
        label=value["name"],
        ends=(PlaceId(value["from"]), PlaceId(value["to"])),
        legs=tuple(Leg(leg["miles"], leg["terrain"]) for leg in value["legs"]),
        known=value["known"],
        table=value["table"] or "",
        sights=tuple(Sight(PlaceId(one["place"]), one["miles"], one["percent"]) for one in value["sights"]),
    )


def _monster(name: str, value: dict[str, Any], _spot: Spot, *, shipped: Mapping[MonsterId, Monster]) -> Monster:
    given = {key: one for key, one in value.items() if key in ("parley", "xp", "save_as_level") and one is not None}
    if "special" in value:
        given["special"] = tuple(SpecialAttack(**one) for one in value["special"])
    if value.get("name"):
        given["label"] = value["name"]
    if value.get("treasure"):
        given["treasure"] = value["treasure"]
    printed = value.get("hit_dice")
    if printed:
        given["hit_dice"] = counted(printed)
        given.setdefault("xp", experience(printed, special=len(given.get("special", ()))))
        given.setdefault("save_as_level", fighter_level(printed))
    old = shipped.get(MonsterId(name))
    if old:
        return replace(old, **given)
    return Monster(**{"id": MonsterId(name), "parley": False, **given})


def _table(_name: str, value: dict[str, Any], spot: Spot, *, house: House) -> EncounterTable:
    chance = house.check_chance if value["chance"] is None else value["chance"]
    sides = value["sides"] or house.check_sides
    if chance > sides:
        spot.at("chance").wrong(chance, Phrase("at_most", {"high": sides}))
    return EncounterTable(
        tuple(_group(one, spot.at("entries").at(n)) for n, one in enumerate(value["entries"])), chance, sides
    )


def _group(value: dict[str, Any], spot: Spot) -> GroupEntry:
    deal, returns = value["deal"], value["returns"]
    if not value["monsters"]:
        spot.at("monsters").wrong(Phrase("found_empty"), Phrase("group"))
    if returns and not returns["monsters"]:
        spot.at("returns").at("monsters").wrong(Phrase("found_empty"), Phrase("group"))
    return GroupEntry(
        weight=value["weight"],
        monsters=_monsters(value["monsters"]),
        deal=deal and Deal(deal["price"], deal["rations"], deal["words"] or Label("", "")),
        returns=returns and Returns(returns["after_hours"] * 60, _monsters(returns["monsters"])),
        label=value["name"],
    )


def _monsters(value: Mapping[str, str]) -> tuple[tuple[MonsterId, str], ...]:
    return tuple((MonsterId(name), dice) for name, dice in value.items())


def _activity(name: str, value: dict[str, Any], spot: Spot) -> Activity:
    results = tuple(
        ActivityResult(
            on=one["on"],
            weight=one["weight"],
            words=one["words"],
            gain_cp=one["gain"],
            xp=one["xp"],
            extra_days=one["extra_days"],
            effect=one["effect"],
        )
        for one in value["results"]
    )
    chance = value["chance_percent"]
    for outcome, possible in (("success", chance > 0), ("failure", chance < 100)):
        if possible and not any(result.on == outcome for result in results):
            spot.at("results").wrong(Phrase("found_none_on", {"outcome": outcome}), Phrase("result_on"))
    return Activity(name, value["name"], value["days"], value["cost"], chance, results)


def _items(files: WorldFiles, shipped: Mapping[ItemId, Item]) -> dict[ItemId, Item]:
    items = dict(shipped)
    for name, value, _ in files.of("items"):
        items[ItemId(name)] = _item(ItemId(name), value, items.get(ItemId(name)))
    prices = {name: value for name, value, _ in _prices(files)}
    return {name: replace(item, price_cp=prices[name]) if name in prices else item for name, item in items.items()}


def _prices(files: WorldFiles) -> Iterator[tuple[str, int, Spot]]:
    for name, entry in files.entries.get("prices", {}).items():
        price: Any = entry.value
        yield name, price, entry.spot


def _item(name: ItemId, value: dict[str, Any], old: Item | None) -> Item:
    renamed = {"name": "label", "price": "price_cp", "weight_lb": "weight"}
    given = {renamed.get(key, key): one for key, one in value.items()}
    return replace(old, **given) if old else Item(id=name, **given)
