"""`estafeta show`: one character, party, day or letter, laid open."""

import json
from datetime import datetime
from pathlib import Path

import click

from mailer.cli import names
from mailer.cli.options import campaign_option, now_option, real_now


@click.command("show")
@campaign_option
@now_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.argument("what", metavar="CHARACTER|PARTY|DAY|LETTER", shell_complete=names.of("characters", "parties"))
def command(folder: Path, now: datetime | None, as_json: bool, what: str) -> None:
    """Show a character or a party by name, a day by its real date (or "today"), a letter by its number.

    This is the DM's desk: secrets are shown, and marked. Nothing is changed.
    """
    from mailer.desk.showing import near, shown
    from mailer.desk.standing import open_post
    from mailer.desk.tale import label

    post = open_post(folder, now or real_now())
    language = post.settings.language
    thing = shown(post, what)
    if thing is None:
        names = ", ".join(near(post, what))
        hint = label("hint", language, names=names) if names else label("may_be", language)
        raise click.UsageError(label("unknown", language, what=what, hint=hint))
    if as_json:
        click.echo(json.dumps(thing, ensure_ascii=False, indent=2))
        return
    from rich.console import Console

    from mailer.desk.show_view import print_thing

    print_thing(Console(highlight=False), thing, language)
