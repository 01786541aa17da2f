"""Coins in copper: `pp` is silver to a Spaniard and platinum in English."""

import pytest

from mailer.reading.resolve.money import copper, wage_a_day
from mailer.reading.resolve.slots import Slots, exact, whole

COINS = [
    (3, "cp", "es", 3), (3, "sp", "es", 30), (3, "ep", "es", 150), (3, "gp", "es", 300), (3, "plat", "es", 1500),
    (2, "pp", "es", 20), (2, "pp", "en", 1000), (2, "ppt", "es", 1000), (2, "po", "es", 200), (2, "pe", "es", 100),
    (2, "gold", "en", 200), (2, "silver", "en", 20), (2, "pc", "es", 2), (2, "po", "en", 200),
    (2.5, "gp", "es", 250), ("1/2", "gp", "es", 50), (0, "gp", "es", 0),
    (None, "gp", "es", None), (-1, "gp", "es", None), (2, "euros", "es", None), (True, "gp", "es", None),
    (float("inf"), "gp", "es", None), (10**30, "gp", "es", None), ("muchas", "gp", "es", None),
]  # fmt: skip


@pytest.mark.parametrize(("amount", "coin", "language", "cp"), COINS, ids=str)
def test_coins(amount, coin, language, cp):
    assert copper(Slots({"amount": amount, "currency": coin}), language=language) == cp


@pytest.mark.parametrize(
    ("pay", "days", "cp"),
    [
        ({"amount": 3, "currency": "sp", "per": "day"}, None, 30),
        ({"amount": 7, "currency": "gp", "per": "week"}, None, 100),
        ({"amount": 3, "currency": "gp", "per": "month"}, None, 10),
        ({"amount": 8, "currency": "gp", "per": "trip"}, 8, 100),
        ({"amount": 8, "currency": "gp", "per": "trip"}, None, None),
        ({"amount": 3, "currency": "sp"}, None, 30),
    ],
)
def test_wages(pay, days, cp):
    assert wage_a_day(Slots(pay), language="es", days=days) == cp


@pytest.mark.parametrize(
    ("value", "number"), [(2, 2), (2.0, 2), ("2", 2), (2.5, None), (True, None), ("x", None), (None, None), ([], None)]
)
def test_whole_numbers(value, number):
    assert whole(value) == number


def test_exact_numbers_are_as_written():
    assert exact(0.75) * 4 == 3
    assert exact("1e9") is None
