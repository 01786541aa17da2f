"""Options that several commands share."""

import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from mailer.cli.language import say
from mailer.cli.now import real_now
from mailer.errors import NoCampaignError

__all__ = ("Instant", "campaign_option", "local", "now_option", "real_now")


class Instant(click.ParamType[datetime]):
    """An ISO date and time; without an offset it is the campaign's own clock (`local`)."""

    name = "ISO"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The instant, aware."""
        if isinstance(value, datetime):
            return value
        try:
            instant = datetime.fromisoformat(value)
        except ValueError:
            self.fail(say("no_instant", value=value), param, ctx)
        return instant


def local(ctx: click.Context, _param: click.Parameter, value: datetime | None) -> datetime | None:
    """An instant made aware, by the zone of the campaign where it has no offset."""
    if value is None or value.tzinfo is not None:
        return value
    try:
        head = tomllib.loads((ctx.params.get("folder", Path()) / "campaign.toml").read_text("utf-8"))
        return value.replace(tzinfo=ZoneInfo(head["zone"]))
    except (OSError, ValueError, KeyError, TypeError, LookupError):  # whoever reads the folder next tells of it
        return value.replace(tzinfo=UTC)


def _campaign(_ctx: click.Context, _param: click.Parameter, value: Path) -> Path:
    """The folder, where there is one; NoCampaignError where there is none."""
    if not value.is_dir():
        raise NoCampaignError(value.absolute())
    return value


def campaign_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """-C DIR: the campaign folder, the present one by default."""
    return click.option(
        "-C",
        "folder",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        callback=_campaign,
        default=Path(),
        is_eager=True,  # before the instants, which take its zone
        help="The campaign folder; the present one if not given.",
    )(command)


def now_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """--now ISO: pretend it is that instant."""
    return click.option("--now", type=Instant(), callback=local, help="Act as if it were that instant.")(command)
