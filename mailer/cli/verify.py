"""`estafeta verify`: a day's dice, events, sheets and mails, proved from its secret and its orders."""

import json
import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.language import say
from mailer.cli.options import campaign_option
from mailer.cli.progress import watched

if TYPE_CHECKING:
    from mailer.campaign.campaign import Settings
    from mailer.ledger.ledger import Ledger
    from mailer.verifying import Proof, Verified


@click.command("verify")
@campaign_option
@click.argument("dates", nargs=-1, metavar="[DATE]...")
@click.option("--all", "every", is_flag=True, help="Every day that was closed.")
@click.option(
    "--faces", "lists", is_flag=True, help="Print every face as docs/check-a-day.py takes it, and no verdict."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a day.")
def command(folder: Path, dates: tuple[str, ...], every: bool, lists: bool, as_json: bool) -> None:
    """Prove the days of these real DATES (the last closed one if none is given): nothing is changed, nothing sent.

    Every die is thrown again from its secret, every step resolved again from its orders, its events and sheets are
    compared with the ledger's, and the numbers of the mails with those of the events. What other rules or files had
    made is counted apart: `estafeta replay` tells what they would change.

    With --faces a player can check a day without us: seal and secret are in their mails, docs/check-a-day.py does the
    rest. Look the lines over first: some may tell what the players do not know yet.

    Exit codes: 0 all is as it was told, 1 something is not.
    """
    from mailer.campaign.head import load_settings
    from mailer.ledger.ledger import open_ledger
    from mailer.verifying import closed_days, thrown

    settings = load_settings(folder)
    ledger = open_ledger(folder / "ledger.db")
    closed = closed_days(ledger)
    wanted = closed if every else [(_date(text) - settings.anchor).days for text in dates] or closed[-1:]
    if not wanted and not lists and not as_json:
        click.echo(say("none_closed"))
    if lists:
        for face in (face for day in wanted for face in thrown(ledger, settings, day)):
            click.echo(str(face))
        return
    wrong = 0
    for day, found, proof in _proofs(folder, settings, ledger, wanted, is_quiet=as_json):
        when = date.fromordinal(settings.anchor.toordinal() + day)
        lines = [*found.wrong, *proof.wrong]
        wrong += len(lines) + (not found.is_sealed)
        click.echo(_as_json(when, found, proof) if as_json else _told(when, found, proof))
        for line in () if as_json else lines:
            click.echo(f"  {line}", err=True)
    sys.exit(1 if wrong else 0)


def _proofs(
    folder: Path, settings: "Settings", ledger: "Ledger", days: list[int], *, is_quiet: bool
) -> "list[tuple[int, Verified, Proof]]":
    """What came of proving each of those days."""
    from mailer.post import Post
    from mailer.verifying import Proof, prove_days, verify_day

    post = Post(folder, settings, ledger, datetime.now(settings.zone), is_rehearsal=True)
    steps = int(ledger.db.execute("select count(*) from steps").fetchone()[0]) if days else 0
    with watched(steps, is_quiet=is_quiet) as progress:
        proofs = prove_days(post, days, progress=progress)
    return [(day, verify_day(ledger, settings, day), proofs.get(day, Proof())) for day in days]


def _as_json(when: date, found: "Verified", proof: "Proof") -> str:
    plain = {
        "day": when.isoformat(), "faces": found.faces, "events": proof.events, "sheets": proof.sheets,
        "mails": proof.mails, "wrong": [*found.wrong, *proof.wrong], "unproved": dict(proof.unproved),
        "revisions": found.revisions, "is_sealed": found.is_sealed,
    }  # fmt: skip
    return json.dumps(plain, ensure_ascii=False)


def _told(when: date, found: "Verified", proof: "Proof") -> str:
    wrong = len(found.wrong) + len(proof.wrong)
    told = say("verified", day=when, faces=found.faces, events=proof.events, sheets=proof.sheets, mails=proof.mails,
               wrong=wrong)  # fmt: skip
    told += say("revised", count=found.revisions) if found.revisions > 1 else ""
    told += "" if found.is_sealed else say("not_as_sealed")
    return told + "".join(say(f"unproved_{why}", count=count) for why, count in sorted(proof.unproved.items()))


def _date(text: str) -> date:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        raise click.BadParameter(say("no_date", value=text), param_hint="DATE") from None
