"""`estafeta init`: a campaign folder to begin with."""

from pathlib import Path

import click


@click.command("init")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--example", is_flag=True, help="The example campaign, ready to run on Maildir folders without network.")
@click.option("--rules", type=click.Choice(["osric", "5e"]), default="osric", help="Which classes and tables.")
@click.option("--language", type=click.Choice(["es", "en"]), default="es", help="Language of the comments.")
def command(folder: Path, example: bool, rules: str, language: str) -> None:
    """Make a campaign FOLDER: settings, roster and world, commented, to be filled in with an editor."""
    from mailer.campaign.starter import write_starter

    write_starter(folder, example=example, ruleset=rules, language=language)
    if example:
        click.echo(f"{folder}: the example campaign. Try:  estafeta run -C {folder} --dry-run")
        return
    click.echo(f"{folder}: fill in campaign.toml, roster.toml and world/. Try:  estafeta run -C {folder} --dry-run")
