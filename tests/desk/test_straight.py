"""A plain run goes past the command line's library, and says and ends as the whole one does."""

import subprocess
import sys

import pytest
from runs.story import Story

from mailer.lock import hold

CODE = "import sys, mailer.cli\ntry: mailer.cli.main()\nfinally: print('click' in sys.modules)"
NOW = "2026-01-16T20:15:00+01:00"


def run(*words, code=CODE):
    done = subprocess.run(
        [sys.executable, "-c", code, "run", *map(str, words)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.strip().rpartition("\n")[2], done.stderr


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path / "campaign")


def both(folder, *words):
    """The plain call, and one that is not plain; each with the code it ended by and what it said of failures."""
    straight, whole = run("-C", folder, *words), run("-C", folder, *words, "--jobs", "1")
    assert (straight[0], straight[2]) == (whole[0], whole[2])
    assert whole[1] == "True"
    return straight


def test_all_well_needs_no_library_and_says_nothing(story):
    assert (
        run("-C", story.folder, "--now", NOW)[0] == 0
    )  # the first makes the ledger, with a library that brings its own
    (story.folder / "campaign.toml").touch()
    assert both(story.folder, "--now", NOW) == (0, "False", "")


def test_a_mistake_in_the_files_is_told_in_the_same_words(story):
    (story.folder / "campaign.toml").write_text('language = "es"\nzone = 3\n')
    code, _, said = both(story.folder, "--now", NOW)
    assert code == 78
    assert "zone" in said


def test_a_folder_without_campaign_and_none_at_all(story, tmp_path):
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "nowhere"):
        code, _, said = both(folder)
        assert code != 0
        assert said


def test_a_busy_campaign_is_left_in_silence(story):
    with hold(story.folder):
        assert both(story.folder, "--now", NOW) == (75, "False", "")


@pytest.mark.parametrize("now", ["2026-01-16T20:15", "mañana"])
def test_what_only_the_whole_command_line_understands(story, now):
    assert both(story.folder, "--now", now)[1] == "True"


def test_failures_of_a_run_are_told(story):
    (story.folder / "mail" / "in" / "new").rename(story.folder / "mail" / "in" / "gone")
    (story.folder / "mail" / "in" / "new").write_text("no folder")
    code, _, said = both(story.folder, "--now", NOW)
    assert code != 0
    assert said
