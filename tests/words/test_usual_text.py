"""The short way for usual letters gives what the long one gives, letter by letter."""

import unicodedata

import pytest

from mailer.reading.words.folding import _USUAL, folded, visible, words_of

USUAL = [chr(code) for code in range(0x2100) if _USUAL.fullmatch(chr(code))]


@pytest.mark.parametrize("around", ["{}", "e{}x", "{}{}"])
def test_usual_text_is_seen_composed_and_folded_as_any_other(around):
    for letter in USUAL:
        text = around.format(letter, letter)
        assert visible(text) == text == unicodedata.normalize("NFC", text)
        assert all(unicodedata.category(char) not in ("Cf", "Cs") for char in text)
        line = " ".join(text.split())
        plain = unicodedata.normalize("NFKD", line.casefold())
        if letter.isprintable() and not letter.isspace():
            assert folded(text) == "".join(char for char in plain if not unicodedata.combining(char))


def test_what_is_not_usual_goes_the_long_way():
    assert visible("a\u00adb\u200bc") == "abc"
    assert visible("e\u0301") == "é"
    assert folded("Ｅ\u0301stÁ") == "esta"
    assert words_of("a" * 300 + " ¡Sí!") == "a" * 300 + " si"
