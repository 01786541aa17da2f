"""A run's cost does not grow with the ledger's age: nothing it asks walks through letters, orders, events or mails."""

import re

import pytest

from bench import campaigns, growth
from mailer.run import STEPS, Report

# Partial indexes hold only what is still open: to walk one through is to read what there is to do.
OPEN = {"letters_waiting", "letters_held", "letters_held_of", "letters_shunted", "orders_standing", "orders_player",
        "outbox_due", "doubts_open", "decisions_open"}  # fmt: skip
GROWS = "letters|lines|orders|doubts|events|faces|sheets|parties|outbox|runs|steps"
SCAN = re.compile(rf"SCAN ({GROWS})\b(?: USING (?:COVERING )?INDEX (\w+))?")
ASKED = ("select", "update", "delete")


def asked_in(made, steps=STEPS) -> list[str]:
    """Every question and change the steps of a run put to the ledger."""
    asked: list[str] = []
    made.ledger.db.set_trace_callback(asked.append)
    for step in steps:
        step(made, Report(made.now), False)
    made.ledger.db.set_trace_callback(None)
    return [one for one in asked if one.split(maxsplit=1)[0].lower() in ASKED]


def walks(made, questions) -> list[str]:
    """The questions whose plan walks through a table that grows."""
    found = []
    for question in questions:
        for row in made.ledger.db.execute(f"explain query plan {question}"):
            scan = SCAN.match(row["detail"])
            if scan and scan[2] not in OPEN and "limit 1" not in question:
                found.append(f"{row['detail']}: {question[:120]}")
    return found


@pytest.fixture
def begun(tmp_path):
    """A campaign whose first run, with its first day, is over."""
    made = growth.begun(tmp_path, 1, campaigns.NOON)
    asked_in(made)
    yield made
    made.ledger.close()


def test_an_idle_run_walks_through_nothing(begun) -> None:
    questions = asked_in(begun)
    assert questions
    assert not walks(begun, questions)


def test_a_letter_walks_through_nothing(begun) -> None:
    growth.store(begun, 4, campaigns.senders())
    questions = asked_in(begun)
    assert any("insert" not in one and "outbox" in one for one in questions)
    assert begun.ledger.db.execute("select count(*) from orders").fetchone()[0]
    assert not walks(begun, questions)


def test_a_walk_is_found_out(begun) -> None:
    assert walks(begun, ["select * from letters where subject = 'x'", "select id from events where data = ''"])
