"""What happens to tests of a server that this machine lacks: told in one line, or an error where nothing may lack."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEST = ROOT / "tests" / "outbox" / "test_smtp.py"
# Loaded before tests/conftest.py, as if Postfix were not installed.
WITHOUT = """
import sys
sys.path.append({tests!r})
import servers.postfix
servers.postfix.missing = lambda: "postfix"
"""


@pytest.fixture
def run(tmp_path):
    (tmp_path / "without_postfix.py").write_text(WITHOUT.format(tests=str(ROOT / "tests")))

    def run(**environment):
        clean = {name: value for name, value in os.environ.items() if name != "CI"}
        words = ["-p", "without_postfix", "-p", "no:cacheprovider", "--collect-only", "-k", "postfix or wire"]
        return subprocess.run(
            [sys.executable, "-m", "pytest", *words, str(TEST)],
            env=clean | {"PYTHONPATH": str(tmp_path)} | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )

    return run


def test_elsewhere_they_are_left_out_and_one_line_says_so(run):
    done = run()
    assert done.returncode == 0
    assert "left out: 2 tests that need postfix" in done.stdout
    assert "test_the_wire_form" in done.stdout
    assert "test_from_postfix" not in done.stdout


def test_where_nothing_may_lack_it_is_an_error(run):
    done = run(CI="true")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "missing on this machine: postfix" in done.stdout + done.stderr
