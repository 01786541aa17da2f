"""A ledger that an earlier schema wrote still opens, loses nothing, and its campaign goes on.

`kept/schema-N.sql.gz` is a small campaign's ledger as that schema left it, the bytes of its mails shortened.
"""

import gzip
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta
from mailer.ledger.ledger import SCHEMA_VERSION, open_ledger

KEPT = sorted((Path(__file__).parent / "kept").glob("schema-*.sql.gz"))


@pytest.fixture(params=KEPT, ids=lambda path: path.name)
def story(request, tmp_path):
    story = Story(tmp_path / "campaign")
    with sqlite3.connect(story.folder / "ledger.db") as db:
        db.executescript(gzip.decompress(request.param.read_bytes()).decode())
    db.close()
    return story


def rows(path):
    db = sqlite3.connect(path)
    tables = [
        row[0]
        for row in db.execute(
            "select name from sqlite_master where type = 'table' and name not like '%\\_%' escape '\\'"
        )
    ]
    found = {table: db.execute(f"select count(*) from {table}").fetchone()[0] for table in tables}
    db.close()
    return found


def test_it_opens_with_every_row_and_a_copy_was_taken_before(story):
    before = rows(story.folder / "ledger.db")
    ledger = open_ledger(story.folder / "ledger.db")
    assert ledger.db.execute("pragma user_version").fetchone()[0] == SCHEMA_VERSION
    assert ledger.db.execute("pragma foreign_key_check").fetchall() == []
    ledger.close()
    after = rows(story.folder / "ledger.db")
    assert {table: after[table] for table in before} == before
    (copy,) = (story.folder / "backups").glob(f"*before-schema-{SCHEMA_VERSION}*")
    assert rows(copy) == before


def test_its_campaign_goes_on(story):
    story.letter("luis@example.com", "2026-01-16 10:00", "Duric compra 2 antorchas.")
    report = story.run("2026-01-16 23:05")
    assert (report.accepted, report.days, report.exit_code) == (1, [1], 0)
    assert story.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]


def test_its_dice_are_proved_and_what_it_did_not_write_down_is_no_lie(story):
    done = CliRunner().invoke(estafeta, ["verify", "-C", str(story.folder), "--all"])
    assert (done.exit_code, ", 0 mal" in done.output) == (0, True), done.output
    assert "pasos de antes de que se apuntara de qué salían" in done.output
