"""The table of checks: each reason is reached, the order holds, and no forger is obeyed."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.gate.case import Gate
from mailer.gate.gate import CHECKS, judge
from mailer.gate.roster import GateRoster, PlayerId, Token, Trust
from mailer.gate.tokens import make_token
from mailer.reading.words.letter import open_letter

NOW = datetime(2026, 1, 21, 12, tzinfo=UTC)
MARTA, IVAN, DM = PlayerId("marta"), PlayerId("ivan"), PlayerId("dm")
SECRET = b"a campaign's secret"
ROSTER = GateRoster(
    players={"marta@example.com": MARTA, "marta@work.example.net": MARTA, "ivan@example.net": IVAN},
    tokens={
        MARTA: (Token("aaaa"), Token("old", NOW - timedelta(days=1)), Token("fresh", NOW + timedelta(days=1))),
        IVAN: (Token("bbbb"),),
    },
    dms={"dm@example.org": DM},
    ours=frozenset({"estafeta@example.org"}),
    secret=SECRET,
)
TRUST = Trust(authserv_ids=("mx.example.org",))


def results(verdict, domain="example.com", name="mx.example.org"):
    return f"Authentication-Results: {name}; dmarc={verdict} header.from={domain}\n"


PASS, FAIL = results("pass"), results("fail")


def verdict(
    head="",
    *,
    sender="Marta <marta@example.com>",
    to="estafeta@example.org",
    body="\nKrom duerme.\n",
    trust=TRUST,
    roster=ROSTER,
    **more,
):
    raw = f"{head}From: {sender}\nTo: {to}\nSubject: Re: x\nMessage-ID: <a@b.example>\n{body}"
    return judge(open_letter(raw.encode("utf-8")), roster=roster, trust=trust, now=NOW, **more)


REPORT = "Content-Type: multipart/report; boundary=b; report-type={}\n\n"
REPORT += "--b\n\nx\n--b\nContent-Type: message/{}\n\nStatus: 5.1.1\n--b--\n"
NESTED = "".join(f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(30))
REACHED = {
    "own_mail": (Gate.IGNORED, {"sender": "estafeta+aaaa@example.org"}),
    "bounce": (Gate.IGNORED, {"body": REPORT.format("delivery-status", "delivery-status")}),
    "read_receipt": (Gate.IGNORED, {"body": REPORT.format("disposition-notification", "disposition-notification")}),
    "report": (Gate.IGNORED, {"body": REPORT.format("feedback-report", "feedback-report")}),
    "plain_bounce": (Gate.IGNORED, {"head": "Return-Path: <>\n", "sender": "MAILER-DAEMON@mx.example.net"}),
    "null_sender": (Gate.IGNORED, {"head": f"Return-Path: < >\n{PASS}"}),
    "auto_submitted": (Gate.IGNORED, {"head": f"Auto-Submitted: auto-replied (vacation)\n{PASS}"}),
    "auto_field": (Gate.IGNORED, {"head": f"Precedence: bulk\n{PASS}"}),
    "list": (Gate.IGNORED, {"head": f"List-Id: <x.example.net>\n{PASS}"}),
    "reaction": (Gate.IGNORED, {"head": PASS, "body": "Content-Type: text/vnd.google.email-reaction+json\n\n{}\n"}),
    "calendar": (
        Gate.IGNORED,
        {"head": PASS, "body": "Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n"},
    ),
    "machine": (Gate.IGNORED, {"sender": "No-Reply@shop.example.net"}),
    "foreign_from": (Gate.IGNORED, {"head": PASS, "sender": "m@exаmple.com"}),
    "malformed_from": (Gate.HELD, {"head": PASS, "sender": "marta@example.com <m@example.net>"}),
    "several_from": (Gate.HELD, {"head": f"{PASS}From: ivan@example.net\n"}),
    "no_from": (Gate.HELD, {"head": PASS, "sender": ""}),
    "alias": (Gate.HELD, {"head": PASS, "sender": "marta+rol@example.com"}),
    "stranger": (Gate.IGNORED, {"head": results("pass", "example.net"), "sender": "mallory@example.net"}),
    "absence_note": (Gate.HELD, {"head": PASS.replace("\n", "\nSubject: Automatic reply: x\n")}),
    "too_deep": (Gate.HELD, {"head": PASS, "body": f"Content-Type: multipart/mixed; boundary=b0\n\n{NESTED}"}),
    "proved": (Gate.ACCEPTED, {"head": PASS}),
    "failed": (Gate.HELD, {"head": FAIL, "to": "estafeta+aaaa@example.org"}),
    "unreadable": (Gate.HELD, {"head": results("pass ((("), "to": "estafeta+aaaa@example.org"}),
    "token": (Gate.ACCEPTED, {"to": "estafeta+aaaa@example.org"}),
    "unproved": (Gate.HELD, {}),
}


@pytest.mark.parametrize("reason", REACHED)
def test_each_reason_is_reached(reason):
    gate, given_letter = REACHED[reason]
    found = verdict(**given_letter)
    assert (found.reason, found.gate) == (reason, gate)


def test_the_table_is_whole_and_its_last_row_always_applies():
    names = [check.reason for check in CHECKS]
    assert len(set(names)) == len(names)
    assert {name for name in names if name not in ("broken_from", "limit")} <= set(REACHED)
    assert all(check.why.endswith(".") for check in CHECKS)
    assert verdict().reason == names[-1]


@pytest.mark.parametrize(
    ("head", "sender", "to", "player", "power"),
    [
        (PASS, "marta@example.com", "estafeta@example.org", MARTA, False),
        (results("pass", "work.example.net"), "marta@work.example.net", "estafeta@example.org", MARTA, False),
        ("", "marta@work.example.net", "estafeta+fresh@example.org", MARTA, False),
        (results("pass", "example.org"), "dm@example.org", "estafeta@example.org", DM, True),
    ],
)
def test_whoever_is_proved_gets_in(head, sender, to, player, power):
    found = verdict(head, sender=sender, to=to)
    assert (found.gate, found.player, found.player_id, found.dm_power) == (Gate.ACCEPTED, sender, player, power)


@pytest.mark.parametrize("token", ["bbbb", "old", "aaa", "aaaaa", ""])
def test_tokens_that_do_not_count(token):
    found = verdict(to=f"estafeta+{token}@example.org")
    assert (found.gate, found.reason) == (Gate.HELD, "unproved")
    assert verdict(to="Estafeta+AAAA@Example.org").reason == "token"


def test_a_made_token_is_good_for_its_player_only():
    token = make_token(SECRET, MARTA, expires=date(2026, 2, 1))
    assert verdict(to=f"estafeta+{token}@example.org").reason == "token"
    assert verdict(to=f"estafeta+{token}@example.org", sender="ivan@example.net").reason == "unproved"
    late = make_token(SECRET, MARTA, expires=date(2026, 1, 20))
    assert verdict(to=f"estafeta+{late}@example.org").reason == "unproved"


def test_tokens_in_ids_only_where_the_settings_say_so():
    head = "In-Reply-To: <e.20260120.marta.aaaa@example.org>\n"
    assert verdict(head).reason == "unproved"
    assert verdict(head, trust=replace(TRUST, token_in_ids=True)).reason == "token"


def test_dm_powers_need_a_verdict_and_not_a_token():
    roster = replace(ROSTER, tokens={DM: (Token("dddd"),)}, players={**ROSTER.players, "dm@example.org": DM})
    found = verdict(sender="dm@example.org", to="estafeta+dddd@example.org", roster=roster)
    assert (found.gate, found.dm_power) == (Gate.ACCEPTED, False)
    only_dm = replace(ROSTER, tokens={DM: (Token("dddd"),)})
    assert verdict(sender="dm@example.org", to="estafeta+dddd@example.org", roster=only_dm).gate is Gate.HELD


def test_held_letters_are_asked_about_at_the_registered_address():
    assert verdict(FAIL).confirm_to == "marta@example.com"
    found = verdict(PASS, sender="marta+rol@example.com")
    assert (found.confirm_to, found.register) == ("marta@example.com", "marta+rol@example.com")
    assert verdict(PASS, sender="marta@example.com, m@example.net").confirm_to == ""


def test_another_players_token_is_told():
    assert verdict(PASS, to="estafeta+bbbb@example.org").notes == ("token_of_another",)
    assert verdict(PASS, to="estafeta+aaaa@example.org").notes == ()
    assert verdict(sender="mallory@example.net", to="estafeta+aaaa@example.org").notes == ("token_of_another",)


def test_our_own_dkim_check_counts_where_no_server_speaks():
    assert verdict(own_dkim=frozenset({"example.com"})).reason == "proved"
    assert verdict(own_dkim=frozenset({"example.net"})).reason == "unproved"
    assert verdict(FAIL, own_dkim=frozenset({"example.com"})).reason == "failed"


@pytest.mark.parametrize(
    "field",
    [
        "X-Auto-Response-Suppress: All",
        "List-Unsubscribe: <mailto:x@example.net>",
        "Feedback-ID: 1",
        "Auto-Submitted: no",
        "X-Autoreply: no",
    ],
)
def test_weak_marks_do_not_drop_a_person(field):
    assert verdict(f"{field}\n{PASS}").reason == "proved"


MALLORY = st.lists(
    st.sampled_from(
        [
            results("pass", "example.com", "mx.example.org.mallory.example.net"),
            results("pass", "example.com", "mallory.example.net"),
            results("pass", "example.net"),
            results("none"),
            results("temperror"),
            "Authentication-Results: mx.example.org; none\n",
            "Sender: marta@example.com\n",
            "Reply-To: marta@example.com\n",
            "X-Original-From: marta@example.com\n",
            "Return-Path: <marta@example.com>\n",
            "Received-SPF: pass\n",
            "ARC-Authentication-Results: i=1; mx.example.org; dmarc=pass header.from=example.com\n",
            "Authentication-Results: mx.example.org; arc=pass; spf=pass smtp.mailfrom=mallory.example.net; "
            "dkim=pass header.d=mallory.example.net\n",
            "Authentication-Results: (mx.example.org) evil; dmarc=pass header.from=example.com\n",
            "X-Authentication-Results: mx.example.org; dmarc=pass\n",
        ]
    ),
    max_size=5,
).map("".join)


@given(
    MALLORY,
    st.sampled_from(["marta@example.com", "Marta <marta@example.com>", '"marta@example.com" <marta@example.com>']),
)
@settings(max_examples=300, deadline=None)
def test_no_forged_field_lets_a_letter_in(head, sender):
    assert verdict(head, sender=sender).gate is Gate.HELD


@given(MALLORY, st.sampled_from(["Marta", "marta@example.com"]))
@settings(max_examples=100, deadline=None)
def test_no_player_is_made_of_another_address(head, name):
    found = verdict(head, sender=f'"{name}" <mallory@example.net>')
    assert (found.gate, found.player) == (Gate.IGNORED, None)
