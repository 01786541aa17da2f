"""Attributions of many clients, however they were wrapped, glued or encoded: gone, and nothing else with them."""

import textwrap
import unicodedata

import pytest

from mailer.reading.words.letter import open_letter
from mailer.reading.words.own_words import own_words

NAME, ADDRESS = "Estafeta Los Cuatro", "estafeta+ab@example.org"
SAID = [
    "El mar, 20 ene 2026 a las 23:00, {n} (<{a}>) escribió:",
    "El mar, 20 ene 2026 a las 23:00, {n} <{a}> escribió:",
    "El mar, 20 de ene de 2026, 23:00, {n} <{a}> escribió:",
    "El mar., 20 de ene. de 2026 a la(s) 11:00 p. m., {n} (<{a}>) escribió:",
    "El martes, 20 de enero de 2026 a las 23:00, {n} <{a}> escribió:",
    "El martes, 20 de enero de 2026, 23:00:05 CET, {n} <{a}> escribió:",
    "En martes, 20 de enero de 2026, 23:00:05 CET, {n} <{a}> escribió:",
    "El 20 ene 2026, a las 23:00, {n} <{a}> escribió:",
    "El 20 de enero de 2026 23:00:05 CET, {n} <{a}> escribió:",
    "El 20/1/26 a las 23:00, {n} escribió:",
    "El 20/01/2026 a las 23:00, {n} escribió:",
    "El 2026-01-20 23:00, {n} escribió:",
    "El 20 ene 2026 23:00 +0100, {n} <{a}>, escribió:",
    "El mar, 20-01-2026 a las 23:00 +0100, {n} escribió:",
    "En 20 ene. 2026, en 23:00, {n} <{a}> escribió:",
    "El dia 20/1/2026 a las 23:00, {n} <{a}> ha escrito:",
    "Con fecha 20/01/2026 23:00, {n} <{a}> escribió:",
    "On Tue, Jan 20, 2026 at 11:00 PM {n} <{a}> wrote:",
    "On Tue, Jan 20, 2026 at 11:00\u202fPM {n} <{a}> wrote:",
    "On Tue, 20 Jan 2026 at 23:00, {n} <{a}> wrote:",
    "On Tuesday, January 20th, 2026 at 11:00 PM, {n} <{a}> wrote:",
    "On Tuesday, January 20, 2026, 11:00:05 PM GMT+1, {n} <{a}> wrote:",
    "On Jan 20, 2026, at 11:00 PM, {n} <{a}> wrote:",
    "On 20 Jan 2026, at 23:00, {n} <{a}> wrote:",
    "On January 20, 2026 11:00:05 PM GMT+01:00, {n} <{a}> wrote:",
    "On 20/01/2026 23:00, {n} wrote:",
    "On 1/20/26 11:00 PM, {n} wrote:",
    "On 2026-01-20 23:00, {n} wrote:",
    "On Tue, Jan 20, 2026 at 11:00:05PM +0100, {n} wrote:",
    "On Tue, 2026-01-20 at 23:00 +0100, {n} wrote:",
    "On Jan 20, 2026 at 11:00 PM +0000, {n} <{a}>, wrote:",
    "Le mar. 20 janv. 2026 à 23:00, {n} <{a}> a écrit :",
    "Am Di., 20. Jan. 2026 um 23:00 Uhr schrieb {n} <{a}>:",
    "Am 20.01.26 um 23:00 schrieb {n}:",
    "Em ter., 20 de jan. de 2026 às 23:00, {n} <{a}> escreveu:",
    "Il giorno mar 20 gen 2026 alle ore 23:00 {n} <{a}> ha scritto:",
    "Op di 20 jan. 2026 om 23:00 schreef {n} <{a}>:",
    "{n} <{a}> escribió:",
    "{n} <{a}> wrote:",
]
QUOTE = "> Hola, Marta:\n>\n> 2. retirada al 40 %\n> 3. descansar en la posada\n"
OWN = ["El viernes vendo la daga", "Krom compra una soga."]


def lines(body):
    raw = f"Content-Type: text/plain; charset=utf-8\n\n{body}"
    return list(own_words(open_letter(raw.encode("utf-8"))).texts)


def said(form):
    return form.format(n=NAME, a=ADDRESS)


@pytest.mark.parametrize("form", SAID)
@pytest.mark.parametrize("gap", ["\n\n", "\n"])
def test_on_one_line(form, gap):
    assert lines("\n".join(OWN) + gap + said(form) + "\n\n" + QUOTE) == OWN
    assert lines("\n".join(OWN) + gap + said(form) + "\n" + QUOTE + "\nY come.\n") == [*OWN, "Y come."]


@pytest.mark.parametrize("form", [form for form in SAID if "{a}" in form and not form.startswith("{n}")])
@pytest.mark.parametrize("width", [40, 50, 60, 70, 78])
def test_wrapped(form, width):
    pieces = textwrap.wrap(said(form), width, break_on_hyphens=False)
    assert len(pieces) <= 4
    assert lines("\n".join(OWN) + "\n\n" + "\n".join(pieces) + "\n\n" + QUOTE) == OWN


@pytest.mark.parametrize("form", [form for form in SAID if "<{a}>" in form and not form.startswith("{n}")])
def test_wrapped_behind_the_bracket_as_one_client_does(form):
    broken = said(form).replace(f"<{ADDRESS}", f"<\n{ADDRESS}")
    assert lines("\n".join(OWN) + "\n\n" + broken + "\n\n" + QUOTE) == OWN


@pytest.mark.parametrize("form", SAID)
def test_decomposed_indented_marked_bold_or_padded(form):
    plain = said(form)
    for shape in (
        unicodedata.normalize("NFD", plain),
        f"    {plain}  ",
        f"*{plain}*",
        plain.replace(" ", "\u00a0"),
        f"\u200e{plain}\u200f",
    ):
        assert lines("\n".join(OWN) + "\n\n" + shape + "\n\n" + QUOTE) == OWN, shape
    assert lines("\n".join(OWN) + f"\n\n> {plain}\n" + QUOTE) == OWN


@pytest.mark.parametrize("form", [form for form in SAID if "{a}" in form])
def test_nothing_marked_below(form):
    assert lines("\n".join(OWN) + "\n\n" + said(form) + "\n\n" + QUOTE.replace("> ", "").replace(">", "")) == OWN
