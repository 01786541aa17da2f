"""`estafeta run`: one run, as cron calls it."""

import json
import sys
from dataclasses import fields
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from mailer.cli.language import here
from mailer.cli.language import say as terminal
from mailer.cli.options import campaign_option, now_option, real_now
from mailer.errors import BusyError
from mailer.run import Report, run


@click.command("run")
@campaign_option
@now_option
@click.option("--dry-run", is_flag=True, help="Show what a run would do; nothing is written, marked or sent.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as one JSON object.")
@click.option("-v", "--verbose", is_flag=True, help="Say what was done also when all went well.")
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), help="Append what was done to a file.")
def command(folder: Path, now: datetime | None, dry_run: bool, as_json: bool, verbose: bool, log: Path | None) -> None:
    """Read the mailbox, answer it, close the days that are over, send what waits.

    Quiet when all is well, so that whatever cron mails you is worth reading. Exit codes: 0 all well, 75 try again later
    (another run is under way, the mailbox does not answer), 77 a server refuses us, 78 a mistake in the campaign's
    files, 70 a letter or a day failed. With --now days are closed and mails sent as at that instant: add --dry-run to
    see and do nothing.
    """
    try:
        report = run(folder, now=now or real_now(), is_rehearsal=dry_run)
    except BusyError as busy:
        if verbose or sys.stderr.isatty():
            raise
        sys.exit(busy.exit_code)  # cron's next call will do: nobody needs a mail about it
    if as_json:
        click.echo(json.dumps(_plain(report), ensure_ascii=False))
    elif verbose or dry_run:
        click.echo(summary(report))
    for failure in report.failures:
        click.echo(failure, err=True)
    if log is not None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{report.started.isoformat(timespec='seconds')} {summary(report)}\n")
            file.writelines(f"{report.started.isoformat(timespec='seconds')} {line}\n" for line in report.failures)
    sys.exit(report.exit_code)


def summary(report: Report) -> str:
    """What was done, in one line."""
    say = partial(terminal, language=here())
    counts = {
        "letters": report.collected.letters, "accepted": report.accepted, "ignored": report.ignored,
        "held": report.held, "repeats": report.repeats, "shunted": report.shunted, "days": len(report.days),
        "answers": report.answers, "sent": report.delivery.sent, "later": report.delivery.later,
        "dead": report.delivery.dead,
    }  # fmt: skip
    told = [say(name, count=count) for name, count in counts.items() if count]
    if report.waiting_for_mailbox:
        told.append(say("waits_for_mailbox"))
    return ", ".join(told) or say("nothing_to_do")


def _plain(report: Report) -> dict[str, object]:
    plain: dict[str, object] = {field.name: getattr(report, field.name) for field in fields(report)}
    plain["started"] = report.started.isoformat()
    plain["collected"] = report.collected.letters
    plain["delivery"] = {
        "sent": report.delivery.sent, "later": report.delivery.later, "dead": report.delivery.dead,
    }  # fmt: skip
    return plain
