"""Returned letters of ours: to whom, which, and whether for good."""

import pytest

from mailer.gate.bounces import Bounce, bounces_of
from mailer.reading.words.letter import open_letter

OURS = "<e.20260120.ivan.x@example.org>"


def report(blocks, returned=f"Message-ID: {OURS}", kind="message/rfc822", text="x"):
    status = "Reporting-MTA: dns; mx.example.net\n\n" + "\n\n".join(blocks)
    return open_letter(
        (
            "From: MAILER-DAEMON@mx.example.net\n"
            "Content-Type: multipart/report; boundary=b; report-type=delivery-status\n\n"
            f"--b\n\n{text}\n--b\nContent-Type: message/delivery-status\n\n{status}\n"
            f"--b\nContent-Type: {kind}\n\n{returned}\n\n"
            "Message-ID: <in.the.body@example.org>\n--b--\n"
        ).encode()
    )


@pytest.mark.parametrize(
    ("block", "bounce"),
    [
        (
            "Final-Recipient: rfc822; ivan@example.net\nAction: failed\nStatus: 5.1.1",
            Bounce("ivan@example.net", OURS, "hard", "5.1.1"),
        ),
        (
            "Final-Recipient: RFC822;Ivan@Example.net\nAction: delayed\nStatus: 4.4.1",
            Bounce("ivan@example.net", OURS, "soft", "4.4.1"),
        ),
        (
            "Final-Recipient: rfc822; ivan@example.net\nAction: failed\nStatus: 4.4.7",
            Bounce("ivan@example.net", OURS, "soft", "4.4.7"),
        ),
        (
            "Final-Recipient: rfc822; a@b.example\n"
            "Original-Recipient: rfc822; ivan@example.net\nAction: failed\nStatus: 5.0.0",
            Bounce("ivan@example.net", OURS, "hard", "5.0.0"),
        ),
        (
            "Final-Recipient: rfc822; ivan@example.net\nAction: relayed\nStatus: 2.0.0",
            Bounce("ivan@example.net", OURS, "delivered", "2.0.0"),
        ),
        (
            "Final-Recipient: rfc822; ivan@example.net\nAction: failed\nDiagnostic-Code: smtp; 550\n 5.7.1 no",
            Bounce("ivan@example.net", OURS, "hard", "5.7.1"),
        ),
        ("Final-Recipient: rfc822; ivan@example.net\nAction: failed", Bounce("ivan@example.net", OURS, "hard", "")),
    ],
)
def test_report(block, bounce):
    assert bounces_of(report([block])) == (bounce,)


def test_each_recipient_of_a_report():
    blocks = [
        f"Final-Recipient: rfc822; {name}@example.net\nAction: failed\nStatus: 5.1.1" for name in ("ivan", "jana")
    ]
    assert [bounce.recipient for bounce in bounces_of(report(blocks))] == ["ivan@example.net", "jana@example.net"]


def test_headers_alone_come_back():
    block = "Final-Recipient: rfc822; ivan@example.net\nAction: failed\nStatus: 5.1.1"
    assert bounces_of(report([block], kind="text/rfc822-headers"))[0].message_id == OURS
    assert bounces_of(report([block], returned="Subject: x"))[0].message_id == ""


def test_bounce_in_words():
    letter = open_letter(
        f"From: Mailer-Daemon@mx.example.net\nReturn-Path: <>\nX-Failed-Recipients: Ivan@example.net\n"
        f"In-Reply-To: {OURS}\n\n550 5.1.1 unknown\n".encode()
    )
    assert bounces_of(letter) == (Bounce("ivan@example.net", OURS, "hard", "5.1.1"),)


def test_nothing_to_read():
    assert bounces_of(open_letter(b"")) == (Bounce("", "", "soft", ""),)
