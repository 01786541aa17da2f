"""`estafeta replay`: the days again, by the present rules and files."""

import json
import os
import sys
from contextlib import closing
from dataclasses import asdict
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.language import say
from mailer.cli.options import campaign_option
from mailer.cli.progress import watched

if TYPE_CHECKING:
    from mailer.replaying import Change


@click.command("replay")
@campaign_option
@click.option("--from", "first", metavar="DATE", required=True, help="The first real day to recompute: 2026-01-17.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a day and character.")
def command(folder: Path, first: str, as_json: bool) -> None:
    """Recompute the days from DATE on, with the present rules and campaign files, and tell what would be different.

    In memory: nothing is changed and nothing is sent. The world begins as the ledger has it on the evening before DATE.
    Letters are all read again, from the first one on, and rulings given at the terminal ruled again, each at the
    instant it was; so a better reading shows, too, and a long campaign takes its time. Dice fall by the same secrets.
    Whoever joined later by the files counts from when the ledger first knew of them.

    Exit codes: 0 nothing would be different, 1 something would, 70 the present rules cannot get through.
    """
    from mailer.campaign.head import load_settings
    from mailer.desk.peek import read_ledger
    from mailer.ledger.replay import closed
    from mailer.replaying import changes, instants, replay
    from rules.time import Day

    anchor = load_settings(folder).anchor
    day = Day((_date(first) - anchor).days)
    path = folder / "ledger.db"
    if not path.exists():
        raise click.UsageError(say("no_ledger", path=path))
    with closing(read_ledger(path)) as ledger:
        days = closed(ledger, day)
        if not days:
            raise click.UsageError(say("no_closed_day", day=first))
        with watched(instants(ledger), is_quiet=as_json) as progress:
            played = replay(folder, ledger, first=day, progress=progress)
        found = changes(played, first=day)
        unread = played.unread
    for number, error in unread:
        click.echo(say("not_read_again", number=number, error=error), err=True)
    for one in found:
        when = (anchor + timedelta(days=one.day)).isoformat()
        click.echo(json.dumps({**asdict(one), "day": when}, ensure_ascii=False) if as_json else _told(one, when))
    if not as_json and not found:
        click.echo(say("same_one" if len(days) == 1 else "same_many", count=len(days)))
    sys.exit(os.EX_SOFTWARE if unread else 1 if found else 0)


def _told(one: "Change", when: str) -> str:
    lines = [f"{when} {one.who}"]
    lines += [f"  - {line}" for line in one.gone]
    lines += [f"  + {line}" for line in one.new]
    lines += [f"  {path or say('whole_sheet')}: {_short(was)} -> {_short(now)}" for path, was, now in one.sheet]
    return "\n".join(lines)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


def _date(text: str) -> date:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        raise click.BadParameter(say("no_date", value=text), param_hint="--from") from None
