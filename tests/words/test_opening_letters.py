"""Raw bytes to headers, one text and flags."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.reading.words.letter import open_letter
from mailer.reading.words.limits import Limits

HEAD = b"From: marta@example.com\r\nTo: estafeta@example.org\r\nSubject: Re: x\r\n"


def test_subject_becomes_one_safe_line():
    letter = open_letter(b"Subject: =?utf-8?Q?Re=3A_a=0D=0ABcc=3A_b=40example=2Enet=E2=80=AE?=\r\n\r\n")
    assert letter.subject == "Re: a Bcc: b@example.net"


@pytest.mark.parametrize(
    ("raw", "subject"),
    [
        (b"=?utf-8?Q?d=C3?=\r\n =?utf-8?Q?=ADa?=", "día"),
        (b"=?utf-8?B?w60=?= =?UTF-8?Q?a?=", "ía"),
        (b"=?iso-8859-1?Q?ma=F1ana?= y =?utf-8?Q?hoy?=", "mañana y hoy"),
        (b"=?utf-8?Q?a?= =?iso-8859-1?Q?=F1?=", "añ"),
        (b"=?x-nonsense?Q?a=F1o?=", "año"),
        (b"=?utf-8*es?Q?a=C3=B1o?=", "año"),
        (b"=?utf-8?B?broken", "=?utf-8?B?broken"),
        ("sin codificar: año".encode(), "sin codificar: año"),
        ("sin codificar: año".encode("cp1252"), "sin codificar: año"),
    ],
)
def test_encoded_subjects(raw, subject):
    assert open_letter(b"Subject: " + raw + b"\r\n\r\n").subject == subject


def test_every_from_is_kept_even_behind_a_line_that_is_no_field():
    letter = open_letter(b"From: a@example.com\r\nno field\r\nFrom: b@example.com\r\n\r\nhola")
    assert letter.from_fields == ("a@example.com", "b@example.com")


def test_recipients_of_all_fields_in_lower_case():
    raw = (
        b"To: Est <Estafeta+AB@Example.org>, x@example.org\r\nCc: y@example.org\r\nDelivered-To: z@example.org\r\n\r\n"
    )
    assert open_letter(raw).recipients == ("estafeta+ab@example.org", "x@example.org", "y@example.org", "z@example.org")


def test_threading_ids():
    raw = (
        b"Message-ID: <a@b.example>\r\nIn-Reply-To: c@b.example (Tuesday)\r\n"
        b"References: <d@b.example>\r\n\t<e@b.example>\r\n\r\n"
    )
    letter = open_letter(raw)
    assert (letter.message_id, letter.in_reply_to) == ("<a@b.example>", "c@b.example")
    assert letter.references == ("<d@b.example>", "<e@b.example>")


def test_mbox_line_and_leading_blank_lines_are_passed_over():
    assert open_letter(b"\r\nFrom x Mon\nSubject: a\n\nhola").subject == "a"


@pytest.mark.parametrize(
    ("limits", "body", "flag"),
    [
        (Limits(letter_bytes=100), b"\r\n" + b"a" * 200, "too_big"),
        (Limits(text_chars=10), b"\r\n" + b"a" * 20, "cut"),
        (Limits(lines=3), b"\r\n" + b"a\n" * 9, "cut"),
        (Limits(header_fields=3), b"X: y\r\n\r\nhola", "too_many_fields"),
        (Limits(depth=0), b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhola\r\n--b--\r\n", "too_deep"),
        (
            Limits(parts=2),
            b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nhola\r\n" * 9,
            "too_many_parts",
        ),
    ],
)
def test_each_limit_leaves_its_flag(limits, body, flag):
    assert flag in open_letter(HEAD + body, limits=limits).flags
    assert flag not in open_letter(HEAD + body).flags


def test_a_cut_goes_through_no_character():
    letter = open_letter(HEAD + b"\r\n" + "ñ".encode() * 20, limits=Limits(text_chars=9))
    assert letter.text == "ñññññññññ"[:4]
    assert letter.flags == ("cut",)


def test_attached_names_are_never_paths_and_attachments_never_opened():
    raw = (
        HEAD
        + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhola\r\n--b\r\n"
        + b"Content-Type: application/zip\r\n"
        + b"Content-Disposition: attachment; filename*=utf-8''..%2F..%2Fetc%2Fpasswd\r\n\r\nPK\r\n--b--\r\n"
    )
    letter = open_letter(raw)
    assert letter.text.strip() == "hola"
    assert letter.flags == ("attachment",)
    assert "\n" not in letter.parts[1].name


@pytest.mark.parametrize("depth", [5, 19])
def test_html_below_many_alternatives_is_read_once(depth):
    html = b"Content-Type: text/html\r\n\r\n<p>Krom duerme.</p>"
    for level in range(depth):
        mark = b"b%d" % level
        html = (
            b"Content-Type: multipart/alternative; boundary="
            + mark
            + b"\r\n\r\n--"
            + mark
            + b"\r\n"
            + html
            + b"\r\n--"
            + mark
            + b"--"
        )
    assert open_letter(HEAD + html).text.strip() == "Krom duerme."


RAW = st.binary(max_size=2000)
PIECES = st.lists(
    st.sampled_from(
        [
            b"From: a@example.com\r\n",
            b"Subject: =?utf-8?Q?=C3?=\r\n",
            b"\r\n",
            b"Content-Type: multipart/mixed; boundary=b\r\n",
            b"--b\r\n",
            b"--b--\r\n",
            b"Content-Type: text/html; charset=utf-16\r\n",
            b"<div>",
            b"</p>",
            b"<blockquote>",
            b"> a\r\n",
            b"El mar, 20 ene 2026 a las 23:00, E <e@example.org> escribi\xc3\xb3:\r\n",
            b"De: a@example.org\n",
            b"Enviado: 20/1/2026 23:00\n",
            b"Para: x\n",
            b"Asunto: y\n",
            b"-- \r\n",
            b"\x00\xff\xfe",
            b"Content-Transfer-Encoding: base64\r\n",
            b"=\r\n",
            b"<a ",
            b"<!--",
            b"Content-Type: text/plain; format=flowed; delsp=yes\r\n",
            b"-----BEGIN PGP MESSAGE-----\n",
            b"\xed\xa0\x80",
            b"hola mundo\r\n",
            b"Content-Type: message/rfc822\r\n",
            b"Authentication-Results: mx.example.org; dmarc=pass (\r\n",
            b'Content-Type: "\r\n',
        ]
    ),
    max_size=40,
).map(b"".join)


@given(st.one_of(RAW, PIECES, st.tuples(PIECES, RAW).map(b"".join)))
@settings(max_examples=400, deadline=None)
def test_any_bytes_open(raw):
    letter = open_letter(raw)
    letter.text.encode("utf-8")
    assert "\x00" not in letter.text + letter.subject
    assert "\n" not in letter.subject
    assert "\r" not in letter.text
    assert len(letter.text) <= 64_000


@given(st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc", "Cf")), max_size=200))
@settings(deadline=None)
def test_what_is_encoded_is_read_again(text):
    raw = HEAD + b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    letter = open_letter(raw + base64.encodebytes(text.encode("utf-8")))
    again = open_letter(HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode("utf-8"))
    assert letter.text == again.text
