"""`estafeta reopen`: the last closed day resolved again."""

import os
import sys
from datetime import datetime
from pathlib import Path

import click

from mailer.cli.options import campaign_option, now_option, real_now


@click.command("reopen")
@campaign_option
@now_option
@click.argument("date", metavar="DATE")
def command(folder: Path, now: datetime | None, date: str) -> None:
    """Resolve the last closed day, the real DATE, again: from the orders and rulings as they are now, by the same dice.

    Both revisions stay in the ledger and are proved by `verify`. Those for whom something is different get a mail by
    the next run, and you a digest. An older day is refused, with what to do instead; `rule undo` takes it back.
    """
    from mailer.rulings.terminal import rule_here

    (one,) = rule_here(folder, [f"reopen {date}"], now=now or real_now())
    click.echo(one.why if one.unclear else "; ".join(one.said), err=bool(one.unclear))
    sys.exit(os.EX_DATAERR if one.unclear else 0)
