"""`estafeta verify`: the dice of a day, thrown again from its secret."""

import json
import sys
from datetime import date, datetime
from pathlib import Path

import click

from mailer.cli.language import say
from mailer.cli.options import campaign_option
from mailer.cli.progress import watched


@click.command("verify")
@campaign_option
@click.argument("dates", nargs=-1, metavar="[DATE]...")
@click.option("--all", "every", is_flag=True, help="Every day that was closed.")
@click.option(
    "--faces", "lists", is_flag=True, help="Print every face as docs/check-a-day.py takes it, and no verdict."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a day.")
def command(folder: Path, dates: tuple[str, ...], every: bool, lists: bool, as_json: bool) -> None:
    """Recompute every face of the days of these real DATES (the last closed one if none is given).

    With --faces a player can check a day without us: seal and secret are in their mails, docs/check-a-day.py does the
    rest. Look the lines over first: some may tell what the players do not know yet.
    """
    from mailer.campaign.head import load_settings
    from mailer.ledger.ledger import open_ledger
    from mailer.verifying import closed_days, thrown, verify_day

    settings = load_settings(folder)
    ledger = open_ledger(folder / "ledger.db")
    closed = closed_days(ledger)
    wanted = closed if every else [(_date(text) - settings.anchor).days for text in dates] or closed[-1:]
    if not wanted and not lists and not as_json:
        click.echo(say("none_closed"))
    wrong = 0
    if lists:
        for face in (face for day in wanted for face in thrown(ledger, settings, day)):
            click.echo(str(face))
        return
    with watched(len(wanted), is_quiet=as_json) as progress:
        proofs = [(day, verify_day(ledger, settings, day), progress(1))[:2] for day in wanted]
    for day, found in proofs:
        wrong += len(found.wrong)
        when = date.fromordinal(settings.anchor.toordinal() + day)
        if as_json:
            plain = {"day": when.isoformat(), "faces": found.faces, "wrong": list(map(str, found.wrong)),
                     "revisions": found.revisions, "is_sealed": found.is_sealed}  # fmt: skip
            wrong += not found.is_sealed
            click.echo(json.dumps(plain, ensure_ascii=False))
            continue
        told = say("verified", day=when, faces=found.faces, wrong=len(found.wrong))
        told += say("revised", count=found.revisions) if found.revisions > 1 else ""
        click.echo(told + ("" if found.is_sealed else say("not_as_sealed")))
        wrong += not found.is_sealed
        for line in found.wrong:
            click.echo(f"  {line}", err=True)
    sys.exit(1 if wrong else 0)


def _date(text: str) -> date:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        raise click.BadParameter(say("no_date", value=text), param_hint="DATE") from None
