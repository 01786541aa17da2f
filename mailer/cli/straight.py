"""A plain run past the command line: `run [-C DIR] [--now INSTANT]` with all well needs none of its library.

What is out of the ordinary is left to the whole command line: another option, a folder that is none, a terminal.
"""

import sys
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from mailer.cli.now import real_now


def go(asked: dict[str, str]) -> None:
    """Runs, and ends the program; comes back where nothing was done and the whole command line is to be asked."""
    folder, now = Path(asked.get("-C", ".")), _instant(asked)
    if now is not None and folder.is_dir() and "--log" not in asked and not sys.stderr.isatty():
        _run(folder, now)


def _instant(asked: dict[str, str]) -> datetime | None:
    """The instant asked for; None for one that only the campaign's files make clear, or that is none."""
    if "--now" not in asked:
        return real_now()
    try:
        said = datetime.fromisoformat(asked["--now"])
    except ValueError:
        return None
    return said if said.tzinfo is not None else None


def _run(folder: Path, now: datetime) -> NoReturn:
    from mailer.errors import BusyError
    from mailer.run import run

    try:
        report = run(folder, now=now)
    except BusyError as busy:
        sys.exit(busy.exit_code)  # cron's next call will do: nobody needs a mail about it
    except Exception as error:
        from mailer.cli.app import end_badly

        end_badly(error)
    for failure in report.failures:
        print(failure, file=sys.stderr)  # noqa: T201
    sys.exit(report.exit_code)
