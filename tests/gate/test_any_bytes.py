"""The whole way over broken letters: every one gets an answer, and none of a stranger's making gets in."""

import json
import random
from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.gate.answer import answer, sent_mail, setting_of

LETTERS = Path(__file__).parents[1] / "letters"
SETTING = setting_of(
    {
        "mailbox": "estafeta@example.org",
        "authserv_id": "mx.example.org",
        "internaldate": "2026-01-21T12:00:00+01:00",
        "dm": "dm@example.org",
        "roster": {"marta@example.com": {"token": "7f3c2a"}},
    }
)


@cache
def seeds():
    return tuple(path.read_bytes() for path in sorted(LETTERS.glob("*.eml")))


@cache
def sent():
    return tuple(sent_mail(path.read_bytes()) for path in sorted((LETTERS / "sent").glob("*.eml")))


def broken(dice):
    """A letter of the corpus with some bytes changed, cut, doubled or taken from another."""
    raw = bytearray(dice.choice(seeds()))
    for _ in range(dice.choice((1, 2, 8))):
        at, other = dice.randrange(len(raw) + 1), dice.choice(seeds())
        start = dice.randrange(len(other))
        match dice.randrange(4):
            case 0:
                raw[at:at] = dice.randbytes(5)
            case 1:
                del raw[at : at + dice.randrange(60)]
            case 2:
                raw[at:at] = other[start : start + dice.randrange(300)]
            case _:
                raw[at:at] = raw[at : at + dice.randrange(300)]
    return bytes(raw)


@given(st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_every_broken_letter_gets_an_answer(seed):
    found = answer(broken(random.Random(seed)), "x.eml", setting=SETTING, sent=sent())
    assert found["gate"] in ("accepted", "ignored", "held")
    assert found["reason"]
    assert found["gate"] == "accepted" or not found["own_lines"]
    json.dumps(found).encode("utf-8")


@given(st.integers(0, 2**32), st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_no_bytes_of_a_stranger_get_in(seed, noise):
    """Whatever follows our server's fail on top, the letter is not accepted."""
    head = b"Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\n"
    found = answer(head + noise.replace(b"\n\n", b"\n") + broken(random.Random(seed)), "x.eml", setting=SETTING)
    assert found["gate"] != "accepted"


@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer(raw):
    assert answer(raw, "x.eml", setting=SETTING)["gate"] in ("ignored", "held")
