"""The ledger in a browser: nothing secret is in the copy, every table and question is told of, and all can be asked."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from mailer.cli.app import estafeta
from mailer.desk.browse import prepare, queries, safe_copy
from mailer.desk.peek import read_ledger


@pytest.fixture(scope="module")
def copy(played, tmp_path_factory):
    folder = tmp_path_factory.mktemp("browse")
    ledger = read_ledger(played / "ledger.db")
    prepared = prepare(ledger, folder, campaign="Los Cuatro", language="es")
    ledger.close()
    return prepared


def test_no_byte_of_a_secret_is_left(played, copy):
    db = sqlite3.connect(played / "ledger.db")
    data = copy[0].read_bytes()
    data = data.replace(b"'confirm:marta@example.com'", b"")  # an example in the schema's own comments
    master = db.execute("select value from meta where key = 'secret'").fetchone()[0]
    late = [row[0] for row in db.execute("select secret from days order by day desc limit 2")]
    tokens = [row[0] for row in db.execute("select message_id from outbox")]
    addresses = [one for row in db.execute("select addresses from players") for one in json.loads(row[0])]
    assert master and late and tokens and addresses
    for secret in (master, *late, *tokens, *addresses, "Authentication-Results", "Return-Path"):
        assert secret.encode() not in data, secret
    early = db.execute("select secret from days order by day limit 1").fetchone()[0]
    assert early.encode() in data  # it was told to everybody


def test_the_rows_are_all_there_and_nobody_else_may_read_them(played, copy):
    theirs, ours = sqlite3.connect(played / "ledger.db"), sqlite3.connect(copy[0])
    for table in ("letters", "orders", "events", "faces", "outbox", "days", "players"):
        count = f"select count(*) from {table}"
        assert ours.execute(count).fetchone() == theirs.execute(count).fetchone()
    assert ours.execute("pragma foreign_key_check").fetchall() == []
    assert copy[0].stat().st_mode & 0o077 == 0


def test_a_copy_is_never_written_over(played, copy):
    with pytest.raises(FileExistsError):
        safe_copy(read_ledger(played / "ledger.db"), copy[0])


@pytest.mark.parametrize("name", [name for name, _, _ in queries("es")])
def test_every_question_can_be_asked(copy, name):
    sql = next(sql for one, _, sql in queries("en") if one == name)
    rows = sqlite3.connect(f"file:{copy[0]}?mode=ro", uri=True).execute(sql)
    assert rows.description
    rows.fetchall()


def test_every_foreign_key_names_its_column(copy):
    db = sqlite3.connect(copy[0])
    tables = [row[0] for row in db.execute("select name from sqlite_master where type = 'table'")]
    keys = [(table, *row) for table in tables for row in db.execute(f"pragma foreign_key_list('{table}')")]
    assert keys and all(key[5] for key in keys)
    assert db.execute("pragma integrity_check").fetchone()[0] == "ok"


def test_what_the_page_speaks_of_is_there(copy):
    page = json.loads(copy[1].read_text())
    tables = page["databases"]["ledger"]["tables"]
    db = sqlite3.connect(copy[0])
    for table, told in tables.items():
        columns = {row[1] for row in db.execute(f"pragma table_info({table})")}
        assert set(told["facets"]) | ({told["sort_desc"]} if "sort_desc" in told else set()) <= columns
        assert told["description"]


def test_without_a_ledger_or_without_datasette_it_says_what_to_do(tmp_path, played):
    from runs.story import Story

    story = Story(tmp_path / "c")
    done = CliRunner().invoke(estafeta, ["browse", "-C", str(story.folder)])
    assert done.exit_code == 2
    assert "primera pasada" in done.output
    if find_spec("datasette") is None:
        done = CliRunner().invoke(estafeta, ["browse", "-C", str(played)])
        assert done.exit_code == 2
        assert "datasette" in done.output
        return
    serve(played)


def serve(folder):
    """Datasette itself, where it is installed: the page, a table with its facets, a ready question."""
    code = "from mailer.cli import main; main()"
    server = subprocess.Popen(
        [sys.executable, "-c", code, "browse", "-C", str(folder), "--no-open", "--port", "8917"], env=os.environ
    )
    try:
        for path, words in (
            ("/", "El libro de"),
            ("/ledger/events?_facet=kind", "encounter"),
            ("/ledger/deaths", "ulmo"),
        ):
            assert words in fetched(f"http://127.0.0.1:8917{path}")
        index = fetched("http://127.0.0.1:8917/ledger")
        pages = set(re.findall(r'href="(/ledger/\w+)"', index))
        assert len(pages) > 30
        for page in pages:  # with whatever facets it has
            assert "<h1" in fetched(f"http://127.0.0.1:8917{page}"), page
    finally:
        server.terminate()
        assert server.wait(10) == 0
    with pytest.raises(OSError):
        urllib.request.urlopen("http://127.0.0.1:8917/", timeout=2)


def fetched(url):
    for _ in range(100):
        try:
            return urllib.request.urlopen(url, timeout=5).read().decode()
        except urllib.error.HTTPError as error:
            raise AssertionError(url) from error
        except OSError:
            time.sleep(0.2)
    raise AssertionError(url)
