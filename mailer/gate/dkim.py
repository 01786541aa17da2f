"""DKIM verified by ourselves, for hosts whose server stamps nothing; asked for by a setting, needs the `dkim` extra.

To be done when the letter is collected, since keys change; the verdict is stored with it. A signature with `l=` is
refused, for text may be appended to it, and so is one that does not cover From.
"""

import re
from collections.abc import Callable

from mailer.deadline import LetterTimeoutError
from mailer.errors import is_of_the_machine
from mailer.reading.words.headers import read_header
from mailer.reading.words.parts import split_header

Lookup = Callable[..., bytes | None]

_TAG = re.compile(r"(?:^|;)\s*([a-z]{1,3})\s*=\s*([^;]*)", re.IGNORECASE)
_MOST_SIGNATURES = 5
_MOST_BYTES = 1_000_000


def signature_tags(value: str) -> dict[str, str]:
    """The tags of a DKIM-Signature field."""
    return {match[1].lower(): "".join(match[2].split()) for match in _TAG.finditer(value[:4_000])}


def _is_acceptable(tags: dict[str, str]) -> bool:
    return "l" not in tags and "from" in tags.get("h", "").lower().split(":") and bool(tags.get("d"))


def verified_domains(raw: bytes, *, lookup: Lookup | None = None) -> frozenset[str]:
    """The domains whose signature on a letter holds.

    `lookup(name, timeout=…)` gives a DNS text record; by default the network is asked.
    """
    if len(raw) > _MOST_BYTES:
        return frozenset()
    head, _ = split_header(raw)
    signatures = read_header(head, most_fields=400).all("dkim-signature")
    good = set()
    for index, value in enumerate(signatures[:_MOST_SIGNATURES]):
        tags = signature_tags(value)
        if _is_acceptable(tags) and _holds(raw, index, lookup):
            good.add(tags["d"].lower())
    return frozenset(good)


def _holds(raw: bytes, index: int, lookup: Lookup | None) -> bool:
    """Whether one signature holds; what cannot be checked does not. A machine in trouble is no answer and rises."""
    import dkim

    try:
        checker = dkim.DKIM(raw, minkey=1024)
        return bool(checker.verify(index, dnsfunc=lookup) if lookup else checker.verify(index))
    except (MemoryError, LetterTimeoutError):
        raise
    except Exception as error:
        if isinstance(error, OSError) and is_of_the_machine(error):
            raise
        return False
