"""Options that several commands share."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click


class Instant(click.ParamType[datetime]):
    """An ISO date and time; without a zone it is taken as UTC."""

    name = "ISO"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The instant, aware."""
        if isinstance(value, datetime):
            return value
        try:
            instant = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no date and time such as 2026-01-17T23:00+01:00", param, ctx)
        return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def campaign_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """-C DIR: the campaign folder, the present one by default."""
    return click.option(
        "-C",
        "folder",
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        help="The campaign folder; the present one if not given.",
    )(command)


def now_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """--now ISO: pretend it is that instant."""
    return click.option("--now", type=Instant(), help="Rehearse: pretend it is that instant.")(command)


def real_now() -> datetime:
    """The one place where the clock is read."""
    return datetime.now(UTC)
