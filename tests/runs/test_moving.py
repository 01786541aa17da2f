"""A campaign out into plain files and back in: the same to the last byte, and it goes on the same."""

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from base64 import b64decode
from contextlib import closing

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta
from mailer.demo import play
from mailer.ledger.ledger import SCHEMA_VERSION


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("moving") / "campaign"
    for _ in play(folder):
        pass
    return folder


@pytest.fixture
def out(played, tmp_path):
    done = call("export", "-C", played, tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "guárdalo para ti" in done.output
    return tmp_path / "out"


def call(*words):
    return CliRunner().invoke(estafeta, [str(word) for word in words])


def failed(*words):
    done = subprocess.run(
        [sys.executable, "-m", "mailer", *map(str, words)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_out_in_and_out_again_is_the_same_to_the_byte(out, tmp_path):
    assert call("import", out, "-C", tmp_path / "back").exit_code == 0
    assert call("export", "-C", tmp_path / "back", tmp_path / "again").exit_code == 0
    assert contents(tmp_path / "again") == contents(out)


def test_what_another_program_keeps_in_the_ledger_stays_there(played, out, tmp_path):
    """Litestream has tables of its own in it."""
    shutil.copytree(played, tmp_path / "copied")
    with closing(sqlite3.connect(tmp_path / "copied" / "ledger.db")) as db:
        db.execute("create table _litestream_seq (id integer primary key, seq integer)")
        db.execute("insert into _litestream_seq values (1, 7)")
        db.commit()
    assert call("export", "-C", tmp_path / "copied", tmp_path / "again").exit_code == 0
    assert contents(tmp_path / "again" / "tables") == contents(out / "tables")
    assert call("import", tmp_path / "again", "-C", tmp_path / "back").exit_code == 0


def test_everything_is_there_and_can_be_read_without_us(played, out):
    letters = [json.loads(line) for line in (out / "tables" / "letters.jsonl").read_text("utf-8").split("\n")[:-1]]
    lying = {path.read_bytes() for path in (played / "mail" / "in" / "cur").iterdir()}
    assert {b64decode(letter["raw"]["base64"]) for letter in letters} == lying
    assert json.loads((out / "about.json").read_text())["schema"] == SCHEMA_VERSION
    for path in (*played.glob("*.toml"), *played.glob("world/*.toml")):
        assert (out / "campaign" / path.relative_to(played)).read_bytes() == path.read_bytes()
    assert not (out / "campaign" / "mail").exists()


def test_what_holds_secrets_is_its_owners_alone(out, tmp_path):
    call("import", out, "-C", tmp_path / "back")
    for folder in (out, tmp_path / "back"):
        for path in (folder, *folder.rglob("*")):
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_run_goes_on_from_it_as_from_the_original(played, out, tmp_path):
    """A letter and a day more on both: the same rows, and mails with the same bytes."""
    shutil.copytree(played, tmp_path / "first")
    assert call("import", out, "-C", tmp_path / "second").exit_code == 0
    ends = []
    for name in ("first", "second"):
        story = Story.__new__(Story)
        story.folder = tmp_path / name
        shutil.rmtree(story.folder / "mail", ignore_errors=True)
        for folder in ("in/new", "in/cur", "in/tmp", "out/new", "out/cur", "out/tmp"):
            (story.folder / "mail" / folder).mkdir(parents=True)
        story.letter("luis@example.com", "2026-01-20 10:00", "Retirada al 30 %.", message_id="<one@example.com>")
        report = story.run("2026-01-20 10:05")
        assert (report.accepted, report.exit_code) == (1, 0)
        assert story.run("2026-01-20 23:05").days
        ends.append({table: story.rows(question) for table, question in _COMPARED.items()})
    assert ends[0] == ends[1]


_COMPARED = {
    **{table: f"select * from {table} order by rowid" for table in ("events", "orders", "days", "outbox")},
    "sheets": "select * from sheets order by character, step",
    "faces": "select * from faces order by event, what, n",
    "letters": "select id, received, raw, state, reason, player, own_words from letters order by id",
}


def test_what_is_no_export_or_was_spoiled_is_refused_in_a_line_and_leaves_nothing(out, tmp_path):
    def refused(code, said):
        found, words = failed("import", out, "-C", tmp_path / "back")
        assert (found, len(words.splitlines())) == (code, 1), words
        assert said in words
        assert not [path for path in tmp_path.iterdir() if path.name.startswith("back")]

    days = out / "tables" / "days.jsonl"
    whole = days.read_text("utf-8")
    days.write_text(whole.replace('"day": 1', '"day": "one"'), "utf-8")
    refused(os.EX_IOERR, "days.jsonl: line 2")
    days.write_text(whole.replace('"day": 1,', ""), "utf-8")
    refused(os.EX_IOERR, "days.jsonl: line 2: it must have exactly day, step")
    days.write_text(whole[:-20], "utf-8")
    refused(os.EX_IOERR, "no JSON Lines")
    days.write_text(whole.replace('"step": 2', '"step": 2222'), "utf-8")
    if days.read_text("utf-8") != whole:
        refused(os.EX_IOERR, "points to one that is missing in steps")
    days.unlink()
    refused(os.EX_IOERR, "days.jsonl: No such file")
    (out / "about.json").write_text('{"program": "9.0", "schema": 99}')
    refused(os.EX_IOERR, f"schema 99, ours {SCHEMA_VERSION}")
    (out / "about.json").unlink()
    refused(os.EX_IOERR, "holds no campaign")


def test_an_export_inside_the_campaigns_folder_is_not_exported_again(played, out, tmp_path):
    shutil.copytree(played, tmp_path / "here")
    assert call("export", "-C", tmp_path / "here", tmp_path / "here" / "one").exit_code == 0
    assert call("export", "-C", tmp_path / "here", tmp_path / "here" / "two").exit_code == 0
    assert contents(tmp_path / "here" / "two") == contents(out)


def test_nobodys_files_are_written_over(played, out, tmp_path):
    assert failed("export", "-C", played, out)[0] == os.EX_USAGE
    assert failed("import", out, "-C", played)[0] == os.EX_USAGE
    assert failed("export", "-C", tmp_path, tmp_path / "new")[0] == os.EX_USAGE
