"""One run at a time: the second leaves, a dead one leaves no lock."""

import os
import subprocess
import sys
import time

import pytest

from mailer.errors import BusyError, NoCampaignError
from mailer.lock import hold

HOLDER = """
import pathlib, sys, time
from mailer.lock import hold
with hold(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def campaign(tmp_path):
    (tmp_path / "campaign.toml").touch()


def test_no_lock_is_left_where_there_is_no_campaign(tmp_path):
    (tmp_path / "campaign.toml").unlink()
    with pytest.raises(NoCampaignError), hold(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_second_run_is_told_at_once(tmp_path):
    with hold(tmp_path), pytest.raises(BusyError) as told, hold(tmp_path):
        pass
    assert told.value.exit_code == os.EX_TEMPFAIL


def test_the_lock_is_free_again_afterwards(tmp_path):
    with hold(tmp_path):
        pass
    with hold(tmp_path):
        pass


def test_a_killed_run_leaves_no_lock(tmp_path):
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(BusyError), hold(tmp_path):
        pass
    holder.kill()
    holder.wait()
    time.sleep(0.05)
    with hold(tmp_path):
        pass
