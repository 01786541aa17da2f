"""Tables shipped as CSV: lines that begin with # are remarks, the first other line names the columns."""

import csv
from collections.abc import Iterator

from mailer.resources import shipped


def rows(folder: str, name: str) -> Iterator[dict[str, str]]:
    """The rows of `data/FOLDER/NAME` as dicts of text."""
    with (shipped("data") / folder / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(line for line in file if not line.startswith("#"))
