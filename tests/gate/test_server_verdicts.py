"""What our server's word is worth: the first header of exactly its name, the worst verdict, nothing unreadable."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.gate.authentication import Proof, authenticate
from mailer.gate.roster import Trust

TRUST = Trust(authserv_ids=("mx.example.org",))
GOOD = "dmarc=pass header.from=example.com"


def proof(*headers, trust=TRUST, address="marta@example.com"):
    return authenticate(headers, address, trust).proof


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (GOOD, "pass"),
        ("dmarc=pass (p=reject dis=none) header.from=example.com", "pass"),
        ("dmarc=pass(p=REJECT) header.from=example.com;", "pass"),
        ("dmarc=pass action=none header.from=EXAMPLE.com", "pass"),
        ("dkim=pass header.d=example.com; spf=fail smtp.mailfrom=x.example.net; " + GOOD, "pass"),
        ("dmarc=pass", "pass"),
        ("dmarc=fail header.from=example.com", "fail"),
        (f"{GOOD}; dmarc=fail header.from=example.com", "fail"),
        (f"dmarc=fail header.from=example.com; {GOOD}", "fail"),
        (f"{GOOD}; dmarc=temperror header.from=example.com", "none"),
        ("dmarc=pass header.from=example.net", "fail"),
        ("dmarc=pass header.from=mail.example.com", "fail"),
        ("dmarc=pass header.from=com", "fail"),
        ("dmarc=none header.from=example.com", "none"),
        ("dmarc=none header.from=example.com; dkim=pass header.d=example.com", "pass"),
        ("dmarc=bestguesspass header.from=example.com; dkim=pass header.d=example.com", "pass"),
        ("dmarc=temperror header.from=example.com; dkim=pass header.d=example.com", "none"),
        ("dkim=pass header.d=example.com", "pass"),
        ("dkim=pass header.i=@example.com", "pass"),
        ("dkim=pass header.d=com", "none"),
        ("dkim=pass header.d=ample.com", "none"),
        ("dkim=pass header.d=mail.example.com", "none"),
        ("dkim=fail header.d=example.com", "fail"),
        ("dkim=fail header.d=example.com; dkim=pass header.d=example.com header.s=b", "pass"),
        ("spf=pass smtp.mailfrom=marta@example.com", "none"),
        ("spf=softfail smtp.mailfrom=x@example.net", "fail"),
        ("none", "none"),
        ("dmarc=fail (dmarc=pass header.from=example.com) header.from=example.com", "fail"),
        ('spf=none smtp.mailfrom="a; dmarc=pass header.from=example.com"@example.net', "none"),
        ("dmarc=pass header.from=example.com (((", "unreadable"),
        ("dmarc==pass", "unreadable"),
        ("dmarc=splendid", "unreadable"),
        ("dkim=pass header.d=example.com (x; dmarc=fail", "unreadable"),
        ('dkim=pass header.d=example.com header.b="x; dmarc=fail', "unreadable"),
        ("dkim=pass header.d=example.com)) ; dmarc=fail", "unreadable"),
        ("dkim=pass header.d=example.com dmarc=fail", "unreadable"),
        ("dmarc/1=pass header.from=example.com", "pass"),
        ('x-tls.subject="/C=US" auth=fail; x-vs=clean score=0; ' + GOOD, "pass"),
        ("spf=pass (sender é; dmarc=fail) smtp.mailfrom=x; " + GOOD, "pass"),
        ("dkim=pass policy.dmarc=none header.d=example.net; " + GOOD, "pass"),
        ("dmarc=pass " + "(" * 5000 + ")" * 5000, "unreadable"),
    ],
)
def test_one_header(said, wanted):
    assert proof(f"mx.example.org; {said}").value == wanted


@pytest.mark.parametrize(
    ("name", "is_ours"),
    [
        ("mx.example.org", True),
        ("MX.Example.ORG", True),
        ("mx.example.org 1", True),
        ("(x) mx.example.org", True),
        ("mx.example.org (x)", True),
        ("mx.example.org.", False),
        ("mx.example.org.evil.example.net", False),
        ("evil-mx.example.org", False),
        ("x.mx.example.org", False),
        ("evil.example.net (mx.example.org)", False),
        ("(mx.example.org) evil.example.net", False),
        ('"mx.example.org', False),
        ("", False),
    ],
)
def test_names_count_whole(name, is_ours):
    assert proof(f"{name}; {GOOD}") is (Proof.PASS if is_ours else Proof.NONE)


PROVIDERS = [
    "dkim=pass header.i=@example.com header.s=20230601 header.b=nGk/x+1a; arc=pass (i=1); spf=pass "
    "(g.example: domain of "
    "marta@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=marta@example.com; "
    "dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com; dara=pass header.i=@example.net",
    "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=pass (signature was verified) "
    "header.d=example.com;"
    "dmarc=pass action=none header.from=example.com;compauth=pass reason=100",
    "dkim=pass (2048-bit rsa key sha256) header.d=example.com header.i=@example.com header.b=nGkx1abc "
    "header.a=rsa-sha256 "
    "header.s=s1 x-bits=2048; dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none "
    "(p=none,sp=quarantine,d=none,d.eval=none) policy.policy-from=p header.from=example.com; iprev=pass "
    "smtp.remote-ip=192.0.2.1 (mail.example.com); spf=pass smtp.mailfrom=marta@example.com smtp.helo=mail.example.com",
    "dkim=pass header.d=example.com header.s=s1 header.b=AbC+d/e; dmarc=pass (policy=none) header.from=example.com; "
    "spf=pass (mx.example.org: domain of marta@example.com designates 192.0.2.1 as permitted sender) "
    "smtp.mailfrom=marta@example.com",
    "dmarc=pass (p=none dis=none) header.from=example.com",
    "dkim=pass (2048-bit key; unprotected) header.d=example.com header.i=@example.com header.a=rsa-sha256 header.s=s1 "
    'header.b="AbC+d/e=="; dkim-atps=neutral',
    "auth=pass smtp.auth=marta@example.com smtp.mailfrom=marta@example.com",
]


@pytest.mark.parametrize("said", PROVIDERS)
def test_headers_as_many_servers_write_them(said):
    assert proof(f"mx.example.org; {said}") is Proof.PASS
    assert proof(f"mx.example.org;\t{said};") is Proof.PASS
    assert proof(f"mx.example.org; {said}", address="mallory@example.net") is not Proof.PASS


def test_a_login_counts_for_its_own_address_only_and_not_against_dmarc():
    login = "mx.example.org; auth=pass smtp.auth={}"
    assert proof(login.format("ivan@example.com")) is Proof.NONE
    assert proof(login.format("marta")) is Proof.NONE
    assert proof(login.format("marta@example.com") + "; dmarc=fail header.from=example.com") is Proof.FAIL
    assert proof("mx.example.org; auth=fail smtp.auth=marta@example.com") is Proof.NONE


def test_only_the_first_header_of_ours_counts():
    assert proof("mx.example.org; dmarc=fail", f"mx.example.org; {GOOD}") is Proof.FAIL
    assert proof("other.example.net; dmarc=fail", f"mx.example.org; {GOOD}") is Proof.PASS
    assert proof("mx.example.org; none", f"mx.example.org; {GOOD}") is Proof.NONE


def test_a_policy_of_the_domain_above_counts():
    assert proof(f"mx.example.org; {GOOD}", address="marta@mail.example.com") is Proof.PASS
    assert proof(f"mx.example.org; {GOOD}", address="marta@badexample.com") is Proof.FAIL


def test_suffix_rule_and_headers_without_a_name():
    suffix = Trust(authserv_suffix=".mail.example.org")
    assert proof(f"a1.mail.example.org; {GOOD}", trust=suffix) is Proof.PASS
    assert proof(f"evilmail.example.org; {GOOD}", trust=suffix) is Proof.NONE
    unnamed = (
        "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=pass header.d=example.com;"
        "dmarc=pass action=none header.from=example.com;compauth=pass reason=100"
    )
    assert proof(unnamed) is Proof.NONE
    assert proof(unnamed, trust=Trust(unnamed_results=True)) is Proof.PASS


def test_spf_alone_only_where_the_settings_say_so():
    said = "mx.example.org; spf=pass smtp.mailfrom=marta@example.com"
    assert proof(said, trust=Trust(authserv_ids=("mx.example.org",), spf_is_enough=True)) is Proof.PASS
    other = "mx.example.org; spf=pass smtp.mailfrom=x@example.net"
    assert proof(other, trust=Trust(authserv_ids=("mx.example.org",), spf_is_enough=True)) is Proof.NONE


def test_a_suffix_without_its_dot_is_refused():
    with pytest.raises(ValueError, match="dot"):
        Trust(authserv_suffix="mail.example.org")


def test_an_empty_trust_believes_nobody():
    assert proof(f"mx.example.org; {GOOD}", trust=Trust()) is Proof.NONE


@given(
    st.lists(
        st.sampled_from(
            [
                "mx.example.org",
                ";",
                " ",
                "dmarc=",
                "pass",
                "fail",
                "(",
                ")",
                '"',
                "=",
                "header.from=example.com",
                "\\",
                "1",
                "\n",
                "é",
            ]
        ),
        max_size=30,
    ).map("".join)
)
@settings(deadline=None)
def test_any_header_is_judged_and_fail_never_passes(text):
    assert proof(text) in Proof
    assert proof(f"mx.example.org; dmarc=fail; {text}") is not Proof.PASS
