"""Reply tokens: 80 bits, one player, one last day."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.gate.tokens import TokenState, check_token, make_token

SECRET = b"secret"
DAYS = st.dates(min_value=date(2020, 1, 1), max_value=date(2100, 1, 1))


@given(st.text(max_size=20), DAYS, DAYS)
def test_good_up_to_its_day(player, expires, today):
    token = make_token(SECRET, player, expires=expires)
    assert len(token) == 19
    assert token.isalnum()
    assert token == token.lower()
    wanted = TokenState.GOOD if today <= expires else TokenState.EXPIRED
    assert check_token(SECRET, player, token=token, today=today) is wanted
    assert check_token(SECRET, player, token=token.upper(), today=today) is wanted


@given(st.text(max_size=20), st.text(max_size=20))
def test_useless_for_another(player, other):
    token = make_token(SECRET, player, expires=date(2030, 1, 1))
    state = check_token(SECRET, other, token=token, today=date(2026, 1, 1))
    assert (state is TokenState.GOOD) == (player == other)


@given(st.integers(0, 18), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_every_letter_counts(place, letter):
    token = make_token(SECRET, "marta", expires=date(2030, 1, 1))
    forged = token[:place] + letter + token[place + 1 :]
    state = check_token(SECRET, "marta", token=forged, today=date(2026, 1, 1))
    assert (state is TokenState.GOOD) == (forged == token)


@given(st.text(max_size=40))
def test_any_text_is_judged(text):
    assert check_token(SECRET, "marta", token=text, today=date(2026, 1, 1)) is TokenState.WRONG


def test_revoked_by_secret_or_generation():
    token = make_token(SECRET, "marta", expires=date(2030, 1, 1))
    assert check_token(b"new", "marta", token=token, today=date(2026, 1, 1)) is TokenState.WRONG
    assert check_token(SECRET, "marta", token=token, today=date(2026, 1, 1), generation=1) is TokenState.WRONG
    assert check_token(b"", "marta", token=token, today=date(2026, 1, 1)) is TokenState.WRONG
    with pytest.raises(ValueError, match="secret"):
        make_token(b"", "marta", expires=date(2030, 1, 1))
