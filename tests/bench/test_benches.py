"""Every bench at its smallest: both sides do all of their work. How fast they are is asked of nobody here."""

import json

import pytest

from bench.__main__ import SUBJECTS, main, measured
from bench.letters import corpus, letters
from bench.race import Contest, Row, Side, race
from bench.scale import SCALES, SMALL, replaced
from bench.table import table, told

QUICK = replaced(SMALL, letters=6, taken_in=5, mails=4, far=2, parties=4, crowds=(1, 2), ages=(1, 3))
SERVED = {"collecting", "intake", "sending", "idle"}


@pytest.mark.parametrize("subject", [name for name in SUBJECTS if name not in SERVED])
def test_a_bench_does_its_work(subject: str) -> None:
    rows = measured([subject], QUICK)
    assert rows
    assert all(row.ours > 0 < row.other for row in rows)


@pytest.mark.servers
@pytest.mark.parametrize("subject", sorted(SERVED))
def test_a_bench_with_a_server_does_its_work(subject: str) -> None:
    rows = measured([subject], QUICK)
    assert len(rows) >= 1
    assert all(row.ours > 0 < row.other for row in rows)


def test_a_side_that_leaves_work_out_is_found_out() -> None:
    lazy = Contest("x", 3, Side("lazy", lambda _: 2), Side("whole", lambda _: 3))
    with pytest.raises(AssertionError, match="lazy: 2 done, not 3"):
        race(lazy, rounds=1)


def test_the_sides_take_turns() -> None:
    turns: list[str] = []
    sides = [Side(name, lambda _, name=name: bool(turns.append(name)) + 1) for name in "ab"]
    race(Contest("x", 1, *sides), rounds=3)
    assert "".join(turns) == "abbaab"


def test_each_is_reckoned_for_one_of_its_own() -> None:
    row = race(Contest("x", 10, Side("a", lambda _: 10), Side("b", lambda _: 1, count=1), reach=0.0), rounds=1)
    assert row.ratio == row.ours / row.other
    assert not row.is_reached


def test_the_table_says_what_was_not_reached() -> None:
    text = table([Row("slow", 3.0, 1.0, "ms", "imports", 1.8), Row("quick", 1.0, 4.0, "ms", "script", 1.0)])
    assert "3.00 × *" in text
    assert "4.0 × faster" in text
    assert told(1 / 3) == "3.0 × faster"


def test_figures_for_a_program(tmp_path, capsys) -> None:
    file = tmp_path / "rows.json"
    assert main(["--only", "reading", "--scale", "small", "--json", str(file)]) == 0
    (row,) = json.loads(file.read_text())
    assert row["ratio"] == pytest.approx(row["ours"] / row["other"])
    assert "read 20 mails" in capsys.readouterr().out


def test_letters_are_the_same_every_time_and_the_size_that_players_write() -> None:
    found = list(letters(200, ["luis@example.com", "marta@example.com"]))
    assert found == list(letters(200, ["luis@example.com", "marta@example.com"]))
    sizes = sorted(len(raw) for raw, _ in found)
    assert 1_500 < sizes[0] < sizes[-1] < 10_000
    assert len({raw for raw, _ in found}) == 200
    assert len(corpus()) >= 60


def test_both_scales_are_there() -> None:
    assert set(SCALES) == {"small", "full"}
