"""The settings and the people of a campaign, without its world: all that an idle run needs."""

from dataclasses import dataclass
from pathlib import Path

from mailer.campaign.campaign import Roster, Settings
from mailer.campaign.files import read_toml, tables
from mailer.campaign.mistakes import BAD, Notes, Spot
from mailer.campaign.settings import CAMPAIGN, build_house, build_settings
from mailer.errors import NoCampaignError
from rules.house import House


def load_settings(folder: Path) -> Settings:
    """What `campaign.toml` says, without reading anything else; CampaignError with all of its mistakes."""
    notes = Notes()
    head = read_head(folder, notes)
    notes.raise_any()
    return _sure(head).settings


def load_roster(folder: Path, settings: Settings) -> Roster:
    """People and who plays whom, without sheets and world; CampaignError with the mistakes of `roster.toml`."""
    from mailer.campaign.people import build_roster, empty, known_names  # not for a run with nothing to do
    from mailer.campaign.roster_keys import ROSTER

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


@dataclass(frozen=True, slots=True)
class Head:
    """What `campaign.toml` gives."""

    settings: Settings
    house: House


def _sure(head: Head | None) -> Head:
    if head is None:
        raise AssertionError("no settings, and no mistake noted")
    return head


def read_head(folder: Path, notes: Notes) -> Head | None:
    """Settings and house rules; None, and the mistakes noted, if they cannot be had. NoCampaignError without a file."""
    if not (folder / "campaign.toml").exists():
        raise NoCampaignError(folder.absolute())
    spot = Spot(notes, "campaign.toml")
    data = read_toml(folder / spot.file, spot.file, notes)
    if data is BAD:
        return None
    if data.get("language") in ("es", "en"):
        notes.language = data["language"]
    found = CAMPAIGN.read(data, spot)
    if found is BAD:
        return None
    return Head(build_settings(found, spot, folder=folder), build_house(found, spot))


def stand_in(folder: Path) -> Settings:
    """Settings to go on reading with when `campaign.toml` is wrong."""
    raw = {
        "name": "-", "tag": "-", "zone": "UTC", "address": "nobody@example.invalid",
        "calendar": {"anchor": "2026-01-15"},
        "inbox": [{"kind": "maildir", "path": "-"}], "out": {"kind": "maildir", "path": "-"},
    }  # fmt: skip
    spot = Spot(Notes(), "campaign.toml")
    return build_settings(CAMPAIGN.read(raw, spot), spot, folder=folder)
