"""`estafeta chronicle`: a site of what everybody may know."""

from datetime import datetime
from pathlib import Path

import click

from mailer.cli.options import campaign_option, now_option, real_now
from mailer.cli.progress import watched


@click.command("chronicle")
@campaign_option
@now_option
@click.option("--language", type=click.Choice(["es", "en"]), help="The campaign's if not given.")
@click.option("--url", default="", help="Where the site will stand: links in the feed are whole then.")
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path, now: datetime | None, language: str | None, url: str, out: Path) -> None:
    """Write a small static site into OUT: the calendar, what happened each closed day, the parties, the fallen.

    Only what everybody may know: no secrets, no positions, no orders, no dice. Without scripts, readable on a phone,
    printable, with an Atom feed. Put it behind the run in cron, and OUT where a web server finds it.
    """
    from mailer.desk.chronicle import chronicle
    from mailer.desk.standing import open_post
    from mailer.verifying import closed_days

    post = open_post(folder, now or real_now())
    with watched(len(closed_days(post.ledger))) as progress:
        files = chronicle(post, out, language=language or "", url=url, progress=progress)
    click.echo(f"{out / 'index.html'} ({len(files)})")
