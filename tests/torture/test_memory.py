"""A run that gets less memory than it needs ends somehow; the next one, that has enough, comes to the same end."""

import os
import re
import subprocess
import sys

import pytest
from torture.scenes import later
from torture.snapshot import faults_of_wreck, other_facts, snapshot
from torture.trial import fresh

MIB = 2**20
SET_ASIDE = 70  # how a run ends that could not read a letter
# A run that may have so much of something and no more.
STARVED = """
import resource, sys
from mailer.cli import main
resource.setrlimit(getattr(resource, sys.argv.pop(1)), (int(sys.argv.pop(1)),) * 2)
main()
"""


def starved(folder, now, limit, *, of="RLIMIT_AS"):
    words = [sys.executable, "-c", STARVED, of, str(limit), "run", "-C", str(folder), "--now", now.isoformat()]
    return subprocess.run(words, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("limit", [28, 56, 72, 88])
def test_memory_runs_out(runner, known, limit):
    scene = known.scene
    with fresh(scene, runner.root) as folder:
        ran = starved(folder, scene.now, limit * MIB)
        assert ran.returncode != 0, "it had enough: the limit proves nothing"
        assert faults_of_wreck(folder, scene.letters) == []
        first = runner.run(folder, scene.now)
        if first.code == SET_ASIDE:  # the run lived and some letters did not: they are told of, and none is lost
            assert re.search(r"cartas? no se", first.said)
            assert faults_of_wreck(folder, scene.letters) == []
            return
        assert first.code == 0
        for moment in (later(scene.now), later(scene.now)):
            assert runner.run(folder, moment).code == 0
        assert other_facts(known.end, snapshot(folder)) == []


@pytest.mark.parametrize("limit", [6, 8])
def test_files_run_out(runner, known, limit):
    scene = known.scene
    with fresh(scene, runner.root) as folder:
        ran = starved(folder, scene.now, limit, of="RLIMIT_NOFILE")
        assert ran.returncode == os.EX_IOERR, ran.stderr
        assert faults_of_wreck(folder, scene.letters) == []
        for moment in (scene.now, later(scene.now), later(scene.now)):
            assert runner.run(folder, moment).code == 0
        assert other_facts(known.end, snapshot(folder)) == []
