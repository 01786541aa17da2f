"""`estafeta read`: what would be understood, with nothing stored."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.options import campaign_option
from mailer.cli.progress import is_watched, watched

if TYPE_CHECKING:
    from mailer.reading.orders.gazetteer import Gazetteer


@click.command("read")
@campaign_option
@click.option(
    "--sent", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Mails we are taken to have sent."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a letter.")
@click.option("--explain", is_flag=True, help="Which words made each order.")
@click.option("--batch", is_flag=True, help="JSON Lines in (id, from_character, sent, subject, body), JSON Lines out.")
@click.option("--gazetteer", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Names for --batch.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(
    folder: Path,
    sent: Path | None,
    as_json: bool,
    explain: bool,
    batch: bool,
    gazetteer: Path | None,
    files: tuple[Path, ...],
) -> None:
    """Read FILES (.eml), or standard input, as the campaign in -C would, and show what was understood."""
    if batch:
        _batch(folder, gazetteer)
        return
    from mailer.rehearsal import rehearse, show

    letters = [(path.name, path.read_bytes()) for path in files] or [("-", sys.stdin.buffer.read())]
    with watched(len(letters), is_quiet=as_json) as progress:
        told = [(found, progress(1))[0] for found in rehearse(folder, letters, sent=sent)] if is_watched() else None
    for found in rehearse(folder, letters, sent=sent) if told is None else told:
        click.echo(json.dumps(found, ensure_ascii=False) if as_json else show(found, explain=explain))


def _batch(folder: Path, file: Path | None) -> None:
    """Letters as JSON Lines, with the names of a file, of a campaign, or none."""
    from mailer.reading.orders.batch import answer

    for line in answer(sys.stdin, _names(folder, file or folder / "gazetteer.toml")):
        click.echo(line)


def _names(folder: Path, file: Path) -> "Gazetteer":
    from mailer.reading.orders.gazetteer import Gazetteer, load

    if file.exists():
        return load(file)
    if not (folder / "campaign.toml").exists():
        return Gazetteer()
    from mailer.campaign.load import load_campaign
    from mailer.reading.resolve.for_reading import reading_gazetteer

    campaign = load_campaign(folder)
    return reading_gazetteer(campaign, campaign.start)
