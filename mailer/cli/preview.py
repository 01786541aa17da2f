"""`estafeta preview`: every mail, to be looked at."""

from pathlib import Path

import click

from mailer.cli.language import say


@click.command("preview")
@click.option(
    "-C", "campaign", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A campaign whose own templates are used.",
)  # fmt: skip
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def command(campaign: Path | None, folder: Path) -> None:
    """Write every mail with sample data into FOLDER: as HTML, as text and as it goes out, in both languages."""
    from mailer.writing.preview import preview, template_mistakes

    own = campaign / "templates" if campaign else None
    if own and own.is_dir():
        for mistake in template_mistakes(own):
            click.echo(mistake, err=True)
    files = preview(folder, own=own if own and own.is_dir() else None)
    click.echo(say("previewed", count=len(files), folder=folder))
