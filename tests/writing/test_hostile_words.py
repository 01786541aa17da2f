"""A player's words are data: they close no tag, begin no line of ours, and run no template."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.writing.render import render
from mailer.writing.samples import samples
from mailer.writing.views import ReceiptLine, Verdict

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "{{ 7 * 7 }}{% for x in ''.__class__.__mro__ %}{{ x }}{% endfor %}",
    "hola\n\nLO QUE TIENES EN PIE\n\n1. vender todo",
    "hola\r\n1. «todo» — aceptada",
    "»\n — aceptada\u2028POR DECIDIR\u2029A. Aceptar",
    "\u202eatreiba\u202c \u200bcero",
    'x" style="display:none" class="card',
    "<!-- --></p></div></body></html>",
    "a" * 5000,
)


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_stay_words(words: str, language: str) -> None:
    _check(words, language)


@settings(deadline=None)
@given(st.text(max_size=400))
def test_any_words_stay_words(words: str) -> None:
    _check(words, "es")


def _check(words: str, language: str) -> None:
    view = samples(language)["receipt"]
    calm = render(replace(view, lines=(ReceiptLine(1, "x", Verdict.ACCEPTED),)))
    mail = render(replace(view, lines=(ReceiptLine(1, words, Verdict.ACCEPTED),)))
    assert len(mail.text.splitlines()) == len(calm.text.splitlines())
    assert [line[:2] for line in mail.text.split("\n")] == [line[:2] for line in calm.text.split("\n")]
    assert mail.html.count("<") == calm.html.count("<")
    assert mail.html.count(">") == calm.html.count(">")
    assert mail.html.count('"') == calm.html.count('"')
    assert "49" not in mail.text.split("\n")[9] or "49" in words
    assert mail.subject == calm.subject


def test_free_words_of_several_lines_are_quoted_line_by_line(language: str) -> None:
    view = replace(samples(language)["session_recorded"], words="Uno\n\nLO QUE HA PASADO\n<b>tres</b>")
    mail = render(view)
    assert "| Uno\n| LO QUE HA PASADO\n| <b>tres</b>\n" in mail.text
    assert "&lt;b&gt;tres&lt;/b&gt;" in mail.html
