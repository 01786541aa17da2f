"""`estafeta export`: the campaign as plain files."""

from contextlib import closing
from pathlib import Path

import click

from mailer.cli.language import say
from mailer.cli.options import campaign_option
from mailer.cli.progress import watched


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
    from mailer.ledger.portable import count_rows
    from mailer.moving import export_campaign

    path = folder / "ledger.db"
    if not path.exists():
        raise click.UsageError(say("no_ledger", path=path))
    refuse_unless_free(out, hint="OUT")
    with closing(read_ledger(path)) as ledger, watched(count_rows(ledger)) as progress:
        moved = export_campaign(folder, ledger, out, progress=progress)
    click.echo(say("moved", folder=out, rows=moved.rows, files=moved.files))
    click.echo(say("export_secret"))


def refuse_unless_free(path: Path, *, hint: str) -> None:
    """Nothing comes back: nobody's files are written over."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise click.BadParameter(say("not_empty", path=path), param_hint=hint)
