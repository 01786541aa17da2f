"""Who a letter says it is from: one From field, one plain address, or it is nobody we know.

The standard functions take the first of two, or the name for the address (CVE-2023-27043); this grammar is narrower
than the standard: what it does not know is `malformed`, and an address with letters beyond ASCII is `foreign`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mailer.reading.words.headers import decoded

_ATEXT = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_SPEC = rf"(?P<local>{_ATEXT}{{1,64}}(?:\.{_ATEXT}{{1,64}}){{0,16}})@(?P<domain>{_LABEL}(?:\.{_LABEL}){{1,16}})"
_FROM = (
    re.compile(rf'"(?P<name>(?:[^"\\]|\\.){{0,500}})"\s*<\s*{_SPEC}\s*>'),
    re.compile(rf"(?P<name>[^<>@\",;:\\]{{0,500}})<\s*{_SPEC}\s*>"),
    re.compile(rf"(?P<name>){_SPEC}"),
    re.compile(rf"{_SPEC}\s*\((?P<name>[^()@<>\\]{{0,200}})\)"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_MOST_CHARS = 2_000
_LOCAL_CHARS = 64
_SAME_DOMAIN = {"googlemail.com": "gmail.com"}


class SenderKind(StrEnum):
    """What became of the From field."""

    PLAIN = "plain"
    MISSING = "no_from"
    SEVERAL = "several_from"
    MALFORMED = "malformed_from"
    FOREIGN = "foreign_from"


@dataclass(frozen=True, slots=True)
class Sender:
    """The one address of a letter, in lower case; "" unless it is plain."""

    kind: SenderKind
    address: str = ""
    name: str = ""  # for show only


def sender_of(from_fields: Sequence[str]) -> Sender:
    """The sender of a letter by its From fields."""
    if len(from_fields) != 1:
        return Sender(SenderKind.SEVERAL if from_fields else SenderKind.MISSING)
    value = from_fields[0].strip()
    if not value:
        return Sender(SenderKind.MISSING)
    if len(value) > _MOST_CHARS or _CONTROL.search(value):
        return Sender(SenderKind.MALFORMED)
    found = _plain(value)
    if found:
        return found
    return Sender(SenderKind.FOREIGN if _plain(_NOT_ASCII.sub("x", value)) else SenderKind.MALFORMED)


def _plain(value: str) -> Sender | None:
    for pattern in _FROM:
        match = pattern.fullmatch(value)
        if match and len(match["local"]) <= _LOCAL_CHARS:
            return Sender(SenderKind.PLAIN, f"{match['local']}@{match['domain']}".lower(), decoded(match["name"])[:100])
    return None


def without_tag(address: str) -> str:
    """An address without its `+tag`."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def tag_of(address: str, ours: frozenset[str]) -> str:
    """The `+tag` of an address of ours, "" if it has none or is another's."""
    local, _, _ = address.rpartition("@")
    return local.partition("+")[2] if without_tag(address) in ours else ""


def likeness(address: str) -> str:
    """What addresses have in common that are likely one person's: no `+tag`, no dots."""
    local, _, domain = without_tag(address).rpartition("@")
    return f"{local.replace('.', '')}@{_SAME_DOMAIN.get(domain, domain)}"
