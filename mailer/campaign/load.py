"""A campaign folder read whole, or every mistake in it at once."""

from functools import cache
from pathlib import Path
from typing import Any

from mailer.campaign.calendars import anchored, read_calendar
from mailer.campaign.campaign import Campaign
from mailer.campaign.files import read_toml
from mailer.campaign.head import load_roster, load_settings, read_head, stand_in
from mailer.campaign.mistakes import BAD, Notes, Spot
from mailer.campaign.parties import build_world
from mailer.campaign.people import build_roster, empty, known_names
from mailer.campaign.roster_keys import ROSTER
from mailer.campaign.sheets import Ground
from rules.atlas import Atlas
from rules.book import Book
from rules.house import House
from rules.tables import Tables

__all__ = ["load_campaign", "load_roster", "load_settings"]


def load_campaign(folder: Path) -> Campaign:
    """The campaign, whole; CampaignError with all mistakes of all its files."""
    notes = Notes()
    head = read_head(folder, notes)
    found, known = _read_people(folder, notes)
    settings, house = (head.settings, head.house) if head else (stand_in(folder), House())
    book, names, aliases = _read_book(folder, notes, house=house, ruleset=settings.rules)
    spot = Spot(notes, "roster.toml")
    roster = build_roster(found, spot, language=settings.language, address=settings.address)
    ground = Ground(book.atlas, book.tables, house, settings)
    start = build_world(found, spot, ground=ground)
    at = Spot(notes, "campaign.toml", "calendar")
    calendar = read_calendar(settings.calendar, folder, notes=notes)
    if calendar is not BAD:
        calendar = anchored(calendar, settings.anchor_campaign, weekday=settings.anchor_weekday, spot=at)
    notes.settle({**known, **names})
    notes.raise_any()
    assert calendar is not BAD
    return Campaign(folder, settings, roster, book, calendar, start, aliases)


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
    book = Book(build_atlas(files, shipped=atlas, house=house), figures, house)
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
