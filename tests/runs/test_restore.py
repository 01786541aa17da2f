"""A copy put back as the ledger: nothing is lost on the way, wherever it is broken off, and the campaign goes on."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta
from mailer.ledger.ledger import open_ledger
from mailer.lock import hold

LUIS, MARTA = "luis@example.com", "marta@example.com"
# A restore that dies before the Nth thing it asks of the system.
_DYING = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from mailer.ledger.restore import restore
left = int(sys.argv[3])
def count(event, _):
    global left
    if event in ("open", "os.rename", "os.remove", "os.link", "sqlite3.connect"):
        left -= 1
        if left < 0:
            os._exit(9)
sys.addaudithook(count)
restore(Path(sys.argv[1]), Path(sys.argv[2]), now=datetime(2026, 1, 17, tzinfo=UTC))
"""


@pytest.fixture
def story(tmp_path):
    """Two evenings: the copy of the first is to come back, the letter of the second morning is not in it."""
    story = Story(tmp_path / "campaign")
    story.letter(LUIS, "2026-01-15 10:00", "Retirada al 30 %.")
    story.run("2026-01-15 10:05")
    story.run("2026-01-15 23:05")
    story.letter(MARTA, "2026-01-16 10:00", "Retirada al 40 %.")
    story.run("2026-01-16 10:05")
    story.run("2026-01-16 23:05")
    return story


def call(story, *words):
    return CliRunner().invoke(estafeta, ["restore", "-C", str(story.folder), *words])


def failed(story, *words):
    """Exit code and words, as `estafeta` on the command line gives them."""
    done = subprocess.run(
        [sys.executable, "-m", "mailer", "restore", "-C", str(story.folder), *words],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def first(story):
    return min((story.folder / "backups").glob("*-daily.db"))


def kept(story):
    return sorted(story.folder.glob("ledger.before-*.db"))


def facts(path: Path):
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("pragma integrity_check").fetchone()[0] == "ok"
        return [
            db.execute(f"select {what}").fetchall()
            for what in ("day, secret from days", "kind, at, data from events order by id", "value, who from faces")
        ]


def test_the_campaign_comes_to_the_same_end_from_yesterdays_copy(story):
    end = facts(story.folder / "ledger.db")
    mails = {mail["Message-ID"] for mail in story.mails()}
    done = call(story, first(story).name)
    assert done.exit_code == 0, done.output
    assert "acaba el 2026-01-15 23:05, con el 2026-01-15 como último día cerrado" in done.output
    assert "cartas, 1; días cerrados, 1" in done.output
    assert "de cur/" in done.output
    assert story.rows("select count(*) from letters") == [(1,)]
    report = story.run("2026-01-17 09:00")
    assert (report.accepted, report.days) == (1, [1])
    assert facts(story.folder / "ledger.db") == end
    assert {mail["Message-ID"] for mail in story.mails()} == mails


def test_the_ledger_that_stood_there_is_kept_whole_and_private(story):
    before = facts(story.folder / "ledger.db")
    assert call(story).exit_code == 0
    (old,) = kept(story)
    assert facts(old) == before
    assert {stat.S_IMODE(path.stat().st_mode) for path in (old, story.folder / "ledger.db")} == {0o600}
    assert call(story, str(old)).exit_code == 0  # and can be put back in its turn
    assert facts(story.folder / "ledger.db") == before


def test_the_list_names_every_copy_and_those_that_are_no_good(story):
    (story.folder / "backups" / "20260101T000000Z-daily.db").write_bytes(b"no ledger at all" * 100)
    lines = call(story, "--list").output.splitlines()
    assert [line.split()[0] for line in lines] == sorted(path.name for path in (story.folder / "backups").iterdir())
    assert "NO SIRVE" in lines[0]
    assert "el 2026-01-16 como último día cerrado; cartas: 2" in lines[-1]
    assert not kept(story)


def test_a_bad_copy_is_refused_in_one_line_and_nothing_is_touched(story, tmp_path):
    before = (story.folder / "ledger.db").read_bytes()
    torn = tmp_path / "torn.db"
    torn.write_bytes(first(story).read_bytes()[:20_000])
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("create table people (name)")
    for words, code in (
        ([str(torn)], os.EX_IOERR),
        ([str(tmp_path / "other.db")], os.EX_IOERR),
        (["nowhere.db"], os.EX_USAGE),
        (["../ledger.db"], os.EX_USAGE),
    ):
        found, said = failed(story, *words)
        assert found == code, said
    assert (story.folder / "ledger.db").read_bytes() == before
    assert not kept(story)
    assert not list(story.folder.glob("*.restoring*"))


def test_nothing_is_put_back_while_a_run_or_another_program_has_the_ledger(story):
    with hold(story.folder):
        assert failed(story)[0] == os.EX_TEMPFAIL
    reader = open_ledger(story.folder / "ledger.db")
    reader.db.execute("select count(*) from letters").fetchone()
    code, said = failed(story)
    reader.close()
    assert code == os.EX_TEMPFAIL
    assert "otro programa lo tiene abierto" in said
    assert not kept(story)
    assert not list(story.folder.glob("*.restoring*"))


def test_the_second_name_that_a_killed_attempt_left_is_no_copy_and_goes(story):
    path = story.folder / "ledger.db"
    (story.folder / "ledger.before-20260117T000000Z.db").hardlink_to(path)
    code, said = failed(story, str(story.folder / "ledger.before-20260117T000000Z.db"))
    assert (code, "ese es el propio libro" in said) == (os.EX_USAGE, True)
    assert failed(story)[0] == 0
    (old,) = kept(story)
    assert old.name != "ledger.before-20260117T000000Z.db"


def test_a_folder_that_cannot_be_written_is_one_line(story):
    """A folder stands where the draft would be written: also root cannot get past that."""
    (story.folder / "ledger.db.restoring").mkdir()
    code, said = failed(story)
    assert (code, len(said.splitlines())) == (os.EX_IOERR, 1)
    assert not kept(story)


def test_a_damaged_ledger_makes_way_and_is_kept_as_it_is(story):
    path = story.folder / "ledger.db"
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    wreck = path.read_bytes()
    assert failed(story)[0] == 0
    (old,) = kept(story)
    assert old.read_bytes() == wreck
    assert story.run("2026-01-17 09:00").exit_code == 0


def test_without_a_ledger_the_copy_simply_takes_its_place(story):
    for path in story.folder.glob("ledger.db*"):
        path.unlink()
    assert call(story).exit_code == 0
    assert not kept(story)
    assert story.run("2026-01-17 09:00").exit_code == 0


def test_killed_anywhere_either_the_old_or_the_new_ledger_stands(story, tmp_path):
    """Also when the old one's latest commit lies in its write-ahead log alone."""
    wreck = tmp_path / "wreck"
    wreck.mkdir()
    ledger = open_ledger(story.folder / "ledger.db")
    with ledger.transaction():
        ledger.put("latest", "only in the log")
    for path in story.folder.glob("ledger.db*"):
        shutil.copyfile(path, wreck / path.name)
    ledger.close()
    assert (wreck / "ledger.db-wal").stat().st_size
    stood, code, at = set(), 9, 0
    while code == 9:
        here = tmp_path / f"at{at}"
        shutil.copytree(wreck, here)
        words = [sys.executable, "-c", _DYING, str(first(story)), str(here / "ledger.db"), str(at)]
        code = subprocess.run(
            words, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        ).returncode
        stood.add(_which(here))
        at += 1
    assert code == 0
    assert at > 10
    assert stood == {"old", "new"}


def _which(folder: Path) -> str:
    ledger = open_ledger(folder / "ledger.db")
    days = ledger.db.execute("select count(*) from days").fetchone()[0]
    assert ledger.db.execute("pragma integrity_check").fetchone()[0] == "ok"
    latest = ledger.get("latest")
    ledger.close()
    assert (days, latest) in ((2, "only in the log"), (1, ""))
    return "old" if latest else "new"
