"""Whatever is sent: no exception, every line once, the same answer twice, and soon."""

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.reading.orders.gazetteer import Gazetteer
from mailer.reading.orders.read import read

SENT = date(2026, 3, 11)
PIECES = [
    "compro",
    "vendo",
    "3",
    "antorchas",
    "si",
    "vienen",
    "goblins",
    ",",
    ".",
    "y",
    "40%",
    "po",
    "el lunes",
    "hasta que",
    "Krom",
    "Duric",
    "no",
    "que",
    "a Brumal",
    "(",
    ")",
    ":",
    ";",
    "\n",
    "- ",
    "> ",
    "¿",
    "?",
    "voy a",
    "we",
    "buy",
    "if",
    "the",
    "until",
    "10 gp",
    "for",
    "dos semanas",
    "decile",
    "al ogro",
    "retirada",
    "«",
    "»",
    "/",
    "\t",
    "día 47",
    "de hoy en ocho",
    "re:",
    "3:",
    "deshacer",
    "mañana",
]
soup = st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join)
anything = st.one_of(st.text(max_size=400), soup)


def reading(text, subject=""):
    return read(text, subject=subject, character="Krom", sent=SENT, gazetteer=Gazetteer())


@given(text=anything, subject=st.one_of(st.text(max_size=60), soup))
@settings(max_examples=300, deadline=None)
def test_never_raises(text, subject):
    reading(text, subject)


@given(text=anything)
@settings(max_examples=150, deadline=None)
def test_every_line_once(text):
    found = reading(text)
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    wanted = [index for index, line in enumerate(plain.split("\n")) if line.strip()]
    assert [line.index for line in found.lines] == wanted
    assert all(line.verdict in ("order", "doubt", "talk") for line in found.lines)


@given(text=anything)
@settings(max_examples=60, deadline=None)
def test_the_same_twice(text):
    assert reading(text) == reading(text)


@given(text=soup)
@settings(max_examples=100, deadline=None)
def test_orders_stand_in_lines_marked_so(text):
    found = reading(text)
    marked = {line.index for line in found.lines if line.verdict == "order"}
    assert {said.line for said in found.said if said.line >= 0} <= marked


WORST = [
    "compro ",
    "compro\n",
    "hasta que ",
    "si vendo y compro y si voy ",
    "si ",
    "(",
    "1 po ",
    "de ",
    "«",
    "¿",
    "\t1\t2\n",
    "a;b:",
    "no ",
    "que ",
    "mañana ",
    "Krom, ",
    "comprar 2 antorchas; lugar: x;\n",
    "1: 2\n",
    "> ",
    "compro 3 antorchas, ",
]


@pytest.mark.parametrize("piece", WORST)
def test_the_longest_letter_is_read_in_bounded_time(piece):
    text = (piece * (65536 // len(piece) + 1))[:65536]
    reading("hola")
    start = time.process_time()
    found = reading(text)
    assert time.process_time() - start < 1.5  # measured below half a second; the rest is for slow machines
    assert any(doubt.code == "too_long" for doubt in found.doubts)


def test_a_letter_with_nothing_in_it():
    assert reading("").said == ()
    assert reading("\n \n").lines == ()
