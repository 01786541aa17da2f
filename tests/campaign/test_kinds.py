from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailer.campaign.game_kinds import copper, counted, least
from mailer.campaign.toml import literal

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "language", "cp"),
    [
        ("35 po 4 pp", "es", 3540), ("35 gp 4 sp", "en", 3540), ("35po, 4pp y 2pc", "es", 3542),
        ("3 gp and 5 cp", "es", 305),
        ("4 pp", "es", 40), ("4 pp", "en", 2000), ("1 po 4 pp", "en", 140), ("1 gp 4 pp", "es", 2100),
        ("2 ppt", "es", 1000), ("2 pe", "es", 100), ("1 ep", "en", 50), ("7 PO", "es", 700), ("3 plat", "en", 1500),
        ("2 mo 3 mp", "es", 230),
    ],
)  # fmt: skip
def test_money_as_written(text, language, cp):
    assert copper(text, language=language) == cp


@pytest.mark.parametrize(
    "value", ["", "po", "5", "5 oro viejo", "-3 po", "3 po menos", -1, True, 1.5, {"gp": -1}, {"xx": 1}, None, []]
)
def test_what_is_no_money(value):
    assert copper(value, language="es") is None


def test_money_by_coins_and_losses():
    assert copper({"gp": 3, "sp": 5, "pp": 1}, language="es") == 850
    assert copper("-6 po", language="es", signed=True) == -600
    assert copper(12, language="es") == 12


@pytest.mark.parametrize(
    ("printed", "dice"),
    [
        ("3+1", 3), ("1-1", 1), ("4+1", 4), ("2", 2), ("1/2", HALF), ("1d4 hp", HALF), ("1d6 hp", 1), ("1 hp", HALF),
    ],
)  # fmt: skip
def test_hit_dice_that_count(printed, dice):
    assert counted(printed) == dice


@pytest.mark.parametrize("printed", ["0", "0+1", "", "x", "0 hp", "3+", "1d0", "-1", "1/3"])
def test_hit_dice_that_do_not(printed):
    assert counted(printed) == 0


@pytest.mark.parametrize(
    ("dice", "lowest"),
    [("2", 2), ("1d6", 1), ("2d4+1", 3), ("d8", 1), ("1d6-1", 0), ("0", 0), ("3d0", 0), ("xd6", 0), ("101d6", 0)],
)
def test_the_least_of_dice(dice, lowest):
    assert least(dice) == lowest


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.recursive(
        st.text() | st.booleans() | st.integers(-(2**62), 2**62),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_what_is_written_as_toml_is_read_as_it_was(value):
    import tomllib

    assert tomllib.loads(f"x = {literal(value)}")["x"] == value
