"""What all tests share: the real mail servers of `servers/`, and which tests this machine cannot run.

A test that uses a server, or is marked `servers` (Dovecot), is left out where the server is missing, and one line says
so. With CI=true a missing server is an error: there nothing may be left out.
"""

import os
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from servers.fixtures import (
    NEEDS,
    chaos,
    dovecot,
    player_mailbox,
    postfix,
    shared_smtp,
    smtp,
    synapse,
    telegram,
)

__all__ = ["chaos", "dovecot", "player_mailbox", "postfix", "shared_smtp", "smtp", "synapse", "telegram"]

# Whatever this machine speaks, commands take it that nobody said.
for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

_left_out = pytest.StashKey[dict[str, int]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    lacking = {server: reason for server, missing in NEEDS.items() if (reason := missing())}
    kept, dropped, counts = [], [], {}
    for item in items:
        servers = _servers(item)
        if servers:
            item.add_marker(pytest.mark.servers)
        absent = sorted(servers & lacking.keys())
        (dropped if absent else kept).append(item)
        if absent:
            reason = lacking[absent[0]]
            told = absent[0] if reason == absent[0] else f"{absent[0]} ({reason})"
            counts[told] = counts.get(told, 0) + 1
    if dropped and os.environ.get("CI") == "true":
        raise pytest.UsageError("missing on this machine: " + ", ".join(counts))
    config.stash[_left_out] = counts
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    for server, count in config.stash.get(_left_out, {}).items():
        terminalreporter.write_line(f"left out: {count} tests that need {server}")


def _servers(item: pytest.Item) -> set[str]:
    """The servers a test needs: by its fixtures, or those that the mark names; Dovecot where it names none."""
    used = set(getattr(item, "fixturenames", ())) & NEEDS.keys()
    mark = item.get_closest_marker("servers")
    return used or (set(mark.args or ("dovecot",)) if mark else set())
