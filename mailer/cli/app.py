"""`estafeta`: a group of commands, each imported only when it is called, so that cron's hourly run starts fast."""

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from mailer import __version__
from mailer.cli.help import explained, is_help_asked
from mailer.cli.language import language_of, speak
from mailer.errors import LedgerError, MailerError

# command → module of mailer.cli; what each does is its own first line
COMMANDS = {
    "demo": "demo",
    "init": "init",
    "run": "run",
    "read": "read",
    "status": "status",
    "rule": "rule",
    "link": "link",
    "show": "show",
    "orders": "orders",
    "timeline": "timeline",
    "chronicle": "chronicle",
    "calendar": "calendar",
    "roster": "roster",
    "browse": "browse",
    "doctor": "doctor",
    "forecast": "forecast",
    "survival": "survival",
    "critical": "critical",
    "verify": "verify",
    "replay": "replay",
    "reopen": "reopen",
    "preview": "preview",
    "backup": "backup",
    "restore": "restore",
    "export": "export",
    "import": "importing",
}


class LateGroup(click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"mailer.cli.{COMMANDS[cmd_name]}").command
        return explained(command, cmd_name) if is_help_asked() else command

    def get_help(self, ctx: click.Context) -> str:
        """The list of commands."""
        explained(self, "estafeta")
        return super().get_help(ctx)


@click.group(cls=LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="estafeta")
def estafeta() -> None:
    """The post rider of a living campaign: reads the players' mail, lets the day pass, writes back."""


def main() -> NoReturn:
    """Run from the command line: a failure of the world is told in words, with its sysexits code."""
    language = language_of(sys.argv[1:], os.environ)
    speak(language)
    try:
        estafeta.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        if isinstance(error, click.UsageError) and error.ctx is not None:
            explained(error.ctx.command, error.ctx.info_name or "")  # the words of its usage line
        error.show()
        sys.exit(os.EX_USAGE)
    except Exception as error:
        end_badly(error, language)
    sys.exit(0)


def _tell_mistake(error: Exception, language: str) -> NoReturn:
    """End on a mistake of ours: what cron mails to somebody says where it was, and none of the words it was about."""
    from mailer.failures import line
    from mailer.traces import trace

    click.echo(f"{trace(error)}\n{line('mistake', language)}", err=True)
    sys.exit(os.EX_SOFTWARE)


def end_badly(error: Exception, language: str = "") -> NoReturn:
    """Tell a failure of the world in words, and end with its code; whatever else there is, is a mistake of ours."""
    import sqlite3

    from mailer.failures import told, told_of_system

    language = language or language_of(sys.argv[1:], os.environ)
    if isinstance(error, sqlite3.DatabaseError):
        error = LedgerError(f"ledger.db: {error}")
    if isinstance(error, MailerError):
        click.echo(told(error, language), err=True)
        sys.exit(error.exit_code)
    if not isinstance(error, OSError) or error.filename is None:
        if sys.stderr.isatty():
            raise error
        _tell_mistake(error, language)
    click.echo(told_of_system(error, language), err=True)
    sys.exit(os.EX_IOERR)
