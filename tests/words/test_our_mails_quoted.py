"""Our own mails, as clients quote them below an answer: only the answer is new, and every edit is seen."""

import re
import textwrap
from functools import cache
from html import escape

import pytest

from mailer.reading.words.letter import open_letter
from mailer.reading.words.own_words import own_words
from mailer.writing.render import render
from mailer.writing.samples import samples

OWN = ["Krom compra una soga.", "- vender el escudo, mínimo 4 po", "1 sí"]
ME = "Estafeta Los Cuatro <estafeta+ab@example.org>"
SAID = f"El mar, 20 ene 2026 a las 23:00, {ME}\nescribió:\n\n"
UNKNOWN = "Estafeta ~ 23.00 h ::\n\n"


@cache
def mails():
    return {f"{language}-{name}": render(view) for language in ("es", "en") for name, view in samples(language).items()}


def wrapped(text, width):
    return [textwrap.wrap(line, width, break_on_hyphens=False) or [""] for line in text.split("\n")]


def marked(text, width=500):
    return "\n".join(f"> {piece}".rstrip() for pieces in wrapped(text, width) for piece in pieces)


def with_tails(text):
    return "\n".join(f"> {first}\n" + "".join(f"{tail}\n" for tail in tails) for first, *tails in wrapped(text, 70))


def block(subject):
    return f"De: {ME}\nEnviado: martes, 20 de enero de 2026 23:00\nPara: marta@example.com\nAsunto: {subject}\n\n"


TEXTS = {
    "marked": lambda mail: SAID + marked(mail.text),
    "marked_anew": lambda mail: SAID + marked(mail.text, 74),
    "tails": lambda mail: SAID + with_tails(mail.text),
    "block": lambda mail: block(mail.subject) + mail.text,
    "block_anew": lambda mail: block(mail.subject) + "\n".join(" \n".join(pieces) for pieces in wrapped(mail.text, 74)),
    "unknown": lambda mail: UNKNOWN + mail.text,
}
HTML = {
    "cite": lambda mail: f"<p>{escape(SAID)}</p><blockquote type=cite>{mail.html}</blockquote>",
    "block": lambda mail: (
        f"<hr><p>{escape(block(mail.subject).strip()).replace(chr(10), '<br>')}</p>{inner(mail.html)}"
    ),
    "unknown": lambda mail: f"<p>{UNKNOWN}</p>{inner(mail.html)}",
}


def inner(html):
    return re.search(r"<body[^>]*>(.*)</body>", html, re.DOTALL)[1]


def read(body, mail, kind="plain", text=None):
    raw = f"Subject: Re: {mail.subject}\nContent-Type: text/{kind}; charset=utf-8\n\n{body}"
    return own_words(open_letter(raw.encode("utf-8")), sent=[text or mail.text], subjects=[mail.subject])


@pytest.mark.parametrize("client", TEXTS)
@pytest.mark.parametrize("name", mails())
def test_answers_above_the_quoted_text(name, client):
    mail = mails()[name]
    found = read("\n".join(OWN) + "\n\n" + TEXTS[client](mail), mail)
    assert (list(found.texts), found.doubts) == (OWN, ())


@pytest.mark.parametrize("client", HTML)
@pytest.mark.parametrize("name", mails())
def test_answers_above_the_quoted_html(name, client):
    mail = mails()[name]
    above = "".join(f"<div>{escape(line)}</div>" for line in OWN)
    found = read(f"<html><body>{above}{HTML[client](mail)}</body></html>", mail, "html")
    assert (list(found.texts), found.doubts) == (OWN, ())


@pytest.mark.parametrize("client", [name for name in TEXTS if name not in ("marked_anew", "block_anew", "tails")])
@pytest.mark.parametrize("name", ["es-outcome", "en-outcome", "es-receipt", "en-receipt"])
def test_a_number_changed_in_the_quote_is_asked_about(name, client):
    mail = mails()[name]
    lines = [line for line in mail.text.split("\n") if re.search(r"\d", line) and len(line.split()) > 4]
    assert lines
    for line in lines:
        digit = re.search(r"\d", line)
        edited = line[: digit.start()] + str((int(digit[0]) + 1) % 10) + line[digit.end() :]
        changed = TEXTS[client](mail).replace(line, edited, 1)
        found = read("Mira abajo.\n\n" + changed, mail)
        if edited not in mail.text:
            assert [doubt.code for doubt in found.doubts] == ["edited_quote"], line
