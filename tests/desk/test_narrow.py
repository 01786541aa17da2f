"""What is shown in a narrow terminal, in none, and without colours: every word of it, and no table out of shape."""

import re

import pytest
from click.testing import CliRunner
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mailer.cli.app import estafeta
from mailer.desk.narrow import fitting

NOW = "2026-01-20T10:00"
_FRAME = re.compile(r"[━┃┏┓┗┛┳┻╇╋┡┩│─┌┐└┘├┤┬┴┼╭╮╰╯]")


def shown(folder, *words, columns=None, **env):
    env |= {} if columns is None else {"COLUMNS": str(columns)}
    done = CliRunner().invoke(estafeta, [words[0], "-C", str(folder), "--now", NOW, *words[1:]], env=env)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def letters(text: str) -> str:
    return "".join(sorted(_FRAME.sub("", text).replace("\n", "").replace(" ", "")))


@pytest.mark.parametrize("columns", [40, 60, 100, 200])
@pytest.mark.parametrize(
    "words", [("status",), ("orders",), ("show", "Duric"), ("show", "Los Cuatro"), ("timeline", "--days", "9")]
)
def test_nothing_is_cut_and_nothing_stands_out(played, columns, words):
    text = shown(played, *words, columns=columns)
    assert "…" not in text.replace("…»", "")
    assert max(map(len, text.splitlines())) <= columns


@pytest.mark.parametrize("columns", [12, 20, 40, 79])
def test_a_table_keeps_every_letter(columns):
    table = Table("cabeza", "", title=Text("título [b]"))
    table.add_row(Text("experiencia [red]a[/]"), Text("otorrinolaringología\ny más"))
    narrow = Console(width=columns, record=True)
    narrow.print(fitting(narrow, table))
    seen = letters(narrow.export_text())
    for word in ("cabeza", "título [b]", "experiencia [red]a[/]", "otorrinolaringología", "y más"):
        assert not set(word) - set(seen) - {" "}
    assert len(seen) >= len(letters("título [b] cabeza experiencia [red]a[/] otorrinolaringología y más"))


def test_no_colour_in_a_pipe_nor_where_nobody_wants_any(played):
    for env in ({}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"TERM": "dumb"}):
        for words in (("status",), ("show", "Duric"), ("doctor",)):
            done = CliRunner().invoke(estafeta, [words[0], "-C", str(played), "--now", NOW, *words[1:]], env=env)
            assert not re.search(r"\x1b\[[\d;]*3[0-7]m", done.output), (env, words)
