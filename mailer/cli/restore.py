"""`estafeta restore`: a copy in the place of the ledger."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mailer.cli.language import say
from mailer.cli.options import campaign_option, real_now
from mailer.errors import LedgerError

if TYPE_CHECKING:
    from mailer.campaign.campaign import Settings
    from mailer.ledger.restore import Reach


@click.command("restore")
@campaign_option
@click.option("--list", "lists", is_flag=True, help="Show the copies in backups/, oldest first, and change nothing.")
@click.option("--json", "as_json", is_flag=True, help="With --list: print one JSON object a copy.")
@click.argument("backup", required=False, metavar="[BACKUP]")
def command(folder: Path, lists: bool, as_json: bool, backup: str | None) -> None:
    """Put BACKUP in the place of ledger.db: a name in backups/ or any ledger file; the newest copy if not given.

    The copy is checked first. The present ledger is kept beside it as ledger.before-….db; broken off anywhere, one of
    the two stands whole. The next run reads again what came after the copy: from cur/ of a Maildir, and from the
    folder of read letters of a mailbox.
    """
    from mailer.campaign.head import load_settings
    from mailer.ledger.restore import border, copies, reach, restore
    from mailer.lock import hold

    settings = load_settings(folder)
    if lists:
        for path in copies(folder):
            click.echo(json.dumps(_plain(path, settings)) if as_json else _listed(path, settings))
        return
    copy, ledger = _chosen(folder, backup), folder / "ledger.db"
    with border(folder), hold(folder):
        found, was = reach(copy), _reach(ledger)
        kept = restore(copy, ledger, now=real_now())
    click.echo(say("restored", copy=copy, when=_when(found, settings)))
    if kept:
        click.echo(say("kept_ledger", path=kept))
    for line in _what_next(settings, found, was if kept else None):
        click.echo(line)


def _chosen(folder: Path, backup: str | None) -> Path:
    """The file that is meant."""
    from mailer.ledger.restore import copies

    known = copies(folder)
    if backup is None:
        if not known:
            raise click.UsageError(say("no_copies", folder=folder / "backups"))
        return known[-1]
    for path in (folder / "backups" / backup, Path(backup)):
        if path.is_file():
            if (folder / "ledger.db").exists() and path.samefile(folder / "ledger.db"):
                raise click.BadParameter(say("is_the_ledger"), param_hint="BACKUP")
            return path
    raise click.BadParameter(say("no_copy", value=backup, folder=folder / "backups"), param_hint="BACKUP")


def _listed(path: Path, settings: "Settings") -> str:
    from mailer.ledger.restore import reach

    try:
        found = reach(path)
    except LedgerError as error:
        from mailer.failures import plain

        return say("unusable", name=path.name, error=plain(error, settings.language))
    return say("copy_ends", name=path.name, when=_when(found, settings), letters=found.letters)


def _plain(path: Path, settings: "Settings") -> dict[str, object]:
    from mailer.ledger.restore import reach

    try:
        found = reach(path)
    except LedgerError as error:
        return {"name": path.name, "error": str(error)}
    until = found.until.isoformat() if found.until else None
    day = None if found.last_day is None else _date(found.last_day, settings)
    return {"name": path.name, "until": until, "last_day": day, "letters": found.letters}


def _reach(ledger: Path) -> "Reach | None":
    """What the present ledger knows, if that can still be said."""
    from mailer.ledger.restore import reach

    try:
        return reach(ledger)
    except LedgerError:
        return None


def _when(found: "Reach", settings: "Settings") -> str:
    if found.until is None:
        return say("before_all")
    until = f"{found.until.astimezone(settings.zone):%Y-%m-%d %H:%M}"
    if found.last_day is None:
        return say("when", when=until)
    return say("when_closed", when=until, day=_date(found.last_day, settings))


def _date(day: int, settings: "Settings") -> str:
    from datetime import timedelta

    return (settings.anchor + timedelta(days=day)).isoformat()


def _what_next(settings: "Settings", found: "Reach", was: "Reach | None") -> Iterator[str]:
    """What is missing now, and how it comes back."""
    from mailer.inbox.settings import ImapSettings

    if was and was.secret != found.secret:
        yield say("other_campaign")
    if was:
        days = (was.last_day if was.last_day is not None else -1) - (
            found.last_day if found.last_day is not None else -1
        )
        yield say("lacks", letters=max(0, was.letters - found.letters), days=max(0, days))
    if found.read_until:
        since = f"{found.read_until.astimezone(settings.zone):%Y-%m-%d %H:%M}"
        yield say("reads_again", since=since)
    for one in settings.inbox:
        if not isinstance(one, ImapSettings):
            yield say("from_maildir", path=one.path)
        elif one.move_to:
            yield say("from_moved", account=one.account, moved=one.move_to, folder=one.folder)
        else:
            yield say("from_folder", account=one.account, folder=one.folder)
    yield say("days_again")
    yield say("rulings_again")
