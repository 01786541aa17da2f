"""The sealed dice: provable, fair, and each on its own."""

import hashlib
import hmac
from collections import Counter
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from mailer.sealed import SealedDice, commitment, day_secret, sealed_value
from rules.dice import Throw

DICE = SealedDice("master", "Los Cuatro", date(2026, 1, 15), 1380)
NOON = Throw(2 * 1440 + 14 * 60, "los-cuatro", "encounter")


def test_a_player_can_recompute_a_face_with_the_standard_library():
    face = DICE.face(NOON, 0, 6)
    secret = DICE.secret(2)
    message = "Los Cuatro|2026-01-17T14:00|los-cuatro|encounter|0"
    number = int.from_bytes(hmac.digest(secret.encode(), message.encode(), "sha256")[:8])
    assert face.value == number % 6 + 1
    assert commitment(secret) == hashlib.sha256(secret.encode()).hexdigest()


def test_the_secret_of_a_day_tells_nothing_of_the_next():
    assert len({day_secret("master", day) for day in range(100)}) == 100
    assert day_secret("other", 1) != day_secret("master", 1)


@given(st.integers(0, 10**6), st.sampled_from([2, 4, 6, 8, 10, 12, 20, 100]), st.integers(0, 5))
def test_the_same_throw_gives_the_same_face_in_range(at, sides, n):
    throw = Throw(at, "krom", "survival")
    face = DICE.face(throw, n, sides)
    assert face == SealedDice("master", "Los Cuatro", date(2026, 1, 15), 1380).face(throw, n, sides)
    assert 1 <= face.value <= sides


def test_faces_fall_evenly():
    faces = Counter(sealed_value("secret", f"{n}", 20) for n in range(20_000))
    expected = 20_000 / 20
    chi_square = sum((faces[side] - expected) ** 2 / expected for side in range(1, 21))
    assert chi_square < 43.8  # 19 degrees of freedom, p = 0.001; the secret is fixed, so this never flickers


def test_the_turnover_decides_whose_secret_it_is():
    before, after = Throw(1379, "krom", "x"), Throw(1380, "krom", "x")
    assert DICE.face(before, 0, 100).value == sealed_value(DICE.secret(0), DICE.message(before, 0), 100)
    assert DICE.face(after, 0, 100).value == sealed_value(DICE.secret(1), DICE.message(after, 0), 100)
