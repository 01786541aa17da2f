"""`estafeta calendar`: a calendar made elsewhere, brought in."""

from pathlib import Path

import click

from mailer.campaign.calendar_import import ForeignError


@click.command("calendar")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Where to write; else printed.")
@click.option("--which", default="", help="By name, where the export holds several.")
@click.option("--language", type=click.Choice(["es", "en"]), help="Of what is said; the terminal's if not given.")
def command(file: Path, output: Path | None, which: str, language: str | None) -> None:
    """Make a calendar file from FILE, the JSON that Fantasy-Calendar or Foundry's Simple Calendar exports.

    Months, feasts, weekdays, leap years, eras, seasons and moons. What has no place here is said, line by line, and the
    file can be mended by hand. An output that exists is not written over.
    """
    from mailer.campaign.calendar_import import as_toml, date_of_today, imported
    from mailer.cli.language import here
    from mailer.cli.language import say as terminal
    from mailer.desk.imports import say

    language = language or here()
    try:
        found = imported(file.read_bytes(), which=which)
    except ForeignError as error:
        raise click.UsageError(say(error.code, language, **error.words)) from error
    text = f"# {say('header', language, source=found.name)}\n" + as_toml(found)
    if output is None:
        click.echo(text, nl=False)
    else:
        if output.exists():
            raise click.BadParameter(terminal("file_exists", language, path=output), param_hint="--output")
        output.write_text(text, encoding="utf-8")
        click.echo(say("written", language, path=output, name=output.name), err=True)
    for code, words in found.lost:
        click.echo(say(code, language, **words), err=True)
    today = date_of_today(found)
    if today:
        click.echo(say("today", language, date=today), err=True)
