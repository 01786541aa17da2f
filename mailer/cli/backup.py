"""`estafeta backup`: a whole copy of the ledger, now."""

from pathlib import Path

import click

from mailer.cli.options import campaign_option


@click.command("backup")
@campaign_option
def command(folder: Path) -> None:
    """Copy the ledger into the campaign's backups/ folder, by SQLite's own online backup."""
    from mailer.ledger.backup import back_up
    from mailer.ledger.ledger import open_ledger

    ledger = open_ledger(folder / "ledger.db")
    click.echo(back_up(ledger, reason="by-hand"))
    ledger.close()
