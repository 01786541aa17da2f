"""`estafeta link`: who writes by which chat, and a code for whoever shall."""

import json
import os
import sys
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import click

from mailer.cli import names
from mailer.cli.language import say
from mailer.cli.options import campaign_option, now_option, real_now


@click.command("link")
@campaign_option
@now_option
@click.option("--by", type=click.Choice(["telegram", "matrix"]), help="Which chat, where the campaign has both.")
@click.option("--end", "is_end", is_flag=True, help="PLAYER writes by chat no more.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.argument("player", required=False, default="", shell_complete=names.of("players"))
def command(folder: Path, now: datetime | None, by: str | None, is_end: bool, as_json: bool, player: str) -> None:
    """Mail PLAYER a code by which a chat becomes theirs; without PLAYER, tell who writes by which chat.

    The code goes to the registered address with the next run; it is good once and for two days. With --end that
    player's chats, or the one named by --by, are strangers' again, and the player is told by mail. Exit code 65 if
    nobody is called so, or there is no such chat.
    """
    from mailer.desk.links import end_here, linked, offer_here

    if is_end:
        ended = end_here(folder, player, by, now=now or real_now()) if player else ()
        if not ended:
            click.echo(say("no_chat_of", value=player), err=True)
            sys.exit(os.EX_DATAERR)
        click.echo("\n".join(ended))
        return
    if player:
        address = offer_here(folder, player, by, now=now or real_now())
        if not address:
            click.echo(say("no_link", value=player), err=True)
            sys.exit(os.EX_DATAERR)
        click.echo(address)
        return
    for one in linked(folder):
        click.echo(json.dumps(asdict(one)) if as_json else f"{one.player}  {one.channel}  {one.author}  {one.since}")
