"""What the torture needs of a machine; what is missing is left out, and one line says so."""

import os
import tempfile
from pathlib import Path

import pytest
from torture import powercut, preload, strace
from torture.runner import Runner
from torture.scenes import SCENES
from torture.trial import fresh, reference

NEEDS = {
    "runner": lambda: "" if preload.compiler() else "a C compiler",
    "straced": strace.missing,
    "power": powercut.missing,
}
MAY_LACK = {"power", "straced"}  # a container has no loop devices; strace is the way without a compiler
_left_out = pytest.StashKey[list[str]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    told = []
    for item in here:
        lacking = {name: NEEDS[name]() for name in set(getattr(item, "fixturenames", ())) & NEEDS.keys()}
        lacking = {name: reason for name, reason in lacking.items() if reason}
        if not lacking:
            continue
        if os.environ.get("CI") == "true" and lacking.keys() - MAY_LACK:
            raise pytest.UsageError(f"missing on this machine: {lacking}")
        items.remove(item)
        config.hook.pytest_deselected(items=[item])
        told.append(f"{item.name} needs {', '.join(lacking.values())}")
    config.stash[_left_out] = told


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    for line in config.stash.get(_left_out, []):
        terminalreporter.write_line(f"left out: {line}")


@pytest.fixture(scope="session")
def root():
    """A folder for tries, in memory where there is such a place: a kill asks nothing of the disk."""
    memory = Path("/dev/shm")
    place = memory if os.access(memory, os.W_OK) else None
    # A name of our own: who tidies such places by hand takes tmp* for left behind, and a try loses its campaign.
    with tempfile.TemporaryDirectory(prefix="estafeta-torture-", dir=place) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def evening(root):
    return SCENES["evening"](root / "evening")


@pytest.fixture(scope="session")
def runner(root, evening):
    with Runner(root) as runner:
        with fresh(evening, root) as folder:
            runner.warm_up(folder, evening.now)
        yield runner


@pytest.fixture(scope="session")
def known(runner, evening):
    """The evening that nothing happens to."""
    return reference(runner, evening)


@pytest.fixture
def straced(tmp_path):
    return strace.Straced(tmp_path)


@pytest.fixture
def power() -> None:
    """Nothing comes back: this machine can lose its power."""
