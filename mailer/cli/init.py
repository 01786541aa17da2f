"""`estafeta init`: a campaign folder to begin with, asked for in the DM's own language."""

import sys
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mailer.cli.language import say as terminal
from mailer.cli.options import real_now

if TYPE_CHECKING:
    from mailer.desk.answers import Answers

_LANGUAGES = click.Choice(["es", "en"])
_RULES = click.Choice(["osric", "bx", "5e"])
_SECURITIES = click.Choice(["tls", "starttls", "plain"])
_CHATS = click.Choice(["none", "telegram", "matrix", "both"])
_PROVIDERS = click.Choice(["gmail", "outlook", "fastmail", "proton", "own", "maildir"])


@click.command("init")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--example", is_flag=True, help="The example campaign, ready to run without network; asks nothing.")
@click.option("--ask/--no-ask", default=None, help="Ask for what no option says; so by default in a terminal.")
@click.option("--language", type=_LANGUAGES, help="Of the questions, the mails and the comments in the files.")
@click.option("--rules", type=_RULES, help="Which classes and tables.")
@click.option("--name", help="The campaign's name.")
@click.option("--tag", help="A short tag for subjects.")
@click.option("--zone", metavar="CITY", help="Time zone: Europe/Madrid.")
@click.option("--turnover", metavar="HH:MM", help="The hour at which a day closes.")
@click.option("--calendar", help="A shipped calendar: gregorian, comarca.")
@click.option("--date", "when", metavar="Y-M-D", help="The campaign's date on the day it begins.")
@click.option(
    "--anchor", metavar="Y-M-D", type=click.DateTime(["%Y-%m-%d"]), help="The real day it begins; today if not given."
)
@click.option("--mailbox", type=_PROVIDERS, help="Where the campaign's mailbox is.")
@click.option("--address", help="The mailbox's address.")
@click.option("--imap-host", help="Of a server of your own.")
@click.option("--smtp-host", help="Of a server of your own.")
@click.option("--imap-port", type=click.IntRange(1, 65535), help="If it is not the usual one.")
@click.option("--smtp-port", type=click.IntRange(1, 65535), help="If it is not the usual one.")
@click.option("--security", type=_SECURITIES, help="Of both lines, if not the usual.")
@click.option("--imap-security", type=_SECURITIES, help="Of the mailbox alone.")
@click.option("--smtp-security", type=_SECURITIES, help="Of the way out alone.")
@click.option("--smtp-login/--no-smtp-login", default=None, help="Whether the way out wants user and password.")
@click.option("--ca-file", metavar="FILE", help="The certificate of a server of your own.")
@click.option("--user", help="For the login; the address if not given.")
@click.option("--password-file", metavar="FILE", help="A file that holds the password alone.")
@click.option("--password-env", metavar="NAME", help="A variable that holds it; cron does not see those of a session.")
@click.option("--password-command", metavar="COMMAND", help="A command that prints it.")
@click.option("--chats", type=_CHATS, help="By which chats players may write as well.")
@click.option("--telegram-token", metavar="FILE", help="Players may write to a Telegram bot: a file with its token.")
@click.option("--telegram-bot", metavar="NAME", help="The bot's name, for the link in our mails.")
@click.option("--telegram-url", metavar="URL", help="A Bot API server of your own.")
@click.option("--matrix-user", metavar="USER", help="Players may write to a Matrix account: @name:server.")
@click.option("--matrix-url", metavar="URL", help="The account's homeserver, if it is not the one it names.")
@click.option("--matrix-password", metavar="FILE", help="A file that holds its password alone.")
@click.option("--dm", metavar="PERSON", help='Who is the DM: "Alba <alba@example.com>".')
@click.option("--player", "players", metavar="PERSON", multiple=True, help="A player; may be given several times.")
@click.option(
    "--character", "characters", metavar="LINE", multiple=True, help='"Duric, fighter 3, Marta, 18 hp"; several times.'
)
@click.option("--party", help="What the party is called.")
@click.option("--try/--no-try", "tries", default=None, help="Try the login; so by default when asking.")
@click.option("--test-mail", is_flag=True, help="Send the DM a test mail.")
def command(folder: Path, example: bool, ask: bool | None, tries: bool | None, test_mail: bool, **options: Any) -> None:
    """Make a campaign FOLDER: settings, roster and world, commented, ready to run.

    In a terminal it asks, in your language, for whatever no option answers; it tries the login, and ends with the line
    for cron. Elsewhere, or with --no-ask, what no option says stands in the files as a sample to be written over.
    """
    from mailer.campaign.starter import write_starter
    from mailer.cli.starting import check_or_keep, keep_private, write
    from mailer.cli.trying import with_login
    from mailer.desk.asking import say, spoken_here, today, zone_here
    from mailer.desk.conversation import ask_all
    from mailer.desk.drafts import Draft, draft_of

    is_language_given = bool(options["language"])
    language = options["language"] = options["language"] or spoken_here()
    if example:
        write_starter(folder, example=True, own_dice=True, ruleset=options["rules"] or "osric", language=language)
        keep_private(folder)
        click.echo(say("made_example", language, folder=folder))
        return
    is_asking = sys.stdin.isatty() if ask is None else ask
    answers = _given(options)
    draft = draft_of(folder) if is_asking else Draft(folder)
    try:
        if is_asking:
            _refuse_used(folder, language)
            answers = ask_all(answers, now=real_now(), is_language_given=is_language_given, draft=draft)
        answers = replace(answers, anchor=answers.anchor or today(answers.zone or zone_here(), real_now()))
        if is_asking if tries is None else tries:
            answers = with_login(answers, is_asking=is_asking, draft=draft)
        check_or_keep(folder, answers, is_asking=is_asking)
        write(folder, answers)
    except (click.Abort, KeyboardInterrupt, OSError):
        if draft.answers:
            click.echo("\n" + say("broken_off", str(draft.answers.get("language") or language), folder=folder))
        raise
    draft.forget()
    keep_private(folder)
    _test_mail(folder, answers, is_asking=is_asking, is_wanted=test_mail)
    _end(folder, answers)


def _given(options: dict[str, Any]) -> "Answers":
    """The answers the options give."""
    from mailer.desk.answers import Answers

    anchor: datetime | date | None = options.pop("anchor")
    sources = {name: options.pop(f"password_{name}") for name in ("file", "env", "command")}
    password = {name: value for name, value in sources.items() if value}
    if len(password) > 1:
        raise click.UsageError(terminal("one_password"))
    if "file" in password:
        password["file"] = str(Path(password["file"]).expanduser().absolute())
    when, language = options.pop("when"), options.pop("language")
    for name in ("ca_file", "telegram_token", "matrix_password"):
        if options[name]:
            options[name] = str(Path(options[name]).expanduser().absolute())
    day = anchor.date() if isinstance(anchor, datetime) else None
    return Answers(language=language, date=when, anchor=day, password=password or None, **options)


def _refuse_used(folder: Path, language: str) -> None:
    """Before anything is asked: a folder that holds something is refused, with the words of the writing itself."""
    from mailer.campaign.starter import write_starter

    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        write_starter(folder, language=language)


def _test_mail(folder: Path, answers: "Answers", *, is_asking: bool, is_wanted: bool) -> None:
    """A test mail to the DM, when asked for."""
    from mailer.desk.asking import is_yes
    from mailer.desk.providers import MAILDIR
    from mailer.desk.roster_lines import person

    if not is_wanted and (not is_asking or answers.provider.id == MAILDIR):
        return
    address = person(answers.dm)["addresses"][0] if answers.dm else ""
    if is_wanted or is_yes("test_mail", answers.language, default=False, address=address):
        from mailer.cli.trying import tell
        from mailer.desk.checks.lines import send_test
        from mailer.desk.peek import peek

        tell(send_test(peek(folder, now=real_now(), since=real_now())), answers.language)


def _end(folder: Path, answers: "Answers") -> None:
    """What there is now, and what to do next."""
    from mailer.desk.answers import chats_of
    from mailer.desk.asking import say
    from mailer.desk.checks.clock import cron_line
    from mailer.desk.timers import systemd_units, unit_name

    language = answers.language
    click.secho(say("made", language, folder=folder), bold=True)
    click.echo(f"\n{say('next', language)}:")
    for number, code in enumerate(("fill", "doctor", "dry", "cron"), 1):
        click.echo(f"{number}. {say(code, language, folder=folder)}")
    click.echo(f"\n   {cron_line(folder)}\n")
    for kind in chats_of(answers)[:1]:
        click.echo(f"5. {say('link', language, folder=folder, kind=kind)}\n")
    click.echo(f"{say('timer', language, unit=unit_name(folder))}\n")
    for name, text in systemd_units(folder).items():
        click.echo(f"   # {name}")
        click.echo("".join(f"   {line}\n" for line in text.splitlines()))
    click.echo(say("linger", language))
