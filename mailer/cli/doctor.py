"""`estafeta doctor`: every cause of silence, each with its mend."""

import json
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.options import Instant, campaign_option, local, now_option, real_now

if TYPE_CHECKING:
    from mailer.desk.finding import Told

_MARKS = {"well": ("✓", "green"), "note": ("·", "cyan"), "mend": ("✗", "red")}


@click.command("doctor")
@campaign_option
@now_option
@click.option("--send-test", is_flag=True, help="Send one test mail to the DM; nothing is ever sent otherwise.")
@click.option(
    "--since", type=Instant(), callback=local, help="How far back to look for failures; the last 7 days if not given."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line of the report.")
def command(folder: Path, now: datetime | None, send_test: bool, since: datetime | None, as_json: bool) -> None:
    """Look at everything that can keep a campaign silent, and say how to mend it.

    Files, mailbox and SMTP login, whom we believe, clock and cron, ledger, disk and backups, letters and mails that
    wait. Nothing is changed, marked or sent. Exit code 0 all well, 1 something to mend.
    """
    from mailer.desk.doctor import examine
    from mailer.desk.finding import Health, told
    from mailer.desk.peek import peek

    moment = now or real_now()
    seen = peek(folder, now=moment, since=since or moment - timedelta(days=7))
    count, last = 0, ""
    for one in examine(seen, send_test=send_test):
        words = told(one.finding, seen.language)
        count += one.finding.health is Health.MEND
        if as_json:
            click.echo(json.dumps(_plain(one.room, words), ensure_ascii=False))
            continue
        if one.room != last:
            _head(one.room, seen.language)
        last = one.room
        show(words)
    if not as_json:
        _end(count, seen.language)
    sys.exit(1 if count else 0)


def _plain(room: str, words: "Told") -> dict[str, str]:
    return {"room": room, "code": words.code, "health": words.health.value, "says": words.says, "mend": words.mend}


def _head(room: str, language: str) -> None:
    from mailer.desk.finding import said

    click.secho(said("title", room, language), bold=True)


def show(words: "Told") -> None:
    """One line, and below it the mend."""
    mark, colour = _MARKS[words.health.value]
    click.echo(f"  {click.style(mark, fg=colour)} {words.says}")
    if words.mend:
        click.echo(f"    → {words.mend}")


def _end(count: int, language: str) -> None:
    from mailer.desk.finding import said

    name = "many" if count > 1 else "one" if count else "well"
    click.secho(said("told", name, language, count=count), fg="red" if count else "green", bold=True)
