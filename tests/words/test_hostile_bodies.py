"""Bodies made to stop us: 20 KB and 200 KB of one thing, each read in under half a second of work."""

import time
from datetime import UTC, datetime

import pytest

from mailer.gate.answer import SentMail, Setting, answer
from mailer.gate.roster import GateRoster, PlayerId, Token, Trust

MARTA = PlayerId("marta@example.com")
SETTING = Setting(
    GateRoster({"marta@example.com": MARTA}, {MARTA: (Token("ab"),)}, {}, frozenset({"estafeta@example.org"})),
    Trust(("mx.example.org",)),
    datetime(2026, 1, 21, tzinfo=UTC),
)
SENT = SentMail(
    "x",
    "Hola, Marta:\n1. comprar 2 ganzúas\n2. retirada al 40 %\n3. descansar\n" * 30,
    ("marta@example.com",),
    "<a@example.org>",
)
HEAD = b"From: marta@example.com\r\nTo: estafeta+ab@example.org\r\nMessage-ID: <a@b.example>\r\n"
MOST_SECONDS = 0.5
UNITS = {
    "one_line": b"a",
    "spaces": b" ",
    "newlines": b"\n",
    "returns": b"\r",
    "on": b"On ",
    "on_lines": b"On Tue, Jan 20, 2026\n",
    "el_lines": b"El mar, 20 ene 2026\n",
    "el": b"el el",
    "from": b"From: ",
    "from_lines": b"From:\n",
    "de_lines": b"De: x@example.org\n",
    "underscores": b"_",
    "rules": b"____________\n",
    "marks": b">",
    "marks_spaced": b"> ",
    "marked_lines": b"> a\n",
    "parens": b"(",
    "less": b"<",
    "wrote": b"wrote: ",
    "escribio": "escribió:\n".encode(),
    "at": b"a@",
    "addresses": b"a@b.",
    "divs": b"<div>",
    "blockquotes": b"<blockquote>",
    "tags": b"<a ",
    "quotes": b'<a b="',
    "comments": b"<!--",
    "scripts": b"<script>",
    "closed": b"</p>",
    "lists": b"<ol><li>",
    "cells": b"<table><tr><td>",
    "hidden": b"<p style='display:none'>",
    "entities": b"&#",
    "signatures": b"-- \n",
    "brackets": b"[",
    "images": b"[image:",
    "links": b"<http://",
    "words": b"=?utf-8?q?a",
    "labels": b"de: a: cc: asunto: ",
    "combining": b"a\xcc\x81",
    "known": b"2. retirada al 40 %\n",
    "digits": b"1",
    "dates": b"20 de ",
    "sentences": b". El 20 ",
    "nul": b"\x00",
    "bad": b"\xff",
    "twice": b"\xc3\x83\xc2\xb3",
    "app": b"Sent from my ",
    "mixed": b"> a\nb\n",
    "soft": b"a \n",
    "armour": b"-----BEGIN PGP SIGNED MESSAGE-----\n",
    "tails": b"> comprar 2\nganz\n",
}
TYPES = (b"text/plain; charset=utf-8", b"text/html", b"text/plain; format=flowed")


def seconds(raw):
    start = time.process_time()
    answer(raw, "x", setting=SETTING, sent=[SENT])
    return time.process_time() - start


@pytest.mark.parametrize("size", [20_000, 200_000])
@pytest.mark.parametrize("unit", UNITS)
def test_bodies(unit, size):
    body = (UNITS[unit] * (size // len(UNITS[unit]) + 1))[:size]
    for kind in TYPES:
        assert seconds(HEAD + b"Content-Type: " + kind + b"\r\n\r\n" + body) < MOST_SECONDS, kind


@pytest.mark.parametrize("size", [20_000, 200_000])
@pytest.mark.parametrize("unit", ["newlines", "marked_lines", "known", "one_line", "on_lines"])
def test_text_beside_html(unit, size):
    body = (UNITS[unit] * (size // len(UNITS[unit]) + 1))[:size]
    html = body.replace(b"\n", b"<br>\n")
    raw = (
        HEAD
        + b"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n"
        + body
        + b"\r\n--b\r\nContent-Type: text/html\r\n\r\n"
        + html
    )
    assert seconds(raw) < MOST_SECONDS


NESTED = b"".join(
    b"--b%d\nContent-Type: multipart/%s; boundary=b%d\n\n" % (n, b"alternative" if n % 2 else b"mixed", n + 1)
    for n in range(900)
)
HEADERS = {
    "fields": b"X-A: b\r\n" * 20_000,
    "folds": b"X: a\r\n" + b" b\r\n" * 40_000,
    "words": b"Subject: " + b"=?utf-8?q?a?= " * 10_000 + b"\r\n",
    "broken_words": b"Subject: " + b"=?utf-8?q?=C3" * 5_000 + b"\r\n",
    "recipients": b"To: " + b"a@example.org, " * 10_000 + b"\r\n",
    "results": b"Authentication-Results: mx.example.org; " + b"dmarc=pass; " * 400 + b"\r\n",
    "comments": b"Authentication-Results: mx.example.org; dmarc=pass " + b"(" * 1_500 + b")" * 1_500 + b"\r\n",
    "references": b"References: " + b"<a@b.example> " * 15_000 + b"\r\n",
    "parameters": b"Content-Type: text/plain; " + b"a=b; " * 20_000 + b"\r\n",
    "prefixes": b"Subject: " + b"re: " * 20_000 + b"\r\n",
    "tags": b"Subject: " + b"[a] " * 20_000 + b"\r\n",
    "nested": b"Content-Type: multipart/mixed; boundary=b0\r\n\r\n" + NESTED,
    "parts": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\na\r\n" * 60_000,
    "bare_parts": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\n" * 200_000,
    "html_parts": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    + b"--b\nContent-Type: text/html\n\n" * 50
    + b"<div>" * 150_000,
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers_and_parts(name):
    assert seconds(HEAD + HEADERS[name] + b"\r\nhola\r\n") < MOST_SECONDS


def test_html_below_alternatives_is_not_read_at_each_level():
    marks = [b"b%d" % level for level in range(19)]
    opened = b"".join(
        b"Content-Type: multipart/alternative; boundary=" + mark + b"\r\n\r\n--" + mark + b"\r\n" for mark in marks
    )
    html = opened + b"Content-Type: text/html\r\n\r\n" + b"<p>Krom duerme</p>" * 12_000
    assert seconds(HEAD + html) < MOST_SECONDS
