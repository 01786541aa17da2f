"""One From field, one plain address; everything else is nobody we know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.gate.addresses import Sender, SenderKind, likeness, sender_of, tag_of, without_tag

PLAIN = [
    "marta@example.com",
    "<marta@example.com>",
    "Marta <marta@example.com>",
    "Marta Solís <MARTA@Example.COM>",
    '"Solís, Marta" <marta@example.com>',
    '"Marta \\"K\\" S" <marta@example.com>',
    "=?utf-8?q?Marta?= <marta@example.com>",
    "marta@example.com (Marta)",
    "Marta (rol) <marta@example.com>",
    "  Marta   < marta@example.com > ",
    '"marta@example.com" <marta@example.com>',
    "M. Solís Jr. <marta@example.com>",
]
BROKEN = [
    "marta@example.com <m@example.net>",
    "marta@example.com, m@example.net",
    "Rol: marta@example.com;",
    "marta@example.com;",
    "<marta@example.com> x",
    "marta",
    "@example.com",
    "marta@",
    "marta@example",
    "marta@-example.com",
    "marta@example..com",
    ".marta@example.com",
    "mar..ta@example.com",
    "<@a.example:marta@example.com>",
    '"marta"@example.com',
    "marta@[192.0.2.1]",
    "Marta <<marta@example.com>>",
    "Marta <marta@example.com> <m@example.net>",
    "=?utf-8?q?marta=40example=2Ecom?=",
    "marta@example.com\x00.example.net",
    "a" * 65 + "@example.com",
    "x" * 3000,
    '"a" b" <marta@example.com>',
    "Marta\\ <marta@example.com>",
    "marta@example.com <",
    "marta @example.com",
    "<marta@example.com",
]
FOREIGN = [
    "marta@exаmple.com",
    "Marta <marta@exam\u200bple.com>",
    "mártа@example.com",
    "marta@example.com\u2029",
    "ｍarta@example.com",
]


@pytest.mark.parametrize("value", PLAIN)
def test_plain(value):
    found = sender_of([value])
    assert (found.kind, found.address) == (SenderKind.PLAIN, "marta@example.com")


@pytest.mark.parametrize("value", BROKEN)
def test_broken(value):
    assert sender_of([value]) == Sender(SenderKind.MALFORMED)


@pytest.mark.parametrize("value", FOREIGN[:3] + FOREIGN[4:])
def test_foreign(value):
    assert sender_of([value]) == Sender(SenderKind.FOREIGN)


@pytest.mark.parametrize(
    ("fields", "kind"), [([], "no_from"), ([""], "no_from"), (["a@example.com", "a@example.com"], "several_from")]
)
def test_not_one(fields, kind):
    assert sender_of(fields).kind.value == kind


@given(st.text(max_size=200))
def test_any_text_is_judged_and_only_ascii_addresses_come_out(value):
    found = sender_of([value])
    assert found.address.isascii()
    assert found.address == found.address.lower()
    assert (found.kind is SenderKind.PLAIN) == bool(found.address)


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("marta+rol@example.com", True),
        ("mar.ta@example.com", True),
        ("marta@example.net", False),
        ("martha@example.com", False),
    ],
)
def test_likeness(address, same):
    assert (likeness(address) == likeness("marta@example.com")) is same


def test_tags():
    ours = frozenset({"estafeta@example.org"})
    assert tag_of("estafeta+ab@example.org", ours) == "ab"
    assert tag_of("estafeta@example.org", ours) == ""
    assert tag_of("x+ab@example.org", ours) == ""
    assert without_tag("estafeta+ab+cd@example.org") == "estafeta@example.org"
