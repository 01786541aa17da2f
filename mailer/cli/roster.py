"""`estafeta roster`: the characters as a spreadsheet, out and in."""

import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.options import campaign_option, now_option, real_now
from mailer.errors import CampaignError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mailer.desk.roster_edits import Edit
    from mailer.post import Post


@click.command("roster")
@campaign_option
@now_option
@click.option(
    "--import", "sheet", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Add the people of a CSV file who are not in roster.toml yet.",
)  # fmt: skip
def command(folder: Path, now: datetime | None, sheet: Path | None) -> None:
    """Print everybody as they stand as CSV, the dead too; with --import add new people from such a sheet.

    Importing never changes anybody: cells that differ from what stands are listed with the ruling that would change
    them. roster.toml keeps its comments, and is only written if the campaign can still be read with it.
    """
    from mailer.desk.roster_csv import as_csv
    from mailer.desk.standing import open_post

    post = open_post(folder, now or real_now())
    if sheet is None:
        click.echo(as_csv(post.world, post.campaign.roster), nl=False)
        return
    _import(post, sheet)


def _import(post: "Post", sheet: Path) -> None:
    from mailer.desk.imports import say
    from mailer.desk.roster_csv import SheetError, added, read_sheet, read_text
    from mailer.desk.roster_edits import edited

    language, roster, path = post.settings.language, post.campaign.roster, post.folder / "roster.toml"
    players = {str(name): one.addresses for name, one in roster.players.items()}
    parties = {party.name.casefold(): str(party.id) for party in post.campaign.start.parties.values()}
    place = next(iter(post.campaign.book.atlas.places), "")
    try:
        sheet_text = read_text(sheet)
        edits = edited(sheet_text, post.world, roster)
        new = read_sheet(sheet_text, players=players, characters=map(str, post.world.characters))
        text = added(path.read_text("utf-8"), new, parties=parties, place=str(place))
    except SheetError as error:
        raise click.UsageError(say(error.code, language, **error.words)) from error
    _tell_edits(edits, language)
    if not new.characters:
        click.echo(say("csv_none", language))
        return
    try:
        _check(post.folder, text)
    except CampaignError as error:
        raise click.UsageError(say("csv_refused", language, told=error)) from error
    draft = path.with_suffix(".part")
    draft.write_text(text, "utf-8")
    draft.replace(path)
    click.echo(say("csv_new", language, names=", ".join(str(one["name"]) for one in new.characters.values())))


def _tell_edits(edits: "Sequence[Edit]", language: str) -> None:
    """The cells that differ from what stands: not carried out, but with the words of the ruling that would."""
    from mailer.desk.imports import say

    if not edits:
        return
    click.echo(say("csv_edits", language))
    for one in edits:
        cell = say("csv_edit", language, name=one.name, column=one.column, was=one.was or "—", now=one.now or "—")
        words = say(f"rule_{one.words}", language, name=one.name, value=one.said) if one.is_ruled else ""
        click.echo(f"  {cell}" + (f'  → estafeta rule "{words}"' if words else f"  → {say('csv_by_hand', language)}"))


def _check(folder: Path, text: str) -> None:
    """CampaignError, and nothing written, where the campaign could not be read with that roster."""
    from shutil import copytree

    from mailer.campaign.load import load_campaign

    with tempfile.TemporaryDirectory() as draft:
        whole = Path(draft) / "campaign"
        whole.mkdir()
        for path in folder.glob("*.toml"):
            (whole / path.name).write_bytes(path.read_bytes())
        if (folder / "world").is_dir():
            copytree(folder / "world", whole / "world")
        (whole / "roster.toml").write_text(text, "utf-8")
        load_campaign(whole)
