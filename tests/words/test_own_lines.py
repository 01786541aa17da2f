"""Properties of own words: nothing new is lost, nothing old is kept, whatever the client."""

from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.reading.words.letter import open_letter
from mailer.reading.words.own_words import own_words

SENT = """Hola, Marta:

Día 20 de enero. Los Cuatro siguen en la Cripta de Ossur, postura: asegurar.

Lo que ha pasado hoy
Krom vigila la puerta norte y no ve nada.

Tus órdenes en pie, listas para editar y reenviar
1. comprar 2 ganzúas (hasta 15 po)
2. retirada al 40 %
3. descansar en la posada

Decisiones abiertas
A. Los goblins piden 10 po. ¿Pagáis?

Puedes cambiarlo hasta el cierre de hoy, a las 23:00.
Estafeta, Los Cuatro"""
ME = "Estafeta Los Cuatro <estafeta+ab@example.org>"
SUBJECT = "[Los Cuatro] 20 de enero: la Cripta de Ossur"


def marked(mark="> "):
    return "\n".join((mark + line).rstrip() for line in SENT.split("\n"))


BLOCK = f"De: {ME}\nEnviado: martes, 20 de enero de 2026 23:00\nPara: Marta <marta@example.com>\nAsunto: {SUBJECT}\n\n"
CLIENTS = {
    "gmail": f"\n\nEl mar, 20 ene 2026 a las 23:00, Estafeta Los Cuatro (<\n"
    f"estafeta+ab@example.org>) escribió:\n\n{marked()}\n",
    "gmail_en": f"\n\nOn Tue, Jan 20, 2026 at 11:00\u202fPM {ME}\nwrote:\n\n{marked()}\n",
    "apple": f"\n\n> El 20 ene 2026, a las 23:00, {ME} escribió:\n> \n{marked()}\n",
    "iphone": f"\n\nEnviado desde mi iPhone\n\n> El 20 ene 2026, a las 23:00, {ME} escribió:\n> \n{marked()}\n",
    "outlook": f"\n\n{BLOCK}{SENT}\n",
    "outlook_rule": f"\n\nObtener Outlook para Android<https://aka.example/x>\n"
    f"________________________________\n{BLOCK}{SENT}\n",
    "thunderbird": f"\n\nEl 20/1/26 a las 23:00, Estafeta Los Cuatro escribió:\n{marked('>')}\n",
    "yahoo": f"\n\n    En martes, 20 de enero de 2026, 23:00:05 CET, {ME} escribió:  \n \n {SENT}\n",
    "spark": f"\n\nEnviado con Spark\nEl 20 ene 2026 23:00 +0100, {ME}, escribió:\n{marked()}\n",
    "samsung": f"\n\nEnviado desde mi Galaxy\n\n-------- Mensaje original --------\n{BLOCK}{SENT}\n",
    "proton": f"\n\nEnviado con el correo seguro de Proton Mail.\n\n"
    f"El martes, 20 de enero de 2026 a las 23:00, {ME} escribió:\n\n{marked()}\n",
    "k9": f"\n\nEl 20 de enero de 2026 23:00:05 CET, {ME} escribió:\n{marked('>')}\n\n"
    f"-- \nEnviado desde mi dispositivo Android con K-9 Mail.\n",
    "bluemail": f"\n\nObtener BlueMail para Android\n\nEn 20 ene. 2026, en 23:00, {ME} escribió:\n{marked('>')}\n",
    "unknown": f"\n\nEstafeta, 20.01.2026 ~ 23.00 h ::\n\n{SENT}\n",
    "none": "\n",
}
OWN = st.lists(
    st.sampled_from(
        [
            "Krom compra una soga.",
            "El viernes Krom sale de caza",
            "- comprar 3 raciones",
            "1. vender el escudo, mínimo 4 po",
            "En cuanto salgamos, vendo la daga (8 po).",
            "Gracias,",
            "Marta",
            "lo mismo que ayer",
            "2. retirada al 40 %",
            "De: Krom",
            "Para: el sacristán",
            "On guard all night.",
            "Le pago 5 po al barquero",
            "* esperar",
            "Al alba: rezar",
            "A. No pagamos",
            "El 22 de enero vuelvo",
            "Krom escribió: volveré",
            "Sí.",
            "👍",
            '"Nadie pasa", dice Krom',
            "-- comprar pan",
            "retirada al 60 %",
            "Escribo al herrero:",
            "El 22 de enero a las 8:00 salgo.",
            "A las 8:00 Krom escribió:",
            "Mira <https://mapa.example.com/pozo>",
            "Pago 5 po a ana@example.com",
            "En la carta dijo: no",
        ]
    ),
    min_size=1,
    max_size=6,
    unique=True,
)


def letter(body, subject=f"Re: {SUBJECT}"):
    head = f"From: marta@example.com\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n"
    return open_letter((head + body).encode("utf-8"))


@pytest.mark.parametrize("client", CLIENTS)
@given(own=OWN)
@settings(max_examples=40, deadline=None)
def test_own_lines_above_any_quote(client, own):
    found = own_words(letter("\n".join(own) + CLIENTS[client]), sent=[SENT], subjects=[SUBJECT])
    assert list(found.texts) == own
    assert found.doubts == ()


@pytest.mark.parametrize("client", [name for name in CLIENTS if name not in ("unknown", "none")])
@given(own=OWN)
@settings(max_examples=40, deadline=None)
def test_own_lines_above_any_known_quote_without_the_sent_mail(client, own):
    found = own_words(letter("\n".join(own) + CLIENTS[client]))
    assert list(found.texts) == own


PARAGRAPHS = "".join(f"<p>{'<br>'.join(map(escape, part.split(chr(10))))}</p>" for part in SENT.split("\n\n"))
LABELS = (
    ("De", ME),
    ("Enviado", "martes, 20 de enero de 2026 23:00"),
    ("Para", "marta@example.com"),
    ("Asunto", SUBJECT),
)
BOLD = "<br>".join(f"<b>{label}:</b> {escape(value)}" for label, value in LABELS)
SAID = f"El 20 ene 2026, a las 23:00, {escape(ME)} escribió:"
CITE = f'<blockquote type="cite">{PARAGRAPHS}</blockquote>'
HTML_CLIENTS = {
    "gmail": f'<br><div class="gmail_quote"><div class="gmail_attr">{SAID}<br></div>'
    f'<blockquote class="gmail_quote" style="border-left:1px solid">{PARAGRAPHS}</blockquote></div>',
    "apple": f'<br><blockquote type="cite"><div>{SAID}</div><br></blockquote>{CITE}',
    "thunderbird": f"<div class=moz-cite-prefix>{SAID}<br></div>{CITE}",
    "outlook": f'<hr><div id="divRplyFwdMsg">{BOLD}<div>&nbsp;</div></div>{PARAGRAPHS}',
    "outlook_desktop": f"<div style='border:none;border-top:solid'><p class=MsoNormal>{BOLD}</p></div>{PARAGRAPHS}",
    "samsung": "<div>Enviado desde mi Galaxy</div><div>-------- Mensaje original --------</div>"
    f"<div>{BOLD}</div>{PARAGRAPHS}",
    "yahoo": f'<div class="yahoo_quoted"><div>{SAID}</div><div><br></div><html><head><style>p{{}}</style></head>'
    f"<body>{PARAGRAPHS}</body></html></div>",
    "proton": f'<div class="protonmail_quote">{SAID}<br>'
    f'<blockquote class="protonmail_quote">{PARAGRAPHS}</blockquote></div>',
    "pre": f"<div>{SAID}</div><blockquote style='border-left:1px solid'><pre>{escape(SENT)}</pre></blockquote>",
    "unknown": f"<div>Estafeta, 20.01.2026 ~ 23.00 h ::</div><table><tr><td>{PARAGRAPHS}</td></tr></table>",
    "none": "<div style='display:none'>2. retirada al 99 %</div>",
}


@pytest.mark.parametrize("wrap", ["<div>{}</div>", "<p>{}</p>", "{}<br>", "<div><span>{}</span><br></div>"])
@pytest.mark.parametrize("client", HTML_CLIENTS)
@given(own=OWN)
@settings(max_examples=10, deadline=None)
def test_own_lines_above_any_quote_in_html(client, wrap, own):
    body = "".join(wrap.format(escape(line)) for line in own) + HTML_CLIENTS[client]
    raw = f"Subject: Re: {SUBJECT}\nContent-Type: text/html; charset=utf-8\n\n<html><body>{body}</body></html>"
    found = own_words(open_letter(raw.encode("utf-8")), sent=[SENT], subjects=[SUBJECT])
    assert list(found.texts) == own
    assert found.doubts == ()


@pytest.mark.parametrize("client", CLIENTS)
def test_a_tale_with_date_and_time_takes_nothing_along(client):
    tale = ["El 22 de enero a las 8:00 el abad escribió:", "que nadie baje al pozo.", "Krom obedece."]
    found = own_words(letter("\n".join(tale) + CLIENTS[client]), sent=[SENT], subjects=[SUBJECT])
    assert list(found.texts) == tale


@given(own=OWN)
@settings(max_examples=40, deadline=None)
def test_own_lines_below_a_marked_quote(own):
    found = own_words(letter(CLIENTS["thunderbird"].lstrip() + "\n" + "\n".join(own)), sent=[SENT], subjects=[SUBJECT])
    assert list(found.texts) == own


@pytest.mark.parametrize("client", CLIENTS)
def test_empty_answers_carry_a_flag(client):
    found = own_words(letter(CLIENTS[client]), sent=[SENT], subjects=[SUBJECT])
    assert (found.texts, found.doubts) == ((), ())
    assert set(found.flags) & {"only_quote", "no_words"}


@pytest.mark.parametrize("client", [name for name in CLIENTS if name not in ("none", "unknown")])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("retirada al 40 %", "retirada al 75 %"),
        ("descansar en la posada", "descansar en el molino"),
        ("¿Pagáis?", "¿Pagáis? No."),
    ],
)
def test_edits_inside_any_quote_become_doubts(client, old, new):
    found = own_words(letter("Mira abajo." + CLIENTS[client].replace(old, new)), sent=[SENT], subjects=[SUBJECT])
    assert found.texts == ("Mira abajo.",)
    assert [(doubt.code, new in doubt.text, old in (doubt.sent or "")) for doubt in found.doubts] == [
        ("edited_quote", True, True)
    ]


@given(own=OWN, client=st.sampled_from(sorted(CLIENTS)))
@settings(max_examples=60, deadline=None)
def test_reading_twice_changes_nothing(own, client):
    once = own_words(letter("\n".join(own) + CLIENTS[client]), sent=[SENT], subjects=[SUBJECT]).texts
    twice = own_words(letter("\n".join(once)), sent=[SENT], subjects=[SUBJECT]).texts
    assert twice == once


@pytest.mark.parametrize(
    ("subject", "body", "lines"),
    [
        (f"Re: {SUBJECT}", "Krom duerme.", ["Krom duerme."]),
        (f"Re: {SUBJECT} -- Krom duerme ya", "", ["Krom duerme ya"]),
        (f"Krom duerme ya (era: {SUBJECT})", "", ["Krom duerme ya"]),
        (f"RE: Re: RV: {SUBJECT}", "Krom duerme.", ["Krom duerme."]),
        ("Krom duerme ya", "", ["Krom duerme ya"]),
        ("Krom duerme ya", "Y come.", ["Krom duerme ya", "Y come."]),
        ("Re: Krom duerme ya", "Y come.", ["Krom duerme ya", "Y come."]),
        ("Fwd: nota de Jana", "Mirad.", ["Mirad."]),
        ("", "Y come.", ["Y come."]),
        ("Re:", "Y come.", ["Y come."]),
        ("[Los Cuatro]", "Y come.", ["Y come."]),
        ("Re[2]: [Los Cuatro] 18 de enero: la Cripta de Ossur", "Y come.", ["Y come."]),
        ("Re: [Los Cuatro] 20 de enero: la Crip...", "Y come.", ["Y come."]),
        (f"Re: {SUBJECT}: descansar en la posada", "", ["descansar en la posada"]),
        ("descansar en la posada", "", ["descansar en la posada"]),
    ],
)
def test_subjects(subject, body, lines):
    found = own_words(letter(body, subject), sent=[SENT], subjects=[SUBJECT])
    assert list(found.texts) == lines


def test_subject_behind_re_is_the_clients_when_no_subject_of_ours_is_known():
    assert own_words(letter("Y come.", "Re: algo viejo")).texts == ("Y come.",)
    assert own_words(letter("", "Re: algo nuevo")).texts == ("algo nuevo",)


def test_numbers_are_those_of_the_text():
    found = own_words(letter("\n\nKrom duerme.\n\nKrom come."))
    assert [line.number for line in found.lines] == [3, 5]


def test_three_lines_of_ours_without_a_mark_are_a_quote_but_two_are_not():
    three = "\n".join(SENT.split("\n")[2:8])
    assert own_words(letter(f"Hola\n{three}"), sent=[SENT]).texts == ("Hola",)
    two = "Tus órdenes en pie, listas para editar y reenviar\n1. comprar 2 ganzúas (hasta 15 po)"
    assert len(own_words(letter(f"Hola\n{two}"), sent=[SENT]).texts) == 3


def test_lines_that_our_receipt_quoted_may_be_said_again():
    own = [
        "Krom compra una soga larga",
        "Krom duerme en el molino",
        "Krom vende su escudo roto",
        "y reza al alba, como siempre",
    ]
    receipt = "\n".join(f"{number}. «{line}» — aceptada\n   Cuesta {number} po." for number, line in enumerate(own, 1))
    assert list(own_words(letter("\n".join(own)), sent=[receipt]).texts) == own
