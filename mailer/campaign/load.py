"""A campaign folder read whole, or every mistake in it at once."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mailer.campaign.calendars import anchored, load_calendar
from mailer.campaign.campaign import Campaign, Roster, Settings
from mailer.campaign.files import read_toml, tables
from mailer.campaign.mistakes import BAD, Notes, Spot
from mailer.campaign.roster import build_roster, build_world, empty, known_names
from mailer.campaign.roster_keys import ROSTER
from mailer.campaign.settings import CAMPAIGN, build_house, build_settings
from mailer.campaign.sheets import Ground
from rules.atlas import Atlas
from rules.book import Book
from rules.house import House
from rules.tables import Tables


def load_settings(folder: Path) -> Settings:
    """What `campaign.toml` says, without reading anything else; CampaignError with all of its mistakes."""
    notes = Notes()
    head = _read_head(folder, notes)
    notes.raise_any()
    return _sure(head).settings


def load_roster(folder: Path, settings: Settings) -> Roster:
    """People and who plays whom, without sheets and world; CampaignError with the mistakes of `roster.toml`."""
    notes = Notes(language=settings.language)
    spot = Spot(notes, "roster.toml")
    data = tables(read_toml(folder / spot.file, spot.file, notes))
    notes.raise_any()
    found = ROSTER.read(data, spot)
    roster = build_roster(
        empty() if found is BAD else found, spot, language=settings.language, address=settings.address
    )
    notes.settle(known_names(data))
    notes.raise_any()
    return roster


def load_campaign(folder: Path) -> Campaign:
    """The campaign, whole; CampaignError with all mistakes of all its files."""
    notes = Notes()
    head = _read_head(folder, notes)
    found, known = _read_people(folder, notes)
    settings, house = (head.settings, head.house) if head else (_stand_in(folder), House())
    book, names, aliases = _read_book(folder, notes, house=house, ruleset=settings.rules)
    spot = Spot(notes, "roster.toml")
    roster = build_roster(found, spot, language=settings.language, address=settings.address)
    ground = Ground(book.atlas, book.tables, house, settings)
    start = build_world(found, spot, ground=ground)
    at = Spot(notes, "campaign.toml", "calendar")
    calendar = load_calendar(settings.calendar, folder=folder, notes=notes)
    if calendar.label.es:
        calendar = anchored(calendar, settings.anchor_campaign, weekday=settings.anchor_weekday, spot=at)
    notes.settle({**known, **names})
    notes.raise_any()
    return Campaign(folder, settings, roster, book, calendar, start, aliases)


@dataclass(frozen=True, slots=True)
class _Head:
    """What `campaign.toml` gives."""

    settings: Settings
    house: House


def _sure(head: _Head | None) -> _Head:
    if head is None:
        raise AssertionError("no settings, and no mistake noted")
    return head


def _read_head(folder: Path, notes: Notes) -> _Head | None:
    spot = Spot(notes, "campaign.toml")
    data = read_toml(folder / spot.file, spot.file, notes)
    if data is BAD:
        return None
    if data.get("language") in ("es", "en"):
        notes.language = data["language"]
    found = CAMPAIGN.read(data, spot)
    if found is BAD:
        return None
    return _Head(build_settings(found, spot, folder=folder), build_house(found, spot))


def _stand_in(folder: Path) -> Settings:
    """Settings to go on reading with when `campaign.toml` is wrong."""
    raw = {
        "name": "-", "tag": "-", "zone": "UTC", "address": "nobody@example.invalid",
        "calendar": {"anchor": "2026-01-15"},
        "inbox": [{"kind": "maildir", "path": "-"}], "out": {"kind": "maildir", "path": "-"},
    }  # fmt: skip
    spot = Spot(Notes(), "campaign.toml")
    return build_settings(CAMPAIGN.read(raw, spot), spot, folder=folder)


def _read_people(folder: Path, notes: Notes) -> tuple[Any, dict[str, set[str]]]:
    spot = Spot(notes, "roster.toml")
    data = read_toml(folder / spot.file, spot.file, notes)
    if data is BAD:
        return empty(), {}
    found = ROSTER.read(data, spot)
    return (empty() if found is BAD else found), known_names(data)


def _read_book(
    folder: Path, notes: Notes, *, house: House, ruleset: str
) -> tuple[Book, dict[str, set[str]], dict[str, str]]:
    from mailer.campaign.world import build_atlas, build_classes, read_world

    atlas = shipped_atlas()
    files = read_world(folder, notes, monsters=atlas.monsters, items=atlas.items)
    figures = build_classes(files, shipped_tables(ruleset))
    names = {realm: files.has(realm) for realm in ("places", "sites", "encounters", "treasures")}
    names["monsters"] = files.has("monsters") | set(atlas.monsters)
    names["items"] = files.has("items") | set(atlas.items)
    names["terrain"], names["saves"] = set(figures.terrain), set(figures.saves)
    book = Book(build_atlas(files, shipped=atlas, tables=figures, house=house), figures, house)
    return book, names, files.aliases


@cache
def shipped_atlas() -> Atlas:
    """The monsters and the price list that are shipped, without any place."""
    from mailer.campaign.monsters import load_monsters
    from mailer.campaign.tables import load_items

    return Atlas({}, {}, {}, load_monsters(), {}, load_items())


@cache
def shipped_tables(ruleset: str) -> Tables:
    """The rulebook's tables, read once."""
    from mailer.campaign.tables import load_tables

    return load_tables(ruleset)
