"""What the tab key offers where a command takes a name: the ids of a campaign's people, parties and players."""

import tomllib
from collections.abc import Callable

import click

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def of(*kinds: str) -> Complete:
    """The ids that `roster.toml` has of those kinds; nothing where it cannot be read."""

    def complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
        try:
            roster = tomllib.loads((ctx.params["folder"] / "roster.toml").read_text("utf-8"))
            names = [name for kind in kinds for name in roster.get(kind, {})]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return []
        return [name for name in names if name.startswith(incomplete.lower())]

    return complete
