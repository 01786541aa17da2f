"""Faults planted on purpose are found: a harness that finds nothing proves nothing."""

import pytest
from torture.powercut import cut_short
from torture.runner import Blow
from torture.seeded import caught, places
from torture.trial import reference

AIMED = ["ack-first", "sent-first", "torn-mails", "lock-file"]  # `python -m torture` plants all


@pytest.mark.parametrize("name", AIMED)
def test_a_planted_fault_is_caught(runner, evening, name):
    assert caught(runner, reference(runner, evening, seeded=name), name, limit=2)


def test_unflushed_commits_are_caught_by_a_power_cut(runner, evening, power):
    known = reference(runner, evening, seeded="no-sync")
    # A mail's own flush carries what was written before it to the disk, but not the ledger's last pages.
    tries = places(known, "fsync /mail/out/new", after=1)[::3]
    found = (cut_short(runner, known, Blow(at), seeded="no-sync") for at in tries)
    assert any(verdict.wrongs for verdict in found)
