"""An idle run imports no library that only letters and days need: cron calls it every few minutes for years."""

import os
import subprocess
import sys

import pytest

from bench.campaigns import NOON, folder
from bench.idle import WHEN
from mailer.run import run

HEAVY = {
    "jinja2", "sqlite_utils", "rich", "rapidfuzz", "css_inline", "babel", "dateutil.parser", "imap_tools", "numpy",
    "authres", "smtplib", "asyncio",
}  # fmt: skip
# Of our own: the game, and the reading and writing of mails.
OURS = ("rules.day", "rules.orders", "rules.world", "rules.atlas", "rules.character", "mailer.reading",
        "mailer.writing", "mailer.gate", "mailer.intake", "mailer.turnover", "mailer.campaign.load")  # fmt: skip
CODE = "import sys, mailer.cli\ntry: mailer.cli.main()\nfinally: print(*sys.modules)"


def modules(where, *options: str) -> set[str]:
    """What a run by the command line had imported when it ended."""
    command = [sys.executable, "-c", CODE, "run", "-C", str(where), *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return set(done.stdout.split())


@pytest.fixture(scope="module")
def idle(tmp_path_factory) -> set[str]:
    where = folder(tmp_path_factory.mktemp("idle"))
    run(where, now=NOON)
    return modules(where, "--now", WHEN)


def test_an_idle_run_imports_no_heavy_library(idle: set[str]) -> None:
    assert "mailer.run" in idle
    assert not idle & HEAVY


def test_an_idle_run_leaves_the_game_and_the_mails_alone(idle: set[str]) -> None:
    assert not [name for name in idle if name.startswith(OURS)]


def test_a_first_run_needs_them(tmp_path) -> None:
    assert modules(folder(tmp_path), "--now", NOON.isoformat()) >= {"sqlite_utils", "rules.world"}
