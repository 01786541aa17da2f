"""The engine keeps the odds: few trials here, many by `python -m bench odds`."""

from fractions import Fraction

import pytest

from bench.odds import BRUTES, Odds, _book, checked

TRIALS = 300


def test_every_frequency_agrees_with_its_exact_odds() -> None:
    found = list(checked(TRIALS))
    assert len(found) > 40
    assert not [one for one in found if not one.holds]


@pytest.mark.parametrize(
    ("seen", "holds"), [(500, True), (563, True), (564, False), (437, True), (436, False), (0, False)]
)
def test_four_standard_errors_are_the_limit(seen: int, holds: bool) -> None:
    assert Odds("a coin", Fraction(1, 2), seen, 1000).holds is holds


@pytest.mark.parametrize(("exact", "seen"), [(Fraction(0), 1), (Fraction(1), 999)])
def test_what_cannot_vary_must_not(exact: Fraction, seen: int) -> None:
    assert not Odds("never", exact, seen, 1000).holds


def test_only_the_brutes_are_met() -> None:
    tables = _book(BRUTES, 3).atlas.encounters.values()
    assert {entry.monsters for table in tables for entry in table.entries} == {((BRUTES, "3"),)}
