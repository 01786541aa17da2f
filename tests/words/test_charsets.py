"""Bytes to text whatever the label says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.reading.words.charset import codec_name, decode

SPANISH = "Krom comprará señuelos y un cañón, ¿mañana? ¡Sí! Ünico"


@pytest.mark.parametrize(
    ("codec", "label"),
    [
        ("utf-8", "utf-8"),
        ("utf-8", "iso-8859-1"),
        ("utf-8", "us-ascii"),
        ("utf-8", ""),
        ("utf-8", "nonsense"),
        ("utf-8", "utf8mb4"),
        ("cp1252", "utf-8"),
        ("cp1252", ""),
        ("cp1252", "us-ascii"),
        ("cp1252", "windows-1252"),
        ("cp1252", "CP-1252"),
        ("cp1252", "latin1"),
        ("cp850", "cp-850"),
        ("cp850", "ibm850"),
        ("mac_roman", "x-mac-roman"),
        ("iso8859-15", "ISO_8859-15"),
        ("utf-16", "utf-16"),
        ("utf-7", "utf-7"),
    ],
)
def test_spanish_survives(codec, label):
    assert decode(SPANISH.encode(codec), label) == (SPANISH, True)


@pytest.mark.parametrize(
    "label", ["unicode_escape", "rot13", "base64", "zip", "idna", "\x00", "a" * 999, "undefined", "hex"]
)
def test_labels_that_are_no_charset(label):
    assert codec_name(label) == ""
    assert decode(SPANISH.encode("utf-8"), label) == (SPANISH, True)


def test_latin1_means_cp1252():
    assert decode(b"5 \x80 y \x93no\x94", "iso-8859-1") == ("5 € y “no”", True)


def test_text_encoded_twice_is_mended_and_odd_text_is_not():
    assert decode("acciÃ³n".encode(), "utf-8")[0] == "acción"
    assert decode("Ã, Â y Ã³ ☃".encode(), "utf-8")[0] == "Ã, Â y Ã³ ☃"


def test_damaged_utf8_keeps_its_good_letters_and_is_told():
    assert decode("señuelos y un cañ".encode()[:-1] + b" de 5 po", "utf-8") == ("señuelos y un ca\ufffd de 5 po", False)
    assert decode("mañana\xa0sé".encode("cp1252"), "utf-8") == ("mañana\xa0sé", True)


def test_what_cannot_be_read_is_told():
    assert decode(b"se\x81uelos", "utf-8") == ("se\x81uelos", False)


@given(
    st.binary(max_size=300),
    st.sampled_from(
        ["", "utf-8", "latin1", "utf-16", "utf-7", "iso-2022-jp", "gb2312", "hz", "x-mac-roman", "nonsense"]
    ),
)
def test_any_bytes_decode_and_lose_nothing(data, label):
    text, sure = decode(data, label)
    assert isinstance(text, str)
    assert isinstance(sure, bool)
    assert not data.strip(b"\x00+-~{}\x1b\xef\xbb\xbf\xff\xfe") or text


@given(st.text(alphabet="abcñáéíóúüÑ¿¡ €\n", max_size=80))
def test_utf8_wins_over_any_label(text):
    if not text.isascii():
        assert decode(text.encode("utf-8"), "cp850")[0] == text
