"""`estafeta import`: a campaign from plain files."""

from pathlib import Path

import click

from mailer.cli.export import refuse_unless_free
from mailer.cli.language import say
from mailer.cli.progress import watched


@click.command("import")
@click.argument("source", metavar="IN", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "-C",
    "folder",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path),
    help="The campaign folder to make; it must not exist, or be empty.",
)
def command(source: Path, folder: Path) -> None:
    """Make the campaign folder DIR from what `estafeta export` wrote into IN.

    The next run goes on exactly as that of the exported campaign would have: same orders, dice, tokens and
    Message-IDs. So let only one of the two run: both would answer the same letters.
    """
    from mailer.ledger.portable import count_lines
    from mailer.moving import import_campaign

    refuse_unless_free(folder, hint="-C")
    with watched(count_lines(source / "tables")) as progress:
        moved = import_campaign(source, folder, progress=progress)
    click.echo(say("moved", folder=folder, rows=moved.rows, files=moved.files))
    click.echo(say("import_next", folder=folder))
