"""Bars on long work: in a terminal, never under cron, in a pipe or with --json; what is printed stays the same."""

import os
import pty
import select
import shutil
import subprocess
import sys

import pytest

CODE = "import sys; sys.argv[0] = 'estafeta'; from mailer.cli import main; main()"
LONG = [
    ("backup", ()), ("verify", ("--all",)), ("replay", ("--from", "2026-01-19")), ("chronicle", ("OUT",)),
    ("export", ("OUT",)), ("forecast", ("Krom", "--runs", "40")), ("read", ("LETTER", "LETTER")),
]  # fmt: skip


def run(words, *, terminal: bool):
    """Output, and what a person watching (or cron) saw beside it."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, *words], stdout=subprocess.PIPE, stderr=theirs, text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )  # fmt: skip
    os.close(theirs)
    out, seen = process.communicate()[0], b""
    while select.select([ours], [], [], 0.2)[0]:
        try:
            data = os.read(ours, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data
    os.close(ours)
    assert process.returncode in (0, 1), seen
    return out, seen.decode()


def command(name, words, played, tmp_path):
    letter = str(next((played / "mail" / "in" / "cur").iterdir()))
    given = {"OUT": str(tmp_path / "out"), "LETTER": letter}
    return [name, "-C", str(played), *(given.get(word, word) for word in words)]


@pytest.mark.parametrize(("name", "words"), LONG, ids=[name for name, _ in LONG])
def test_a_bar_for_who_watches_and_none_for_cron(name, words, played, tmp_path):
    typed = command(name, words, played, tmp_path)
    _, seen = run(typed, terminal=True)
    assert "100%" in seen, seen
    shutil.rmtree(tmp_path / "out", ignore_errors=True)
    out, seen = run(typed, terminal=False)
    assert (seen == "" and "%" not in out.replace(" %", "")) or name == "forecast"


@pytest.mark.parametrize(("name", "words"), [one for one in LONG if one[0] in ("replay", "forecast", "read")])
def test_no_bar_beside_json(name, words, played, tmp_path):
    _, seen = run([*command(name, words, played, tmp_path), "--json"], terminal=True)
    assert seen == ""


def test_import_too(played, tmp_path):
    run(["export", "-C", str(played), str(tmp_path / "out")], terminal=False)
    _, seen = run(["import", str(tmp_path / "out"), "-C", str(tmp_path / "back")], terminal=True)
    assert "100%" in seen


def test_a_copy_made_piece_by_piece_is_the_same(played, tmp_path):
    from mailer.ledger.backup import back_up, pages
    from mailer.ledger.ledger import open_ledger

    shutil.copytree(played, tmp_path / "c")
    ledger = open_ledger(tmp_path / "c" / "ledger.db")
    heard = []
    one = back_up(ledger, reason="whole")
    two = back_up(ledger, reason="pieces", progress=heard.append)
    assert one.read_bytes() == two.read_bytes()
    assert sum(heard) == pages(ledger) and not ledger.db.in_transaction
    ledger.close()
