"""DKIM checked by ourselves with a key made for the test: whole letters only, never `l=`."""

import base64
import errno
import random
from functools import cache

import dkim
import pytest

from mailer.deadline import LetterTimeoutError
from mailer.gate.dkim import signature_tags, verified_domains

LETTER = (
    b"From: Marta <marta@example.com>\r\nTo: estafeta@example.org\r\nSubject: x\r\nDate: today\r\n\r\nKrom duerme.\r\n"
)


def is_prime(number, dice):
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(20):
        power = pow(dice.randrange(2, number - 1), odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := pow(power, 2, number)) == number - 1 for _ in range(twos - 1)):
            return False
    return True


def prime(bits, dice):
    while True:
        number = dice.getrandbits(bits) | (3 << bits - 2) | 1
        if number % 65537 != 1 and is_prime(number, dice):
            return number


def der(tag, content):
    size = len(content)
    head = bytes([size]) if size < 128 else bytes([0x82, size >> 8, size & 255])
    return bytes([tag]) + head + content


def integer(number):
    return der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


@cache
def keys():
    """A private key as PEM and the public one as a DNS record."""
    dice = random.Random(7)
    p, q = prime(512, dice), prime(512, dice)
    d = pow(65537, -1, (p - 1) * (q - 1))
    numbers = (0, p * q, 65537, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))
    private = base64.encodebytes(der(0x30, b"".join(map(integer, numbers))))
    oid = bytes.fromhex("300d06092a864886f70d0101010500")
    public = der(0x30, oid + der(3, b"\0" + der(0x30, integer(p * q) + integer(65537))))
    pem = b"-----BEGIN RSA PRIVATE KEY-----\n" + private + b"-----END RSA PRIVATE KEY-----\n"
    return pem, b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)


def lookup(name, timeout=5):
    return keys()[1] if name.rstrip(b".").endswith(b"s1._domainkey.example.com") else None


def signed(letter=LETTER, **options):
    options = {"canonicalize": (b"relaxed", b"relaxed"), "include_headers": [b"from", b"subject"]} | options
    return dkim.sign(letter, b"s1", b"example.com", keys()[0], **options) + letter


def test_a_good_signature_vouches_for_its_domain():
    assert verified_domains(signed(), lookup=lookup) == {"example.com"}
    assert verified_domains(b"Received: from a\r\n" + signed(), lookup=lookup) == {"example.com"}


def test_as_stored_in_a_maildir():
    assert verified_domains(signed().replace(b"\r\n", b"\n"), lookup=lookup) == {"example.com"}


@pytest.mark.parametrize(
    "broken",
    [
        lambda raw: raw.replace(b"Krom", b"Ulmo"),
        lambda raw: raw.replace(b"marta@example.com", b"ivan@example.com"),
        lambda raw: raw + b"Y Krom vende todo.\r\n",
        lambda raw: raw.replace(b"From:", b"From: m@example.net\r\nFrom:", 1),
        lambda raw: raw.replace(b"s=s1", b"s=s2"),
        lambda raw: raw.replace(b"d=example.com", b"d=example.net"),
        lambda raw: LETTER,
        lambda raw: b"DKIM-Signature: v=1; d=example.com; h=from\r\n" + LETTER,
        lambda raw: b"DKIM-Signature: \xff;;=\r\n" + LETTER,
        lambda raw: b"",
    ],
)
def test_whatever_is_changed_vouches_for_nobody(broken):
    assert verified_domains(broken(signed()), lookup=lookup) == frozenset()


def test_signatures_over_a_part_of_the_text_are_refused():
    raw = signed(length=True)
    assert "l" in signature_tags(raw.partition(b"\r\nFrom")[0].decode().partition(":")[2])
    assert dkim.verify(raw + b"Y Krom vende todo.\r\n", dnsfunc=lookup)
    assert verified_domains(raw, lookup=lookup) == frozenset()
    assert verified_domains(raw + b"Y Krom vende todo.\r\n", lookup=lookup) == frozenset()


def test_a_lookup_that_fails_is_no_proof():
    def broken(name, timeout=5):
        raise OSError

    assert verified_domains(signed(), lookup=broken) == frozenset()


@pytest.mark.parametrize("trouble", [OSError(errno.EMFILE, "Too many open files"), MemoryError(), LetterTimeoutError()])
def test_a_machine_in_trouble_is_no_answer_about_a_signature(trouble):
    def broken(name, timeout=5):
        raise trouble

    with pytest.raises(type(trouble)):
        verified_domains(signed(), lookup=broken)
