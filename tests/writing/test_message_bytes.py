"""The bytes of a mail: read back by a parser of the standard library they hold what went in, whatever went in."""

import re
import string
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.writing import headers
from mailer.writing.mail import Attachment, Mail, MailKind
from mailer.writing.message import build
from mailer.writing.preview import envelope
from mailer.writing.render import render
from mailer.writing.samples import samples

ENVELOPE = envelope("marta")
PLAIN = Mail(MailKind.OUTCOME, "[Los Cuatro] 20 de enero", "Hola\n", "<p>Hola</p>\n")
any_text = st.text(max_size=300)
OUTLOOK = "<" + "A" * 60 + "@" + "B" * 200 + ".prod.outlook.com>"


def _read(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)  # type: ignore[return-value]


@pytest.mark.parametrize("kind", MailKind)
def test_subject_and_both_bodies_come_back(kind: MailKind, language: str) -> None:
    mail = render(samples(language)[kind.value])
    read = _read(build(mail, envelope=ENVELOPE))
    assert read["Subject"] == mail.subject
    parts = [read.get_body((name,)) for name in ("plain", "html")]
    assert [part.get_content().replace("\r\n", "\n") for part in parts] == [mail.text, mail.html]
    assert [part.get_content_type() for part in read.iter_parts()] == ["text/plain", "text/html"]
    assert not read.defects


@pytest.mark.parametrize("kind", MailKind)
def test_wire_form(kind: MailKind, language: str) -> None:
    raw = build(render(samples(language)[kind.value]), envelope=ENVELOPE)
    assert raw.isascii()
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", raw)
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert raw == build(render(samples(language)[kind.value]), envelope=ENVELOPE)


def test_headers_of_a_machine() -> None:
    read = _read(build(PLAIN, envelope=ENVELOPE))
    assert read["Auto-Submitted"] == "auto-generated"
    assert read["X-Auto-Response-Suppress"] == "All"
    assert read["X-Estafeta-Campaign"] == "los-cuatro"
    assert read["List-Unsubscribe"] == "<mailto:estafeta@example.org?subject=baja>"
    assert read["List-Id"] is None
    assert read["Precedence"] is None
    assert _read(build(replace(PLAIN, kind=MailKind.RECEIPT), envelope=ENVELOPE))["Auto-Submitted"] == "auto-replied"
    assert (
        _read(build(replace(PLAIN, kind=MailKind.DIGEST), envelope=ENVELOPE))["List-Id"] == "<los-cuatro.example.org>"
    )


def test_one_recipient_and_a_token_to_answer_to() -> None:
    read = _read(build(PLAIN, envelope=ENVELOPE))
    assert [address.addr_spec for address in read["To"].addresses] == ["marta@example.com"]
    assert read["To"].addresses[0].display_name == "Marta Solís"
    assert read["Reply-To"].addresses[0].addr_spec == "estafeta+7f3c2a@example.org"
    assert read["Cc"] is None
    assert read["Bcc"] is None
    assert read["Date"].datetime == ENVELOPE.sent


def test_thread_ids_are_never_encoded_nor_broken() -> None:
    older = tuple(f"<{n}.{'x' * 80}@outlook.com>" for n in range(14))
    raw = build(PLAIN, envelope=replace(ENVELOPE, in_reply_to=OUTLOOK, references=older))
    head = raw.partition(b"\r\n\r\n")[0].decode()
    unfolded = re.sub(r"\r\n[ \t]", " ", head)
    assert f"In-Reply-To: {OUTLOOK}" in unfolded
    kept = re.search(r"References: (.*)", unfolded)[1].split()
    assert kept == [older[0], *older[-8:], OUTLOOK]


@pytest.mark.parametrize("name", ["In-Reply-To", "References", "Message-ID"])
def test_what_is_no_id_is_left_out(name: str) -> None:
    assert headers.ids(name, ("nonsense", "<a b@c>", "", "<x@y>\r\nBcc: eve@example.net")) == f"{name}: <x@y>\r\n"
    assert headers.ids(name, ("<" + "a" * 2000 + "@b>",)) == ""


@settings(deadline=None)
@given(subject=any_text, name=any_text, thread=any_text, text=any_text, html=any_text)
def test_hostile_words_add_no_header_and_no_part(subject: str, name: str, thread: str, text: str, html: str) -> None:
    mail = Mail(MailKind.OUTCOME, subject, text, html)
    raw = build(
        mail, envelope=replace(ENVELOPE, to_name=name, from_name=name, in_reply_to=thread, references=(thread,))
    )
    read, calm = _read(raw), _read(build(PLAIN, envelope=ENVELOPE))
    assert set(read.keys()) <= set(calm.keys()) | {"References", "In-Reply-To"}
    assert [part.get_content_type() for part in read.iter_parts()] == ["text/plain", "text/html"]
    assert len(read["To"].addresses) == 1
    assert read["To"].addresses[0].addr_spec == "marta@example.com"
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert raw.isascii()


@settings(deadline=None)
@given(any_text)
def test_a_subject_comes_back_as_one_safe_line(subject: str) -> None:
    line = headers.one_line(subject, headers.SUBJECT_LIMIT)
    assert headers.one_line(line, headers.SUBJECT_LIMIT) == line
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029]", line)
    read = _read(build(replace(PLAIN, subject=subject), envelope=ENVELOPE))
    assert read["Subject"] == line


@settings(deadline=None)
@given(st.text(alphabet=string.printable + "áéñ€🐉", max_size=2000))
def test_any_body_comes_back(body: str) -> None:
    read = _read(build(replace(PLAIN, text=body, html=body), envelope=ENVELOPE))
    wanted = body.replace("\r\n", "\n").replace("\r", "\n")
    for name in ("plain", "html"):
        assert read.get_body((name,)).get_content().replace("\r\n", "\n") == wanted


def test_a_long_word_folds_and_an_address_of_no_use_is_refused() -> None:
    read = _read(build(replace(PLAIN, subject="ñ" * 199), envelope=ENVELOPE))
    assert read["Subject"] == "ñ" * 199
    for address in ("marta@example.com\r\nBcc: eve@example.net", "márta@example.com", "a b@example.com", "a@b>,<c@d"):
        with pytest.raises(ValueError, match="not an address"):
            build(PLAIN, envelope=replace(ENVELOPE, to_address=address))


def test_an_attachment_hangs_beside_the_two_parts() -> None:
    mail = replace(
        PLAIN, attachments=(Attachment("cierre.ics", "text/calendar; method=PUBLISH", b"BEGIN:VCALENDAR\r\n" * 20),)
    )
    read = _read(build(mail, envelope=ENVELOPE))
    assert read.get_content_type() == "multipart/mixed"
    assert [part.get_content_type() for part in read.walk()] == [
        "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/calendar",
    ]  # fmt: skip
    (file,) = read.iter_attachments()
    assert (file.get_filename(), file.get_payload(decode=True)) == ("cierre.ics", mail.attachments[0].content)
