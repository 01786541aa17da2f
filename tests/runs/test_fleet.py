"""Many campaigns by one call: each on its own, the quiet ones passed by, one that fails stopping no other."""

import json
import os
import shutil
from contextlib import closing

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta
from mailer.fleet import campaigns, ride
from mailer.ledger.ledger import open_ledger
from mailer.lock import hold

NOW = "2026-01-15T10:05:00+01:00"


@pytest.fixture
def fleet(tmp_path):
    """Three campaigns, a letter waiting in one, and a folder that is none."""
    stories = [Story(tmp_path / "fleet" / name) for name in ("ana", "berta", "carla")]
    stories[1].letter("luis@example.com", "2026-01-15 10:00", "Retirada al 30 %.")
    (tmp_path / "fleet" / "notes").mkdir()
    return tmp_path / "fleet"


def call(fleet, *words, now=NOW):
    return CliRunner().invoke(estafeta, ["run", "--all", str(fleet), "--now", now, *words])


def accepted(folder):
    with closing(open_ledger(folder / "ledger.db")) as ledger:
        return ledger.db.execute("select count(*) from letters where state = 'accepted'").fetchone()[0]


def test_each_campaign_is_run(fleet):
    done = call(fleet)
    assert (done.exit_code, done.output) == (0, "")
    assert [accepted(fleet / name) for name in ("ana", "berta", "carla")] == [0, 1, 0]


def test_one_with_a_mistake_stops_no_other_and_is_named(fleet):
    (fleet / "ana" / "campaign.toml").write_text("name = 3")
    done = call(fleet, "--jobs", "1")
    assert done.exit_code == os.EX_CONFIG
    assert done.stderr.startswith("ana: ")
    assert accepted(fleet / "berta") == 1


def test_one_that_is_under_way_is_left_to_it(fleet):
    with hold(fleet / "berta"):
        done = call(fleet)
    assert (done.exit_code, done.output) == (os.EX_TEMPFAIL, "")
    assert call(fleet).exit_code == 0
    assert accepted(fleet / "berta") == 1


def test_the_quiet_are_not_started(fleet):
    for minute in (5, 20):
        call(fleet, now=f"2026-01-15T10:{minute:02}:00+01:00")
        for path in fleet.glob("*/mail/in/*"):
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 60))
    call(fleet, now="2026-01-15T10:30:00+01:00")
    (fleet / "berta" / "mail" / "in" / "new" / "1.1.host").write_bytes(b"From: luis@example.com\n\nhola\n")
    instant = 1768469700.0  # 10:35
    due = [one.folder.name for one in ride(campaigns(fleet), jobs=2, now=instant)]
    assert due == ["berta"]
    assert len(list(ride(campaigns(fleet), jobs=2, now=instant, passes_quiet=False))) == 3


def test_those_that_waited_longest_come_first(fleet):
    call(fleet)
    os.utime(fleet / "carla" / "ledger.db", (1, 1))
    shutil.copytree(fleet / "ana", fleet / "zoe", ignore=shutil.ignore_patterns("ledger*"))
    assert [one.name for one in campaigns(fleet)][:2] == ["zoe", "carla"]


def test_what_each_did_by_name_and_as_json(fleet):
    log = fleet / "all.log"
    assert "berta: " in call(fleet, "--verbose", "--log", str(log)).output
    assert "berta: " in log.read_text()
    rows = [json.loads(line) for line in call(fleet, "--json").output.splitlines()]
    assert {row["campaign"] for row in rows} == {"ana", "berta", "carla"}
