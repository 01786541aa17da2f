"""`estafeta timeline`: the days of a campaign in a picture."""

import json
from datetime import datetime
from pathlib import Path

import click

from mailer.cli import names
from mailer.cli.options import campaign_option, now_option, real_now


@click.command("timeline")
@campaign_option
@now_option
@click.option("--days", type=click.IntRange(1, 10_000), default=14, show_default=True, help="How many, the latest.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a day and party.")
@click.argument("party", required=False, shell_complete=names.of("parties"))
def command(folder: Path, now: datetime | None, days: int, as_json: bool, party: str | None) -> None:
    """The latest days, a strip of hours for each party (or PARTY alone) and what was notable in them."""
    from mailer.desk.standing import open_post, party_called
    from mailer.desk.tale import label
    from mailer.desk.timeline import timeline

    post = open_post(folder, now or real_now())
    language = post.settings.language
    one = party_called(post.world, party) if party else None
    if party and one is None:
        raise click.BadParameter(label("unknown", language, what=party, hint=""), param_hint="PARTY")
    rows = timeline(post, days=days, party=one.id if one else "")
    if as_json:
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    if not rows:
        click.echo(label("nothing", language))
        return
    from rich.console import Console

    from mailer.desk.show_view import print_timeline

    print_timeline(Console(highlight=False), rows, language)
