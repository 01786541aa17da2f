"""`estafeta rule`: a ruling of the DM's, in the words that work by mail too."""

import json
import os
import sys
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import click

from mailer.cli.options import campaign_option, now_option, real_now


@click.command("rule")
@campaign_option
@now_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.argument("texts", nargs=-1, metavar="TEXT...")
def command(folder: Path, now: datetime | None, as_json: bool, texts: tuple[str, ...]) -> None:
    """Rule TEXT, one ruling a line; without TEXT the lines of standard input.

    estafeta rule "Krom: 12 pg" "Joram +50 px" — those it touches are mailed by the next run. A line that is no ruling
    is said back, and the exit code is 65; the others are carried out.
    """
    from mailer.rulings.terminal import rule_here

    answers = rule_here(folder, texts or (sys.stdin.read(),), now=now or real_now())
    for one in answers:
        if as_json:
            click.echo(json.dumps(asdict(one), ensure_ascii=False))
        elif one.unclear:
            click.echo(f"{one.text}: {one.why}", err=True)
        else:
            click.echo("; ".join(one.said))
    sys.exit(os.EX_DATAERR if any(one.unclear for one in answers) else 0)
