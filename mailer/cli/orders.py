"""`estafeta orders`: what everybody wants done."""

import json
from datetime import datetime
from pathlib import Path

import click

from mailer.cli.options import campaign_option, now_option, real_now


@click.command("orders")
@campaign_option
@now_option
@click.option("--all", "every", is_flag=True, help="Also those that are done, beaten or taken back.")
@click.option("--player", help="Only this player's.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object an order.")
def command(folder: Path, now: datetime | None, every: bool, player: str | None, as_json: bool) -> None:
    """What stands: orders by number, limits, proposals and votes, in words and in the players' own.

    With --all every order that was ever given, with how it ended: nothing is deleted.
    """
    from mailer.desk.showing import orders_shown, standing_shown
    from mailer.desk.standing import open_post
    from mailer.desk.tale import label
    from mailer.standing import standing_of_all

    post = open_post(folder, now or real_now())
    if every:
        found = orders_shown(post, "(? is null or player = ?)", player, player)
    else:
        standing = (one for one in standing_of_all(post) if player in (None, one.order.by))
        found = standing_shown(post, standing)
    if as_json:
        for one in found:
            click.echo(json.dumps(one, ensure_ascii=False))
        return
    if not found:
        click.echo(label("nothing", post.settings.language))
        return
    from rich.console import Console

    from mailer.desk.narrow import fitting
    from mailer.desk.show_view import order_table

    console = Console(highlight=False)
    console.print(fitting(console, order_table(found, post.settings.language)))
