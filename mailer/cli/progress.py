"""A bar for work that takes a while, where a person watches: none under cron, in a pipe or for programs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

Progress = Callable[[int], object]  # hears how much more was done


def nothing(_done: int) -> None:
    """The progress of work that nobody watches."""


def is_watched() -> bool:
    """Whether somebody sits before a terminal."""
    return sys.stderr.isatty()


@contextmanager
def watched(length: int, *, is_quiet: bool = False) -> Iterator[Progress]:
    """What to tell of every piece done; a bar goes along in a terminal, and is gone from what programs read."""
    if is_quiet or length < 2 or not is_watched():
        yield nothing
        return
    with click.progressbar(length=length, file=sys.stderr) as shown:
        yield shown.update
