"""`estafeta export`: the campaign as plain files."""

from contextlib import closing
from pathlib import Path

import click

from mailer.cli.options import campaign_option


@click.command("export")
@campaign_option
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
def command(folder: Path, out: Path) -> None:
    """Write the whole campaign into the new folder OUT: the ledger as JSON Lines, one file a table, and its own files.

    `estafeta import` makes a campaign of it again that goes on from there. OUT HOLDS EVERY SECRET of the ledger: the
    one all dice are thrown from, also those of days to come, the one reply tokens are made with, letters and
    addresses. Whoever has it can foresee the dice and write in a player's name. Its files are yours alone (0600).
    Passwords that lie in files of their own, mail folders and backups are not in it.
    """
    from mailer.desk.peek import read_ledger
    from mailer.moving import export_campaign

    path = folder / "ledger.db"
    if not path.exists():
        raise click.UsageError(f"{path} does not exist; there is nothing to export yet")
    refuse_unless_free(out, hint="OUT")
    with closing(read_ledger(path)) as ledger:
        moved = export_campaign(folder, ledger, out)
    click.echo(f"{out}: {moved.rows} rows of the ledger, {moved.files} files of the campaign.")
    click.echo(
        "It holds the secrets of dice to come and of reply tokens, every letter and address: keep it to yourself."
    )


def refuse_unless_free(path: Path, *, hint: str) -> None:
    """Nothing comes back: nobody's files are written over."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise click.BadParameter(f"{path} is not empty", param_hint=hint)
