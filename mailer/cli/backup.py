"""`estafeta backup`: a whole copy of the ledger, now."""

from pathlib import Path

import click

from mailer.cli.options import campaign_option
from mailer.cli.progress import watched


@click.command("backup")
@campaign_option
def command(folder: Path) -> None:
    """Copy the ledger into the campaign's backups/ folder, by SQLite's own online backup."""
    from mailer.ledger.backup import back_up, pages
    from mailer.ledger.ledger import open_ledger

    ledger = open_ledger(folder / "ledger.db")
    with watched(pages(ledger)) as progress:
        path = back_up(ledger, reason="by-hand", progress=progress)
    click.echo(path)
    ledger.close()
