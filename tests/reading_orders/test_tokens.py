"""Numbers end where they end, whichever Python reads them."""

import pytest

from mailer.reading.orders.tokens import words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hasta el 20, a la espera", ("hasta", "el", "20", ",", "a", "la", "espera")),
        ("del 21. Antes", ("del", "21", ".", "antes")),
        ("1.500 po", ("1.500", "po")),
        ("2,5 lb, 3", ("2,5", "lb", ",", "3")),
        ("the 20th, the 20the", ("the", "20th", ",", "the", "20", "the")),
        ("1,2,3,", ("1,2,3", ",")),
    ],
)
def test_a_number_takes_no_sign_behind_it(text, words):
    assert words_of(text) == words
