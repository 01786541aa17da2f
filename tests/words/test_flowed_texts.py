"""Soft line breaks taken out (RFC 3676), and paragraphs the client broke."""

import pytest

from mailer.reading.words.flowed import unflow
from mailer.reading.words.rewrap import rewrap


@pytest.mark.parametrize(
    ("text", "delsp", "joined"),
    [
        ("uno \ndos\ntres", False, "uno dos\ntres"),
        ("uno \ndos", True, "unodos"),
        ("> uno \n> dos\ntres", False, "> uno dos\ntres"),
        ("> uno \ntres", False, "> uno \ntres"),
        ("uno \n-- \nLuis", False, "uno \n-- \nLuis"),
        (" From aquí", False, "From aquí"),
        ("uno ", False, "uno "),
        ("", False, ""),
    ],
)
def test_unflow(text, delsp, joined):
    assert unflow(text, delsp=delsp) == joined


def test_rewrap_joins_only_what_the_reader_sees_as_one_line():
    first, rest = "Ulmo compra tres velas de sebo y una cuerda", "para bajar al pozo."
    others = "Krom compra otras tres velas de sebo\nKrom duerme."
    broken, shown = f"{first}\n{rest}\n{others}", f"{first} {rest}\n{others}"
    assert rewrap(broken, shown=shown).split("\n") == shown.split("\n")
    assert rewrap(broken, shown="") == broken
