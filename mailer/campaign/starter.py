"""A new campaign folder: the example whole, or commented files to fill in."""

import re
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

from mailer.campaign.manual import explanations, sample
from mailer.campaign.mistakes import Notes, Phrase, Spot
from mailer.campaign.settings import CAMPAIGN
from mailer.campaign.toml import bare, table
from mailer.resources import shipped

_DM = re.compile(r"^dm = true\n", re.MULTILINE)
_SEED = re.compile(r"^\[dice\]\nseed = .*\n\n?", re.MULTILINE)
EXAMPLES = {"osric": "example", "5e": "example5e"}
_MAILDIR = ("cur", "new", "tmp")

Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]


def write_starter(
    folder: Path,
    *,
    example: bool = False,
    own_dice: bool = False,
    ruleset: str = "osric",
    language: str = "es",
    settings: Mapping[str, Any] | None = None,
    people: Tables | None = None,
) -> None:
    """Makes a campaign in a new or empty folder; CampaignError if there is anything in it already.

    `settings` are keys of `campaign.toml` and `people` the tables of `roster.toml`, both as they stand in the files.
    With the example they are not asked for. `ruleset` chooses between the example campaigns; with `own_dice` its
    published seed is left out, so that nobody can foretell what falls.
    """
    _refuse_used(folder, language)
    folder.mkdir(parents=True, exist_ok=True)
    if example:
        copytree(shipped("data") / EXAMPLES.get(ruleset, "example"), folder, dirs_exist_ok=True)
        if own_dice:
            head = folder / "campaign.toml"
            head.write_text(_SEED.sub("", head.read_text("utf-8")), "utf-8")
        _let_dm_read(folder / "roster.toml", language)
    else:
        _write_blank(folder, language, settings=settings or {}, people=people)
    for box in ("in", "out"):
        for part in _MAILDIR:
            (folder / "mail" / box / part).mkdir(parents=True, exist_ok=True)


def _let_dm_read(roster: Path, language: str) -> None:
    """Nothing comes back; the example's DM reads that language. Its files stay Spanish, and so do their purses."""
    if language != "es":
        roster.write_text(_DM.sub(f'\\g<0>language = "{language}"\n', roster.read_text("utf-8")), "utf-8")


def _refuse_used(folder: Path, language: str) -> None:
    notes = Notes(language=language)
    if folder.is_dir() and any(folder.iterdir()):
        Spot(notes, str(folder)).wrong(Phrase("found_used"), Phrase("empty_folder"))
    elif folder.exists() and not folder.is_dir():
        Spot(notes, str(folder)).wrong(Phrase("found_file"), Phrase("empty_folder"))
    notes.raise_any()


def _write_blank(folder: Path, language: str, *, settings: Mapping[str, Any], people: Tables | None) -> None:
    (folder / "world").mkdir()
    first = _first(language)
    files = {
        "campaign.toml": campaign_file(settings, language=language),
        "roster.toml": roster_file(people or {"players": first["players"]}, language=language),
        "world/places.toml": world_file({"places": first["places"]}, language=language),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def campaign_file(settings: Mapping[str, Any], *, language: str = "es") -> str:
    """A commented `campaign.toml` with these settings in it; mail goes through folders unless they say otherwise."""
    values = {
        "language": language,
        "inbox": [{"kind": "maildir", "path": "mail/in"}],
        "out": {"kind": "maildir", "path": "mail/out"},
        **settings,
    }
    return _headed("starter", language) + sample(CAMPAIGN, values=values, language=language)


def roster_file(people: Tables, *, language: str = "es") -> str:
    """A `roster.toml` with these tables."""
    return _headed("starter_roster", language) + _tables(people)


def world_file(things: Tables, *, language: str = "es") -> str:
    """A file of `world/` with these tables."""
    return _headed("starter_world", language) + _tables(things)


def _headed(which: str, language: str) -> str:
    return f"# {explanations()['manual'][which][language]}\n\n"


def _tables(realms: Tables) -> str:
    return "\n".join(
        table(f"{realm}.{bare(name)}", values) for realm, entries in realms.items() for name, values in entries.items()
    )


def _first(language: str) -> Tables:
    """The tables of `data/starter.toml` in one language."""
    import tomllib

    with (shipped("data") / "starter.toml").open("rb") as file:
        first: Mapping[str, Tables] = tomllib.load(file)
    return first[language if language in first else "es"]
