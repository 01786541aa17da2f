"""`estafeta run`: one run, as cron calls it."""

import json
import os
import sys
from collections import Counter
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
@click.option(
    "--all",
    "every",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Run every campaign that is a folder of DIR.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    help="With --all: so many at a time; by default as many as the machine has processors.",
)
def command(folder: Path, now: datetime | None, dry_run: bool, as_json: bool, verbose: bool, log: Path | None,
            every: Path | None, jobs: int) -> None:  # fmt: skip
    """Read the mailbox, answer it, close the days that are over, send what waits.

    Quiet when all is well, so that whatever cron mails you is worth reading. Exit codes: 0 all well, 75 try again later
    (another run is under way, the mailbox does not answer), 77 a server refuses us, 78 a mistake in the campaign's
    files, 70 a letter or a day failed. With --now days are closed and mails sent as at that instant: add --dry-run to
    see and do nothing.
    """
    if every is not None:
        sys.exit(_run_all(every, now, jobs=jobs, dry_run=dry_run, as_json=as_json, verbose=verbose, log=log))
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


def _run_all(
    every: Path, now: datetime | None, *, jobs: int, dry_run: bool, as_json: bool, verbose: bool, log: Path | None
) -> int:
    """The gravest exit code of all campaigns; what each says comes with its name before it."""
    from mailer.fleet import campaigns, ride

    asked = {"--dry-run": dry_run, "--json": as_json, "--verbose": (verbose or log is not None) and not as_json}
    words = [word for word, is_asked in asked.items() if is_asked]
    skips = not (dry_run or as_json or verbose)
    instant = now.timestamp() if now else None
    codes: Counter[int] = Counter()
    for one in ride(campaigns(every), words, jobs=jobs, now=instant, passes_quiet=skips):
        codes[one.exit_code] += 1
        name = one.folder.name
        if as_json and one.output:
            click.echo(json.dumps({"campaign": name, **json.loads(one.output)}, ensure_ascii=False))
        elif not skips:
            click.echo(_named(name, one.output), nl=False)
        click.echo(_named(name, one.errors), nl=False, err=True)
        if log is not None:
            with log.open("a", encoding="utf-8") as file:
                file.write(_named(name, one.output + one.errors))
    grave = [code for code in codes if code not in (0, os.EX_TEMPFAIL)]
    return max(grave, default=os.EX_TEMPFAIL if codes[os.EX_TEMPFAIL] else 0)


def _named(name: str, text: str) -> str:
    return "".join(f"{name}: {line}\n" for line in text.splitlines())


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
